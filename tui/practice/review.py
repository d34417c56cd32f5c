"""What to look at again after an exam: what was surely wrong first, each with what was right and the words that decide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from knowledge.errors import InputError, shown
from quizzes.outcome import Marked
from tui.practice.asking import Asking
from tui.practice.asking import Marked as Answer
from tui.practice.feedback import feedback_lines
from tui.practice.stage import Room, Standing, asked, drawn, told
from tui.practice.ways import numbered, ways
from tui.practice.words import say
from tui.talk import Part
from tui.views.choice import Choice
from tui.views.line import Line


class Review:
    """One question after the other, forwards and back."""

    def __init__(self, room: Room, found: Sequence[Marked], asking: Callable[[int], Asking | None]) -> None:
        """Take the questions in their order, and what shows the one of a slot."""
        self._room, self._found, self._asking = room, found, asking
        self._at = -1
        """Which one is shown, from 0; -1 while the result of the exam is read."""
        self.is_over = not found

    def opened(self) -> Iterator[Part]:
        """How many there are; that there is none. The first comes when it is asked for: until then somebody reads the result."""
        key = "exam_all_right" if self.is_over else "exam_review"
        yield told(say(self._room.knowledge, key, count=len(self._found)))

    def heard(self, word: str) -> Iterator[Part]:
        """To the next one, or to the one before."""
        if word in ("", "next", "1"):
            if self._at + 1 >= len(self._found):
                self.is_over = True
                yield told(say(self._room.knowledge, "exam_reviewed"))
                return
            self._at += 1
        elif word in ("back", "before", "previous", "undo"):
            self._at = max(self._at - 1, 0)
        else:
            raise InputError(say(self._room.knowledge, "no_way_on", text=shown(word)))
        yield from self._look()

    def _look(self) -> Iterator[Part]:
        one, base = self._found[self._at], self._room.knowledge
        asking = self._asking(one.slot)
        if asking is None:
            return
        yield asked(asking.lines)
        verdict = one.grade.verdict if one.answered else "unknown"
        marked = Answer(None, verdict, one.grade.score, one.grade)
        if not one.answered:
            yield told(say(base, "exam_no_answer"))
        yield drawn(lambda width: feedback_lines(asking.item, marked, one.confidence, base, width))

    def standing(self) -> Standing:
        """How many are left, and the ways on."""
        key = "review_at" if self._at >= 0 else "review_begin"
        where = say(self._room.knowledge, key, number=self._at + 1, all=len(self._found))
        return Standing((where, numbered(self._ways()), ""), (Line(where, "head"),))

    def _ways(self) -> Iterator[Choice]:
        base, is_last = self._room.knowledge, self._at + 1 >= len(self._found)
        if self._at < 0:
            yield Choice(say(base, "review_first"), "next")
        else:
            yield Choice(say(base, "finish_review" if is_last else "exam_again"), "next")
            asking = self._asking(self._found[self._at].slot)
            yield from ways(asking.item, asking.part, base) if asking is not None else ()
        if self._at > 0:
            yield Choice(say(base, "exam_before"), "back")
        if not is_last:
            yield Choice(say(base, "stop"), "stop")
