"""Values of the base in words: facts with units, marks of sources and ages; ids as names that lead somewhere."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from knowledge import Knowledge
from knowledge.references import references
from knowledge.schema.condition import Condition, Predicate
from knowledge.schema.decision import Choice
from knowledge.schema.learning import Pair
from knowledge.schema.record import Claim, Fact, Record
from tui.views.entries import label_of
from tui.views.linked import Link, Piece, Pieces, joined, plain

STALE_DAYS: Final = 365
"""A fact that nobody has read again for so long is marked: prices and limits rarely hold longer."""
_UNMARKED: Final = {"processor": "processors", "processors": "processors", "fits": "processors", "fact": "questions", "unless": "questions"}
"""Fields that hold ids of a kind, although the schema does not say so."""
_QUIET: Final = frozenset({"sources"})
_NAMES: Final = frozenset({"id", "name"})
_TERMS: Final = {"0": "without a term:", "1": "for 1 year:", "3": "for 3 years:"}
"""The keys of what a plan saves."""
_PLACEHOLDER: Final = re.compile(r"\$(\w+)")
_YEAR: Final = 365.25


class Phrases:
    """Writes the values of one record after the other; numbers its sources as they come."""

    def __init__(self, knowledge: Knowledge, today: dt.date | None = None) -> None:
        """`today` marks what is stale by then; without it nothing is."""
        self._knowledge = knowledge
        self._today = today
        self._as_of: dt.date | None = None
        self._targets: dict[str, dict[str, str]] = {}
        self.numbers: dict[str, int] = {}

    def begin(self, entry: Any) -> None:  # noqa: ANN401  # a record of whatever kind
        """Turn to a record."""
        self.numbers, self._targets = {}, {}
        self._as_of = getattr(entry, "as_of", None)
        for path, ref, target in references(entry):
            for field in path.split("."):
                self._targets.setdefault(field, {})[target] = ref.kind

    def told(self, field: str, value: object) -> Pieces:
        """A value of a field."""
        if isinstance(value, Fact):
            return self._fact(field, value)
        if isinstance(value, Record):
            return self._record(value)
        if isinstance(value, tuple):
            return joined([self.told(field, item) for item in value], ", ")
        if isinstance(value, Mapping):
            return joined([(*self._key(field, str(key)), Piece(" "), *self.told(field, inner)) for key, inner in value.items()], "; ")
        return self._name(field, value) if isinstance(value, str) else plain(number_of(value))

    def below(self, field: str, value: object) -> list[tuple[Pieces, Pieces]] | None:
        """What a mapping or a record holds, line by line; None for any other value."""
        if isinstance(value, Mapping):
            return [(self._key(field, str(key)), self.told(field, inner)) for key, inner in value.items()]
        if isinstance(value, Record) and not isinstance(value, Fact | Condition):
            return [(plain(key.replace("_", " ")), self.told(key, inner)) for key, inner in _filled(value)]
        return None

    def parts(self, value: object) -> list[tuple[str, list[tuple[Pieces, Pieces]]]] | None:
        """Records with names of their own, each with its other fields line by line; None for any other value."""
        if not isinstance(value, tuple) or not all(isinstance(item, Record) and "name" in item.__struct_fields__ for item in value):
            return None
        return [
            (
                item.name,
                [(plain(key.replace("_", " ")), self.told(key, inner)) for key, inner in _filled(item) if key not in _NAMES],
            )
            for item in value
        ]

    def marks(self, sources: Iterable[str]) -> str:
        """The numbers of the first two sources."""
        return "".join(f"[{self.numbers.setdefault(identity, len(self.numbers) + 1)}]" for identity in tuple(sources)[:2])

    def age(self, day: dt.date) -> str:
        """A mark for what is stale; begins with a space."""
        days = (self._today - day).days if self._today is not None else 0
        return f" ! {round(days / _YEAR, 1):g} years old: check it before use." if days > STALE_DAYS else ""

    def _name(self, field: str, text: str) -> Pieces:
        """A text; where it is an id of the base, the name of that entry and the way to it."""
        kind = self._targets.get(field, {}).get(text) or (_UNMARKED.get(field, ""))
        if not kind and text in self._knowledge.instances:
            kind = "instances"
        if kind and text in getattr(self._knowledge, kind):
            return (Piece(label_of(kind, text, self._knowledge), Link(kind, text)),)
        return plain(_PLACEHOLDER.sub(r"‹\1›", text))

    def _key(self, field: str, key: str) -> Pieces:
        """The name of a line: an entry, or a word of the schema."""
        if field == "saving_typical":
            return plain(_TERMS.get(key, key))
        named = self._name(field, key)
        return named if any(piece.link for piece in named) else plain(key.replace("_", " "))

    def _record(self, record: Record) -> Pieces:
        if isinstance(record, Pair):
            return plain(f"{record.definition} For example: {record.example}")
        if isinstance(record, Condition):
            return self._condition(record)
        if isinstance(record, Choice):
            effect = f": {record.effect}" if record.effect else ""
            return plain(f"{record.label}{effect} ({record.prior:.0%} of cases before anything is known)")
        return joined([(Piece(f"{key.replace('_', ' ')} "), *self.told(key, inner)) for key, inner in _filled(record)], "; ")

    def _condition(self, condition: Condition) -> Pieces:
        groups = (("all of: ", condition.every), ("any of: ", condition.some), ("none of: ", condition.none))
        return plain("; ".join(head + ", ".join(map(_test, tests)) for head, tests in groups if tests))

    def _fact(self, field: str, fact: Fact[Any]) -> Pieces:
        parts = [self._measured(field, fact.value, fact.unit)]
        if fact.exam is not None:
            parts.append((Piece("(exam: "), *self._measured(field, fact.exam, fact.unit), Piece(")")))
        parts += [self._claim(field, claim, fact.unit) for claim in fact.others]
        if fact.note:
            parts.append(plain(f"· {fact.note}"))
        parts.append(plain(self.marks(fact.sources)))
        if fact.as_of != self._as_of:
            parts.append(plain(f"(as of {fact.as_of}){self.age(fact.as_of)}"))
        return joined(parts, " ")

    def _measured(self, field: str, value: object, unit: str) -> Pieces:
        """A value with its unit."""
        if unit == "share" and isinstance(value, float):
            return plain(f"{value:.0%}")
        return (*self.told(field, value), *plain(f" {unit}" if unit else ""))

    def _claim(self, field: str, claim: Claim[Any], unit: str) -> Pieces:
        note = f": {claim.note.rstrip('.')}" if claim.note else ""
        return (Piece("(others say "), *self._measured(field, claim.value, unit), *plain(f" {self.marks(claim.sources)}{note})"))


def is_empty(value: object) -> bool:
    """Whether there is nothing to say of a value."""
    if isinstance(value, Record) and not isinstance(value, Fact):
        return not any(_filled(value))
    return value is None or value in ("", (), {})


def number_of(value: object) -> str:
    """A flag, a number or a date."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,.6g}" if isinstance(value, int | float) else str(value)


def _filled(record: Record) -> Iterator[tuple[str, Any]]:
    """The fields that hold something."""
    for field in record.__struct_fields__:
        value = getattr(record, field)
        if field not in _QUIET and not is_empty(value):
            yield field, value


def _test(one: Predicate) -> str:
    name = one.fact.removeprefix("plan.").replace("_", " ")
    if one.equals is not None:
        return f"{name} is {number_of(one.equals)}"
    if one.among:
        return f"{name} is {' or '.join(map(number_of, one.among))}"
    return f"{name} at least {one.at_least:g}" if one.at_least is not None else f"{name} at most {one.at_most:g}"
