"""What `sizewise catalog list` found: the rows, and what every form of output has to say about them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from knowledge.catalog.expression import Expression
from knowledge.catalog.fields import FIELDS, Cell, Field, Vocabulary
from knowledge.schema.instance import Instance

COLUMNS: Final = ("instance_type", "vcpu", "memory_gib", "accelerators", "accelerator", "gpu_memory_gb", "network_gbps", "price")


class Found(Struct, frozen=True):
    """The rows to show and how they were found."""

    rows: Sequence[Instance]
    fields: Sequence[Field] | None
    """The columns asked for; None for the standard ones."""
    vocabulary: Vocabulary
    as_of: dt.date
    """The catalogue's own date."""
    matched: int
    total: int
    expression: Expression | None
    target: str
    """The type that the others are compared with; empty without `--similar`."""
    distances: Mapping[str, float]
    """Type -> distance from the target; empty without `--similar`."""
    home: str
    """The region of every price of the catalogue."""
    elsewhere: Sequence[str]
    """Regions that the filter names, where the prices of the catalogue are an estimate."""

    def cell(self, field: Field, instance: Instance) -> Cell:
        """What `instance` holds in `field`; prices elsewhere are estimates, whatever they are at home."""
        cell = field.read(instance, self.vocabulary)
        if self.elsewhere and cell is not None and field.name in {"price_kind", "sagemaker_price_kind"}:
            return "estimated"
        return cell

    @property
    def region_note(self) -> str:
        """What the regions of the filter mean for the prices; empty where it names none elsewhere."""
        if not self.elsewhere:
            return ""
        return f"The filter names {', '.join(self.elsewhere)}, where the types are offered; prices there are estimated ({self.home} price)."


def with_dates(fields: Sequence[Field]) -> list[Field]:
    """`fields` with the kind and date of prices, which no price goes without."""
    wanted = ["price_kind", "price_as_of"]
    if FIELDS["sagemaker_price"] in fields:
        wanted += ["sagemaker_price_kind", "sagemaker_price_as_of"]
    return [*fields, *(FIELDS[name] for name in wanted if FIELDS[name] not in fields)]


def as_word(cell: Cell) -> str:
    """`cell` as text; empty where it is not known."""
    match cell:
        case None:
            return ""
        case bool():
            return "true" if cell else "false"
        case frozenset():
            return " ".join(sorted(cell))
        case str():
            return cell
        case _:
            return f"{cell:.10g}"
