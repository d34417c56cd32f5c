"""Random lines, in any order: practice never fails, and what it acknowledged is what the log holds."""

from __future__ import annotations

import datetime as dt
import shutil
import tempfile
from pathlib import Path
from typing import ClassVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from knowledge import Knowledge, load
from quizzes.item import Item
from tests.depth import rounds
from tests.quizzes.sample_items import bank, case, choice, matching, ordering, response, typed
from tests.tui.practice.student import Student

ITEMS: tuple[Item, ...] = (
    *(choice(f"choice-{number}", number, confusable="purchase") for number in range(4)),
    *(make(f"{make.__name__}-{number}") for make in (response, ordering, matching, case) for number in range(2)),
    typed("checkpoint-90", stands_on=("lessons/lifecycle-of-compute",)),
    choice("on-a-lesson", stands_on=("lessons/lifecycle-of-compute",)),
)
WORDS = (
    *("a", "b", "c", "d", "a c", "a b c", "d c b a", "1a 2b 3a", "?", "1", "2", "3", "9", "right", "wrong", "sure", ""),
    *("next", "skip", "back", "undo", "flag", "leave out", "hint", "stop", "menu", "read", "all", "open", "flagged", "go 2", "hand in"),
    *("learn", "review", "missed", "path", "drill", "drill 3.1", "mixed", "progress", "left out", "resume", "about lambda", "today"),
    *("exam compute questions 5", "exam questions 3 no-timer", "exam date 2027-06-01 20", "exam date x", "/why", "Because it fits."),
)


class Practising(RuleBasedStateMachine):
    """Somebody who types anything, on a clock that may go either way, and who sometimes starts the program anew."""

    base: ClassVar[Knowledge | None] = None

    def __init__(self) -> None:
        """Begin with an empty log."""
        super().__init__()
        Practising.base = Practising.base or load()
        self.folder = Path(tempfile.mkdtemp())
        self.student = Student(Practising.base, self.folder, bank(*ITEMS))

    @rule(line=st.one_of(st.sampled_from(WORDS), st.text(max_size=20)))
    def say(self, line: str) -> None:
        """Anything may be typed anywhere; every part can be drawn, wide and narrow."""
        for part in list(self.student.talk.handle_line(line)):
            for width in (1, 20, 80):
                assert list(part.draw(width)) is not None
        self.student.seconds += 7
        self.student.time += dt.timedelta(seconds=7)

    @rule(hours=st.sampled_from([1, 30, 24 * 40, -2, -24 * 10]))
    def wait(self, hours: int) -> None:
        """The calendar moves on, or is set back."""
        self.student.time += dt.timedelta(hours=hours)

    @rule(seconds=st.sampled_from([60, 1_000, 20_000]))
    def think(self, seconds: int) -> None:
        """The time of an exam runs."""
        self.student.seconds += seconds
        list(self.student.talk.hand_in_if_timed_out())

    @rule(line=st.sampled_from(["about lambda", "learn", "exam compute questions 4"]))
    def turn(self, line: str) -> None:
        """An advice leads here."""
        list(self.student.talk.switch_to(line))

    @rule()
    def start_anew(self) -> None:
        """The program is closed, at whatever point, and opened again."""
        student = self.student
        student.talk.close()
        assert Practising.base is not None
        self.student = Student(Practising.base, self.folder, bank(*ITEMS))
        self.student.time = student.time

    @invariant()
    def what_is_counted_is_what_the_log_holds(self) -> None:
        """Answers of each item, and the card always offers something."""
        state = self.student.context.store.state
        kept: dict[str, int] = {}
        for row in self.student.rows:
            kept[row.about] = kept.get(row.about, 0) + 1
        assert set(state.items) == set(kept)
        assert all(seen.times <= kept[item] for item, seen in state.items.items())
        assert self.student.card.strip()

    def teardown(self) -> None:
        """Leave nothing behind."""
        self.student.talk.close()
        shutil.rmtree(self.folder)


TestPractising = Practising.TestCase
TestPractising.settings = settings(max_examples=rounds(6, 100), stateful_step_count=40, deadline=None)
