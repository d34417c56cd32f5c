"""One question as it is shown and marked: stem, options, how to write an answer, and the grade of an answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.answers import OPEN, Picked, read_answer
from quizzes.display_order import LETTERS, Order, element_texts, lettered_elements, shuffle_elements
from quizzes.disputed_grades import self_marked_answer
from quizzes.drills import FigureChoice
from quizzes.exact_grading import Grade, grade_question
from quizzes.generated import grade_generated as mark_made
from quizzes.generated.number_items import BANK as NUMBERS
from quizzes.generated.scenario_items import BANK as SCENARIOS
from quizzes.grading import Graded
from quizzes.grading import grade as grade_words
from quizzes.item import Case, Form, Item, KeyedQuestion, Matching, Ordering, Response, ResponseQuestion, Typed, keyed_questions
from quizzes.practice_log import Verdict
from tui.views.choice import Choice
from tui.views.text_lines import Line, wrap_text

PICKED_SIGN: Final = "●"
UNKNOWN_MARK: Final = "?"
_MIN_WORD: Final = 3
"""Characters from which what is typed is compared with the words of the options."""
_WITH_LEVEL: Final = re.compile(r"(.*[a-zA-Z])[\s,]*([123])")
_PROMPT_NUMBER: Final = re.compile(r"\d{1,2}\s*(?:->|[-=:.)→])?\s*(?=[a-zA-Z](?![a-zA-Z]))")


class AskedPart(NamedTuple):
    """One question: a whole item, or one question of a case."""

    item: Item
    part: int | None = None
    """Number of the question within its case, from 0; None for an item that is one question."""


class MarkedAnswer(NamedTuple):
    """An answer and its grade."""

    answer: object
    """The places picked, in the order of the file; the words of a typed answer; None for no answer."""
    verdict: Verdict
    score: float
    grade: Grade | Graded | None
    """None where there is no answer to a typed item."""

    @property
    def picked_places(self) -> tuple[int, ...]:
        """The places picked; empty for a typed answer."""
        return tuple(self.answer) if isinstance(self.answer, list) else ()


class QuestionCard:
    """One question with its options in an order that a seed decides."""

    def __init__(self, question: AskedPart, seed: int, order: Order | None = None) -> None:
        """`order` is the order in which the question was shown before, if it was."""
        self.item, self.part = question
        parts = keyed_questions(self.item)
        self._keyed: KeyedQuestion | None = parts[self.part or 0] if parts else None
        name = f"{self.item.id}/{self.part or 0}"
        self._order: Order = () if self._keyed is None else order if order is not None else shuffle_elements(self._keyed, seed, name)

    @property
    def _keyed_question(self) -> KeyedQuestion:
        if self._keyed is None:
            raise InputError(f"item: {self.item.id} is answered in words.")
        return self._keyed

    def question_lines(self, width: int) -> Iterator[Line]:
        """The question without its options, and before it the scenario of its case."""
        if isinstance(self.item, Case):
            yield from wrap_text(self.item.stem, width)
            yield from wrap_text(f"{(self.part or 0) + 1}. {getattr(self._keyed_question, 'stem', '')}", width, "   ", tone="head")
        else:
            yield from wrap_text(self.item.stem, width, tone="head")
        if isinstance(self.item, FigureChoice):
            yield from (Line(f"  {row}"[:width]) for row in self.item.figure)
        if isinstance(self._keyed, Matching):
            for at, pair in enumerate(self._keyed.pairs, 1):
                yield from wrap_text(f" {at}. {pair.prompt}", width, "    ")

    def answer_choices(self) -> list[Choice]:
        """The options as choices: one click answers a single-choice question, and writes a letter into the prompt for all others."""
        if self._keyed is None:
            return []
        goes_on = self._keyed.type != "choice"
        return [Choice(text, letter, goes_on=goes_on, mark=letter) for letter, text in lettered_elements(self._keyed, self._order)]

    @property
    def allows_repeats(self) -> bool:
        """True if one letter may answer several prompts."""
        return isinstance(self._keyed, Matching)

    @property
    def form(self) -> Form:
        """The form of the question: of a case, that of the question asked."""
        return self._keyed.type if self._keyed is not None else "typed"

    def instruction_key(self) -> str:
        """Wording key of the sentence that says how to write an answer."""
        if self._keyed is not None:
            return f"how_{self._keyed.type}"
        return {NUMBERS: "how_number", SCENARIOS: "how_plan"}.get(self.item.bank, "how_typed")

    def example_answer(self) -> str:
        """An example of how to write an answer."""
        match self._keyed:
            case Matching(pairs=pairs):
                return " ".join(f"{at}{LETTERS[at - 1]}" for at in range(1, len(pairs) + 1))
            case Ordering(steps=steps):
                return " ".join(LETTERS[: len(steps)][::-1])
            case Response() | ResponseQuestion():
                return "a c"
            case _:
                return "b"

    def texts_of(self, marked: MarkedAnswer) -> str:
        """The texts of the picked options or steps, in the order given; "" for an answer in words."""
        texts = element_texts(self._keyed) if self._keyed is not None else ()
        return "; ".join(texts[index] for index in marked.picked_places if index != OPEN)

    def is_in_letters(self, line: str) -> bool:
        """True if an answer is given by letters or numbers, not by words of the options."""
        return bool(self._letters_in(line)) or line.replace(" ", "").isdigit()

    def mark_answer(self, line: str, base: Knowledge) -> MarkedAnswer:
        """Grade an answer by the key, the rubric, the number or the engine. Raises InputError for a line that is no answer."""
        if isinstance(self.item, Typed):
            graded = grade_typed_answer(self.item, line, base)
            return MarkedAnswer(line, graded.verdict, graded.score, graded)
        picked = read_answer(self._keyed_question, line, self._order)
        found = grade_question(self._keyed_question, picked, self._order)
        return MarkedAnswer(list(picked), found.verdict, found.score, found)

    def mark_unknown(self) -> MarkedAnswer:
        """The grade of "I don't know"."""
        found = None if self._keyed is None else grade_question(self._keyed, None, self._order)
        return MarkedAnswer(None, "unknown", 0.0, found)

    def letters_of(self, picked: Picked | None) -> str:
        """The picked places as the letters shown; "" for none."""
        if picked is None:
            return ""
        letters = {index: LETTERS[place] for place, index in enumerate(self._order)}
        if isinstance(self._keyed, Matching):
            return " ".join(f"{at}{letters[index]}" for at, index in enumerate(picked, 1) if index != OPEN)
        several = [letters[index] for index in picked]
        return " ".join(several if isinstance(self._keyed, Ordering) else sorted(several))

    # An answer while it is being typed.

    def split_level(self, line: str) -> tuple[str, str]:
        """An answer in letters and the digit behind it that says how sure one is, as of "b2"; the line and "" for anything else."""
        found = _WITH_LEVEL.fullmatch(line.strip())
        letters = self._letters_in(found[1]) if found is not None else ()
        if found is None or not letters or (self._letters_wanted and len(letters) != self._letters_wanted):
            return line, ""
        return found[1], found[2]

    def is_complete(self, line: str) -> bool:
        """True of a line that needs no Enter: as many letters as are asked for, and how sure; or "?"."""
        if self._keyed is None:
            return False
        answer, level = self.split_level(line)
        count = self.right_count or self._letters_wanted
        return line == UNKNOWN_MARK or (bool(level) and len(self._letters_in(answer)) == count)

    def picks_of(self, line: str) -> dict[str, str]:
        """Letter -> the sign to show beside it, for letters or words that are being typed: a dot, a place, or the prompts it answers."""
        if self._keyed is None or not line.strip():
            return {}
        answer, _ = self.split_level(line)
        if letters := self._letters_in(answer):
            pairs = list(enumerate(letters, 1))
        elif len(line.strip()) < _MIN_WORD:
            return {}
        else:
            try:
                picked = read_answer(self._keyed, line, self._order)
            except InputError:
                return {}
            pairs = [(at, LETTERS[self._order.index(index)]) for at, index in enumerate(picked, 1) if index != OPEN]
        signs: dict[str, str] = {}
        for at, letter in pairs:
            sign = str(at) if isinstance(self._keyed, Ordering | Matching) else PICKED_SIGN
            signs[letter] = f"{signs[letter]} {sign}" if letter in signs and sign != PICKED_SIGN else sign
        return signs

    @property
    def _letters_wanted(self) -> int:
        """The number of letters of every answer; 0 where it is the learner who decides."""
        match self._keyed:
            case Ordering(steps=steps):
                return len(steps)
            case Matching(pairs=pairs):
                return len(pairs)
            case Response() | ResponseQuestion() | None:
                return 0
            case _:
                return 1

    def _letters_in(self, text: str) -> tuple[str, ...]:
        """The letters of an answer in letters alone, as far as it is typed; empty for anything else."""
        plain = _PROMPT_NUMBER.sub("", text) if isinstance(self._keyed, Matching) else text
        letters = tuple(letter for letter in plain.lower() if not letter.isspace() and letter != ",")
        allowed = LETTERS[: len(self._order)]
        is_one_word = " " not in plain.strip() and "," not in plain
        is_apart = all(len(word) == 1 for word in re.split(r"[\s,]+", plain.strip(" ,")))
        if not letters or not (is_one_word or is_apart) or any(letter not in allowed for letter in letters):
            return ()
        repeats = len(set(letters)) != len(letters)
        return () if (repeats and not self.allows_repeats) or (self._letters_wanted and len(letters) > self._letters_wanted) else letters

    @property
    def right_count(self) -> int:
        """How many options are right, where there may be several; 0 for any other form."""
        if not isinstance(self._keyed, Response | ResponseQuestion):
            return 0
        return sum(option.right for option in self._keyed.options)

    def wrong_count_hint(self, picked: Picked | None) -> int:
        """The number of options to pick where another number was picked; 0 if the number is right or any number goes."""
        count = self.right_count
        return count if picked is not None and len(picked) != count else 0

    def wrong_option_hint(self) -> str:
        """Letter and text of one wrong option, as a hint; "" where several options are right."""
        if self._keyed is None or self._keyed.type != "choice":
            return ""
        options = self._keyed.options
        marked = zip(lettered_elements(self._keyed, self._order), self._order, strict=True)
        return next((f"{letter}) {text}" for (letter, text), index in marked if not options[index].right), "")


def grade_typed_answer(item: Typed, words: str, base: Knowledge) -> Graded:
    """Grade words: a number by value and unit, a plan by the engine, everything else by the rubric."""
    return mark_made(item, words, base) or grade_words(item, words)


def can_overrule(marked: MarkedAnswer) -> bool:
    """True if the learner may overrule the grade: a typed answer that a rubric decided, not overruled yet."""
    return type(marked.grade) is Graded and isinstance(marked.answer, str) and marked.verdict != "unsure"


def mark_as_learner_says(marked: MarkedAnswer, *, right: bool) -> MarkedAnswer:
    """The answer with the learner's own verdict; the grader's verdict is kept beside the words."""
    answer = self_marked_answer(marked.answer, marked.grade.verdict) if isinstance(marked.grade, Graded) else marked.answer
    return marked._replace(answer=answer, verdict="correct" if right else "incorrect", score=float(right))


def split_cases(items: Iterable[Item]) -> list[AskedPart]:
    """Each item as one question, a case as its questions in order."""
    return [question for item in items for question in _of(item)]


def _of(item: Item) -> Iterator[AskedPart]:
    if isinstance(item, Case):
        yield from (AskedPart(item, part) for part in range(len(item.questions)))
    else:
        yield AskedPart(item)
