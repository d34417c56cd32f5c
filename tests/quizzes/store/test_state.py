"""The state of a learner is what the log adds up to: after an undo, with other settings; test_log_machine walks through the rest."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import HealthCheck, given, settings

from knowledge import Knowledge
from quizzes.learning_state import rebuild_state
from quizzes.practice_log import LogRow, ScheduleRow, flag_row
from quizzes.scheduling import Settings
from quizzes.store import LogStore
from quizzes.store.database import open_database
from quizzes.store.log_rows import schedule_rows_after
from tests.depth import rounds
from tests.quizzes.practice_rows import answer, at, histories
from tests.quizzes.store.files import SPOT, again


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=rounds(8, 100), deadline=None)
@given(histories(most=15))
def test_a_short_reading_adds_up_to_the_same(knowledge: Knowledge, tmp_path_factory: pytest.TempPathFactory, rows: list[LogRow]) -> None:
    """What the schedule needs of each row is read without the rest, and says what the whole row says."""
    store = LogStore(knowledge, tmp_path_factory.mktemp("log"))
    store.append_rows(*rows)
    with contextlib.closing(open_database(store.path)) as connection:
        facts = list(schedule_rows_after(connection, 0))
    assert [tuple(getattr(row, name) for name in ScheduleRow.__struct_fields__) for row in store.read_rows()] == [
        tuple(getattr(fact, name) for name in ScheduleRow.__struct_fields__) for fact in facts
    ]
    assert rebuild_state(facts) == store.state
    store.close()


def test_an_undo_adds_a_row_and_takes_the_answer_back(store: LogStore, knowledge: Knowledge) -> None:
    """One answer each time, down to the first; the answers stay in the log."""
    store.append_rows(answer(SPOT, 0))
    before = store.state
    store.append_rows(answer(SPOT, 2, "incorrect"), flag_row(SPOT.id, time=at(2)))
    assert store.state.cards != before.cards
    saved = store.undo_answer(at(3))
    assert saved is not None
    assert saved.is_kept
    assert store.state == rebuild_state(store.read_rows())
    assert (store.state.cards, store.state.items) == (before.cards, before.items)
    assert SPOT.id in store.state.flagged
    assert store.undo_answer(at(4)) is not None
    assert store.state.cards == {}
    assert store.state == rebuild_state(store.read_rows())
    assert store.undo_answer(at(5)) is None
    assert [row.kind for row in again(store, knowledge).read_rows()] == ["answer", "answer", "flag", "undo", "undo"]


def test_an_undo_can_name_its_answer(store: LogStore, knowledge: Knowledge) -> None:
    """So that one window does not take back what another one answered; once only."""
    mine = answer(SPOT, 0)
    store.append_rows(mine)
    other = LogStore(knowledge, store.path.parent)
    other.append_rows(answer(SPOT, 2), answer(SPOT, 0, part=1))
    other.close()
    assert store.undo_answer(at(3), mine) is not None
    assert store.undo_answer(at(3), mine) is None
    assert [(row.kind, row.about) for row in store.read_rows()][3:] == [("undo", "1")]
    assert store.undo_answer(at(3), answer(SPOT, 9)) is None


def test_settings_make_the_state_anew(store: LogStore, knowledge: Knowledge) -> None:
    """A kept state that was made with other settings is not taken."""
    store.append_rows(*(answer(SPOT, day) for day in (0, 2, 9)))
    store.close()
    strict = LogStore(knowledge, store.path.parent, Settings(retention=0.97))
    assert strict.state == rebuild_state(strict.read_rows(), Settings(retention=0.97))
    assert strict.state.cards != store.state.cards
    strict.close()
