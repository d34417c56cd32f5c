"""Checks of the item bank: each fault is one line with file, item and field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.schema.record import Record
from quizzes.bank import packaged_data
from quizzes.bank_files import read_blueprints, read_courses, read_items
from quizzes.blueprint import Blueprint
from quizzes.fault import Fault
from quizzes.fingerprints import read_fingerprints, unconfirmed_items
from quizzes.item import Item
from quizzes.item_dependencies import find_dangling_references
from quizzes.lint.bank_checks import check_balance, check_coverage, check_duplicates, check_guessable, check_scope, play_bank
from quizzes.lint.generated_check import GeneratedCheck
from quizzes.lint.guessing_players import PlayerScore
from quizzes.lint.item_form import form_faults
from quizzes.lint.near_duplicates import check_near_duplicates, read_told_apart

__all__ = ["GeneratedCheck", "Report", "check_bank", "check_items"]


class Report(Record):
    """The outcome of the check."""

    items: int
    by_type: dict[str, int]
    by_task: dict[str, int]
    by_bank: dict[str, int]
    beyond: int
    """Items that no exam asks for."""
    made: dict[str, int]
    """Kind of generated item -> how many can be generated; a template counts once for each type."""
    players: dict[str, list[PlayerScore]]
    """Questions played -> how each guessing player fares."""
    faults: list[Fault]

    @property
    def is_clean(self) -> bool:
        """True if there is no fault."""
        return not self.faults


def check_bank(knowledge: Knowledge, data: Path | None = None, made: GeneratedCheck | None = None) -> Report:
    """Check the banks in `data` (the package's own by default), read from YAML, and the items generated from its files.

    Raises KnowledgeError for a wrong blueprint, course or scenario, since no item can be checked then.
    """
    data = data or packaged_data()
    blueprints = read_blueprints(data / "blueprints")
    read_courses(data / "courses", knowledge)
    made = made or GeneratedCheck(knowledge, data)
    read = read_items(data / "banks")
    items = list(read.items.values())
    unread = [_fault_from_line(line) for line in read.mistakes]
    missing = (fault for item in items for fault in find_dangling_references(item, knowledge))
    alike = _near_duplicate_faults(items, data / "banks")
    changed_since = [*alike, *_unconfirmed_faults(items, knowledge, data / "banks"), *made.find_faults()]
    report = check_items(items, blueprints, [*unread, *missing], changed_since)
    return msgspec.structs.replace(report, made=made.count_kinds())


def check_items(
    items: Sequence[Item], blueprints: Mapping[str, Blueprint], before: Sequence[Fault] = (), after: Sequence[Fault] = ()
) -> Report:
    """Check `items`; pure. `before` and `after` are faults that others found."""
    results = play_bank(items)
    faults = [
        *before,
        *(fault for item in items for fault in form_faults(item)),
        *check_scope(items, blueprints),
        *check_coverage(items, blueprints),
        *check_duplicates(items),
        *check_guessable(results),
        *check_balance(items),
        *after,
    ]
    return Report(
        items=len(items),
        by_type=_count_names(item.type for item in items),
        by_task=_count_names(item.task for item in items),
        by_bank=_count_names(item.bank for item in items),
        beyond=sum(item.is_beyond_exams for item in items),
        made={},
        players=results,
        faults=faults,
    )


def _near_duplicate_faults(items: Sequence[Item], banks: Path) -> Iterator[Fault]:
    try:
        yield from check_near_duplicates(items, read_told_apart(banks))
    except InputError as error:
        yield _fault_from_line(str(error))


def _unconfirmed_faults(items: Sequence[Item], knowledge: Knowledge, banks: Path) -> Iterator[Fault]:
    try:
        yield from unconfirmed_items(items, knowledge, read_fingerprints(banks))
    except InputError as error:
        yield _fault_from_line(str(error))


def _fault_from_line(line: str) -> Fault:
    """The fault in a line of the reader: `banks/x.yaml:12: items.some-item.field: what is wrong`."""
    where, _, rest = line.partition(": ")
    path, _, text = rest.partition(": ")
    parts = path.split(".", 2)
    if parts[0] != "items" or not text:
        return Fault(file=where, item="", field="", text=rest)
    return Fault(file=where, item=parts[1] if len(parts) > 1 else "", field="".join(parts[2:]), text=text)


def _count_names(names: Iterator[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))
