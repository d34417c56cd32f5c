"""One metric of one resource over time, and what a label says of it: "my-endpoint AllTraffic CPUUtilization"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection
from typing import Final, NamedTuple

from knowledge.schema.record import Record

ParseTime = Callable[[object], float]
"""A time as a file has it -> seconds since 1970. Raises ValueError for what is none; the engine knows no calendar."""
DEFAULT_STATISTIC: Final = "Average"
_DEFAULT_PERIOD: Final = 60.0
"""Seconds; what SageMaker publishes by default, for a series of one point that names no period."""
_STATISTIC: Final = re.compile(r"average|maximum|minimum|sum|samplecount|p\d{1,2}(?:\.\d+)?", re.IGNORECASE)
_STATISTIC_NAMES: Final = {"average": "Average", "maximum": "Maximum", "minimum": "Minimum", "sum": "Sum", "samplecount": "SampleCount"}
_REGION_PREFIX: Final = re.compile(r"[a-z]{2}(?:-[a-z]+)+-\d:(.+)")
_NAMESPACE: Final = re.compile(r"^(?:AWS/\S+|/aws/sagemaker/\S+|CWAgent|ContainerInsights)$")
_JOB_HOST: Final = re.compile(r"/algo-\d+$")


class Series(Record):
    """What a file says of it; None is what it does not say."""

    metric: str
    """The name in CloudWatch."""
    namespace: str | None = None
    resource: str | None = None
    statistic: str = DEFAULT_STATISTIC
    """Of each period: Average, Maximum, Sum, p99."""
    period: float | None = None
    """Seconds."""
    times: tuple[float, ...]
    """Seconds since 1970, in any order."""
    values: tuple[float, ...]
    """On the scale of the metric."""


class Label(NamedTuple):
    """What a label says; None is what it does not say."""

    metric: str | None = None
    namespace: str | None = None
    resource: str | None = None
    statistic: str | None = None
    period: float | None = None


def parse_label(text: str, metrics: Collection[str]) -> Label:
    """What `text` says; words that are no metric, namespace, statistic or period name the resource."""
    label = Label()
    rest: list[str] = []
    for part in text.split():
        prefixed = _REGION_PREFIX.fullmatch(part)
        word = prefixed[1] if prefixed else part
        more = _add_word(label, word, metrics)
        if more is None:
            rest.append(_dimension_value(word))
        else:
            label = more
    return label._replace(resource=join_dimensions(rest))


def _add_word(label: Label, word: str, metrics: Collection[str]) -> Label | None:
    """The label with what a word adds to it; None where the word is part of the resource's name."""
    if word in metrics and label.metric is None:
        return label._replace(metric=word)
    if _NAMESPACE.match(word) and label.namespace is None:
        return label._replace(namespace=word)
    if _STATISTIC.fullmatch(word) and label.statistic is None:
        return label._replace(statistic=normalize_statistic(word))
    if word.isdecimal() and label.metric is not None and label.period is None:
        return label._replace(period=float(word[:9]))
    return None


def normalize_statistic(text: str) -> str:
    """A statistic as CloudWatch writes it."""
    return _STATISTIC_NAMES.get(text.lower(), text.lower())


def join_dimensions(values: Collection[str]) -> str | None:
    """The name of a resource from the values of its dimensions: an endpoint with its variant, a job without its host."""
    name = "/".join(value for value in values if value)
    return _JOB_HOST.sub("", name) or None


def _dimension_value(word: str) -> str:
    """The value of a dimension that stands with its name: InstanceId:i-0abc."""
    name, colon, value = word.partition(":")
    return value if colon and name.isalpha() and value and name != "arn" else word


def period_seconds(series: Series) -> float:
    """Seconds of one period: its own, else the smallest step between its times, of which none is 0."""
    if series.period:
        return series.period
    times = sorted(set(series.times))
    return min((later - sooner for sooner, later in itertools.pairwise(times)), default=_DEFAULT_PERIOD)
