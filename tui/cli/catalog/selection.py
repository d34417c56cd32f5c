"""The types that `sizewise catalog list` selects, and what every format of output has to say about them."""

from __future__ import annotations

import argparse
import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from knowledge import Knowledge
from knowledge.catalog.expression import Expression, compile_predicate, list_regions
from knowledge.catalog.fields import FIELDS, Cell, Field, Vocabulary, find_field
from knowledge.catalog.grammar import parse_filter
from knowledge.catalog.instance_names import find_instance
from knowledge.catalog.order import parse_sort_keys, sort_instances
from knowledge.catalog.similar import rank_similar
from knowledge.errors import InputError, quote_value
from knowledge.schema.instance import Instance
from tui.views.instance import catalog_vocabulary

STANDARD_COLUMNS: Final = tuple(
    FIELDS[name]
    for name in ("instance_type", "vcpu", "memory_gib", "accelerators", "accelerator", "gpu_memory_gb", "network_gbps", "price")
)
_NEAREST: Final = 10
"""Types that `--similar` shows without `--limit`."""
_LIMIT_DIGITS: Final = 6


class Selection(Struct, frozen=True):
    """The rows to show and how they were selected."""

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


def select_types(knowledge: Knowledge, arguments: argparse.Namespace) -> Selection:
    """The types that the options of the command mean. Raises InputError for a wrong filter, field, type or number."""
    vocabulary = catalog_vocabulary(knowledge)
    columns, limit = arguments.columns, _parse_limit(arguments.limit)
    fields = [find_field(name.strip(), "columns") for name in columns.split(",")] if columns is not None else None
    keys = parse_sort_keys(arguments.sort) if arguments.sort is not None else ()
    target = find_instance(arguments.similar, knowledge) if arguments.similar is not None else None
    expression = parse_filter(" ".join(arguments.filter), vocabulary) if arguments.filter else None
    matching = [row for row in knowledge.instances.values() if row is not target]
    if expression:
        matching = list(filter(compile_predicate(expression, vocabulary), matching))
    rows, distances = matching, dict[str, float]()
    if target:
        nearest = rank_similar(target, matching, vocabulary, knowledge.weights["similar"].thresholds)[: limit or _NEAREST]
        rows, distances = [item.instance for item in nearest], {item.instance.instance_type: item.distance for item in nearest}
    if keys or not target:
        rows = sort_instances(rows, keys, vocabulary)
    home = knowledge.stamp.price_region
    return Selection(
        rows=rows[:limit],
        fields=fields,
        vocabulary=vocabulary,
        as_of=knowledge.stamp.as_of,
        matched=len(matching),
        total=len(knowledge.instances),
        expression=expression,
        target=target.instance_type if target else "",
        distances=distances,
        home=home,
        elsewhere=sorted(set(list_regions(expression) if expression else ()) - {home}),
    )


def render_cell(cell: Cell) -> str:
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


def _parse_limit(text: str | None) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= _LIMIT_DIGITS and int(text)):
        raise InputError(f"limit: {quote_value(text)} is not a count of rows; give a whole number from 1.")
    return int(text)
