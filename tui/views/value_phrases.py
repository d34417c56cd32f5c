"""Renders values of the base: facts with units, source marks and ages; ids as linked names."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from knowledge import Knowledge
from knowledge.amounts import format_number, phrase_amount
from knowledge.references import list_references
from knowledge.schema.condition import Condition, Predicate
from knowledge.schema.decision import Choice
from knowledge.schema.learning import Pair
from knowledge.schema.record import Claim, Fact, Record
from tui.views.entries import label_of
from tui.views.linked_text import Link, Piece, Pieces, join_pieces, plain_pieces

STALE_DAYS: Final = 365
"""Facts not checked for so long are marked: prices and limits rarely hold longer."""
_ID_FIELDS: Final = {
    "processor": "processors",
    "processors": "processors",
    "fits": "processors",
    "fact": "questions",
    "unless": "questions",
}
"""Fields with ids of a kind that the schema does not declare as references."""
_HIDDEN_FIELDS: Final = frozenset({"sources"})
_NAMES: Final = frozenset({"id", "name"})
_SAVING_TERMS: Final = {"0": "without a term", "1": "for 1 year", "3": "for 3 years"}
"""Keys of a plan's savings -> words."""
_PLACEHOLDER: Final = re.compile(r"\$([a-z_]\w*)")
_DAYS_A_YEAR: Final = 365.25
_YEARS: Final = frozenset({"launched_chip", "launched_ec2"})
"""Fields whose number is a year."""


class ValuePhrases:
    """Renders the values of one record at a time, and numbers its sources in order of appearance."""

    def __init__(self, knowledge: Knowledge, today: dt.date | None = None) -> None:
        """Facts that are stale by `today` are marked; none without it."""
        self._knowledge = knowledge
        self._today = today
        self._as_of: dt.date | None = None
        self._targets: dict[str, dict[str, str]] = {}
        self._labels = knowledge.wording["labels"].texts if "labels" in knowledge.wording else {}
        self.numbers: dict[str, int] = {}

    def start_entry(self, entry: Any) -> None:  # noqa: ANN401  # a record of any kind
        """Begin another record."""
        self.numbers, self._targets = {}, {}
        self._as_of = getattr(entry, "as_of", None)
        for path, ref, target in list_references(entry):
            for field in path.split("."):
                self._targets.setdefault(field, {})[target] = ref.kind

    def label(self, field: str, within: str = "") -> str:
        """What a field is called where people read it; `within` is the field that it is a part of."""
        return self._labels.get(f"{within}/{field}") or self._labels.get(field) or field.replace("_", " ")

    def value_pieces(self, field: str, value: object) -> Pieces:
        """The value of a field."""
        if isinstance(value, Fact):
            return self._fact_pieces(field, value)
        if isinstance(value, Record):
            return self._record_pieces(value)
        if isinstance(value, tuple):
            return join_pieces([self.value_pieces(field, item) for item in value], ", ")
        if isinstance(value, Mapping):
            return join_pieces(
                [(*self._key_pieces(field, str(key)), Piece(": "), *self.value_pieces(str(key), inner)) for key, inner in value.items()],
                "; ",
            )
        return self._name_pieces(field, value) if isinstance(value, str) else plain_pieces(self._plain_value(field, value))

    def _plain_value(self, field: str, value: object) -> str:
        """A flag, number or date: as the words of its field have it, with what it counts, or as it stands."""
        if field in _YEARS:
            return str(value)
        shown = format_value(value)
        if isinstance(value, bool):
            return self._labels.get(f"{field}.{shown}", shown)
        return f"{shown} {self._labels.get(f'{field}.unit', '')}".strip()

    def nested_lines(self, field: str, value: object) -> list[tuple[Pieces, Pieces]] | None:
        """The entries of a mapping or the fields of a record, a pair for each; None for any other value."""
        if isinstance(value, Mapping):
            shared, others = _group_refusals(value)
            lines = [(self._key_pieces(field, str(key)), self.value_pieces(field, inner)) for key, inner in others.items()]
            return lines + [self._refusal_line(field, keys, fact) for keys, fact in shared]
        if isinstance(value, Record) and not isinstance(value, Fact | Condition):
            return [(plain_pieces(self.label(key, field)), self.value_pieces(key, inner)) for key, inner in _filled_fields(value)]
        return None

    def named_parts(self, value: object) -> list[tuple[str, list[tuple[Pieces, Pieces]]]] | None:
        """Named records, each with a pair for each of its other fields; None for any other value."""
        if not isinstance(value, tuple) or not all(isinstance(item, Record) and "name" in item.__struct_fields__ for item in value):
            return None
        return [
            (
                item.name,
                [
                    (plain_pieces(self.label(key)), self.value_pieces(key, inner))
                    for key, inner in _filled_fields(item)
                    if key not in _NAMES
                ],
            )
            for item in value
        ]

    def source_marks(self, sources: Iterable[str]) -> str:
        """The marks of the first two sources, such as "[1][2]"."""
        return "".join(f"[{self.numbers.setdefault(identity, len(self.numbers) + 1)}]" for identity in tuple(sources)[:2])

    def age_mark(self, day: dt.date) -> str:
        """A mark for a stale date, beginning with a space; else ""."""
        days = (self._today - day).days if self._today is not None else 0
        return f" ! {round(days / _DAYS_A_YEAR, 1):g} years old: check it before use." if days > STALE_DAYS else ""

    def _name_pieces(self, field: str, text: str) -> Pieces:
        """A text; for an id of the base the linked name of the entry."""
        kind = self._targets.get(field, {}).get(text) or (_ID_FIELDS.get(field, ""))
        if not kind and text in self._knowledge.instances:
            kind = "instances"
        if kind and text in getattr(self._knowledge, kind):
            return (Piece(label_of(kind, text, self._knowledge), Link(kind, text)),)
        if worded := self._labels.get(f"{field}.{text}"):
            return plain_pieces(worded)
        return plain_pieces(_PLACEHOLDER.sub(r"‹\1›", text))

    def _key_pieces(self, field: str, key: str) -> Pieces:
        """The key of a mapping: a linked entry, or a word of the schema."""
        if field == "saving_typical":
            return plain_pieces(_SAVING_TERMS.get(key, key))
        named = self._name_pieces(field, key)
        return named if any(piece.link for piece in named) else plain_pieces(self.label(key, field))

    def _refusal_line(self, field: str, keys: Sequence[str], fact: Fact[Any]) -> tuple[Pieces, Pieces]:
        """Several keys that a service refuses for one reason, on one line."""
        names = join_pieces([self._key_pieces(field, key) for key in keys], ", ")
        rest = plain_pieces(f" {self.source_marks(fact.sources)}")
        note = plain_pieces(f" \u00b7 {fact.note}") if fact.note else ()
        return plain_pieces(self.label("not_offered")), (*names, *note, *rest)

    def _record_pieces(self, record: Record) -> Pieces:
        if isinstance(record, Pair):
            return plain_pieces(f"{record.definition} For example: {record.example}")
        if isinstance(record, Condition):
            return self._condition_pieces(record)
        if isinstance(record, Choice):
            effect = f": {record.effect}" if record.effect else ""
            return plain_pieces(f"{record.label}{effect} ({record.prior:.0%} of cases before anything is known)")
        return join_pieces([(Piece(f"{self.label(key)}: "), *self.value_pieces(key, inner)) for key, inner in _filled_fields(record)], "; ")

    def _condition_pieces(self, condition: Condition) -> Pieces:
        groups = (("all of: ", condition.every), ("any of: ", condition.some), ("none of: ", condition.none))
        return plain_pieces("; ".join(head + ", ".join(map(_predicate_text, tests)) for head, tests in groups if tests))

    def _fact_pieces(self, field: str, fact: Fact[Any]) -> Pieces:
        parts = [self._measured_pieces(field, fact.value, fact.unit)]
        if isinstance(fact.value, bool) and (fact.note or fact.others or fact.exam is not None):
            parts = [tuple(piece._replace(text=piece.text.rstrip(".")) for piece in parts[0])]
        if fact.exam is not None:
            parts.append((Piece("(exam: "), *self._measured_pieces(field, fact.exam, fact.unit), Piece(")")))
        parts += [self._claim_pieces(field, claim, fact.unit) for claim in fact.others]
        if fact.note:
            parts.append(plain_pieces(f"· {fact.note}"))
        parts.append(plain_pieces(self.source_marks(fact.sources)))
        if fact.confirmed_by:
            parts.append(plain_pieces(f"also {self.source_marks(fact.confirmed_by)}"))
        if fact.as_of != self._as_of:
            parts.append(plain_pieces(f"(as of {fact.as_of}){self.age_mark(fact.as_of)}"))
        return join_pieces(parts, " ")

    def _measured_pieces(self, field: str, value: object, unit: str) -> Pieces:
        if unit and isinstance(value, int | float):
            return plain_pieces(phrase_amount(value, unit))
        return (*self.value_pieces(field, value), *plain_pieces(f" {unit}" if unit else ""))

    def _claim_pieces(self, field: str, claim: Claim[Any], unit: str) -> Pieces:
        note = f": {claim.note.rstrip('.')}" if claim.note else ""
        return (
            Piece("(others say "),
            *self._measured_pieces(field, claim.value, unit),
            *plain_pieces(f" {self.source_marks(claim.sources)}{note})"),
        )


