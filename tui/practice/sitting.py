"""Questions one after another, with what to learn from each answer: learn, review, drill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from knowledge.errors import InputError, shown
from quizzes.item import Item
from quizzes.log import Mode, Row, answered, flagged, suspended
from quizzes.points import points_of
from tui.practice.asking import Asking, Marked, marked_by_learner, overrulable, questions_of
from tui.practice.feedback import feedback_lines
from tui.practice.keeping import keep, name_of, take_back
from tui.practice.stage import STOP, Room, Standing, asked, drawn, told
from tui.practice.ways import numbered, ways
from tui.practice.words import level_of, levels, say
from tui.talk import Part
from tui.views.choice import Choice, Shown
from tui.views.line import Line

Phase = Literal["question", "sure", "feedback", "over"]
UNKNOWN: Final = frozenset({"?", "don't know", "dont know", "i don't know", "skip"})
RIGHT: Final = frozenset({"right", "1"})
WRONG: Final = frozenset({"wrong", "2"})
OVERRULE: Final = "overrule"


class _Kept(NamedTuple):
    """An answer of this sitting that stands in the log."""

    at: int
    """Which question, from 0."""
    row: Row


class Sitting:
    """One question at a time. Confidence is asked before the feedback, and the answer is kept before it is shown."""

    def __init__(self, room: Room, items: Sequence[Item], mode: Mode) -> None:
        """Take the items in their order."""
        self._room, self._questions, self._mode = room, questions_of(items), mode
        self._at = 0
        self._phase: Phase = "question" if items else "over"
        self._marked: Marked | None = None
        self._confidence: int | None = None
        self._hints = 0
        self._kept: list[_Kept] = []
        self._took = 0.0
        """Seconds until the answer was given."""
        self._since = room.seconds()
        self._seed = room.store.state.through
        self._asking = self._begun() if items else None

    @property
    def is_over(self) -> bool:
        """Whether every question was dealt with, or somebody stopped."""
        return self._phase == "over"

    def opened(self) -> Iterator[Part]:
        """The first question."""
        if self._asking is not None:
            yield asked(self._asking.lines)

    def heard(self, line: str) -> Iterator[Part]:
        """An answer, how sure it was, or what comes next."""
        word = " ".join(line.lower().split())
        if word in STOP:
            yield from self._stop()
        elif word == "flag":
            yield from self._flag()
        elif word == "leave out":
            yield from self._leave_out()
        elif word in ("undo", "back"):
            yield from self._undo()
        elif self._phase == "question":
            yield from self._question(line.strip(), word)
        elif self._phase == "sure":
            yield from self._sure(word)
        else:
            yield from self._after(word)

    def _begun(self) -> Asking:
        self._since, self._hints, self._marked, self._confidence = self._room.seconds(), 0, None, None
        return Asking(self._questions[self._at], self._seed)

    @property
    def _now(self) -> Asking:
        if self._asking is None:
            raise InputError("practice: there is no question.")
        return self._asking

    @property
    def _point(self) -> str:
        """The first that the question asks for: what it is about."""
        return points_of(self._now.item, self._now.part, (), right=True)[0]

    @property
    def _is_open(self) -> bool:
        """Whether an answer was given that is not kept yet."""
        undecided = self._phase == "feedback" and self._marked is not None and self._marked.verdict == "unsure"
        return self._phase == "sure" or undecided

    def _question(self, line: str, word: str) -> Iterator[Part]:
        if word == "hint":
            yield self._hint()
            return
        if word not in UNKNOWN and not word:
            raise InputError(say(self._room.knowledge, "nothing_said"))
        now, base = self._now, self._room.knowledge
        marked = now.unknown() if word in UNKNOWN else now.mark(line, base)  # what is no answer is told, and the question stays
        self._took = self._room.seconds() - self._since
        if word in UNKNOWN:
            yield from self._taken(marked, None)
        else:
            self._marked, self._phase = marked, "sure"
            if count := now.asks_for(marked.picked):
                yield told(say(base, "count", count=count, given=len(marked.picked)), kind="notice")

    def _hint(self) -> Part:
        hints, base = self._now.item.hints, self._room.knowledge
        self._hints += 1
        if self._hints <= len(hints):
            return told(say(base, "hint", text=hints[self._hints - 1]), kind="notice")
        out = self._now.out()
        if self._hints == len(hints) + 1 and out:
            return told(say(base, "hint_out", text=out), kind="notice")
        return told(say(base, "no_hint"), kind="notice")

    def _sure(self, word: str) -> Iterator[Part]:
        level = level_of(word, self._room.knowledge)
        if level is None or self._marked is None:
            raise InputError(say(self._room.knowledge, "no_number", text=shown(word), last=3))
        yield from self._taken(self._marked, level)

    def _taken(self, marked: Marked, confidence: int | None) -> Iterator[Part]:
        """Keep the answer, then say what is right. A typed answer that nobody can mark waits for the person's own word."""
        self._marked, self._confidence, self._phase = marked, confidence, "feedback"
        item, base = self._now.item, self._room.knowledge
        news = list(self._append(marked)) if marked.verdict != "unsure" else []
        yield drawn(lambda width: feedback_lines(item, marked, confidence, base, width))
        yield from news
        if marked.verdict != "unsure":
            yield from self._comes_again()

    def _comes_again(self) -> Iterator[Part]:
        """When its points come again; at once where it was not right."""
        state, base = self._room.store.state, self._room.knowledge
        cards = [state.cards[point] for point in self._now.item.stands_on if point in state.cards and point not in state.suspended]
        if any(card.is_pending for card in cards):
            yield told(say(base, "comes_today"))
        elif cards:
            yield told(say(base, "comes_again", date=min(card.due for card in cards).isoformat()))

    def _append(self, marked: Marked) -> Iterator[Part]:
        now = self._now
        row = answered(
            now.item,
            time=self._room.clock(),
            verdict=marked.verdict,
            answer=marked.answer,
            mode=self._mode,
            score=marked.score,
            confidence=self._confidence,
            seconds=self._took,
            part=now.part,
            points=points_of(now.item, now.part, marked.picked, right=marked.verdict == "correct"),
        )
        self._kept.append(_Kept(self._at, row))
        yield from keep(self._room, row)

    def _after(self, word: str) -> Iterator[Part]:
        """The next question; before it, what a person says of an answer that could not be marked, or was marked wrongly."""
        base = self._room.knowledge
        if self._is_open and self._marked is not None:
            yield from self._own_word(self._marked, word)
        elif word == OVERRULE and self._marked is not None and overrulable(self._marked):
            yield from self._overrule(self._marked)
            return
        elif word not in ("", "next", "1"):
            raise InputError(say(base, "no_way_on", text=shown(word)))
        yield from self._go_on()

    def _go_on(self, past: str = "") -> Iterator[Part]:
        """To the next question that is not of the item `past`; after the last one the sitting is over."""
        behind = range(self._at + 1, len(self._questions))
        following = next((at for at in behind if self._questions[at].item.id != past), None)
        if following is None:
            yield from self._end()
            return
        self._at = following
        self._asking, self._phase = self._begun(), "question"
        yield asked(self._now.lines)

    def _own_word(self, marked: Marked, word: str) -> Iterator[Part]:
        """A person's own verdict, kept with the words that no grader could read: they may become ones that it can."""
        if word not in RIGHT | WRONG:
            raise InputError(say(self._room.knowledge, "typed_unsure"))
        self._marked = marked_by_learner(marked, right=word in RIGHT)
        yield from self._append(self._marked)

    def _overrule(self, marked: Marked) -> Iterator[Part]:
        """The answer counts as its writer says, in place of what the grader said."""
        if not take_back(self._room, self._kept.pop().row):
            yield told(say(self._room.knowledge, "nothing_undone"), kind="notice")
        else:
            self._marked = marked_by_learner(marked, right=marked.verdict != "correct")
            yield from self._append(self._marked)
            yield told(say(self._room.knowledge, f"overruled_{self._marked.verdict}"), kind="notice")
            yield from self._comes_again()

    def _flag(self) -> Iterator[Part]:
        yield from keep(self._room, flagged(self._now.item.id, time=self._room.clock()))
        yield told(say(self._room.knowledge, "flagged"), kind="notice")
        yield from self._without_answer()

    def _leave_out(self) -> Iterator[Part]:
        point = self._point
        yield from keep(self._room, suspended(point, time=self._room.clock()))
        yield told(say(self._room.knowledge, "left_out", what=name_of(self._room, point)), kind="notice")
        yield from self._without_answer()

    def _without_answer(self) -> Iterator[Part]:
        """What nobody wants to be asked is not asked now either, nor the rest of its case; an answer that was given stands."""
        if self._phase == "question":
            yield from self._go_on(past=self._now.item.id)

    def _undo(self) -> Iterator[Part]:
        """Take back the last answer of this sitting; one that is not kept yet is simply asked again."""
        if not self._is_open:
            last = self._kept.pop() if self._kept else None
            if last is None or not take_back(self._room, last.row):
                yield told(say(self._room.knowledge, "nothing_undone"), kind="notice")
                return
            self._at = last.at
        self._asking, self._phase = self._begun(), "question"
        yield told(say(self._room.knowledge, "undone"), kind="notice")
        yield asked(self._now.lines)

    def _stop(self) -> Iterator[Part]:
        """What was answered is kept, though nobody said how sure or how right it was."""
        if self._is_open and self._marked is not None:
            yield from self._append(self._marked)
        yield from self._end()

    def _end(self) -> Iterator[Part]:
        self._phase = "over"
        if self._kept:
            yield told(self._score("done"))

    def _score(self, key: str) -> str:
        right = sum(one.row.right for one in self._kept)
        return say(self._room.knowledge, key, right=right, asked=len(self._kept))

    def standing(self) -> Standing:
        """The card of the phase."""
        where = say(self._room.knowledge, "at", number=self._at + 1, all=len(self._questions))
        panel = (Line(where, "head"), Line(self._score("score")))
        return Standing(self._shown(where), panel, repeats=self._asking is not None and self._asking.repeats)

    def _shown(self, where: str) -> Shown:
        base = self._room.knowledge
        if self._phase == "sure":
            return say(base, "sure"), levels(base), say(base, "sure_how")
        if self._phase == "feedback":
            return say(base, "next"), numbered(self._next()), ""
        if self._asking is None:
            return "", [], ""
        how = say(base, self._now.how(), example=self._now.example())
        choices = self._now.choices()
        letter = "" if any(choice.mark == "h" for choice in choices) else "h"
        more = [Choice(say(base, "dont_know"), "?", mark="?"), Choice(say(base, "ask_hint"), "hint", mark=letter)]
        return where, [*choices, *more], f"{how} {say(base, 'or_else')}"

    def _next(self) -> Iterator[Choice]:
        base = self._room.knowledge
        if self._is_open:
            yield Choice(say(base, "self_right"), "right")
            yield Choice(say(base, "self_wrong"), "wrong")
            return
        is_last = self._at + 1 >= len(self._questions)
        yield Choice(say(base, "finish" if is_last else "go_on"), "next")
        yield from ways(self._now.item, self._now.part, base)
        if self._marked is not None and overrulable(self._marked):
            yield Choice(say(base, "overrule_right" if self._marked.verdict == "correct" else "overrule_wrong"), OVERRULE)
        yield Choice(say(base, "undo_it"), "undo")
        yield Choice(say(base, "flag_it"), "flag")
        yield Choice(say(base, "leave_out", what=name_of(self._room, self._point)), "leave out")
        if not is_last:
            yield Choice(say(base, "stop"), "stop")
