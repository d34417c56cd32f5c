"""The JSON of `aws cloudwatch get-metric-data`, with the queries that were asked where they are at hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.handover.rightsize.cloudwatch.label import label_of, resource_of, statistic_named
from engine.handover.rightsize.cloudwatch.series import SecondsOf, Series
from engine.handover.rightsize.cloudwatch.shapes import fields, listed, word
from knowledge import Knowledge
from knowledge.errors import InputError, shown
from knowledge.sentences import sentence

Queries = Mapping[str, Mapping[str, Any]]
"""Id -> the query."""


def queries_of(document: object, where: str) -> Queries:
    """The queries of a file: a list, or the request that holds them as MetricDataQueries. Raises InputError for anything else."""
    listed = document.get("MetricDataQueries") if isinstance(document, dict) else document
    if not isinstance(listed, list) or not all(isinstance(one, dict) and isinstance(one.get("Id"), str) for one in listed):
        raise InputError(f"{where}: this holds no MetricDataQueries. Give the list that get-metric-data was asked with, each with its Id.")
    return {one["Id"]: one for one in listed}


def from_results(
    document: Mapping[str, Any], queries: Queries, knowledge: Knowledge, seconds_of: SecondsOf, where: str
) -> Iterator[Series]:
    """Each result as a series. Raises InputError that names the result whose shape is wrong."""
    results = document.get("MetricDataResults")
    if not isinstance(results, list):
        raise InputError(f"{where}: MetricDataResults is no list of results.")
    metrics = frozenset(metric.metric for metric in knowledge.metrics.values())
    for number, result in enumerate(results, 1):
        at = f"{where}: MetricDataResults, number {number}"
        if not isinstance(result, dict):
            raise InputError(f"{at}: {shown(result)} is no result.")
        yield _series(result, queries, metrics, seconds_of, at)


def gaps(document: Mapping[str, Any], knowledge: Knowledge, where: str) -> Iterator[str]:
    """A line for each thing that the answer leaves out: further pages, results of which not all came."""
    if document.get("NextToken"):
        yield sentence(knowledge, "rightsize", "note_more_pages", file=where)
    for result in listed(document.get("MetricDataResults")):
        if isinstance(result, dict) and result.get("StatusCode") not in (None, "Complete"):
            yield sentence(knowledge, "rightsize", "note_partial", file=where, label=shown(str(result.get("Label") or result.get("Id"))))


def _series(result: Mapping[str, Any], queries: Queries, metrics: frozenset[str], seconds_of: SecondsOf, at: str) -> Series:
    times, values = result.get("Timestamps", []), result.get("Values", [])
    if not isinstance(times, list) or not isinstance(values, list) or len(times) != len(values):
        raise InputError(f"{at}: Timestamps and Values are not two lists of one length.")
    asked = queries.get(str(result.get("Id")), {})
    stat = fields(asked.get("MetricStat"))
    named = fields(stat.get("Metric"))
    label = label_of(str(result.get("Label") or ""), metrics)
    metric = word(named.get("MetricName")) or label.metric
    if metric is None:
        raise InputError(f"{at}: neither its label {shown(str(result.get('Label')))} nor --queries names a metric that is known here.")
    dimensions = [word(fields(one).get("Value")) for one in listed(named.get("Dimensions"))]
    period = stat.get("Period") or asked.get("Period") or label.period
    return Series(
        metric=metric,
        namespace=word(named.get("Namespace")) or label.namespace,
        resource=resource_of(dimensions) or label.resource,
        statistic=statistic_named(str(stat.get("Stat") or label.statistic or "Average")),
        period=float(period) if isinstance(period, (int, float)) else None,
        times=_times(times, seconds_of, at),
        values=_values(values, at),
    )


def _times(given: list[Any], seconds_of: SecondsOf, at: str) -> tuple[float, ...]:
    try:
        return tuple(map(seconds_of, given))
    except ValueError:
        wrong = next(one for one in given if not _is_time(one, seconds_of))
        raise InputError(f"{at}: Timestamps: {shown(wrong)} is no time. Try 2026-11-22T09:00:00+00:00.") from None


def _is_time(given: object, seconds_of: SecondsOf) -> bool:
    try:
        seconds_of(given)
    except ValueError:
        return False
    return True


def _values(given: list[Any], at: str) -> tuple[float, ...]:
    for one in given:
        if isinstance(one, bool) or not isinstance(one, (int, float)):
            raise InputError(f"{at}: Values: {shown(one)} is no number.")
    return tuple(map(float, given))