def _group_refusals(values: Mapping[Any, Any]) -> tuple[list[tuple[list[str], Fact[Any]]], dict[str, Any]]:
    """Keys that are False for the same reason, where there are several, each with the fact of one of them; and all other entries."""
    groups: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for key, fact in values.items():
        if isinstance(fact, Fact) and fact.value is False and fact.exam is None and not fact.others:
            groups.setdefault((fact.note, fact.sources), []).append(str(key))
    shared = [(keys, values[keys[0]]) for keys in groups.values() if len(keys) > 1]
    taken = {key for keys, _ in shared for key in keys}
    return shared, {str(key): value for key, value in values.items() if str(key) not in taken}


def is_empty(value: object) -> bool:
    """True if a value, or every field of a record, is empty."""
    if isinstance(value, Record) and not isinstance(value, Fact):
        return not any(_filled_fields(value))
    return value is None or value in ("", (), {})


def format_value(value: object) -> str:
    """A bool, number or date as text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return format_number(value) if isinstance(value, int | float) else str(value)


def _filled_fields(record: Record) -> Iterator[tuple[str, Any]]:
    """The visible fields of a record that are not empty."""
    for field in record.__struct_fields__:
        value = getattr(record, field)
        if field not in _HIDDEN_FIELDS and not is_empty(value):
            yield field, value


def _predicate_text(one: Predicate) -> str:
    name = one.fact.removeprefix("plan.").replace("_", " ")
    if one.equals is not None:
        return f"{name} is {format_value(one.equals)}"
    if one.among:
        return f"{name} is {' or '.join(map(format_value, one.among))}"
    return f"{name} at least {one.at_least:g}" if one.at_least is not None else f"{name} at most {one.at_most:g}"
