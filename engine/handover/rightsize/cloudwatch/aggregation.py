"""From series to resources: which machine each one is, its figures on one scale, averages and peaks over the time looked at.

The machine comes from a table, from what AWS describes, or is one type for all.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from engine.handover.rightsize.cells import as_list, as_mapping, as_text, parse_percent
from engine.handover.rightsize.cloudwatch.metric_files import Series, period_seconds
from engine.handover.rightsize.finding import Failed
from engine.handover.rightsize.fleet_table import Row
from engine.handover.rightsize.usage import DIMENSIONS, Dimension, Statistic, Statistics, Usage
from knowledge import Knowledge
from knowledge.errors import InputError, quote_value, suggest_name
from knowledge.schema.instance import Instance
from knowledge.schema.metric import Measured, Metric, ResourceKind

_DAY, _HOUR, _MICROSECONDS_A_MS = 86_400.0, 3600.0, 1e3
_PERCENTILES: Final[dict[Statistic, float]] = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "p99_5": 0.995}
_RANKS: Final[dict[Statistic, float]] = {**_PERCENTILES, "max": 1.0}
_PEAK_STATISTICS: Final[tuple[Statistic, ...]] = ("p99", "p99_5", "max")
_JOB_SHAPES: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    ("TrainingJobName", "training", ("ResourceConfig",)),
    ("ProcessingJobName", "processing", ("ProcessingResources", "ClusterConfig")),
    ("TransformJobName", "transform", ("TransformResources",)),
    ("NotebookInstanceName", "notebook", ()),
)
"""The name of a job in what AWS describes, its kind, and the path to its instance type and count."""
_Known = tuple[Metric, Series]
"""A series, and the metric of the knowledge base that it is of."""


class Inventory:
    """Resources by name; a name without its variant stands for all of them."""

    def __init__(self, resources: Sequence[Usage], default: Usage | None = None) -> None:
        """`default` is what any other resource is."""
        self._resources = {usage.resource: usage for usage in resources}
        self._default = default

    @property
    def only_name(self) -> str | None:
        """The name of the only resource, for series that name none."""
        return next(iter(self._resources)) if len(self._resources) == 1 else None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all resources."""
        return tuple(self._resources)

    def find_resource(self, name: str) -> Usage | None:
        """The resource of this name, with its machine; None where nothing says."""
        known = self._resources.get(name) or self._resources.get(name.partition("/")[0])
        variants = (usage for other, usage in self._resources.items() if other.partition("/")[0] == name)
        usage = known or next(variants, None) or self._default
        return msgspec.structs.replace(usage, resource=name) if usage is not None else None


def describe_rows(documents: Sequence[object]) -> Iterator[Row]:
    """What `aws … describe-…` says of endpoints and their configurations, jobs, notebooks and instances, as rows of a fleet table.

    Only a configuration tells the type of an endpoint, and only the endpoint what it is called and how many run: both together do.
    """
    all_documents = [one for document in documents for one in (document if isinstance(document, list) else [document])]
    mappings = [one for one in all_documents if isinstance(one, Mapping)]
    endpoints = {str(one.get("EndpointConfigName")): one for one in mappings if "EndpointName" in one}
    for document in mappings:
        yield from _job_rows(document)
        yield from _variant_rows(document, endpoints.get(str(document.get("EndpointConfigName")), document))
        for reservation in as_list(document.get("Reservations")):
            yield from (_instance_row(as_mapping(one)) for one in as_list(as_mapping(reservation).get("Instances")))


def _job_rows(document: Mapping[str, Any]) -> Iterator[Row]:
    for name, kind, path in _JOB_SHAPES:
        if name in document:
            machines = document
            for step in path:
                machines = as_mapping(machines.get(step))
            yield {
                "resource": document[name],
                "kind": kind,
                "instance_type": machines.get("InstanceType"),
                "count": machines.get("InstanceCount"),
                "region": _find_region(document),
            }


