"""One item as it is asked and marked: its stem, its options, how an answer is written, what comes back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from quizzes.exact import Grade, grade
from quizzes.grading import Graded
from quizzes.grading import grade as grade_words
from quizzes.item import Case, Exact, Item, Matching, Ordering, Response, ResponseQuestion, Typed, exact_parts
from quizzes.log import Verdict
from quizzes.order import LETTERS, Order, shown, shuffled
from tui.views.choice import Choice
from tui.views.line import Line, wrapped

_PICKED_AT_ONCE: Final = frozenset({"choice"})


class Marked(NamedTuple):
    """An answer and what it is worth."""

    answer: object
    verdict: Verdict
    score: float
    grade: Grade | Graded | None
    """None where nobody answered."""


class Asking:
    """One item, shown in an order that a seed decides."""

    def __init__(self, item: Item, seed: int) -> None:
        """Take the item."""
        self.item = item
        self.parts: tuple[Exact, ...] = exact_parts(item)
        self.orders: list[Order] = [shuffled(part, seed, f"{item.id} {number}") for number, part in enumerate(self.parts)]

    def lines(self, width: int) -> Iterator[Line]:
        """The question as it stands in the transcript, with every option."""
        yield from wrapped(self.item.stem, width, tone="head")
        for number, part in enumerate(self.parts):
            if isinstance(self.item, Case):
                yield Line("")
                yield from wrapped(f"{number + 1}. {getattr(part, 'stem', '')}", width, "   ", tone="head")
            yield from self._part(part, self.orders[number], width)

    def options(self, width: int) -> Iterator[Line]:
        """What can be picked, without the stem."""
        for part, order in zip(self.parts, self.orders, strict=True):
            yield from self._part(part, order, width)

    def _part(self, part: Exact, order: Order, width: int) -> Iterator[Line]:
        if isinstance(part, Matching):
            for at, pair in enumerate(part.pairs, 1):
                yield from wrapped(f" {at}. {pair.prompt}", width, "    ")
            yield Line("")
        for letter, text in shown(part, order):
            yield from wrapped(f" {letter}) {text}", width, "    ")

    def choices(self) -> list[Choice]:
        """What can be picked: an option answers a choice, and is written into the prompt elsewhere."""
        if len(self.parts) != 1:
            return []
        goes_on = self.item.type not in _PICKED_AT_ONCE
        return [Choice(text, letter, goes_on=goes_on, mark=letter) for letter, text in shown(self.parts[0], self.orders[0])]

    def how(self) -> str:
        """The name of the sentence that says how an answer is written."""
        return f"how_{self.item.type}"

    def example(self) -> str:
        """An answer as it may be written."""
        return "; ".join(_example(part) for part in self.parts)

    def mark(self, line: str) -> Marked:
        """The grade of a typed answer. Raises InputError for what is no answer."""
        if isinstance(self.item, Typed):
            graded = grade_words(self.item, line)
            return Marked(line, graded.verdict, graded.score, graded)
        found = grade(self.item, line, self.orders)
        return Marked(line, found.verdict, found.score, found)

    def unknown(self) -> Marked:
        """Nobody knows."""
        found = None if isinstance(self.item, Typed) else grade(self.item, None, self.orders)
        return Marked(None, "unknown", 0.0, found)

    def hints(self) -> tuple[str, ...]:
        """Nudges, the weaker first; where the item has none, an option that is wrong."""
        return self.item.hints or tuple(self._out())

    def _out(self) -> Iterator[str]:
        """A wrong option of a choice."""
        if self.item.type == "choice" and len(self.parts) == 1:
            options = getattr(self.parts[0], "options", ())
            wrong = [place for place, index in enumerate(self.orders[0]) if not options[index].right]
            yield f"{LETTERS[wrong[0]]}) …" if wrong else ""


def _example(part: Exact) -> str:
    if isinstance(part, Matching):
        return " ".join(f"{at}{LETTERS[at - 1]}" for at in range(1, len(part.pairs) + 1))
    if isinstance(part, Ordering):
        return " ".join(LETTERS[: len(part.steps)][::-1])
    return "a c" if isinstance(part, (Response, ResponseQuestion)) else "b"
