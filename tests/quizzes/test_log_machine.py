"""The practice log of two programs at once: what each of them shows is what all rows add up to, whoever wrote them."""

from __future__ import annotations

import contextlib
import datetime as dt
import sqlite3
from pathlib import Path
from typing import ClassVar

import msgspec
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from knowledge import Knowledge
from quizzes.learning_state import LearningState, rebuild_state
from quizzes.practice_log import LogRow, Verdict, answer_row, flag_row, lesson_row, suspension_row
from quizzes.store import LOG_FILE, LogStore
from tests.fuzz.base import scratch_folder
from tests.machines import depth
from tests.quizzes.practice_rows import QUESTIONS, START, VERDICTS, Question

WHO = st.integers(0, 1)
QUESTION = st.sampled_from(QUESTIONS)
SPOILED = (b"", b"\x80", b"\xff" * 40, b"not a state", None)


def plain(state: LearningState) -> bytes:
    """A state as bytes that do not depend on the order in which it was filled."""
    return msgspec.json.encode(state, order="sorted")


class TwoPrograms(RuleBasedStateMachine):
    """Two that are open on one log; each may be closed, killed and opened at any time."""

    base: ClassVar[Knowledge]

    def __init__(self) -> None:
        """Begin with an empty log."""
        super().__init__()
        self.folder = scratch_folder()
        self.path = Path(self.folder.name) / "practice" / LOG_FILE
        self.time = START
        self.written: list[tuple[str, str]] = []
        """Kind and what it is about, of every row that was acknowledged."""
        self.stores = [self._open_store(), self._open_store()]

    def _open_store(self) -> LogStore:
        store = LogStore(TwoPrograms.base, self.path.parent)
        assert store.can_save, store.problem_notice
        return store

    def _add(self, who: int, row: LogRow) -> None:
        saved = self.stores[who].append_rows(row)
        assert (saved.is_kept, saved.notice) == (True, "")
        self.written.append((row.kind, row.about))

    @rule(who=WHO, question=QUESTION, verdict=st.sampled_from(VERDICTS), sure=st.sampled_from([None, 1, 2, 3]))
    def answer(self, who: int, question: Question, verdict: Verdict, sure: int | None) -> None:
        """Somebody answers."""
        self._add(who, answer_row(question, time=self.time, verdict=verdict, answer="a", mode="review", confidence=sure))

    @rule(who=WHO, question=QUESTION, on=st.booleans(), kind=st.sampled_from(["flag", "suspend", "lesson"]))
    def mark(self, who: int, question: Question, kind: str, on: bool) -> None:  # noqa: FBT001  # Hypothesis passes by name
        """Flag an item, leave a point out, read a lesson."""
        rows = {
            "flag": flag_row(question.id, time=self.time, on=on),
            "suspend": suspension_row(question.stands_on[0], time=self.time, on=on),
            "lesson": lesson_row("cpu-against-gpu", time=self.time),
        }
        self._add(who, rows[kind])

    @rule(who=WHO)
    def undo(self, who: int) -> None:
        """The last answer of all, whoever gave it; none where none is left."""
        left = self._count_answers()
        saved = self.stores[who].undo_answer(self.time)
        assert (saved is None) == (left == 0)
        if saved is not None:
            assert saved.is_kept
            self.written.append(("undo", ""))

    def _count_answers(self) -> int:
        """Answers that were not taken back."""
        kinds = [kind for kind, _ in self.written]
        return kinds.count("answer") - kinds.count("undo")

    @rule(hours=st.sampled_from([0.1, 9, 24, 400, -2, -800]))
    def wait(self, hours: float) -> None:
        """The calendar moves on, or is set back."""
        self.time += dt.timedelta(hours=hours)

    @rule(who=WHO)
    def close_and_open(self, who: int) -> None:
        """A program ends as it should."""
        self.stores[who].close()
        self.stores[who] = self._open_store()

    @rule(who=WHO)
    def kill_and_open(self, who: int) -> None:
        """A program is gone without a word: nothing is cached, the connection breaks."""
        connection, self.stores[who]._connection = self.stores[who]._connection, None
        assert connection is not None
        connection.close()
        self.stores[who] = self._open_store()

    @rule(spoiled=st.sampled_from(SPOILED))
    def spoil_the_kept_state(self, spoiled: bytes | None) -> None:
        """A disk changes what is only kept for speed, or somebody drops it."""
        with contextlib.closing(sqlite3.connect(self.path)) as connection, connection, contextlib.suppress(sqlite3.OperationalError):
            if spoiled is None:
                connection.execute("DROP TABLE cached")
            connection.execute("UPDATE cached SET data = ?", (spoiled,))  # unless it was dropped before

    @invariant()
    def both_show_what_all_rows_add_up_to(self) -> None:
        """Every acknowledged row stands in the log once, in order; the state of each program is the one built anew from them."""
        for store in self.stores:
            state = store.refresh_state()
            rows = store.read_rows()
            assert [row.kind for row in rows] == [kind for kind, _ in self.written]
            assert [row.about for row in rows if row.kind != "undo"] == [about for kind, about in self.written if kind != "undo"]
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
            assert plain(state) == plain(rebuild_state(rows, store.settings))

    def teardown(self) -> None:
        """Leave nothing behind; a third program sees the same."""
        for store in self.stores:
            store.close()
        with contextlib.closing(self._open_store()) as last:
            assert len(last.read_rows()) == len(self.written)
            assert plain(last.state) == plain(rebuild_state(last.read_rows(), last.settings))
        self.folder.cleanup()


def test_both_programs_show_what_all_rows_add_up_to(knowledge: Knowledge) -> None:
    """Whatever they do, and whatever becomes of them."""
    TwoPrograms.base = knowledge
    run_state_machine_as_test(TwoPrograms, settings=depth(12, 25))
