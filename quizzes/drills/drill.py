"""What all drills have in common: how they are listed, their options, and the words in which a key would stand in its own stem."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, Literal

from knowledge.schema.record import Record
from quizzes.display_order import shuffle_by_hash
from quizzes.item import Choice, Option
from quizzes.practice_log import DRILL_PREFIX

BANK: Final = "drills"
WRONG_OPTIONS: Final = 3
DrillKind = Literal["glossary", "explain", "symptoms", "compatibility", "bills", "changes"]
DRILL_KINDS: Final[tuple[DrillKind, ...]] = ("glossary", "explain", "symptoms", "compatibility", "bills", "changes")
_WORD: Final = re.compile(r"[a-z][a-z0-9]{3,}")


class ListedDrill(Record):
    """A drill that can be made."""

    id: str
    kind: DrillKind
    origin: str
    """The entry, software, symptom or template that it is about."""
    stands_on: tuple[str, ...]
    task: str
    difficulty: int
    type: Literal["choice", "typed"] = "choice"
    exams: tuple[str, ...] = ()
    confusable: str = ""


class FigureChoice(Choice, tag_field="type", tag="choice"):
    """A choice with a drawing or a table above its options."""

    figure: tuple[str, ...] = ()
    """Lines of at most 72 columns, shown as they are."""


def drill_on(
    entry: str, name: str, kind: DrillKind, *, task: str, difficulty: int, form: Literal["choice", "typed"] = "choice"
) -> ListedDrill:
    """The drill `name` on one entry of the base, as `kind/id`."""
    origin = entry.partition("/")[2]
    identity = f"{DRILL_PREFIX}{name}-{origin}"
    return ListedDrill(id=identity, kind=kind, origin=origin, stands_on=(entry,), task=task, difficulty=difficulty, type=form)


def make_choice(
    one: ListedDrill,
    seed: int,
    *,
    stem: str,
    principle: str,
    sources: tuple[str, ...],
    options: Sequence[Option],
    points: tuple[str, ...] = (),
    hints: tuple[str, ...] = (),
) -> Choice:
    """A listed drill as an item, its options in an order that the seed decides. `points` are entries that it stands on besides its own."""
    return Choice(
        id=one.id,
        bank=BANK,
        exams=(),
        task=one.task,
        difficulty=one.difficulty,
        stands_on=(*one.stands_on, *points),
        stem=stem,
        principle=principle,
        sources=sources,
        options=tuple(shuffle_by_hash(options, seed, one.id, lambda option: option.text)),
        hints=hints,
    )


def stems_of(text: str) -> frozenset[str]:
    """The content words of a text, without the end of a plural."""
    return frozenset(word.removesuffix("s")[:7] for word in _WORD.findall(text.lower()))


def gives_away(names: Iterable[str], text: str) -> bool:
    """True if a text has a content word of one of the names."""
    own = stems_of(text)
    return any(not own.isdisjoint(stems_of(name)) for name in names)
