"""What is acknowledged is kept as it was: any text, private, never changed."""

from __future__ import annotations

import datetime as dt
import sqlite3
import stat
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.practice_log import answer_row, content_hash, flag_row, to_utc
from quizzes.scheduling import algorithm_version
from quizzes.store import LOG_FILE, LogStore
from tests.case_tables import for_each
from tests.depth import rounds
from tests.quizzes.practice_rows import START, answer
from tests.quizzes.store.files import SPOT, again, sql


def test_an_answer_comes_back_with_all_that_was_known_of_it(store: LogStore, knowledge: Knowledge) -> None:
    """Every field, and the number it got."""
    row = answer_row(
        SPOT, time=START, verdict="partial", answer={"a": ["b", 1, None]}, mode="review", score=0.5, confidence=3, seconds=12.5, part=0
    )
    saved = store.append_rows(row)
    assert (saved.is_kept, saved.notice) == (True, "")
    assert again(store, knowledge).read_rows() == [msgspec.structs.replace(row, seq=1, algorithm=algorithm_version())]


@settings(max_examples=rounds(15, 200), deadline=None)
@given(st.text(), st.lists(st.text(), max_size=2))
def test_any_text_is_kept(knowledge: Knowledge, tmp_path_factory: pytest.TempPathFactory, text: str, several: list[str]) -> None:
    """Markup, escapes, emoji, half a character: an answer is never refused for what stands in it."""
    store = LogStore(knowledge, tmp_path_factory.mktemp("log"))
    given_answer = [text, *several, "\ud800\x00[/b]\x1b[2J"]
    assert store.append_rows(answer_row(SPOT, time=START, verdict="correct", answer=given_answer, mode="learn")).is_kept
    assert store.append_rows(flag_row(f"x{text}\ud800", time=START)).is_kept
    assert store.read_rows()[0].answer == given_answer
    store.close()


def test_a_very_long_answer_is_kept(store: LogStore) -> None:
    """A hundred thousand characters."""
    store.append_rows(answer_row(SPOT, time=START, verdict="incorrect", answer="é" * 100_000, mode="learn"))
    assert len(store.read_rows()[0].answer) == 100_000


@for_each(
    ("wrong", "line"),
    [
        ({"score": 1.5}, 'score: "1.5" is out of range; give a share from 0 to 1.'),
        ({"score": float("nan")}, 'score: "nan" is out of range; give a share from 0 to 1.'),
        ({"confidence": 4}, 'confidence: "4" is out of range; give 1 (guessed), 2 (fairly sure) or 3 (sure).'),
        ({"mode": "cram"}, 'mode: there is no "cram"; give one of learn, review, exam, drill, path.'),
        ({"time": dt.datetime(2026, 1, 1)}, "time: 2026-01-01T00:00:00 has no zone; give one in UTC."),  # noqa: DTZ001  # the mistake
    ],
)
def test_what_is_out_of_range_is_one_line(wrong: dict[str, Any], line: str) -> None:
    """It names the field, the value, and what would be right."""
    values: dict[str, Any] = {"time": START, "verdict": "correct", "answer": "a", "mode": "learn"}
    with pytest.raises(InputError) as caught:
        answer_row(SPOT, **(values | wrong))
    assert str(caught.value) == line


def test_times_are_kept_in_utc_and_a_negative_duration_is_not_kept() -> None:
    """A clock that was set back while somebody thought gives no duration."""
    east = dt.datetime(2026, 1, 1, 3, tzinfo=dt.timezone(dt.timedelta(hours=5)))
    assert to_utc(east).isoformat() == "2025-12-31T22:00:00+00:00"
    assert answer_row(SPOT, time=START, verdict="correct", answer="a", mode="learn", seconds=-3).seconds is None


def test_the_log_is_made_private(store: LogStore, folder: Path) -> None:
    """Nobody else on the machine reads what somebody does not know."""
    store.append_rows(answer(SPOT))
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    assert [path.name for path in folder.iterdir()] == [LOG_FILE]


def test_a_row_can_be_neither_changed_nor_deleted(store: LogStore) -> None:
    """Not even by our own code: the file itself refuses."""
    store.append_rows(answer(SPOT))
    for statement in ("UPDATE log SET verdict = 'correct'", "DELETE FROM log"):
        with pytest.raises(sqlite3.IntegrityError, match="only added to"):
            sql(store.path, statement)


def test_an_item_that_is_edited_keeps_its_progress(store: LogStore) -> None:
    """The row tells the wordings apart; what was learned belongs to the id and its points."""
    edited = msgspec.structs.replace(SPOT, stem="Which job takes Spot?")
    store.append_rows(answer(SPOT, 0))
    store.append_rows(answer(edited, 3))
    assert content_hash(SPOT) != content_hash(edited)
    assert [row.content for row in store.read_rows()] == [content_hash(SPOT), content_hash(edited)]
    assert store.state.items[SPOT.id].times == 2
    assert store.state.cards["glossary/spot"].reviews == 2
