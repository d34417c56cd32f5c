"""Checks of the bank: each fault is one line with file, item and field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.schema.record import Record
from quizzes.bank import packaged_data
from quizzes.blueprint import Blueprint
from quizzes.fault import Fault
from quizzes.fingerprints import changed, read_fingerprints
from quizzes.item import Item
from quizzes.lint.form import faults_of
from quizzes.lint.made import Made
from quizzes.lint.players import Score
from quizzes.lint.whole import coverage, guessable, played, scope, twins, unbalanced
from quizzes.reading import read_blueprints, read_courses, read_items
from quizzes.standing import dangling

__all__ = ["Made", "Report", "check", "check_items"]


class Report(Record):
    """What the check found."""

    items: int
    by_type: dict[str, int]
    by_task: dict[str, int]
    by_bank: dict[str, int]
    beyond: int
    """Items that no exam asks for."""
    made: dict[str, int]
    """Kind of generated item -> how many can be made; numbers of one template count once for each form."""
    players: dict[str, list[Score]]
    """Questions played -> how each player fares."""
    faults: list[Fault]

    @property
    def clean(self) -> bool:
        """True where there is no fault."""
        return not self.faults


def check(knowledge: Knowledge, data: Path | None = None, made: Made | None = None) -> Report:
    """The report on the banks in `data` (the package's own by default), read from YAML, and on what is generated from its files.

    Raises KnowledgeError where a blueprint, a course or a scenario is wrong, for no item can be held against it then.
    """
    data = data or packaged_data()
    blueprints = read_blueprints(data / "blueprints")
    read_courses(data / "courses", knowledge)
    made = made or Made(knowledge, data)
    read = read_items(data / "banks")
    items = list(read.items.values())
    unread = [_unread(line) for line in read.mistakes]
    missing = (fault for item in items for fault in dangling(item, knowledge))
    changed_since = [*_unconfirmed(items, knowledge, data / "banks"), *made.faults()]
    report = check_items(items, blueprints, [*unread, *missing], changed_since)
    return msgspec.structs.replace(report, made=made.counts())


def check_items(
    items: Sequence[Item], blueprints: Mapping[str, Blueprint], before: Sequence[Fault] = (), after: Sequence[Fault] = ()
) -> Report:
    """The report on `items`, pure; `before` and `after` are faults that others found."""
    results = played(items)
    faults = [
        *before,
        *(fault for item in items for fault in faults_of(item)),
        *scope(items, blueprints),
        *coverage(items, blueprints),
        *twins(items),
        *guessable(results),
        *unbalanced(items),
        *after,
    ]
    return Report(
        items=len(items),
        by_type=_counted(item.type for item in items),
        by_task=_counted(item.task for item in items),
        by_bank=_counted(item.bank for item in items),
        beyond=sum(item.beyond for item in items),
        made={},
        players=results,
        faults=faults,
    )


def _unconfirmed(items: Sequence[Item], knowledge: Knowledge, banks: Path) -> Iterator[Fault]:
    try:
        yield from changed(items, knowledge, read_fingerprints(banks))
    except InputError as error:
        yield _unread(str(error))


def _unread(line: str) -> Fault:
    """A fault for a line of the reader: `banks/x.yaml:12: items.some-item.field: what is wrong`."""
    where, _, rest = line.partition(": ")
    path, _, text = rest.partition(": ")
    parts = path.split(".", 2)
    if parts[0] != "items" or not text:
        return Fault(file=where, item="", field="", text=rest)
    return Fault(file=where, item=parts[1] if len(parts) > 1 else "", field="".join(parts[2:]), text=text)


def _counted(names: Iterator[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))
