"""Checks of items that nobody wrote: their form, and whether they say what they said when somebody looked."""

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
from quizzes.generated import Generator, Standing, confirmed, faults, load_source, read_seen, standings, write_seen
from quizzes.generated.seen import FILE
from quizzes.lint.form import faults_of
from quizzes.standing import dangling

_OF_WRITTEN: Final = "rubric"
"""A field that written items have to have: generated ones are marked by value and unit, or by the engine."""


class Made:
    """What is generated from the files of a folder: today, and as somebody saw it."""

    def __init__(self, knowledge: Knowledge, data: Path) -> None:
        """Read the files. Raises KnowledgeError with a line per mistake."""
        self._knowledge, self._source = knowledge, load_source(data=data)
        self._path = data / "generated" / FILE.name

    @cached_property
    def now(self) -> dict[str, Standing]:
        """What every item says today."""
        return {one.item: one for one in standings(self._knowledge, self._source)}

    @cached_property
    def _generator(self) -> Generator:
        """Makes what can be asked today, whether somebody has seen it or not."""
        return Generator(self._knowledge, self._source, {name: one for name, one in self.now.items() if not one.fault})

    def counts(self) -> dict[str, int]:
        """Kind of item -> how many of them can be made."""
        return dict(Counter(one.kind for one in self._generator.listed.values()))

    def confirm(self, only: Collection[str] | None = None) -> None:
        """Keep what the items in `only` (all, for None) say today as seen. Raises InputError where that cannot be written."""
        if not self.now:
            return
        write_seen(confirmed(self.now.values(), read_seen(self._path), only), self._path)

    def faults(self) -> Iterator[Fault]:
        """What is wrong with the form of each, and each that says something else than was seen."""
        for item in self._generator.items(tuple(self._generator.listed), seed=0):
            for fault in (*dangling(item, self._knowledge), *faults_of(item)):
                if fault.field != _OF_WRITTEN:
                    yield msgspec.structs.replace(fault, file="generated/")
        try:
            seen = read_seen(self._path)
        except InputError as error:
            yield Fault(file="generated/", item="", field="", text=str(error))
            return
        for name, told in faults(self.now.values(), seen):
            yield Fault(file="generated/", item=name, field="", text=f"{told}. Read it, then run: sizewise quiz check --confirm {name}")