def _variant_rows(configuration: Mapping[str, Any], endpoint: Mapping[str, Any]) -> Iterator[Row]:
    """The variants of a configuration that run on instances, named by their endpoint where that is known."""
    name = endpoint.get("EndpointName") or configuration.get("EndpointConfigName")
    variants = map(as_mapping, as_list(endpoint.get("ProductionVariants")))
    running = {str(one.get("VariantName")): one.get("CurrentInstanceCount") for one in variants}
    for variant in map(as_mapping, as_list(configuration.get("ProductionVariants"))):
        if variant.get("InstanceType"):
            yield {
                "resource": f"{name}/{variant.get('VariantName')}",
                "kind": "endpoint",
                "instance_type": variant["InstanceType"],
                "count": running.get(str(variant.get("VariantName"))) or variant.get("InitialInstanceCount"),
                "region": _find_region(configuration),
            }


def _instance_row(instance: Mapping[str, Any]) -> Row:
    zone = as_text(as_mapping(instance.get("Placement")).get("AvailabilityZone"))
    return {
        "resource": instance.get("InstanceId"),
        "kind": "instance",
        "instance_type": instance.get("InstanceType"),
        "region": zone.rstrip("abcdefghijklmnopqrstuvwxyz") or None,
    }


def _find_region(document: Mapping[str, Any]) -> str | None:
    """The region of the first ARN; None where there is none."""
    arn = next((str(value) for name, value in document.items() if name.endswith("Arn") and str(value).startswith("arn:")), "")
    return arn.split(":")[3] if arn.count(":") > 3 else None  # noqa: PLR2004  # arn:partition:service:region:…


def aggregate_series(
    series: Iterable[Series], inventory: Inventory, knowledge: Knowledge, lookback_days: float, where: str
) -> Iterator[Usage | Failed]:
    """Each resource of the series with its use over the last days, or what is wrong with it; series without a name are of `where`."""
    by_resource: dict[str, list[Series]] = {}
    for one in series:
        by_resource.setdefault(one.resource or inventory.only_name or where, []).append(one)
    newest = max((time for many in by_resource.values() for one in many for time in one.times), default=0.0)
    start = newest - lookback_days * _DAY
    for number, (name, many) in enumerate(by_resource.items(), 1):
        try:
            yield _aggregate_resource(name, [_drop_before(one, start) for one in many], inventory, knowledge)
        except InputError as error:
            yield Failed(source=where, row=number, resource=name, error=str(error))


def _aggregate_resource(name: str, series: Sequence[Series], inventory: Inventory, knowledge: Knowledge) -> Usage:
    usage = inventory.find_resource(name)
    if usage is None:
        near = suggest_name(name, inventory.names, "Give --resources with a table of them, or --instance with the type of all.")
        raise InputError(f"resource: nothing says what {quote_value(name)} runs on.{near}")
    instance = knowledge.instances[usage.instance_type]
    known = [(metric, one) for one in series if (metric := _find_metric(one, usage.kind, knowledge)) is not None]
    if not known:
        raise InputError(f"metric: {quote_value(series[0].metric)} is none that a resource of kind {usage.kind} has. Is the kind right?")
    hours = _measured_hours(known)
    return msgspec.structs.replace(
        usage,
        uses={dimension: use for dimension in DIMENSIONS if (use := _aggregate_use(known, dimension, instance)) is not None},
        requests_per_second=_request_rate(known, hours, usage.count),
        latency_ms=_total_latency(known),
        concurrency=_highest_value(known, "concurrency"),
        disk_percent=_highest_value(known, "disk"),
        hours=hours,
        period_seconds=max(_averaged_periods(known), default=None),
    )


def _find_metric(series: Series, kind: ResourceKind, knowledge: Knowledge) -> Metric | None:
    """The metric of a series: by its namespace, else by the kind of its resource."""
    for metric in knowledge.metrics.values():
        is_own = series.namespace in metric.namespaces or (series.namespace is None and kind in metric.namespaces.values())
        if metric.metric == series.metric and is_own:
            return metric
    return None


def _drop_before(series: Series, start: float) -> Series:
    points = [(time, value) for time, value in zip(series.times, series.values, strict=True) if time >= start]
    return msgspec.structs.replace(series, times=tuple(time for time, _ in points), values=tuple(value for _, value in points))


def _averaged_periods(known: Sequence[_Known]) -> Iterator[float]:
    """Seconds over which figures were averaged, of metrics without a maximum that shows the peaks between."""
    peaks = {metric.measures for metric, series in known if series.statistic == "Maximum"}
    for metric, series in known:
        if metric.unit == "percent" and series.statistic == "Average" and metric.measures not in peaks:
            yield period_seconds(series)


