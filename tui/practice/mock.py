"""A mock exam: no feedback until it is handed in, then a review of what was wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from quizzes.exam import Exam, Slot
from quizzes.item import Case
from quizzes.log import Row, answered
from quizzes.order import LETTERS
from quizzes.outcome import Marked, Outcome, outcome
from quizzes.words import about, feedback, summed_up
from tui.practice.asking import Asking
from tui.practice.shelf import Shelf
from tui.practice.stage import Room, Standing, drawn, told
from tui.practice.words import say
from tui.talk import Part
from tui.views.choice import Choice, Shown
from tui.views.line import Line, wrapped

Phase = Literal["question", "review", "over"]
_MINUTE = 60


class Mock:
    """One exam. It is kept after every step, so that a crash or a stop loses nothing."""

    def __init__(self, room: Room, exam: Exam, shelf: Shelf) -> None:
        """Take the exam, new or kept."""
        self._room, self._exam, self._shelf = room, exam, shelf
        self._phase: Phase = "question"
        self._asked_to_hand_in = False
        self._since = room.seconds()
        self._outcome: Outcome | None = None
        self._review: list[Marked] = []

    @property
    def is_over(self) -> bool:
        """Whether the review is done, or somebody stopped."""
        return self._phase == "over"

    def opened(self) -> Iterator[Part]:
        """What exam this is, and its first question."""
        yield told(*about(self._exam, self._room.bank.blueprint(self._exam.blueprint), self._room.knowledge))
        yield drawn(self._lines)

    def heard(self, line: str) -> Iterator[Part]:
        """An answer, a step through the questions, the end."""
        word = " ".join(line.lower().split())
        if self._phase == "review":
            yield from self._reviewed(word)
            return
        self._exam = self._exam.spend(self._room.seconds() - self._since)
        self._since = self._room.seconds()
        if self._exam.over:
            yield told(say(self._room.knowledge, "exam_time"), kind="notice")
            yield from self._hand_in()
            return
        handing = word in ("hand in", "submit", "finish")
        yield from self._step(word, line, handing=handing)
        self._asked_to_hand_in = handing and not self._exam.handed_in
        if self._exam.handed_in:
            self._shelf.clear()
        else:
            self._shelf.keep(self._exam)

    def _step(self, word: str, line: str, *, handing: bool) -> Iterator[Part]:
        exam, last = self._exam, len(self._exam.slots) - 1
        if word in ("stop", "menu"):
            self._phase = "over"
            yield told(say(self._room.knowledge, "exam_kept"))
        elif handing:
            yield from self._handed_in()
        elif word == "flag":
            self._exam = exam.flag()
            yield from ()
        elif word in ("next", "skip"):
            yield from self._go(min(exam.at + 1, last))
        elif word in ("back", "before", "previous"):
            yield from self._go(max(exam.at - 1, 0))
        elif word.startswith("go ") and word[3:].strip().isdecimal():
            yield from self._go(int(word[3:]) - 1)
        else:
            self._exam = exam.answer(self._room.bank, line)
            yield told(say(self._room.knowledge, "exam_taken", answer=line.strip()))
            if exam.at < last:
                yield from self._go(exam.at + 1)

    def _go(self, index: int) -> Iterator[Part]:
        self._exam = self._exam.go(index)
        yield drawn(self._lines)

    def _handed_in(self) -> Iterator[Part]:
        open_ = len(self._exam.unanswered)
        if open_ and not self._asked_to_hand_in:
            yield told(say(self._room.knowledge, "exam_sure", open=open_), kind="notice")
        else:
            yield from self._hand_in()

    def _hand_in(self) -> Iterator[Part]:
        """Keep every answer, tell the result, begin the review."""
        base, bank = self._room.knowledge, self._room.bank
        self._exam = self._exam.hand_in()
        found = self._outcome = outcome(self._exam, bank)
        rows = [self._row(one, self._exam.slots[one.slot]) for one in found.questions]
        saved = self._room.store.append(*rows)
        if saved.told:
            yield told(saved.told, kind="notice")
        yield told(*summed_up(found, bank.blueprint(self._exam.blueprint), base))
        yield told(*(say(base, "exam_domain", name=one.name, right=one.right, asked=one.asked) for one in (*found.domains, *found.tasks)))
        self._review, self._phase = list(found.review), "review"
        self._shelf.clear()
        if self._review:
            yield told(say(base, "exam_review"))
            yield from self._next_review()
        else:
            self._phase = "over"

    def _row(self, one: Marked, slot: Slot) -> Row:
        return answered(
            self._room.bank.item(one.item),
            time=self._room.clock(),
            verdict=one.grade.verdict if one.answered else "unknown",
            answer=list(slot.picked) if slot.picked is not None else None,
            mode="exam",
            score=one.grade.score,
            confidence=one.confidence,
            part=one.part,
        )

    def _reviewed(self, word: str) -> Iterator[Part]:
        if word in ("stop", "menu") or not self._review:
            self._phase = "over"
            yield from ()
        else:
            yield from self._next_review()

    def _next_review(self) -> Iterator[Part]:
        """A wrong or guessed one, with what was right."""
        one = self._review.pop(0)
        base, item = self._room.knowledge, self._room.bank.item(one.item)
        asking = self._asking(one.slot)
        yield drawn(asking.lines)
        yield told(say(base, "exam_answer", answer=self._given(one)), *feedback(one.grade, item, base))
        if not self._review:
            self._phase = "over"

    def _given(self, one: Marked) -> str:
        slot = self._exam.slots[one.slot]
        if slot.picked is None:
            return "?"
        places = {index: LETTERS[place] for place, index in enumerate(slot.order)}
        return " ".join(places.get(index, "?") for index in slot.picked)

    def _asking(self, index: int) -> Asking:
        slot = self._exam.slots[index]
        item = self._room.bank.item(slot.item)
        asking = Asking(item, self._exam.seed)
        if slot.part is not None:
            asking.parts = (self._room.bank.part(slot.item, slot.part),)
        asking.orders = [slot.order]
        return asking

    def _lines(self, width: int) -> Iterator[Line]:
        """The question of the slot that is shown; of a case, its scenario too."""
        slot = self._exam.slots[self._exam.at]
        item = self._room.bank.item(slot.item)
        if isinstance(item, Case) and slot.part is not None:
            yield from wrapped(item.stem, width)
            yield from wrapped(item.questions[slot.part].stem, width, tone="head")
            yield from self._asking(self._exam.at).options(width)
        else:
            yield from self._asking(self._exam.at).lines(width)

    def standing(self) -> Standing:
        """Where in the exam one is, and what can be done."""
        base, exam = self._room.knowledge, self._exam
        if self._phase != "question":
            shown: Shown = (
                say(base, "next"),
                [Choice(say(base, "exam_again"), "next", mark="1"), Choice(say(base, "stop"), "stop", mark="2")],
                "",
            )
            return Standing(shown)
        where = self._where()
        return Standing((where, list(self._choices()), say(base, "exam_how")), "", where, tuple(self._panel(exam, where)))

    def _where(self) -> str:
        base, exam = self._room.knowledge, self._exam
        values = {"number": exam.at + 1, "all": len(exam.slots), "open": len(exam.unanswered)}
        if exam.seconds_left is None:
            return say(base, "exam_no_timer", **values)
        left = exam.spend(self._room.seconds() - self._since).seconds_left or 0
        return say(base, "exam_at", left=f"{int(left // _MINUTE)} min", **values)

    def _choices(self) -> Iterator[Choice]:
        base = self._room.knowledge
        yield from self._asking(self._exam.at).choices()
        yield Choice(say(base, "exam_next"), "next")
        yield Choice(say(base, "exam_before"), "back")
        flagged = self._exam.slots[self._exam.at].flagged
        yield Choice(say(base, "exam_unflag" if flagged else "exam_flag"), "flag")
        yield Choice(say(base, "exam_hand_in"), "hand in")

    def _panel(self, exam: Exam, where: str) -> Iterator[Line]:
        """Every question in a row of signs: answered, flagged, open, the one that is shown."""
        yield Line(where, "head")
        signs = "".join("!" if slot.flagged else "●" if slot.picked is not None else "·" for slot in exam.slots)
        for begin in range(0, len(signs), 10):
            row = signs[begin : begin + 10]
            yield Line(f"{begin + 1:>3}  {row}")
