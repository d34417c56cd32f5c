"""A plain table of measures: a row for each, with time, resource, metric and value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from engine.handover.rightsize.cells import number_of, text_of
from engine.handover.rightsize.cloudwatch.label import statistic_named
from engine.handover.rightsize.cloudwatch.series import SecondsOf, Series
from knowledge import Knowledge
from knowledge.errors import InputError, nearest, shown

_COLUMNS: Final = ("timestamp", "resource", "metric", "value")
_KEY = tuple[str, str, str, str, str]


def is_measures(head: Sequence[str]) -> bool:
    """Whether the head of a table has those columns."""
    return set(_COLUMNS) <= {name.strip().lower() for name in head}


def from_measures(
    rows: Iterable[tuple[int, Mapping[str, str]]], knowledge: Knowledge, seconds_of: SecondsOf, where: str
) -> Iterator[Series]:
    """The rows of each metric of each resource as a series. Raises InputError that names row, column and value."""
    metrics = {metric.metric.lower(): metric.metric for metric in knowledge.metrics.values()}
    found: dict[_KEY, list[tuple[float, float]]] = {}
    for number, row in rows:
        cells = {name.strip().lower(): cell.strip() for name, cell in row.items()}
        at = f"{where}, row {number}"
        cells["metric"] = _metric(cells.get("metric", ""), metrics, at)
        value = number_of(f"{at}: value", cells.get("value") or None)
        if value is not None:
            found.setdefault(_key(cells, at), []).append((_seconds(cells.get("timestamp", ""), seconds_of, at), value))
    for (resource, name, namespace, statistic, period), points in found.items():
        yield Series(
            metric=name,
            namespace=namespace or None,
            resource=resource,
            statistic=statistic_named(statistic or "Average"),
            period=number_of(f"{where}: period", period or None),
            times=tuple(seconds for seconds, _ in points),
            values=tuple(value for _, value in points),
        )


def _metric(text: str, metrics: Mapping[str, str], at: str) -> str:
    """The metric as CloudWatch writes it."""
    if text.lower() in metrics:
        return metrics[text.lower()]
    near = nearest(text, metrics)
    hint = f" Did you mean {metrics[near]}?" if near is not None else ""
    raise InputError(f"{at}: metric: {shown(text)} is not known here.{hint}")


def _key(cells: Mapping[str, str], at: str) -> _KEY:
    resource = text_of(f"{at}: resource", cells.get("resource"))
    return resource, cells["metric"], cells.get("namespace", ""), cells.get("statistic", ""), cells.get("period", "")


def _seconds(text: str, seconds_of: SecondsOf, at: str) -> float:
    try:
        return seconds_of(text)
    except ValueError:
        raise InputError(f"{at}: timestamp: {shown(text)} is no time. Try 2026-11-22T09:00:00+00:00.") from None