def _aggregate_use(known: Sequence[_Known], dimension: Dimension, instance: Instance) -> Statistics | None:
    """Statistics of a dimension, percent of the whole machine; None where it was not measured."""
    parts = {"machine": 1.0, "each-vcpu": float(instance.vcpu), "each-device": max(instance.accelerator_count, 1.0)}
    shares: dict[str, list[float]] = {}
    for metric, series in known:
        if metric.measures == dimension:
            values = (parse_percent(metric.metric, value, parts[metric.counts]) or 0.0 for value in series.values)
            shares.setdefault(series.statistic, []).extend(values)
    return aggregate_periods(shares)


def _measured_hours(known: Sequence[_Known]) -> float:
    """Hours of the metric measured longest: of utilization if there is any, since CloudWatch reports requests only when there are some."""
    shares = [series for metric, series in known if metric.unit == "percent"]
    if shares:
        return max(len(set(series.times)) * period_seconds(series) for series in shares) / _HOUR
    times = [time for _, series in known for time in series.times]
    return (max(times) - min(times)) / _HOUR if times else 0.0


def _request_rate(known: Sequence[_Known], hours: float, count: int) -> Statistics | None:
    """Requests a second of all instances; a period without a figure had none."""
    sums = [(metric, series) for metric, series in known if metric.measures == "invocations" and series.statistic in ("Sum", "SampleCount")]
    of_all_instances = [pair for pair in sums if not pair[0].each_instance]
    if not sums or not hours:
        return None
    metric, series = (of_all_instances or sums)[0]
    instances = count if metric.each_instance else 1
    busiest = max((value / period_seconds(series) for value in series.values), default=0.0) * instances
    return Statistics(average=math.fsum(series.values) * instances / (hours * _HOUR), max=busiest)


def _total_latency(known: Sequence[_Known]) -> Statistics | None:
    """The model's time and what SageMaker adds, ms; the model's alone if no statistic is known of both."""
    model, overhead = _aggregate_ms(known, "latency"), _aggregate_ms(known, "overhead")
    if model is None or overhead is None:
        return model
    pairs = {name: (getattr(model, name), getattr(overhead, name)) for name in Statistics.__struct_fields__}
    sums = {name: one + other for name, (one, other) in pairs.items() if one is not None and other is not None}
    return Statistics(**sums) if sums else model


def _aggregate_ms(known: Sequence[_Known], measured: Measured) -> Statistics | None:
    times: dict[str, list[float]] = {}
    for metric, series in known:
        if metric.measures == measured:
            times.setdefault(series.statistic, []).extend(value / _MICROSECONDS_A_MS for value in series.values)
    return aggregate_periods(times)


def _highest_value(known: Sequence[_Known], measured: Measured) -> float | None:
    return max((value for metric, series in known if metric.measures == measured for value in series.values), default=None)


def aggregate_periods(figures: Mapping[str, Sequence[float]]) -> Statistics | None:
    """Statistics over all periods, of the figures by the statistic that each period was told with; None where there are none.

    The averages of the periods tell the usual use, and their maxima the peaks where both are there. A percentile of the
    periods tells that percentile, by its own rank among them: as high as all but its share of the periods.
    """
    result: dict[Statistic, float] = {}
    averages, peaks = sorted(figures.get("Average", ())), sorted(figures.get("Maximum", ()))
    if averages:
        result["average"] = math.fsum(averages) / len(averages)
    if averages or peaks:
        result |= {name: _nearest_rank(averages or peaks, rank) for name, rank in _RANKS.items()}
    if peaks:
        result |= {name: _nearest_rank(peaks, _RANKS[name]) for name in _PEAK_STATISTICS}
    for name, rank in _PERCENTILES.items():
        values = sorted(figures.get(name.replace("_", "."), ()))
        if values:
            result[name] = _nearest_rank(values, rank)
    return Statistics(**result) if result else None


def _nearest_rank(values: Sequence[float], rank: float) -> float:
    """The value at the nearest rank, a share, of sorted values."""
    return values[max(math.ceil(rank * len(values) - 1e-9), 1) - 1]
