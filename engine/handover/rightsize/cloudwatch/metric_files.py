"""Metrics over time, as series of one metric of one resource, and the files of CloudWatch that they come in.

These are the answer of get-metric-data, the console's download, a plain table of measures; labels say what a series is of:
"my-endpoint AllTraffic CPUUtilization".
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.handover.rightsize.cells import as_list, as_mapping, as_number, as_text, parse_name, parse_number
from knowledge import Knowledge
from knowledge.errors import InputError, nearest_name, quote_value
from knowledge.schema.record import Record
from knowledge.sentences import fill_sentence

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
Queries = Mapping[str, Mapping[str, Any]]
"""Id -> the query."""
_Points = list[tuple[float, float]]
"""Seconds since 1970, and the figure."""
_ISO_EXAMPLE, _CONSOLE_EXAMPLE = "2026-11-22T09:00:00+00:00", "2026/11/22 09:00:00"
_CONSOLE_HEADS: Final = frozenset(
    {"id", "statuscode", "messages", "full label", "label", "metric name", "statistic", "period", "region", "unit"}
)
"""What the rows above the figures of the console's download begin with."""
_MEASURE_COLUMNS: Final = frozenset({"timestamp", "resource", "metric", "value"})


class Series(Record):
    """What a file says of one metric of one resource over time; None is what it does not say."""

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


def period_seconds(series: Series) -> float:
    """Seconds of one period: its own, else the smallest step between its times, of which none is 0."""
    if series.period:
        return series.period
    times = sorted(set(series.times))
    return min((later - sooner for sooner, later in itertools.pairwise(times)), default=_DEFAULT_PERIOD)


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


def parse_queries(document: object, where: str) -> Queries:
    """The queries of a file: a list, or the request that holds them as MetricDataQueries. Raises InputError for anything else."""
    queries = document.get("MetricDataQueries") if isinstance(document, dict) else document
    if not isinstance(queries, list) or not all(isinstance(one, dict) and isinstance(one.get("Id"), str) for one in queries):
        raise InputError(f"{where}: this holds no MetricDataQueries. Give the list that get-metric-data was asked with, each with its Id.")
    return {one["Id"]: one for one in queries}


def describe_gaps(document: Mapping[str, Any], knowledge: Knowledge, where: str) -> Iterator[str]:
    """A line for each thing that an answer of get-metric-data leaves out: further pages, results of which not all came."""
    if document.get("NextToken"):
        yield fill_sentence(knowledge, "rightsize", "note_more_pages", file=where)
    for result in as_list(document.get("MetricDataResults")):
        if isinstance(result, dict) and result.get("StatusCode") not in (None, "Complete"):
            yield fill_sentence(
                knowledge, "rightsize", "note_partial", file=where, label=quote_value(str(result.get("Label") or result.get("Id")))
            )


def read_metric_data(
    document: Mapping[str, Any], queries: Queries, knowledge: Knowledge, parse_time: ParseTime, where: str
) -> Iterator[Series]:
    """Each result of get-metric-data as a series. Raises InputError that names the result whose shape is wrong."""
    results = document.get("MetricDataResults")
    if not isinstance(results, list):
        raise InputError(f"{where}: MetricDataResults is no list of results.")
    metrics = _metric_names(knowledge)
    for number, result in enumerate(results, 1):
        at = f"{where}: MetricDataResults, number {number}"
        if not isinstance(result, dict):
            raise InputError(f"{at}: {quote_value(result)} is no result.")
        yield _read_result(result, queries.get(str(result.get("Id")), {}), metrics, parse_time, at)


def _read_result(result: Mapping[str, Any], query: Mapping[str, Any], metrics: Collection[str], parse_time: ParseTime, at: str) -> Series:
    times, values = result.get("Timestamps", []), result.get("Values", [])
    if not isinstance(times, list) or not isinstance(values, list) or len(times) != len(values):
        raise InputError(f"{at}: Timestamps and Values are not two lists of one length.")
    stat = as_mapping(query.get("MetricStat"))
    asked = as_mapping(stat.get("Metric"))
    label = parse_label(str(result.get("Label") or ""), metrics)
    metric = as_text(asked.get("MetricName")) or label.metric
    if metric is None:
        raise InputError(
            f"{at}: neither its label {quote_value(str(result.get('Label')))} nor --queries names a metric that is known here."
        )
    dimensions = [as_text(as_mapping(one).get("Value")) for one in as_list(asked.get("Dimensions"))]
    period = stat.get("Period") or query.get("Period") or label.period
    return Series(
        metric=metric,
        namespace=as_text(asked.get("Namespace")) or label.namespace,
        resource=join_dimensions(dimensions) or label.resource,
        statistic=normalize_statistic(str(stat.get("Stat") or label.statistic or DEFAULT_STATISTIC)),
        period=as_number(period),
        times=tuple(_parse_time(time, parse_time, f"{at}: Timestamps", _ISO_EXAMPLE) for time in times),
        values=tuple(_check_value(value, at) for value in values),
    )


