"""The log on the disk: what is acknowledged is kept, whatever happens to the process or the file."""

from __future__ import annotations

import contextlib
import datetime as dt
import random
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.learned import rebuild
from quizzes.log import Fact, Row, answered, content_of, flagged, in_utc, lesson_read
from quizzes.scheduling import Settings, algorithm
from quizzes.store import FILE, Store
from quizzes.store.database import STEPS, RefusedError, opened
from quizzes.store.lines import facts_after
from tests.depth import rounds
from tests.quizzes.practice import START, Question, answer, at, histories

SPOT = Question(id="which-job-takes-spot")
ROOT = Path(__file__).parents[2]
KILLS = rounds(quick=10, long=200)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the log is; not there yet."""
    return tmp_path / "data" / "practice"


@pytest.fixture
def store(knowledge: Knowledge, folder: Path) -> Iterator[Store]:
    """A new log."""
    one = Store(knowledge, folder)
    yield one
    one.close()


def again(store: Store, knowledge: Knowledge) -> Store:
    """The same log opened anew."""
    store.close()
    return Store(knowledge, store.path.parent)


def sql(path: Path, *statements: str) -> list[Any]:
    """What another program does to the file, and what the last statement gives."""
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        return [connection.execute(statement).fetchall() for statement in statements][-1]


def test_an_answer_comes_back_with_all_that_was_known_of_it(store: Store, knowledge: Knowledge) -> None:
    """Every field, and the number it got."""
    row = answered(
        SPOT, time=START, verdict="partial", answer={"a": ["b", 1, None]}, mode="review", score=0.5, confidence=3, seconds=12.5, part=0
    )
    saved = store.append(row)
    assert (saved.is_kept, saved.told) == (True, "")
    assert again(store, knowledge).rows() == [msgspec.structs.replace(row, seq=1, algorithm=algorithm())]


@settings(deadline=None)
@given(st.text(), st.lists(st.text(), max_size=2))
def test_any_text_is_kept(knowledge: Knowledge, tmp_path_factory: pytest.TempPathFactory, text: str, several: list[str]) -> None:
    """Markup, escapes, emoji, half a character: an answer is never refused for what stands in it."""
    store = Store(knowledge, tmp_path_factory.mktemp("log"))
    given_answer = [text, *several, "\ud800\x00[/b]\x1b[2J"]
    assert store.append(answered(SPOT, time=START, verdict="correct", answer=given_answer, mode="learn")).is_kept
    assert store.append(flagged(f"x{text}\ud800", time=START)).is_kept
    assert store.rows()[0].answer == given_answer
    store.close()


def test_a_very_long_answer_is_kept(store: Store) -> None:
    """A hundred thousand characters."""
    store.append(answered(SPOT, time=START, verdict="incorrect", answer="é" * 100_000, mode="learn"))
    assert len(store.rows()[0].answer) == 100_000


@pytest.mark.parametrize(
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
        answered(SPOT, **(values | wrong))
    assert str(caught.value) == line


def test_times_are_kept_in_utc_and_a_negative_duration_is_not_kept() -> None:
    """A clock that was set back while somebody thought gives no duration."""
    east = dt.datetime(2026, 1, 1, 3, tzinfo=dt.timezone(dt.timedelta(hours=5)))
    assert in_utc(east).isoformat() == "2025-12-31T22:00:00+00:00"
    assert answered(SPOT, time=START, verdict="correct", answer="a", mode="learn", seconds=-3).seconds is None


def test_the_log_is_made_private(store: Store, folder: Path) -> None:
    """Nobody else on the machine reads what somebody does not know."""
    store.append(answer(SPOT))
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    assert [path.name for path in folder.iterdir()] == [FILE]


def test_a_row_can_be_neither_changed_nor_deleted(store: Store) -> None:
    """Not even by our own code: the file itself refuses."""
    store.append(answer(SPOT))
    for statement in ("UPDATE log SET verdict = 'correct'", "DELETE FROM log"):
        with pytest.raises(sqlite3.IntegrityError, match="only added to"):
            sql(store.path, statement)


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


def test_an_item_that_is_edited_keeps_its_progress(store: Store) -> None:
    """The row tells the wordings apart; what was learned belongs to the id and its points."""
    edited = msgspec.structs.replace(SPOT, stem="Which job takes Spot?")
    store.append(answer(SPOT, 0))
    store.append(answer(edited, 3))
    assert content_of(SPOT) != content_of(edited)
    assert [row.content for row in store.rows()] == [content_of(SPOT), content_of(edited)]
    assert store.state.items[SPOT.id].times == 2
    assert store.state.cards["glossary/spot"].reviews == 2


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


def spoil_header(path: Path) -> None:
    """No database any more."""
    path.write_bytes(b"not a database" * 300)


def spoil_middle(path: Path) -> None:
    """A page of rubbish."""
    data = bytearray(path.read_bytes())
    data[4096:12288] = b"\xff" * 8192
    path.write_bytes(data)


def spoil_leaf(path: Path) -> None:
    """Rubbish among old rows, which opening with a cache would not read."""
    data = bytearray(path.read_bytes())
    page = len(data) // 8192 * 4096
    data[page : page + 4096] = b"\xff" * 4096
    path.write_bytes(data)


def cut_short(path: Path) -> None:
    """Half of it is gone."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def make_newer(path: Path) -> None:
    """As a later version would leave it."""
    sql(path, f"PRAGMA user_version = {len(STEPS) + 1}")


