"""What a label says of its series: "my-endpoint AllTraffic CPUUtilization", or the full label of the console."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final, NamedTuple

_STATISTIC: Final = re.compile(r"average|maximum|minimum|sum|samplecount|p\d{1,2}(?:\.\d+)?", re.IGNORECASE)
_NAMES: Final = {"average": "Average", "maximum": "Maximum", "minimum": "Minimum", "sum": "Sum", "samplecount": "SampleCount"}
_REGION: Final = re.compile(r"[a-z]{2}(?:-[a-z]+)+-\d:(.+)")
_SPACE: Final = re.compile(r"^(?:AWS/\S+|/aws/sagemaker/\S+|CWAgent|ContainerInsights)$")
_HOST: Final = re.compile(r"/algo-\d+$")


class Label(NamedTuple):
    """What was read; None is what it does not say."""

    metric: str | None = None
    namespace: str | None = None
    resource: str | None = None
    statistic: str | None = None
    period: float | None = None


def label_of(text: str, metrics: Collection[str]) -> Label:
    """What `text` says; words that are no metric, statistic or period name the resource."""
    found = Label()
    rest: list[str] = []
    for word in text.split():
        inner = _REGION.fullmatch(word)
        plain = inner[1] if inner else word
        read = _read(plain, found, metrics)
        if read is None:
            rest.append(_value(plain))
        else:
            found = read
    return found._replace(resource=resource_of(rest))


def _read(word: str, found: Label, metrics: Collection[str]) -> Label | None:
    """The label with what a word adds to it; None where the word is part of a name."""
    if word in metrics and found.metric is None:
        return found._replace(metric=word)
    if _SPACE.match(word) and found.namespace is None:
        return found._replace(namespace=word)
    if _STATISTIC.fullmatch(word) and found.statistic is None:
        return found._replace(statistic=statistic_named(word))
    if word.isdecimal() and found.metric is not None and found.period is None:
        return found._replace(period=float(word[:9]))
    return None


def statistic_named(text: str) -> str:
    """A statistic as CloudWatch writes it."""
    return _NAMES.get(text.lower(), text.lower())


def resource_of(parts: Collection[str]) -> str | None:
    """The name of a resource from the values of its dimensions: an endpoint with its variant, a job without its host."""
    name = "/".join(part for part in parts if part)
    return _HOST.sub("", name) or None


def _value(word: str) -> str:
    """The value of a dimension that stands with its name: InstanceId:i-0abc."""
    name, colon, value = word.partition(":")
    return value if colon and name.isalpha() and value and name != "arn" else word
