"""The CSV that the console's graph downloads: rows of labels on top, then a row for each time with a column for each metric."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.handover.rightsize.cells import number_of
from engine.handover.rightsize.cloudwatch.label import Label, label_of
from engine.handover.rightsize.cloudwatch.series import SecondsOf, Series
from knowledge import Knowledge
from knowledge.errors import InputError, shown

_HEADS: Final = frozenset({"id", "statuscode", "messages", "full label", "label", "metric name", "statistic", "period", "region", "unit"})
"""What the rows above the figures begin with."""


def is_console(first: Sequence[str]) -> bool:
    """Whether the first row of a CSV file is one of those on top of such a download."""
    return bool(first) and first[0].strip().lower() in _HEADS - {"region", "unit", "label"}


def from_console(rows: Iterable[tuple[int, Sequence[str]]], knowledge: Knowledge, seconds_of: SecondsOf, where: str) -> Iterator[Series]:
    """Each column as a series. Raises InputError that names row and value."""
    heads: dict[str, Sequence[str]] = {}
    points: list[list[tuple[float, float]]] = []
    for number, row in rows:
        name = row[0].strip().lower() if row else ""
        if not name:
            continue
        if name in _HEADS:
            heads[name] = row
            continue
        _take(row, points, seconds_of, f"{where}, row {number}")
    metrics = frozenset(metric.metric for metric in knowledge.metrics.values())
    for at, column in enumerate(points, 1):
        yield _series(_label(heads, at, metrics), column, f"{where}, column {at + 1}")


def _take(row: Sequence[str], points: list[list[tuple[float, float]]], seconds_of: SecondsOf, at: str) -> None:
    try:
        seconds = seconds_of(row[0].strip())
    except ValueError:
        raise InputError(f"{at}: {shown(row[0])} is no time. Try 2026/11/22 09:00:00.") from None
    for column, cell in enumerate(row[1:]):
        if column == len(points):
            points.append([])
        value = number_of(f"{at}: value", cell.strip() or None)
        if value is not None:
            points[column].append((seconds, value))


def _label(heads: dict[str, Sequence[str]], at: int, metrics: frozenset[str]) -> Label:
    """The full label says most; what it leaves out stands in the other rows."""
    cells = {name: row[at].strip() for name, row in heads.items() if at < len(row)}
    label = label_of(" ".join(cells.get(name, "") for name in ("full label", "metric name", "statistic", "period")), metrics)
    return label if label.metric is not None else label_of(cells.get("label", ""), metrics)


def _series(label: Label, points: list[tuple[float, float]], at: str) -> Series:
    if label.metric is None:
        raise InputError(f"{at}: neither its full label nor its label names a metric that is known here.")
    return Series(
        metric=label.metric,
        namespace=label.namespace,
        resource=label.resource,
        statistic=label.statistic or "Average",
        period=label.period,
        times=tuple(seconds for seconds, _ in points),
        values=tuple(value for _, value in points),
    )
