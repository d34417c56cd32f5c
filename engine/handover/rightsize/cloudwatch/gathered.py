"""From series to resources: figures on one scale, percentiles over the time looked at."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from engine.handover.rightsize.cells import percent_of
from engine.handover.rightsize.cloudwatch.inventory import Inventory
from engine.handover.rightsize.cloudwatch.over_time import over_time, period_of
from engine.handover.rightsize.cloudwatch.series import Series
from engine.handover.rightsize.finding import Failed
from engine.handover.rightsize.usage import DIMENSIONS, Dimension, Statistics, Usage
from knowledge import Knowledge
from knowledge.errors import InputError, shown, suggestion
from knowledge.schema.instance import Instance
from knowledge.schema.metric import Measured, Metric, ResourceKind

_DAY, _HOUR, _MS = 86_400.0, 3600.0, 1e3
_Known = tuple[Metric, Series]


def gathered(
    series: Iterable[Series], inventory: Inventory, knowledge: Knowledge, lookback_days: float, where: str
) -> Iterator[Usage | Failed]:
    """Each resource of the series with its use over the last days; what is wrong with one is told in its place."""
    grouped: dict[str, list[Series]] = {}
    for one in series:
        grouped.setdefault(one.resource or inventory.only or where, []).append(one)
    newest = max(((one.times and max(one.times)) or 0.0 for many in grouped.values() for one in many), default=0.0)
    for number, (name, many) in enumerate(grouped.items(), 1):
        try:
            yield _gathered(name, [_since(one, newest - lookback_days * _DAY) for one in many], inventory, knowledge)
        except InputError as error:
            yield Failed(source=where, row=number, resource=name, error=str(error))


def _gathered(name: str, series: Sequence[Series], inventory: Inventory, knowledge: Knowledge) -> Usage:
    usage = inventory.of(name)
    if usage is None:
        near = suggestion(name, inventory.names, "Give --resources with a table of them, or --instance with the type of all.")
        raise InputError(f"resource: nothing says what {shown(name)} runs on.{near}")
    instance = knowledge.instances[usage.instance_type]
    known = [(metric, one) for one in series if (metric := _metric(one, usage.kind, knowledge)) is not None]
    if not known:
        raise InputError(f"metric: {shown(series[0].metric)} is none that a resource of kind {usage.kind} has. Is the kind right?")
    uses = {dimension: use for dimension in DIMENSIONS if (use := _use(known, dimension, instance)) is not None}
    hours = _hours(known)
    return msgspec.structs.replace(
        usage,
        uses=uses,
        requests_per_second=_rate(known, hours, usage.count),
        latency_ms=_latency(known),
        concurrency=_most(known, "concurrency"),
        disk_percent=_most(known, "disk"),
        hours=hours,
        period_seconds=max(_averaged(known), default=None),
    )


def _averaged(known: Sequence[_Known]) -> Iterator[float]:
    """Seconds over which figures were averaged, where no maximum of the same tells the peaks between."""
    peaks = {metric.measures for metric, series in known if series.statistic == "Maximum"}
    for metric, series in known:
        if metric.unit == "percent" and series.statistic == "Average" and metric.measures not in peaks:
            yield period_of(series)


def _metric(series: Series, kind: ResourceKind, knowledge: Knowledge) -> Metric | None:
    """The entry of a series: by its namespace, else by the kind of its resource."""
    for metric in knowledge.metrics.values():
        if metric.metric != series.metric:
            continue
        if series.namespace in metric.namespaces or (series.namespace is None and kind in metric.namespaces.values()):
            return metric
    return None


def _since(series: Series, start: float) -> Series:
    kept = [(time, value) for time, value in zip(series.times, series.values, strict=True) if time >= start]
    times, values = tuple(time for time, _ in kept), tuple(value for _, value in kept)
    return msgspec.structs.replace(series, times=times, values=values)


def _use(known: Sequence[_Known], dimension: Dimension, instance: Instance) -> Statistics | None:
    parts = {"machine": 1.0, "each-vcpu": float(instance.vcpu), "each-device": max(instance.accelerator_count, 1.0)}
    found: dict[str, list[float]] = {}
    for metric, series in known:
        if metric.measures == dimension:
            each = parts[metric.counts]
            shares = [percent_of(metric.metric, value, each) or 0.0 for value in series.values]
            found.setdefault(series.statistic, []).extend(shares)
    return over_time(found)


def _hours(known: Sequence[_Known]) -> float:
    """Of the metric that was measured longest: utilization where there is any, since requests are only told when there are some."""
    shares = [series for metric, series in known if metric.unit == "percent"]
    if shares:
        return max(len(set(series.times)) * period_of(series) for series in shares) / _HOUR
    times = [time for _, series in known for time in series.times]
    return (max(times) - min(times)) / _HOUR if times else 0.0


def _rate(known: Sequence[_Known], hours: float, count: int) -> Statistics | None:
    """Requests a second of all instances; a period without a figure had none."""
    sums = [(metric, series) for metric, series in known if metric.measures == "invocations" and series.statistic in ("Sum", "SampleCount")]
    whole = [pair for pair in sums if not pair[0].each_instance] or sums
    if not whole or not hours:
        return None
    metric, series = whole[0]
    each = count if metric.each_instance else 1
    busiest = max((value / period_of(series) for value in series.values), default=0.0) * each
    return Statistics(average=math.fsum(series.values) * each / (hours * _HOUR), max=busiest)


def _latency(known: Sequence[_Known]) -> Statistics | None:
    """The model's time and what SageMaker adds, ms."""
    parts = [_in_ms(known, measured) for measured in ("latency", "overhead")]
    model, overhead = parts
    if model is None or overhead is None:
        return model
    both: dict[str, Any] = {
        name: one + other
        for name in Statistics.__struct_fields__
        if (one := getattr(model, name)) is not None and (other := getattr(overhead, name)) is not None
    }
    return Statistics(**both) if both else model


def _in_ms(known: Sequence[_Known], measured: Measured) -> Statistics | None:
    found: dict[str, list[float]] = {}
    for metric, series in known:
        if metric.measures == measured:
            found.setdefault(series.statistic, []).extend(value / _MS for value in series.values)
    return over_time(found)


def _most(known: Sequence[_Known], measured: Measured) -> float | None:
    return max((value for metric, series in known if metric.measures == measured for value in series.values), default=None)
