"""Checks generated items: their form, and whether they still say what somebody confirmed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from functools import cached_property
from pathlib import Path
from typing import Final

import msgspec

from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.fault import Fault
from quizzes.generated import (
    GeneratedAnswer,
    ItemGenerator,
    confirm_answers,
    current_answers,
    find_changes,
    load_source,
    read_confirmed,
    write_confirmed,
)
from quizzes.generated.confirmed_answers import CONFIRMED_FILE
from quizzes.item_dependencies import find_dangling_references
from quizzes.lint.item_form import form_faults

_WRITTEN_ONLY_FIELD: Final = "rubric"
"""A field that only written items need: generated ones are graded by number or by the engine."""


class GeneratedCheck:
    """The items generated from the files of a folder: as they are today and as confirmed."""

    def __init__(self, knowledge: Knowledge, data: Path) -> None:
        """Read the files. Raises KnowledgeError with a line per mistake."""
        self._knowledge, self._source = knowledge, load_source(data=data)
        self._path = data / "generated" / CONFIRMED_FILE.name

    @cached_property
    def current_answers(self) -> dict[str, GeneratedAnswer]:
        """What every item says today, by id."""
        return {one.item: one for one in current_answers(self._knowledge, self._source)}

    @cached_property
    def _current_generator(self) -> ItemGenerator:
        """Generates everything that can be asked today, confirmed or not."""
        return ItemGenerator(self._knowledge, self._source, {name: one for name, one in self.current_answers.items() if not one.fault})

    def count_kinds(self) -> dict[str, int]:
        """Kind of item -> how many can be generated."""
        return dict(Counter(one.kind for one in self._current_generator.listed_by_id.values()))

    def confirm_items(self, only: Collection[str] | None = None) -> None:
        """Store what the items in `only` (all for None) say today as confirmed. Raises InputError if that fails."""
        if not self.current_answers:
            return
        write_confirmed(confirm_answers(self.current_answers.values(), read_confirmed(self._path), only), self._path)

    def find_faults(self) -> Iterator[Fault]:
        """Faults in the form of each item, and each item that says something else than was confirmed."""
        for item in self._current_generator.make_items(tuple(self._current_generator.listed_by_id), seed=0):
            for fault in (*find_dangling_references(item, self._knowledge), *form_faults(item)):
                if fault.field != _WRITTEN_ONLY_FIELD:
                    yield msgspec.structs.replace(fault, file="generated/")
        try:
            seen = read_confirmed(self._path)
        except InputError as error:
            yield Fault(file="generated/", item="", field="", text=str(error))
            return
        for name, told in find_changes(self.current_answers.values(), seen):
            yield Fault(file="generated/", item=name, field="", text=f"{told}. Read it, then run: sizewise quiz check --confirm {name}")
