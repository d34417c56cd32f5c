"""The fields of an entry as short texts under the names that readers know, for columns side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from knowledge import Knowledge
from knowledge.catalog_figures import FIGURES, list_types
from knowledge.comparison_tables import format_value
from knowledge.lookup import Hit, entry_of
from knowledge.schema.hosted_model import HostedModel
from knowledge.schema.instance import Instance
from knowledge.schema.record import Fact, Record
from tui.views.linked_text import Pieces
from tui.views.value_phrases import ValuePhrases

_SKIPPED_FIELDS: Final = frozenset(
    "id name summary as_of sources aliases note confused_with letter mnemonic regions figure host_drivers".split()  # noqa: SIM905  # words read best in a row
)

_PLAIN_PARENTS: Final = frozenset({"limits", "billing", "rates", "capabilities", "configuration", "options"})
"""Fields whose parts are known by their own names."""


def entry_cells(hit: Hit, knowledge: Knowledge, words: ValuePhrases) -> Iterator[tuple[str, str]]:
    """Label and text of each field; of named parts, such as the plans of a purchase, one text for all."""
    entry = entry_of(hit, knowledge)
    if isinstance(entry, Instance):
        from tui.views.instance import instance_facts  # noqa: PLC0415  # 16 ms that other entries can do without

        yield from ((label, text) for label, text in instance_facts(entry, knowledge, {}) if label not in ("specification", "family"))
        return
    words.start_entry(entry)
    types = list_types(hit.kind, hit.id, knowledge)
    for figure in FIGURES.values() if types else ():
        if text := figure.compute(types, knowledge):
            yield figure.label, text
    for field in entry.__struct_fields__:
        if field not in _SKIPPED_FIELDS and not (field == "data_type" and isinstance(entry, HostedModel)):
            yield from _field_cells(words.label(field), field, getattr(entry, field), words)


def _field_cells(label: str, field: str, value: object, words: ValuePhrases) -> Iterator[tuple[str, str]]:
    if value is None or value in ("", (), {}):
        return
    if isinstance(value, Fact):
        yield label, _fact_text(field, value, words)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _field_cells(_part_label(label, field, str(key), words), str(key), inner, words)
    elif isinstance(value, Record):
        for inner in value.__struct_fields__:
            if inner not in _SKIPPED_FIELDS:
                yield from _field_cells(_part_label(label, field, inner, words), inner, getattr(value, inner), words)
    elif isinstance(value, tuple) and all(isinstance(item, Record) for item in value):
        yield from _part_cells(value, words)
    else:
        yield label, format_value(value) if isinstance(value, tuple) else _plain(words.value_pieces(field, value))


def _part_label(label: str, field: str, part: str, words: ValuePhrases) -> str:
    own = words.label(part, field)
    return own if field in _PLAIN_PARENTS else f"{label}: {own}"


def _part_cells(parts: tuple[Record, ...], words: ValuePhrases) -> Iterator[tuple[str, str]]:
    """A text for each field of named parts that is one value: "Standard 72%; Convertible …"."""
    found: dict[str, list[str]] = {}
    for part in parts:
        name = getattr(part, "name", "")
        for field in part.__struct_fields__:
            value = getattr(part, field)
            if name and field not in _SKIPPED_FIELDS and isinstance(value, Fact):
                found.setdefault(words.label(field), []).append(f"{name} {_fact_text(field, value, words)}")
    yield from ((label, "; ".join(texts)) for label, texts in found.items())


def _fact_text(field: str, fact: Fact[object], words: ValuePhrases) -> str:
    """The value without its sources; flags and words as readers have them."""
    return _plain(words.value_pieces(field, fact.value)) if isinstance(fact.value, bool | str) else format_value(fact)


def _plain(pieces: Pieces) -> str:
    return "".join(piece.text for piece in pieces)
