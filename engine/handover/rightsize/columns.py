"""The columns of a fleet's table, and the names that people give them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, get_args

from engine.handover.rightsize.usage import STATISTICS
from engine.workload import Environment
from knowledge.errors import suggestion
from knowledge.schema.metric import ResourceKind


class Column(NamedTuple):
    """One column."""

    unit: str
    about: str


KINDS: Final[tuple[ResourceKind, ...]] = get_args(ResourceKind)
_OF_RESOURCES: Final = {
    "resource": Column("", "Its name or ARN; every row has one."),
    "kind": Column("", f"{', '.join(KINDS)}; instance where the type has no ml."),
    "instance_type": Column("", "g5.xlarge or ml.g5.xlarge; every row has one."),
    "count": Column("", "Instances of it (1)."),
    "region": Column("", "A region code (that of --region)."),
    "place": Column("", "Where it runs, if not as its kind usually does: sagemaker-async, ecs, eks."),
    "environment": Column("", f"{', '.join(get_args(Environment))}; production keeps two instances."),
    "scale": Column("", "whole: 100 % is the machine (default). summed: 100 % for each vCPU and GPU, as SageMaker reports."),
    "hours": Column("h", "Hours that were measured."),
    "hours_per_month": Column("h", "Hours a month that are paid for (730; of a job the hours measured)."),
    "latency_target_ms": Column("ms", "What the answer may take."),
    "concurrency": Column("", "Requests under way at the busiest time."),
    "disk_max": Column("%", "The most of the disk that was in use."),
}
_MEASURED: Final = {
    "cpu": ("%", "vCPUs in use"),
    "memory": ("%", "Memory in use"),
    "gpu": ("%", "GPUs or NeuronCores in use"),
    "gpu_memory": ("%", "Device memory in use"),
    "requests_per_second": ("1/s", "Requests of all instances"),
    "latency_ms": ("ms", "Time of an answer"),
}
COLUMNS: Final[dict[str, Column]] = _OF_RESOURCES | {
    f"{name}_{statistic}": Column(unit, f"{about}: {statistic}.") for name, (unit, about) in _MEASURED.items() for statistic in STATISTICS
}
"""Every column by name, in the order of the help."""
_ALSO: Final = {
    "id": "resource",
    "name": "resource",
    "arn": "resource",
    "resource_id": "resource",
    "resource_name": "resource",
    "type": "instance_type",
    "instances": "count",
    "instance_count": "count",
    "requests_per_second": "requests_per_second_average",
    "peak_requests_per_second": "requests_per_second_max",
}
"""Other names of a column."""
_ALL_OF: Final = ("resource", "instance_type")
_WORDS: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+")


def column_named(name: str) -> str | None:
    """The column that `name` means, however it is written: instanceType, "CPU p99.5"; None where there is none."""
    plain = _WORDS.sub("_", name.strip()).strip("_").lower()
    plain = _ALSO.get(plain, plain)
    return plain if plain in COLUMNS else None


def missing(names: Iterable[str]) -> str:
    """The one line for a table that lacks a column which every row needs; empty where it has them."""
    known = list(names)
    for wanted in _ALL_OF:
        if all(column_named(name) != wanted for name in known):
            near = suggestion(wanted, known, "Name one so.").replace("Did you mean", "Is it").strip()
            return f"{wanted}: the table has no such column. {near}"
    return ""


def documented() -> Iterator[tuple[str, str, str]]:
    """Name, unit and meaning of every column; those that differ by their statistic alone stand in one line."""
    for name, column in _OF_RESOURCES.items():
        yield name, column.unit, column.about
    for name, (unit, about) in _MEASURED.items():
        yield f"{name}_…", unit, f"{about}: {', '.join(STATISTICS)}."
