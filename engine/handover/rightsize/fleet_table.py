"""The columns of a fleet's table, and its rows as resources with their use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar, get_args

from engine.handover.rightsize.cells import parse_count, parse_name, parse_number, parse_percent
from engine.handover.rightsize.finding import Failed
from engine.handover.rightsize.usage import DEFAULT_PLACES, DIMENSIONS, STATISTICS, Dimension, Statistics, Usage
from engine.intake.values import identity
from engine.workload import Environment, Id
from knowledge import Knowledge
from knowledge.errors import InputError, quote_value, suggest_name
from knowledge.schema.instance import Instance
from knowledge.schema.metric import ResourceKind

Row = Mapping[str, object]
NumberedRow = tuple[int, Row | InputError]
"""A row, or why it cannot be read, with its number in the file."""
_Choice = TypeVar("_Choice", bound=str)

_KINDS: Final[tuple[ResourceKind, ...]] = get_args(ResourceKind)
_ENVIRONMENTS: Final[tuple[Environment, ...]] = get_args(Environment)
_SCALES: Final = ("whole", "summed")
_HOURS_OF_A_LONG_MONTH: Final = 744.0
_KIND_AFFIXES: Final = re.compile(r"^(sagemaker|batch|ec2)-|-(job|instance)s?$")


class Column(NamedTuple):
    """One column."""

    unit: str
    meaning: str


_RESOURCE_COLUMNS: Final = {
    "resource": Column("", "Its name or ARN; every row has one."),
    "kind": Column("", f"{', '.join(_KINDS)}; instance where the type has no ml."),
    "instance_type": Column("", "g5.xlarge or ml.g5.xlarge; every row has one."),
    "count": Column("", "Instances of it (1)."),
    "region": Column("", "A region code (that of --region)."),
    "place": Column("", "Where it runs, if not as its kind usually does: sagemaker-async, ecs, eks."),
    "environment": Column("", f"{', '.join(_ENVIRONMENTS)}; production keeps two instances."),
    "scale": Column("", "whole: 100 % is the machine (default). summed: 100 % for each vCPU and GPU, as SageMaker reports."),
    "hours": Column("h", "Hours that were measured."),
    "hours_per_month": Column("h", "Hours a month that are paid for (730; of a job the hours measured)."),
    "latency_target_ms": Column("ms", "What the answer may take."),
    "concurrency": Column("", "Requests under way at the busiest time."),
    "disk_max": Column("%", "The most of the disk that was in use."),
}
_MEASURES: Final = {
    "cpu": Column("%", "vCPUs in use"),
    "memory": Column("%", "Memory in use"),
    "gpu": Column("%", "GPUs or NeuronCores in use"),
    "gpu_memory": Column("%", "Device memory in use"),
    "requests_per_second": Column("1/s", "Requests of all instances"),
    "latency_ms": Column("ms", "Time of an answer"),
}
_STATISTIC_COLUMNS: Final = {measure: {f"{measure}_{statistic}": statistic for statistic in STATISTICS} for measure in _MEASURES}
"""Measure -> the name of each of its columns -> the statistic in it."""
COLUMNS: Final = (*_RESOURCE_COLUMNS, *(name for columns in _STATISTIC_COLUMNS.values() for name in columns))
"""The name of every column."""
_SYNONYMS: Final = {
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
_REQUIRED: Final = ("resource", "instance_type")
_WORD_BREAK: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+")


def find_column(name: str) -> str | None:
    """The column that `name` means, however it is written: instanceType, "CPU p99.5"; None where there is none."""
    plain = _WORD_BREAK.sub("_", name.strip()).strip("_").lower()
    plain = _SYNONYMS.get(plain, plain)
    return plain if plain in COLUMNS else None


def describe_missing_column(names: Iterable[str]) -> str:
    """One line for a table that lacks a column which every row needs; "" where it has them."""
    known = list(names)
    columns = {find_column(name) for name in known}
    for required in _REQUIRED:
        if required not in columns:
            near = suggest_name(required, known, "Name one so.").replace("Did you mean", "Is it").strip()
            return f"{required}: the table has no such column. {near}"
    return ""


def document_columns() -> Iterator[tuple[str, str, str]]:
    """Name, unit and meaning of every column; those that differ by their statistic alone share a line."""
    for name, column in _RESOURCE_COLUMNS.items():
        yield name, column.unit, column.meaning
    for name, column in _MEASURES.items():
        yield f"{name}_…", column.unit, f"{column.meaning}: {', '.join(STATISTICS)}."


def read_resources(rows: Iterable[NumberedRow], read: Callable[[Row], Usage], source: str) -> Iterator[Usage | Failed]:
    """Each numbered row of the file `source` as a resource, or what is wrong with it."""
    for number, row in rows:
        try:
            if isinstance(row, InputError):
                raise row
            yield read(row)
        except InputError as error:
            name = row.get("resource") if not isinstance(row, InputError) else None
            yield Failed(source=source, row=number, resource=name if isinstance(name, str) else None, error=str(error))


class RowReader:
    """Reads rows; remembers what each column means, and which columns nobody knows."""

    def __init__(self, knowledge: Knowledge, region: str) -> None:
        """`region` is that of rows which name none."""
        self._knowledge, self._region = knowledge, region
        self._columns: dict[str, str | None] = {}
        self.ignored_columns: list[str] = []
        """A line for each column that is not known, with the nearest that is."""

    def read_usage(self, row: Row) -> Usage:
        """The resource of a row. Raises InputError with one line that names the column and the value."""
        cells = self._cells_by_column(row)
        resource = parse_name("resource", cells.get("resource"))
        instance = self._read_instance(cells.get("instance_type"))
        kind = _read_kind(cells.get("kind"), str(cells["instance_type"]))
        is_summed = _parse_choice("scale", cells.get("scale"), _SCALES) == "summed"
        return Usage(
            resource=resource,
            kind=kind,
            instance_type=instance.instance_type,
            count=parse_count("count", cells.get("count")),
            region=self._read_region(cells.get("region")),
            place=self._read_place(cells.get("place"), kind),
            environment=_parse_choice("environment", cells.get("environment"), _ENVIRONMENTS),
            uses={name: use for name in DIMENSIONS if (use := _read_use(cells, name, instance, is_summed=is_summed)) is not None},
            requests_per_second=_read_statistics(cells, "requests_per_second"),
            latency_ms=_read_statistics(cells, "latency_ms"),
            latency_target_ms=parse_number("latency_target_ms", cells.get("latency_target_ms")),
            concurrency=parse_number("concurrency", cells.get("concurrency")),
            disk_percent=parse_percent("disk_max", cells.get("disk_max")),
            hours=parse_number("hours", cells.get("hours")),
            hours_per_month=_read_hours_per_month(cells.get("hours_per_month")),
        )

    def _cells_by_column(self, row: Row) -> dict[str, object]:
        """The filled cells; a column under its own name wins over another that may mean it."""
        cells: dict[str, object] = {}
        for name, value in row.items():
            column = self._find_column(name)
            if column is not None and value not in (None, "") and (column == name or column not in cells):
                cells[column] = value
        return cells

    def _find_column(self, name: str) -> str | None:
        if name not in self._columns:
            self._columns[name] = find_column(name)
            if self._columns[name] is None:
                self.ignored_columns.append(f"{quote_value(name)}: no column of a fleet, so it is ignored.{suggest_name(name, COLUMNS)}")
        return self._columns[name]

    def _read_instance(self, cell: object) -> Instance:
        name, known = parse_name("instance_type", cell).lower().removeprefix("ml."), self._knowledge.instances
        if name not in known:
            raise InputError(f"instance_type: {quote_value(cell)} is no instance type of the catalogue.{suggest_name(name, known)}")
        return known[name]

    def _read_place(self, cell: object, kind: ResourceKind) -> str:
        if cell is None:
            return DEFAULT_PLACES[kind]
        place = self._knowledge.places[identity("place", cell, Id(("places",)), self._knowledge)]
        if not place.instances or (place.job_kind is None) != (kind == "instance"):
            raise InputError(f"place: {quote_value(cell)} is no place for {kind} resources on instances. Try {DEFAULT_PLACES[kind]}.")
        return place.id

    def _read_region(self, cell: object) -> str:
        return self._region if cell is None else identity("region", cell, Id(("regions",)), self._knowledge)


def _read_kind(cell: object, instance_type: str) -> ResourceKind:
    is_sagemaker = instance_type.strip().lower().startswith("ml.")
    hint = f"Give one of {', '.join(kind for kind in _KINDS if kind != 'instance')}."
    if cell is None:
        if is_sagemaker:
            raise InputError(f"kind: {quote_value(instance_type)} runs at SageMaker, and nothing says as what. {hint}")
        return "instance"
    plain = _KIND_AFFIXES.sub("", str(cell).strip().lower().replace("_", "-").replace(" ", "-"))
    kind = _parse_choice("kind", "instance" if plain == "ec2" else plain, _KINDS) or "instance"
    if kind == "instance" and is_sagemaker:
        raise InputError(f"kind: {quote_value(cell)} does not go with {quote_value(instance_type)}. {hint}")
    return kind


def _parse_choice(name: str, cell: object, choices: Sequence[_Choice]) -> _Choice | None:
    """One of several words; None for an empty cell. Raises InputError with the nearest."""
    if cell is None:
        return None
    plain = str(cell).strip().lower()
    for choice in choices:
        if choice == plain:
            return choice
    hint = suggest_name(plain, choices, f"Choose from {', '.join(choices)}.")
    raise InputError(f"{name}: {quote_value(cell)} is not one of its values.{hint}")


def _read_use(cells: Row, dimension: Dimension, instance: Instance, *, is_summed: bool) -> Statistics | None:
    """Percent of the whole machine in use; a summed figure counts 100 for each vCPU or accelerator, but never for memory."""
    parts = 1.0
    if is_summed and dimension != "memory":
        parts = float(instance.vcpu) if dimension == "cpu" else max(instance.accelerator_count, 1.0)
    return _read_statistics(cells, dimension, lambda name, cell: parse_percent(name, cell, parts))


def _read_statistics(cells: Row, measure: str, parse: Callable[[str, object], float | None] = parse_number) -> Statistics | None:
    values = {statistic: parse(name, cells[name]) for name, statistic in _STATISTIC_COLUMNS[measure].items() if name in cells}
    return Statistics(**values) if values else None


def _read_hours_per_month(cell: object) -> float | None:
    hours = parse_number("hours_per_month", cell)
    if hours is not None and hours > _HOURS_OF_A_LONG_MONTH:
        raise InputError(f"hours_per_month: {quote_value(cell)} is more than the {_HOURS_OF_A_LONG_MONTH:g} hours there are.")
    return hours
