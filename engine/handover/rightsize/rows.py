"""One row of a fleet's table as a resource with its use."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar, get_args

from engine.handover.rightsize.cells import count_of, hours_of, number_of, percent_of, text_of
from engine.handover.rightsize.columns import COLUMNS, KINDS, column_named
from engine.handover.rightsize.usage import DIMENSIONS, PLACE_OF, STATISTICS, Dimension, Statistics, Usage
from engine.intake.values import identity
from engine.workload import Environment, Id
from knowledge import Knowledge
from knowledge.errors import InputError, shown, suggestion
from knowledge.schema.instance import Instance
from knowledge.schema.metric import ResourceKind

Row = Mapping[str, object]

Choice = TypeVar("Choice", bound=str)

_SCALES: Final = ("whole", "summed")
_ENVIRONMENTS: Final[tuple[Environment, ...]] = get_args(Environment)
_HOURS_OF_A_MONTH: Final = 744.0
_AROUND: Final = re.compile(r"^(sagemaker|batch|ec2)-|-(job|instance)s?$")


class Reader:
    """Reads rows; remembers what each column means, and which columns nobody knows."""

    def __init__(self, knowledge: Knowledge, region: str) -> None:
        """`region` is that of rows which name none."""
        self._knowledge, self._region = knowledge, region
        self._columns: dict[str, str | None] = {}
        self._types: dict[str, Instance] = {}
        self._regions: dict[str, str] = {}
        self.ignored: list[str] = []
        """A line for each column that is not known, with the nearest that is."""

    def usage(self, row: Row) -> Usage:
        """The resource of a row. Raises InputError with one line that names the column and the value."""
        cells = self._cells(row)
        resource = text_of("resource", cells.get("resource"))
        instance = self._instance(cells.get("instance_type"))
        kind = self._kind(cells.get("kind"), str(cells["instance_type"]))
        summed = choice_of("scale", cells.get("scale"), _SCALES) == "summed"
        return Usage(
            resource=resource,
            kind=kind,
            instance_type=instance.instance_type,
            count=count_of("count", cells.get("count")),
            region=self._region_of(cells.get("region")),
            place=self._place(cells.get("place"), kind),
            environment=choice_of("environment", cells.get("environment"), _ENVIRONMENTS),
            uses={dimension: use for dimension in DIMENSIONS if (use := _use(cells, dimension, instance, summed=summed)) is not None},
            requests_per_second=_statistics(cells, "requests_per_second"),
            latency_ms=_statistics(cells, "latency_ms"),
            latency_target_ms=number_of("latency_target_ms", cells.get("latency_target_ms")),
            concurrency=number_of("concurrency", cells.get("concurrency")),
            disk_percent=percent_of("disk_max", cells.get("disk_max"), 1.0),
            hours=number_of("hours", cells.get("hours")),
            hours_per_month=hours_of("hours_per_month", cells.get("hours_per_month"), _HOURS_OF_A_MONTH),
        )

    def _cells(self, row: Row) -> dict[str, object]:
        """What the row says by column; a column under its own name wins over another that may mean it."""
        cells: dict[str, object] = {}
        for name, value in row.items():
            column = self._column(name)
            if column is not None and value not in (None, "") and (column == name or column not in cells):
                cells[column] = value
        return cells

    def _column(self, name: str) -> str | None:
        if name not in self._columns:
            column = self._columns[name] = column_named(name)
            if column is None:
                self.ignored.append(f"{shown(name)}: no column of a fleet, so it is ignored.{suggestion(name, COLUMNS)}")
        return self._columns[name]

    def _instance(self, given: object) -> Instance:
        text = str(given)
        if text not in self._types:
            plain = text_of("instance_type", given).lower().removeprefix("ml.")
            known = self._knowledge.instances
            if plain not in known:
                raise InputError(f"instance_type: {shown(given)} is no instance type of the catalogue.{suggestion(plain, known)}")
            self._types[text] = known[plain]
        return self._types[text]

    def _kind(self, given: object, instance_type: str) -> ResourceKind:
        at_sagemaker = instance_type.strip().lower().startswith("ml.")
        wanted = f"Give one of {', '.join(kind for kind in KINDS if kind != 'instance')}."
        if given is None:
            if at_sagemaker:
                raise InputError(f"kind: {shown(instance_type)} runs at SageMaker, and nothing says as what. {wanted}")
            return "instance"
        plain = _AROUND.sub("", str(given).strip().lower().replace("_", "-").replace(" ", "-"))
        kind = choice_of("kind", "instance" if plain == "ec2" else plain, KINDS) or "instance"
        if kind == "instance" and at_sagemaker:
            raise InputError(f"kind: {shown(given)} does not go with {shown(instance_type)}. {wanted}")
        return kind

    def _place(self, given: object, kind: ResourceKind) -> str:
        if given is None:
            return PLACE_OF[kind]
        place = self._knowledge.places[identity("place", given, Id(("places",)), self._knowledge)]
        if not place.instances or (place.job_kind is None) != (kind == "instance"):
            raise InputError(f"place: {shown(given)} is no place for {kind} resources on instances. Try {PLACE_OF[kind]}.")
        return place.id

    def _region_of(self, given: object) -> str:
        if given is None:
            return self._region
        text = str(given)
        if text not in self._regions:
            self._regions[text] = identity("region", given, Id(("regions",)), self._knowledge)
        return self._regions[text]


def choice_of(name: str, given: object, choices: Sequence[Choice]) -> Choice | None:
    """One of several words; None for an empty cell. Raises InputError with the nearest."""
    if given is None:
        return None
    plain = str(given).strip().lower()
    found = next((choice for choice in choices if choice == plain), None)
    if found is None:
        every = f"Choose from {', '.join(choices)}."
        raise InputError(f"{name}: {shown(given)} is not one of its values.{suggestion(plain, choices, every)}")
    return found


def _use(cells: Row, dimension: Dimension, instance: Instance, *, summed: bool) -> Statistics | None:
    each = 1.0
    if summed and dimension != "memory":
        each = float(instance.vcpu) if dimension == "cpu" else max(instance.accelerator_count, 1.0)
    found = {statistic: percent_of(name, cells[name], each) for statistic in STATISTICS if (name := f"{dimension}_{statistic}") in cells}
    return Statistics(**found) if found else None


def _statistics(cells: Row, measure: str) -> Statistics | None:
    found = {statistic: number_of(name, cells[name]) for statistic in STATISTICS if (name := f"{measure}_{statistic}") in cells}
    return Statistics(**found) if found else None