def make_foreign(path: Path) -> None:
    """The database of another program."""
    path.unlink()
    sql(path, "CREATE TABLE theirs (id)")


def spoil_row(path: Path) -> None:
    """A verdict that does not exist."""
    sql(path, "DROP TRIGGER log_is_never_changed", "DROP TABLE cached", "UPDATE log SET verdict = 'perhaps' WHERE seq = 7")


def drop_log(path: Path) -> None:
    """Ours, without its log."""
    sql(path, "DROP TABLE log")


@pytest.mark.parametrize(
    ("harm", "line"),
    [
        (spoil_header, "Not saving: practice.db is damaged and stays as it is."),
        (spoil_middle, "Not saving: practice.db is damaged and stays as it is."),
        (spoil_leaf, "Not saving: practice.db is damaged and stays as it is."),
        (cut_short, "Not saving: practice.db is damaged and stays as it is."),
        (make_newer, "Not saving: practice.db was written by a newer Sizewise (version 2; this one knows up to 1)."),
        (make_foreign, "Not saving: practice.db belongs to another program and stays as it is."),
        (spoil_row, "Not saving: row 7 of the practice log cannot be read, and the log stays as it is."),
        (drop_log, "Not saving: the practice log cannot be used (no such table: log)."),
    ],
)
def test_a_file_that_is_not_ours_to_write_stays_as_it_is(store: Store, knowledge: Knowledge, harm: Any, line: str) -> None:  # noqa: ANN401  # a function of a path
    """One clear line; practice goes on without saving, with undo; not one byte of the file changes."""
    store.append(*(answer(SPOT, day) for day in range(200)))
    store.close()
    harm(store.path)
    before = store.path.read_bytes()
    hurt = Store(knowledge, store.path.parent)
    assert not hurt.can_save
    assert hurt.told.startswith(line)
    assert "\n" not in hurt.told
    assert not hurt.append(answer(SPOT, 300)).is_kept
    assert not hurt.append(answer(SPOT, 303)).is_kept
    assert hurt.state.cards["glossary/spot"].reviews == 2
    assert hurt.undo(at(303)) is not None
    assert hurt.state.cards["glossary/spot"].reviews == 1
    assert len(hurt.rows()) == 1
    hurt.close()
    assert store.path.read_bytes() == before


def test_a_link_and_a_folder_are_left_alone(knowledge: Knowledge, tmp_path: Path) -> None:
    """Whatever a link leads to is not opened."""
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / FILE).symlink_to(tmp_path / "elsewhere")
    (tmp_path / "taken" / FILE).mkdir(parents=True)
    for name in ("linked", "taken"):
        store = Store(knowledge, tmp_path / name)
        assert store.told.startswith("Not saving: practice.db is a link or no plain file")
        store.close()
    assert not (tmp_path / "elsewhere").exists()


def test_a_folder_that_cannot_be_made_is_one_line(knowledge: Knowledge, tmp_path: Path) -> None:
    """A file stands in its place."""
    (tmp_path / "data").write_text("")
    store = Store(knowledge, tmp_path / "data" / "practice")
    assert store.told == "Not saving: the practice log cannot be used (File exists). Practice goes on until you leave."


def test_an_older_log_is_moved_forward_and_a_copy_kept(store: Store) -> None:
    """The copy is the log as it was, private; the rows are in both."""
    store.append(answer(SPOT, 0), answer(SPOT, 3))
    store.close()
    later = (*STEPS, ("ALTER TABLE log ADD COLUMN mood TEXT",), ("CREATE TABLE more (id)",))
    for _ in range(2):
        opened(store.path, later).close()
    copy = store.path.with_name("practice.version-1.db")
    assert sorted(path.name for path in store.path.parent.iterdir()) == [FILE, copy.name]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert sql(copy, "PRAGMA user_version") == [(1,)]
    assert sql(store.path, "PRAGMA user_version") == [(3,)]
    assert sql(copy, "SELECT seq, about FROM log") == sql(store.path, "SELECT seq, about FROM log") == [(1, SPOT.id), (2, SPOT.id)]


