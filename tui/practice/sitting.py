"""Questions one after another, with what to learn from each answer: learn, review, drill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from knowledge.errors import InputError
from quizzes.item import Item
from quizzes.log import Mode, answered, flagged
from tui.practice.asking import Asking, Marked
from tui.practice.feedback import feedback_lines
from tui.practice.stage import Room, Standing, drawn, told
from tui.practice.words import say
from tui.talk import Part
from tui.views.choice import Choice, Shown
from tui.views.line import Line

Phase = Literal["question", "sure", "feedback", "over"]


class Sitting:
    """One item at a time. Confidence is asked before the feedback, and the answer is kept before it is shown."""

    def __init__(self, room: Room, items: Sequence[Item], mode: Mode) -> None:
        """Take the items in their order."""
        self._room, self._items, self._mode = room, list(items), mode
        self._at = 0
        self._phase: Phase = "question" if items else "over"
        self._marked: Marked | None = None
        self._hints = 0
        self._right = self._answered = 0
        self._since = room.seconds()
        self._asking = self._begun() if items else None

    @property
    def is_over(self) -> bool:
        """Whether every question was dealt with, or somebody stopped."""
        return self._phase == "over"

    def opened(self) -> Iterator[Part]:
        """The first question."""
        if self._asking is not None:
            yield drawn(self._asking.lines)

    def heard(self, line: str) -> Iterator[Part]:
        """An answer, how sure it was, or what comes next."""
        word = line.strip().lower()
        if word in ("stop", "menu"):
            yield from self._end()
        elif word == "flag":
            yield from self._flag()
        elif word == "undo":
            yield from self._undo()
        elif self._phase == "question":
            yield from self._question(line.strip())
        elif self._phase == "sure":
            yield from self._sure(word)
        else:
            yield from self._after(word)

    def _begun(self) -> Asking:
        self._since, self._hints, self._marked = self._room.seconds(), 0, None
        return Asking(self._items[self._at], self._room.store.state.through)

    @property
    def _now(self) -> Asking:
        if self._asking is None:
            raise InputError("practice: there is no question.")
        return self._asking

    def _question(self, line: str) -> Iterator[Part]:
        if line.lower() == "hint":
            yield self._hint()
        elif line in ("?", "I don't know") or line.lower() in ("don't know", "dont know", "skip"):
            yield from self._kept(self._now.unknown(), None)
        else:
            marked = self._now.mark(line)  # what is no answer is told, and the question stays
            self._marked, self._phase = marked, "sure"
            yield from ()

    def _hint(self) -> Part:
        hints, base = self._now.hints(), self._room.knowledge
        if self._hints >= len(hints):
            return told(say(base, "no_hint"), kind="notice")
        self._hints += 1
        return told(say(base, "hint", text=hints[self._hints - 1]), kind="notice")

    def _sure(self, word: str) -> Iterator[Part]:
        base = self._room.knowledge
        words = {say(base, f"sure_{level}"): level for level in (1, 2, 3)}
        level = words.get(word) or (int(word) if word in ("1", "2", "3") else None)
        if level is None or self._marked is None:
            raise InputError(say(base, "no_number", text=f'"{word}"', last=3))
        yield from self._kept(self._marked, level)

    def _kept(self, marked: Marked, confidence: int | None) -> Iterator[Part]:
        """Keep the answer, then say what is right. A typed answer that nobody can mark waits for the person's own word."""
        self._marked, self._phase = marked, "feedback"
        item, base = self._now.item, self._room.knowledge
        self._confidence = confidence
        if marked.verdict != "unsure":
            yield from self._append(marked)
        yield drawn(lambda width: feedback_lines(item, marked, confidence, base, width))
        due = [card.due for point in item.stands_on if (card := self._room.store.state.cards.get(point)) is not None]
        if due and marked.verdict != "unsure":
            yield told(say(base, "comes_again", date=min(due).isoformat()))

    def _append(self, marked: Marked) -> Iterator[Part]:
        self._answered += 1
        self._right += marked.verdict == "correct"
        row = answered(
            self._now.item,
            time=self._room.clock(),
            verdict=marked.verdict,
            answer=marked.answer,
            mode=self._mode,
            score=marked.score,
            confidence=self._confidence,
            seconds=self._room.seconds() - self._since,
        )
        saved, base = self._room.store.append(row), self._room.knowledge
        if saved.told:
            yield told(saved.told, kind="notice")
        if saved.leeches:
            yield told(say(base, "leech", what=", ".join(saved.leeches)), kind="notice")
        if "clock_back" in saved.news:
            yield told(say(base, "clock_back"), kind="notice")

    def _after(self, word: str) -> Iterator[Part]:
        """The next question; before it, what a person says of an answer that could not be marked."""
        marked, base = self._marked, self._room.knowledge
        if marked is not None and marked.verdict == "unsure":
            if word not in ("right", "wrong", say(base, "self_right"), say(base, "self_wrong")):
                raise InputError(say(base, "typed_unsure"))
            is_right = word in ("right", say(base, "self_right"))
            self._marked = marked._replace(verdict="correct" if is_right else "incorrect", score=float(is_right))
            yield from self._append(self._marked)
        if self._at + 1 >= len(self._items):
            yield from self._end()
            return
        self._at += 1
        self._asking, self._phase = self._begun(), "question"
        yield drawn(self._now.lines)

    def _flag(self) -> Iterator[Part]:
        self._room.store.append(flagged(self._now.item.id, time=self._room.clock()))
        yield told(say(self._room.knowledge, "flagged"), kind="notice")

    def _undo(self) -> Iterator[Part]:
        saved = self._room.store.undo(self._room.clock())
        yield told(say(self._room.knowledge, "nothing_undone" if saved is None else "undone"), kind="notice")
        if saved is not None and self._phase == "feedback":
            self._answered -= 1
            self._right -= self._marked is not None and self._marked.verdict == "correct"
            self._asking, self._phase = self._begun(), "question"
            yield drawn(self._now.lines)

    def _end(self) -> Iterator[Part]:
        self._phase = "over"
        yield told(say(self._room.knowledge, "done", right=self._right, asked=self._answered))

    def standing(self) -> Standing:
        """The card of the phase."""
        base = self._room.knowledge
        where = say(base, "at", number=self._at + 1, all=len(self._items))
        panel = (Line(where, "head"), Line(say(base, "done", right=self._right, asked=self._answered)))
        return Standing(self._shown(), "", where, panel)

    def _shown(self) -> Shown:
        base = self._room.knowledge
        if self._phase == "sure":
            return say(base, "sure"), [Choice(say(base, f"sure_{level}"), str(level), mark=str(level)) for level in (1, 2, 3)], ""
        if self._phase == "feedback":
            return say(base, "next"), list(self._next()), ""
        if self._asking is None:
            return "", [], ""
        more = [Choice(say(base, "dont_know"), "?", mark="?"), Choice(say(base, "ask_hint"), "hint")]
        how = say(base, self._now.how(), example=self._now.example())
        return say(base, "at", number=self._at + 1, all=len(self._items)), [*self._now.choices(), *more], f"{how} {say(base, 'or_else')}"

    def _next(self) -> Iterator[Choice]:
        base, item = self._room.knowledge, self._now.item
        if self._marked is not None and self._marked.verdict == "unsure":
            yield Choice(say(base, "self_right"), "right", mark="1")
            yield Choice(say(base, "self_wrong"), "wrong", mark="2")
            return
        yield Choice(say(base, "go_on"), "next", mark="1")
        kind, _, identity = item.stands_on[0].partition("/")
        entry = getattr(base, kind, {}).get(identity)
        if entry is not None:
            yield Choice(say(base, "read_entry", what=getattr(entry, "name", identity)), f"/browse {identity}", mark="2")
        if item.type == "choice":
            yield Choice(say(base, "run_it"), f"/advise {item.stem}", mark="3")
        yield Choice(say(base, "flag_it"), "flag", mark="4")
        yield Choice(say(base, "undo_it"), "undo", mark="5")
        yield Choice(say(base, "stop"), "stop", mark="6")
