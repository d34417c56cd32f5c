"""The state of a learner is what the log adds up to: opened anew, after an undo, with other settings, without its cache."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knowledge import Knowledge
from quizzes.learned import rebuild
from quizzes.log import Fact, Row, flagged
from quizzes.scheduling import Settings
from quizzes.store import Store
from quizzes.store.database import opened
from quizzes.store.lines import facts_after
from tests.quizzes.log.files import SPOT, again, sql
from tests.quizzes.practice import answer, at, histories


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, deadline=None)
@given(histories(most=15), st.integers(0, 15))
def test_what_the_store_holds_is_what_its_log_adds_up_to(
    knowledge: Knowledge, tmp_path_factory: pytest.TempPathFactory, rows: list[Row], cut: int
) -> None:
    """While it is open, after it was closed, and after its cache was dropped."""
    store = Store(knowledge, tmp_path_factory.mktemp("log"))
    for row in rows[:cut]:
        store.append(row)
    store = again(store, knowledge)
    store.append(*rows[cut:])
    state = store.state
    assert state == rebuild(store.rows())
    assert again(store, knowledge).state == state
    sql(store.path, "DROP TABLE cached")
    reopened = Store(knowledge, store.path.parent)
    assert reopened.state == state
    reopened.close()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, deadline=None)
@given(histories(most=15))
def test_a_short_reading_adds_up_to_the_same(knowledge: Knowledge, tmp_path_factory: pytest.TempPathFactory, rows: list[Row]) -> None:
    """What the schedule needs of each row is read without the rest, and says what the whole row says."""
    store = Store(knowledge, tmp_path_factory.mktemp("log"))
    store.append(*rows)
    with contextlib.closing(opened(store.path)) as connection:
        facts = list(facts_after(connection, 0))
    assert [tuple(getattr(row, name) for name in Fact.__struct_fields__) for row in store.rows()] == [
        tuple(getattr(fact, name) for name in Fact.__struct_fields__) for fact in facts
    ]
    assert rebuild(facts) == store.state
    store.close()


def test_an_undo_adds_a_row_and_takes_the_answer_back(store: Store, knowledge: Knowledge) -> None:
    """One answer each time, down to the first; the answers stay in the log."""
    store.append(answer(SPOT, 0))
    before = store.state
    store.append(answer(SPOT, 2, "incorrect"), flagged(SPOT.id, time=at(2)))
    assert store.state.cards != before.cards
    saved = store.undo(at(3))
    assert saved is not None
    assert saved.is_kept
    assert store.state == rebuild(store.rows())
    assert (store.state.cards, store.state.items) == (before.cards, before.items)
    assert SPOT.id in store.state.flagged
    assert store.undo(at(4)) is not None
    assert store.state.cards == {}
    assert store.state == rebuild(store.rows())
    assert store.undo(at(5)) is None
    assert [row.kind for row in again(store, knowledge).rows()] == ["answer", "answer", "flag", "undo", "undo"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(["answer", "wrong", "flag", "undo"]), max_size=12))
def test_undos_between_answers_leave_what_the_log_adds_up_to(
    knowledge: Knowledge, tmp_path_factory: pytest.TempPathFactory, does: list[str]
) -> None:
    """At once, twice in a row, after something else: the same state as from the rows."""
    store = Store(knowledge, tmp_path_factory.mktemp("log"))
    for day, one in enumerate(does):
        if one == "undo":
            store.undo(at(day))
        else:
            store.append(flagged("x", time=at(day)) if one == "flag" else answer(SPOT, day, "incorrect" if one == "wrong" else "correct"))
        assert store.state == rebuild(store.rows())
    store.close()


def test_an_undo_can_name_its_answer(store: Store, knowledge: Knowledge) -> None:
    """So that one window does not take back what another one answered; once only."""
    mine = answer(SPOT, 0)
    store.append(mine)
    other = Store(knowledge, store.path.parent)
    other.append(answer(SPOT, 2), answer(SPOT, 0, part=1))
    other.close()
    assert store.undo(at(3), mine) is not None
    assert store.undo(at(3), mine) is None
    assert [(row.kind, row.about) for row in store.rows()][3:] == [("undo", "1")]
    assert store.undo(at(3), answer(SPOT, 9)) is None


def test_settings_make_the_state_anew(store: Store, knowledge: Knowledge) -> None:
    """A kept state that was made with other settings is not taken."""
    store.append(*(answer(SPOT, day) for day in (0, 2, 9)))
    store.close()
    strict = Store(knowledge, store.path.parent, Settings(retention=0.97))
    assert strict.state == rebuild(strict.rows(), Settings(retention=0.97))
    assert strict.state.cards != store.state.cards
    strict.close()


@pytest.mark.parametrize("spoiled", [b"", b"\xc1", b"\x00" * 9])
def test_a_spoiled_cache_is_made_anew(store: Store, knowledge: Knowledge, spoiled: bytes) -> None:
    """It can always be made from the log."""
    store.append(answer(SPOT))
    store.close()
    sql(store.path, f"UPDATE cached SET data = x'{spoiled.hex()}'")  # noqa: S608  # our own bytes
    found = Store(knowledge, store.path.parent)
    assert (found.told, found.state) == ("", store.state)
    found.close()