def test_a_step_forward_that_fails_leaves_the_log_as_it_was(store: Store, knowledge: Knowledge) -> None:
    """All steps or none; the version of before goes on with it."""
    store.append(answer(SPOT))
    store.close()
    with pytest.raises(RefusedError):
        opened(store.path, (*STEPS, ("ALTER TABLE log ADD COLUMN mood TEXT", "no statement")))
    found = Store(knowledge, store.path.parent)
    assert len(found.rows()) == 1
    found.close()


def test_two_stores_see_each_other(store: Store, knowledge: Knowledge) -> None:
    """Each answer is added after what the other added, and the state holds both."""
    other = Store(knowledge, store.path.parent)
    store.append(answer(SPOT, 0))
    other.append(answer(SPOT, 2))
    store.append(flagged("x", time=at(3)))
    assert store.state == other.refresh() == rebuild(store.rows())
    assert [row.seq for row in store.rows()] == [1, 2, 3]
    assert other.undo(at(4)) is not None
    assert store.refresh().cards["glossary/spot"].reviews == 1
    other.close()


def test_what_cannot_be_saved_is_saved_with_the_next_answer(store: Store) -> None:
    """While another program holds the file the answer counts, is told about once, and is caught up with."""
    store.append(answer(SPOT, 0))
    assert store._connection is not None
    store._connection.execute("PRAGMA busy_timeout = 1")
    with contextlib.closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        saved = store.append(answer(SPOT, 3))
        assert (saved.is_kept, saved.told) == (
            False,
            "Not saved: database is locked. Practice goes on, and the next answer tries again.",
        )
        assert store.append(answer(SPOT, 20)).told == ""
        assert store.state.cards["glossary/spot"].reviews == 3
        assert store.undo(at(20)) is not None
        assert store.state.cards["glossary/spot"].reviews == 2
        other.execute("ROLLBACK")
    saved = store.append(lesson_read("cpu-against-gpu", time=at(21)))
    assert (saved.is_kept, saved.told) == (True, "Saved again; nothing is missing.")
    assert [row.kind for row in store.rows()] == ["answer", "answer", "lesson"]


def test_a_file_that_is_moved_away_is_told(store: Store) -> None:
    """Answers do not go into a file that nobody will find."""
    store.append(answer(SPOT, 0))
    store.path.rename(store.path.with_name("away.db"))
    saved = store.append(answer(SPOT, 3))
    assert not saved.is_kept
    assert saved.told.startswith("Not saved: practice.db was moved or replaced")
    store.close()
    assert sql(store.path.with_name("away.db"), "SELECT count(*) FROM log") == [(1,)]


def start_answering(folder: Path, cache: Path, name: str, count: int) -> subprocess.Popen[str]:
    """A process that answers and says what is kept."""
    command = [sys.executable, "-m", "tests.quizzes.answering", str(folder), str(cache), name, str(count)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def test_two_processes_lose_nothing(knowledge: Knowledge, folder: Path, tmp_path: Path) -> None:
    """Each answers forty times at once; all eighty are there, and so is the schedule that they add up to."""
    processes = [start_answering(folder, tmp_path, name, 40) for name in ("one", "two")]
    kept = [line for process in processes for line in process.communicate()[0].split()]
    assert [process.returncode for process in processes] == [0, 0]
    store = Store(knowledge, folder)
    assert sorted(row.about for row in store.rows()) == sorted(kept)
    assert len(kept) == 80
    assert store.state == rebuild(store.rows())
    store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_a_kill_at_any_moment_loses_no_acknowledged_answer(knowledge: Knowledge, folder: Path, tmp_path: Path) -> None:
    """Every answer that was said to be kept is there, the next process opens the log, and its cache fits it."""
    chance = random.Random(8)  # noqa: S311  # moments to kill at
    acknowledged: set[str] = set()
    for number in range(KILLS):
        process = start_answering(folder, tmp_path, f"run{number}", 100_000)
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(chance.uniform(0, 0.3))
        process.send_signal(signal.SIGKILL)
        lines = (first + process.communicate()[0]).splitlines(keepends=True)
        acknowledged |= {line.strip() for line in lines if line.endswith("\n")}
        store = Store(knowledge, folder)
        assert store.told == ""
        assert acknowledged <= {row.about for row in store.rows()}
        store.close()
    store = Store(knowledge, folder)
    assert store.state == rebuild(store.rows())
    assert len(acknowledged) >= KILLS
    store.close()
