"""One question as it is asked and marked: its stem, its options, how an answer is written, what comes back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.answers import OPEN, Picked, read_answer
from quizzes.exact import Grade, grade_part
from quizzes.generated import mark as mark_made
from quizzes.generated.numbers import BANK as NUMBERS
from quizzes.generated.scenes import BANK as SCENARIOS
from quizzes.grading import Graded
from quizzes.grading import grade as grade_words
from quizzes.item import Case, Exact, Item, Matching, Ordering, Response, ResponseQuestion, Typed, exact_parts
from quizzes.log import Verdict
from quizzes.order import LETTERS, Order, shown, shuffled
from quizzes.overruled import by_learner
from tui.views.choice import Choice
from tui.views.line import Line, wrapped


class Question(NamedTuple):
    """What is asked at a time: an item, or one question of a case."""

    item: Item
    part: int | None = None
    """Which question of a case, from 0; None for an item that is one question."""


class Marked(NamedTuple):
    """An answer and what it is worth."""

    answer: object
    """What was picked, in places as written; the words of a typed answer; None where nobody answered."""
    verdict: Verdict
    score: float
    grade: Grade | Graded | None
    """None for a typed answer that was not given."""

    @property
    def picked(self) -> tuple[int, ...]:
        """The places that were picked; none for words."""
        return tuple(self.answer) if isinstance(self.answer, list) else ()


class Asking:
    """One question, shown in an order that a seed decides."""

    def __init__(self, question: Question, seed: int, order: Order | None = None) -> None:
        """Take the question; `order` is the one in which it was shown before."""
        self.item, self.part = question
        parts = exact_parts(self.item)
        self._exact: Exact | None = parts[self.part or 0] if parts else None
        name = f"{self.item.id}/{self.part or 0}"
        self._order: Order = () if self._exact is None else order if order is not None else shuffled(self._exact, seed, name)

    @property
    def _question(self) -> Exact:
        if self._exact is None:
            raise InputError(f"item: {self.item.id} is answered in words.")
        return self._exact

    def lines(self, width: int) -> Iterator[Line]:
        """The question without its options, which stand where they can be picked; of a case, its scenario too."""
        if isinstance(self.item, Case):
            yield from wrapped(self.item.stem, width)
            yield from wrapped(f"{(self.part or 0) + 1}. {getattr(self._question, 'stem', '')}", width, "   ", tone="head")
        else:
            yield from wrapped(self.item.stem, width, tone="head")
        if isinstance(self._exact, Matching):
            for at, pair in enumerate(self._exact.pairs, 1):
                yield from wrapped(f" {at}. {pair.prompt}", width, "    ")

    def choices(self) -> list[Choice]:
        """What can be picked: an option answers a question with one right option, and is written into the prompt elsewhere."""
        if self._exact is None:
            return []
        goes_on = self._exact.type != "choice"
        return [Choice(text, letter, goes_on=goes_on, mark=letter) for letter, text in shown(self._exact, self._order)]

    @property
    def repeats(self) -> bool:
        """Whether one answer may serve several prompts."""
        return isinstance(self._exact, Matching)

    def how(self) -> str:
        """The name of the sentence that says how an answer is written."""
        if self._exact is not None:
            return f"how_{self._exact.type}"
        return {NUMBERS: "how_number", SCENARIOS: "how_plan"}.get(self.item.bank, "how_typed")

    def example(self) -> str:
        """An answer as it may be written."""
        match self._exact:
            case Matching(pairs=pairs):
                return " ".join(f"{at}{LETTERS[at - 1]}" for at in range(1, len(pairs) + 1))
            case Ordering(steps=steps):
                return " ".join(LETTERS[: len(steps)][::-1])
            case _:
                return "a c"

    def mark(self, line: str, base: Knowledge) -> Marked:
        """The grade of an answer: by its key, its rubric, its value and unit, or by the engine. Raises InputError for what is none."""
        if isinstance(self.item, Typed):
            graded = marked_words(self.item, line, base)
            return Marked(line, graded.verdict, graded.score, graded)
        picked = read_answer(self._question, line, self._order)
        found = grade_part(self._question, picked, self._order)
        return Marked(list(picked), found.verdict, found.score, found)

    def unknown(self) -> Marked:
        """Nobody knows."""
        found = None if self._exact is None else grade_part(self._exact, None, self._order)
        return Marked(None, "unknown", 0.0, found)

    def written(self, picked: Picked | None) -> str:
        """An answer in the letters that were shown; "" for none."""
        if picked is None:
            return ""
        letters = {index: LETTERS[place] for place, index in enumerate(self._order)}
        if isinstance(self._exact, Matching):
            return " ".join(f"{at}{letters[index]}" for at, index in enumerate(picked, 1) if index != OPEN)
        several = [letters[index] for index in picked]
        return " ".join(several if isinstance(self._exact, Ordering) else sorted(several))

    def asks_for(self, picked: Picked | None) -> int:
        """How many options a question asks for, where another number was picked; 0 where it is that one, or any."""
        if picked is None or not isinstance(self._exact, Response | ResponseQuestion):
            return 0
        count = sum(option.right for option in self._exact.options)
        return count if len(picked) != count else 0

    def out(self) -> str:
        """The letter and the words of a wrong option, for a hint; "" where there is no single right one."""
        if self._exact is None or self._exact.type != "choice":
            return ""
        options = self._exact.options
        marked = zip(shown(self._exact, self._order), self._order, strict=True)
        return next((f"{letter}) {text}" for (letter, text), index in marked if not options[index].right), "")


def marked_words(item: Typed, words: str, base: Knowledge) -> Graded:
    """The grade of an answer in words: a number by value and unit, a plan by the engine, all else by its rubric."""
    return mark_made(item, words, base) or grade_words(item, words)


def overrulable(marked: Marked) -> bool:
    """Whether a writer may say otherwise than the grader: of words that a rubric marked, and only once."""
    return type(marked.grade) is Graded and isinstance(marked.answer, str) and marked.verdict != "unsure"


def marked_by_learner(marked: Marked, *, right: bool) -> Marked:
    """The answer with its writer's own verdict; what the grader said of it is kept beside the words."""
    answer = by_learner(marked.answer, marked.grade.verdict) if isinstance(marked.grade, Graded) else marked.answer
    return marked._replace(answer=answer, verdict="correct" if right else "incorrect", score=float(right))


def questions_of(items: Iterable[Item]) -> list[Question]:
    """Each item as one question, a case as its questions in their order."""
    return [question for item in items for question in _of(item)]


def _of(item: Item) -> Iterator[Question]:
    if isinstance(item, Case):
        yield from (Question(item, part) for part in range(len(item.questions)))
    else:
        yield Question(item)