def _check_value(value: object, at: str) -> float:
    number = as_number(value)
    if number is None:
        raise InputError(f"{at}: Values: {quote_value(value)} is no number.")
    return number


def is_console_download(first_row: Sequence[str]) -> bool:
    """True if a CSV file begins as the download of a graph does: rows of labels, then a row for each time with a column for each metric."""
    return bool(first_row) and first_row[0].strip().lower() in _CONSOLE_HEADS - {"region", "unit", "label"}


def read_console_download(
    rows: Iterable[tuple[int, Sequence[str]]], knowledge: Knowledge, parse_time: ParseTime, where: str
) -> Iterator[Series]:
    """Each column as a series. Raises InputError that names row and value."""
    heads: dict[str, Sequence[str]] = {}
    columns: list[_Points] = []
    for number, row in rows:
        name = row[0].strip().lower() if row else ""
        if name in _CONSOLE_HEADS:
            heads[name] = row
        elif name:
            _add_console_row(columns, row, parse_time, f"{where}, row {number}")
    metrics = _metric_names(knowledge)
    for index, points in enumerate(columns, 1):
        label = _console_label(heads, index, metrics)
        if label.metric is None:
            raise InputError(f"{where}, column {index + 1}: neither its full label nor its label names a metric that is known here.")
        yield _build_series(label.metric, label, points)


def _add_console_row(columns: list[_Points], row: Sequence[str], parse_time: ParseTime, at: str) -> None:
    seconds = _parse_time(row[0], parse_time, at, _CONSOLE_EXAMPLE)
    columns.extend([] for _ in range(len(row) - 1 - len(columns)))
    for points, cell in zip(columns, row[1:], strict=False):
        value = parse_number(f"{at}: value", cell.strip() or None)
        if value is not None:
            points.append((seconds, value))


def _console_label(heads: Mapping[str, Sequence[str]], index: int, metrics: Collection[str]) -> Label:
    """The full label says most; what it leaves out stands in the other rows."""
    cells = {name: row[index].strip() for name, row in heads.items() if index < len(row)}
    label = parse_label(" ".join(cells.get(name, "") for name in ("full label", "metric name", "statistic", "period")), metrics)
    return label if label.metric is not None else parse_label(cells.get("label", ""), metrics)


def is_measure_table(head: Sequence[str]) -> bool:
    """True if a table has a row for each measure, with time, resource, metric and value."""
    return {name.strip().lower() for name in head} >= _MEASURE_COLUMNS


def read_measures(
    rows: Iterable[tuple[int, Mapping[str, str]]], knowledge: Knowledge, parse_time: ParseTime, where: str
) -> Iterator[Series]:
    """The rows of each metric of each resource as a series. Raises InputError that names row, column and value."""
    metrics = {name.lower(): name for name in _metric_names(knowledge)}
    points_by_label: dict[tuple[str, ...], _Points] = {}
    for number, row in rows:
        cells, at = {name.strip().lower(): cell.strip() for name, cell in row.items()}, f"{where}, row {number}"
        metric = _find_metric(cells.get("metric", ""), metrics, at)
        value = parse_number(f"{at}: value", cells.get("value") or None)
        if value is not None:
            resource = parse_name(f"{at}: resource", cells.get("resource"))
            key = metric, resource, *(cells.get(name, "") for name in ("namespace", "statistic", "period"))
            time = _parse_time(cells.get("timestamp", ""), parse_time, f"{at}: timestamp", _ISO_EXAMPLE)
            points_by_label.setdefault(key, []).append((time, value))
    for (metric, resource, namespace, statistic, period), points in points_by_label.items():
        seconds = parse_number(f"{where}: period", period or None)
        label = Label(metric, namespace or None, resource, normalize_statistic(statistic or DEFAULT_STATISTIC), seconds)
        yield _build_series(metric, label, points)


def _find_metric(text: str, metrics: Mapping[str, str], at: str) -> str:
    """The metric as CloudWatch writes it."""
    if text.lower() in metrics:
        return metrics[text.lower()]
    near = nearest_name(text, metrics)
    hint = f" Did you mean {metrics[near]}?" if near is not None else ""
    raise InputError(f"{at}: metric: {quote_value(text)} is not known here.{hint}")


def _metric_names(knowledge: Knowledge) -> tuple[str, ...]:
    return tuple(dict.fromkeys(metric.metric for metric in knowledge.metrics.values()))


def _parse_time(time: object, parse_time: ParseTime, at: str, example: str) -> float:
    """Seconds since 1970. Raises InputError that names the place and the value."""
    try:
        return parse_time(time)
    except ValueError:
        raise InputError(f"{at}: {quote_value(time)} is no time. Try {example}.") from None


def _build_series(metric: str, label: Label, points: _Points) -> Series:
    return Series(
        metric=metric,
        namespace=label.namespace,
        resource=label.resource,
        statistic=label.statistic or DEFAULT_STATISTIC,
        period=label.period,
        times=tuple(seconds for seconds, _ in points),
        values=tuple(value for _, value in points),
    )
