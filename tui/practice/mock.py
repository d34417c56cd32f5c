"""A mock exam: no feedback until it is handed in, then its review."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from knowledge.errors import InputError
from quizzes.exam import Exam
from quizzes.log import Row, answered
from quizzes.order import as_written
from quizzes.outcome import Outcome, outcome
from quizzes.points import points_of
from quizzes.words import about, summed_up
from tui.practice.asking import Asking, Question
from tui.practice.keeping import keep
from tui.practice.review import Review
from tui.practice.shelf import Shelf
from tui.practice.stage import STOP, Draw, Room, Standing, asked, told
from tui.practice.words import level_of, levels, say
from tui.talk import Part
from tui.views.choice import Choice, Shown
from tui.views.line import Line, wrapped

Phase = Literal["question", "sure", "review", "over"]
_HAND_IN: Final = frozenset({"hand in", "submit", "finish"})
_NEXT, _BEFORE, _FLAG = "n", "p", "!"
"""Marks of the ways through an exam: no option is so far down the alphabet, and digits stand for options too."""
_ROW: Final = 10
"""Signs of one row of the panel."""
_MOST_DIGITS: Final = 3
"""Of the number of a question."""


class Mock:
    """One exam. It is kept after every step, so that a crash or a stop loses nothing."""

    def __init__(self, room: Room, exam: Exam, shelf: Shelf) -> None:
        """Take the exam, new or kept. Raises InputError for one whose blueprint is gone."""
        self._blueprint = room.bank.blueprint(exam.blueprint)
        self._bank = room.supply.bank_of(exam)
        self._room, self._exam, self._shelf = room, exam, shelf
        self._phase: Phase = "question"
        self._asked_to_hand_in = False
        self._typed = ""
        """The answer whose confidence is asked for."""
        self._since = room.seconds()
        self._review: Review | None = None
        self._told = ""
        """What was said of the saving of the exam last."""

    @property
    def is_over(self) -> bool:
        """Whether the review is done, or somebody stopped."""
        return self._phase == "over"

    def opened(self) -> Iterator[Part]:
        """What exam this is, and its first question; of one that was handed in, its result and review."""
        if self._exam.handed_in:
            yield from self._result(outcome(self._exam, self._bank))
            return
        self._shelf.keep(self._exam)
        yield from self._saving()
        open_, base = len(self._exam.unanswered), self._room.knowledge
        is_new = not self._exam.seconds_spent and open_ == len(self._exam.slots)
        yield told(*about(self._exam, self._blueprint, base)) if is_new else told(say(base, "exam_goes_on", open=open_))
        yield asked(self._lines_of(self._exam.at))

    def heard(self, line: str) -> Iterator[Part]:
        """An answer, a step through the questions, the end."""
        word = " ".join(line.lower().split())
        if self._review is not None:
            yield from self._reviewed(self._review, word)
            return
        self._exam = self._exam.spend(self._room.seconds() - self._since)
        self._since = self._room.seconds()
        if self._exam.over:
            yield told(say(self._room.knowledge, "exam_time"), kind="notice")
            yield from self._hand_in()
            return
        try:
            yield from self._step(word, line)
        finally:
            self._asked_to_hand_in = word in _HAND_IN
            self._shelf_it()
        yield from self._saving()

    def _shelf_it(self) -> None:
        if not self._exam.handed_in:
            self._shelf.keep(self._exam)

    def _saving(self) -> Iterator[Part]:
        """What is new of it: that it fails, or works again; that another exam had to give way."""
        base, shelf = self._room.knowledge, self._shelf
        if shelf.problem != self._told:
            yield told(say(base, "exam_unsaved" if shelf.problem else "exam_saved_again", problem=shelf.problem), kind="notice")
            self._told = shelf.problem
        if shelf.aside:
            yield told(say(base, "exam_aside", file=shelf.aside), kind="notice")
            shelf.aside = ""

    def _step(self, word: str, line: str) -> Iterator[Part]:
        level = level_of(word, self._room.knowledge) if self._phase == "sure" else None
        if level is not None:
            self._exam = self._exam.answer(self._bank, self._typed, confidence=level)
            yield from self._on()
        elif word in STOP:
            self._phase = "over"
            self._shelf_it()
            yield told(say(self._room.knowledge, "exam_in_window" if self._shelf.problem else "exam_kept"))
        elif word in _HAND_IN:
            yield from self._handed_in()
        elif word == "flag":
            self._exam = self._exam.flag()
        elif word == "undo":
            yield from self._undo()
        elif (index := self._led_to(word)) is not None:
            yield from self._go(index)
        else:
            yield from self._answered(line)

    def _led_to(self, word: str) -> int | None:
        """The question that a word leads to; None for an answer. Raises InputError where there is none."""
        exam, last = self._exam, len(self._exam.slots) - 1
        if word in ("next", "skip"):
            return min(exam.at + 1, last)
        if word in ("back", "before", "previous"):
            return max(exam.at - 1, 0)
        if word in ("open", "flagged"):
            return self._following(exam.unanswered if word == "open" else exam.flags, word)
        verb, _, number = word.partition(" ")
        if verb == "go" and number.isdecimal():
            return int(number) - 1 if len(number) <= _MOST_DIGITS else len(exam.slots)
        return None

    def _following(self, slots: tuple[int, ...], word: str) -> int:
        """The next of some slots behind the one that is shown, from the beginning where there is none."""
        if not slots:
            raise InputError(say(self._room.knowledge, f"exam_none_{word}"))
        return next((slot for slot in slots if slot > self._exam.at), slots[0])

    def _answered(self, line: str) -> Iterator[Part]:
        """An answer counts from now on; how sure it is may be said or not."""
        asking = self._asking(self._exam.at)
        if asking is None:
            raise InputError(say(self._room.knowledge, "exam_gone"))
        self._exam = self._exam.answer(self._bank, line)
        self._typed, self._phase = line, "sure"
        picked, base = self._exam.slots[self._exam.at].picked, self._room.knowledge
        yield told(say(base, "exam_taken", answer=asking.written(picked)))
        if (count := asking.asks_for(picked)) and picked is not None:
            yield told(say(base, "exam_count", count=count, given=len(picked)), kind="notice")

    def _undo(self) -> Iterator[Part]:
        """Take back the answer to the question that is shown."""
        base = self._room.knowledge
        if self._exam.slots[self._exam.at].picked is None:
            yield told(say(base, "nothing_undone"), kind="notice")
            return
        self._exam = self._exam.answer(self._bank, None)
        yield told(say(base, "undone"), kind="notice")
        yield from self._go(self._exam.at)

    def _on(self) -> Iterator[Part]:
        """To the next question; after the last one it stays."""
        if self._exam.at + 1 < len(self._exam.slots):
            yield from self._go(self._exam.at + 1)
        else:
            self._phase = "question"
            yield told(say(self._room.knowledge, "exam_last"))

    def _go(self, index: int) -> Iterator[Part]:
        self._exam = self._exam.go(index)
        self._phase = "question"
        yield asked(self._lines_of(index))

    def _handed_in(self) -> Iterator[Part]:
        open_ = len(self._exam.unanswered)
        if open_ and not self._asked_to_hand_in:
            yield told(say(self._room.knowledge, "exam_sure", open=open_), kind="notice")
        else:
            yield from self._hand_in()

    def _hand_in(self) -> Iterator[Part]:
        """Keep every answer, then the exam for its review, tell the result."""
        self._exam = self._exam.hand_in()
        found = outcome(self._exam, self._bank)
        yield from keep(self._room, *self._rows(found))
        self._shelf.keep(self._exam)
        yield from self._result(found)

    def _rows(self, found: Outcome) -> Iterator[Row]:
        """The answers, and what was looked at and left open; what was never shown counts in the exam, and says nothing of its points."""
        for one in found.questions:
            slot, item = self._exam.slots[one.slot], self._bank.item(one.item)
            if not (one.answered or slot.seconds):
                continue
            yield answered(
                item,
                time=self._room.clock(),
                verdict=one.grade.verdict if one.answered else "unknown",
                answer=list(slot.picked) if slot.picked is not None else None,
                mode="exam",
                score=one.grade.score,
                confidence=one.confidence,
                seconds=slot.seconds if one.answered else None,
                part=one.part,
                points=points_of(item, one.part, slot.picked or (), right=one.right),
            )

    def _result(self, found: Outcome) -> Iterator[Part]:
        """What was right, by domain and task, and the first question of the review."""
        base = self._room.knowledge
        yield told(*summed_up(found, self._blueprint, base))
        tallies = (*found.domains, *found.tasks)
        yield told(*(say(base, "exam_tally", id=one.id, name=one.name, right=one.right, asked=one.asked) for one in tallies))
        self._review, self._phase = Review(self._room, found.review, self._asking), "review"
        yield from self._review.opened()
        self._ended()

    def _reviewed(self, review: Review, word: str) -> Iterator[Part]:
        if word in STOP:
            self._phase = "over"
        else:
            yield from review.heard(word)
            self._ended()

    def _ended(self) -> None:
        """With its review the exam is done with."""
        if self._review is not None and self._review.is_over:
            self._phase = "over"
            self._shelf.clear()

    def _asking(self, index: int) -> Asking | None:
        """The question of a slot; None where the bank has lost or changed it since."""
        slot, bank = self._exam.slots[index], self._bank
        try:
            question = bank.part(slot.item, slot.part)
        except InputError:
            return None
        if sorted(slot.order) != list(as_written(question)):
            return None
        return Asking(Question(bank.item(slot.item), slot.part), self._exam.seed, slot.order)

    def _lines_of(self, index: int) -> Draw:
        asking = self._asking(index)
        if asking is None:
            return lambda width: wrapped(say(self._room.knowledge, "exam_gone"), width)
        return asking.lines

    def standing(self) -> Standing:
        """Where in the exam one is, and what can be done."""
        if self._review is not None:
            return self._review.standing()
        exam = self._exam
        left = exam.spend(self._room.seconds() - self._since).seconds_left
        until = None if left is None else self._room.seconds() + left
        asking = self._asking(exam.at)
        return Standing(self._shown(), tuple(self._panel(exam)), until, repeats=asking is not None and asking.repeats)

    def _shown(self) -> Shown:
        base, exam = self._room.knowledge, self._exam
        if self._phase == "sure":
            return say(base, "sure"), [*levels(base), Choice(say(base, "exam_next"), "next", mark=_NEXT)], say(base, "exam_sure_how")
        where = say(base, "exam_at", number=exam.at + 1, all=len(exam.slots), open=len(exam.unanswered))
        asking = self._asking(exam.at)
        given = asking.written(exam.slots[exam.at].picked) if asking is not None else ""
        if given:
            where = say(base, "exam_given", where=where, answer=given)
        if exam.slots[exam.at].flagged:
            where = say(base, "exam_flagged", where=where)
        how = say(base, asking.how(), example=asking.example()) if asking is not None else ""
        return where, list(self._choices(asking)), f"{how} {say(base, 'exam_how')}".lstrip()

    def _choices(self, asking: Asking | None) -> Iterator[Choice]:
        base, slot = self._room.knowledge, self._exam.slots[self._exam.at]
        yield from asking.choices() if asking is not None else ()
        yield Choice(say(base, "exam_next"), "next", mark=_NEXT)
        yield Choice(say(base, "exam_before"), "back", mark=_BEFORE)
        yield Choice(say(base, "exam_unflag" if slot.flagged else "exam_flag"), "flag", mark=_FLAG)
        yield Choice(say(base, "exam_hand_in"), "hand in")
        yield Choice(say(base, "exam_stop"), "stop")

    def _panel(self, exam: Exam) -> Iterator[Line]:
        """Every question as a sign: answered, flagged, open; an arrow before the one that is shown."""
        base = self._room.knowledge
        yield Line(self._blueprint.code, "head")
        signs = [_FLAG if slot.flagged else "●" if slot.picked is not None else "·" for slot in exam.slots]
        cells = [f"{'›' if at == exam.at else ' '}{sign}" for at, sign in enumerate(signs)]
        for begin in range(0, len(cells), _ROW):
            yield Line(f"{begin + 1:>3} {''.join(cells[begin : begin + _ROW])}")
        yield Line(say(base, "exam_legend"), "dim")
