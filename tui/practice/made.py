"""A sitting of items that nobody wrote: scenarios whose plans the engine grades, and sums with numbers that change."""

from __future__ import annotations

from functools import lru_cache

from knowledge import Knowledge
from quizzes.generated import Generator, Kind, load_source, mark
from tui.practice.asking import Asking, Marked, Question
from tui.practice.pool import AT_ONCE
from tui.practice.sitting import Sitting
from tui.practice.stage import Room


class MadeSitting(Sitting):
    """Questions of one kind, those asked least first."""

    def __init__(self, room: Room, kind: Kind) -> None:
        """Make as many as a sitting has, with numbers that the log decides; flagged ones are left out."""
        generator, state = _generator(room.knowledge), room.store.state
        times = {identity: seen.times for identity, seen in state.items.items()}
        ids = generator.pick(kind, times, seed=state.through, most=AT_ONCE, without=state.flagged)
        super().__init__(room, generator.items(ids, state.through), "drill")

    def _begun(self) -> Asking:
        asking = super()._begun()
        return _MadeAsking(Question(asking.item, asking.part), self._seed, self._room.knowledge)


class _MadeAsking(Asking):
    """One of them: numbers are marked by value and unit, plans by the engine."""

    def __init__(self, question: Question, seed: int, knowledge: Knowledge) -> None:
        super().__init__(question, seed)
        self._knowledge = knowledge

    def mark(self, line: str) -> Marked:
        """The grade of an answer. Raises InputError for what is no answer."""
        graded = mark(self.item, line, self._knowledge)
        return super().mark(line) if graded is None else Marked(line, graded.verdict, graded.score, graded)


@lru_cache(maxsize=1)
def _generator(knowledge: Knowledge) -> Generator:
    """Made once: it keeps what was decided."""
    return Generator(knowledge, load_source())
