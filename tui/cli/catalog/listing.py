"""`sizewise catalog list`: the types that satisfy a filter, as text, CSV or JSON."""

from __future__ import annotations

from argparse import Namespace
from importlib import import_module
from typing import Final

from knowledge import Knowledge
from knowledge.catalog.expression import Expression, predicate, regions_named
from knowledge.catalog.fields import Vocabulary, field_named
from knowledge.catalog.grammar import parse
from knowledge.catalog.named import instance_named
from knowledge.catalog.order import ordered, sort_keys
from knowledge.errors import InputError, shown
from knowledge.schema.instance import Instance
from tui.cli.catalog.found import Found
from tui.cli.catalog.names import vocabulary_of

NEAREST: Final = 10
"""Types that `--similar` shows without `--limit`."""
DIGITS: Final = 6
"""Of the largest limit."""


def view(knowledge: Knowledge, arguments: Namespace) -> str:
    """The whole output. Raises InputError for a wrong filter, field, type or number."""
    found = _found(knowledge, arguments)
    text: str = import_module(f"tui.cli.catalog.as_{arguments.format}").written(found)
    return text


def _found(knowledge: Knowledge, arguments: Namespace) -> Found:
    vocabulary = vocabulary_of(knowledge)
    columns, limit = arguments.columns, _limit(arguments.limit)
    fields = [field_named(name.strip(), "columns") for name in columns.split(",")] if columns is not None else None
    keys = sort_keys(arguments.sort) if arguments.sort is not None else ()
    target = instance_named(arguments.similar, knowledge) if arguments.similar is not None else None
    expression = parse(" ".join(arguments.filter), vocabulary) if arguments.filter else None
    matching = _matching(knowledge, expression, vocabulary, target)
    rows, distances = matching, dict[str, float]()
    if target:
        rows, distances = _nearest(target, matching, limit or NEAREST, knowledge)
    if keys or not target:
        rows = ordered(rows, keys, vocabulary)
    regions = set(regions_named(expression)) if expression else set()
    return Found(
        rows=rows[:limit],
        fields=fields,
        vocabulary=vocabulary,
        as_of=knowledge.stamp.as_of,
        matched=len(matching),
        total=len(knowledge.instances),
        expression=expression,
        target=target.instance_type if target else "",
        distances=distances,
        home=knowledge.stamp.price_region,
        elsewhere=sorted(regions - {knowledge.stamp.price_region}),
    )


def _matching(knowledge: Knowledge, expression: Expression | None, vocabulary: Vocabulary, target: Instance | None) -> list[Instance]:
    rows = [row for row in knowledge.instances.values() if row is not target]
    return list(filter(predicate(expression, vocabulary), rows)) if expression else rows


def _nearest(target: Instance, rows: list[Instance], count: int, knowledge: Knowledge) -> tuple[list[Instance], dict[str, float]]:
    """The types that are most alike, and how far each of them is."""
    from knowledge.catalog.similar import similar  # noqa: PLC0415  # most lists need no likeness

    ranked = similar(target, rows, vocabulary_of(knowledge), knowledge.weights["similar"].thresholds)[:count]
    return [item.instance for item in ranked], {item.instance.instance_type: item.distance for item in ranked}


def _limit(text: str | None) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS and int(text)):
        raise InputError(f"limit: {shown(text)} is not a count of rows; give a whole number from 1.")
    return int(text)
