"""Harm to the file: what is not ours to write stays as it is, and what is older is moved forward."""

from __future__ import annotations

import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from knowledge import Knowledge
from quizzes.store import LOG_FILE, LogStore
from quizzes.store.database import MIGRATIONS, RefusedError, open_database
from tests.quizzes.practice_rows import answer, at
from tests.quizzes.store.files import SPOT, sql


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
    sql(path, f"PRAGMA user_version = {len(MIGRATIONS) + 1}")


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
def test_a_file_that_is_not_ours_to_write_stays_as_it_is(store: LogStore, knowledge: Knowledge, harm: Any, line: str) -> None:  # noqa: ANN401  # a function of a path
    """One clear line; practice goes on without saving, with undo; not one byte of the file changes."""
    store.append_rows(*(answer(SPOT, day) for day in range(200)))
    store.close()
    harm(store.path)
    before = store.path.read_bytes()
    hurt = LogStore(knowledge, store.path.parent)
    assert not hurt.can_save
    assert hurt.problem_notice.startswith(line)
    assert "\n" not in hurt.problem_notice
    assert not hurt.append_rows(answer(SPOT, 300)).is_kept
    assert not hurt.append_rows(answer(SPOT, 303)).is_kept
    assert hurt.state.cards["glossary/spot"].reviews == 2
    assert hurt.undo_answer(at(303)) is not None
    assert hurt.state.cards["glossary/spot"].reviews == 1
    assert len(hurt.read_rows()) == 1
    hurt.close()
    assert store.path.read_bytes() == before


def test_a_link_and_a_folder_are_left_alone(knowledge: Knowledge, tmp_path: Path) -> None:
    """Whatever a link leads to is not opened."""
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / LOG_FILE).symlink_to(tmp_path / "elsewhere")
    (tmp_path / "taken" / LOG_FILE).mkdir(parents=True)
    for name in ("linked", "taken"):
        store = LogStore(knowledge, tmp_path / name)
        assert store.problem_notice.startswith("Not saving: practice.db is a link or not a plain file")
        store.close()
    assert not (tmp_path / "elsewhere").exists()


def test_a_folder_that_cannot_be_made_is_one_line(knowledge: Knowledge, tmp_path: Path) -> None:
    """A file stands in its place."""
    (tmp_path / "data").write_text("")
    store = LogStore(knowledge, tmp_path / "data" / "practice")
    goes_on = "Practice goes on, and each answer tries again; sizewise doctor says what to do."
    assert store.problem_notice == f"Not saving: the practice log cannot be used (File exists). {goes_on}"


def test_a_log_that_was_out_of_reach_is_tried_again_with_the_next_answer(knowledge: Knowledge, tmp_path: Path) -> None:
    """Told once, with nothing in it lost once there is room, and nothing that was in the log before."""
    earlier = LogStore(knowledge, tmp_path / "practice")
    earlier.append_rows(answer(SPOT, 0))
    earlier.close()
    (tmp_path / "practice").rename(tmp_path / "away")
    (tmp_path / "practice").write_text("in the way")
    store = LogStore(knowledge, tmp_path / "practice")
    assert not store.can_save
    assert store.append_rows(answer(SPOT, 3)).notice == ""
    (tmp_path / "practice").unlink()
    (tmp_path / "away").rename(tmp_path / "practice")
    saved = store.append_rows(answer(SPOT, 6))
    assert (saved.is_kept, saved.notice) == (True, "Saved again; nothing is missing.")
    assert (store.problem_notice, store.can_save, store.is_kept, store.is_lost) == ("", True, True, False)
    assert store.state.items[SPOT.id].times == 3
    store.close()
    again = LogStore(knowledge, tmp_path / "practice")
    assert len(again.read_rows()) == 3
    again.close()


def test_what_was_answered_on_a_full_disk_is_saved_at_the_end_where_there_is_room_then(knowledge: Knowledge, tmp_path: Path) -> None:
    """Nobody has to answer once more for it."""
    (tmp_path / "practice").write_text("in the way")
    store = LogStore(knowledge, tmp_path / "practice")
    store.append_rows(answer(SPOT, 0))
    (tmp_path / "practice").unlink()
    store.close()
    assert store.is_kept
    again = LogStore(knowledge, tmp_path / "practice")
    assert len(again.read_rows()) == 1
    again.close()


@pytest.mark.skipif(sys.platform == "win32", reason="needs permissions of folders")
def test_a_folder_that_its_owner_made_read_only_stays_so(knowledge: Knowledge, tmp_path: Path) -> None:
    """It is said in one line, also to an administrator, whom the system would let write."""
    folder = tmp_path / "practice"
    folder.mkdir(mode=0o500)
    store = LogStore(knowledge, folder)
    assert store.problem_notice.startswith("Not saving: the practice log cannot be used (the folder practice is read-only).")
    assert not store.append_rows(answer(SPOT)).is_kept
    assert stat.S_IMODE(folder.stat().st_mode) == 0o500
    assert list(folder.iterdir()) == []
    folder.chmod(0o700)
    assert store.append_rows(answer(SPOT, 3)).is_kept
    store.close()


def test_an_older_log_is_moved_forward_and_a_copy_kept(store: LogStore) -> None:
    """The copy is the log as it was, private; the rows are in both."""
    store.append_rows(answer(SPOT, 0), answer(SPOT, 3))
    store.close()
    later = (*MIGRATIONS, ("ALTER TABLE log ADD COLUMN mood TEXT",), ("CREATE TABLE more (id)",))
    for _ in range(2):
        open_database(store.path, later).close()
    copy = store.path.with_name("practice.version-1.db")
    assert sorted(path.name for path in store.path.parent.iterdir()) == [LOG_FILE, copy.name]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert sql(copy, "PRAGMA user_version") == [(1,)]
    assert sql(store.path, "PRAGMA user_version") == [(3,)]
    assert sql(copy, "SELECT seq, about FROM log") == sql(store.path, "SELECT seq, about FROM log") == [(1, SPOT.id), (2, SPOT.id)]


def test_a_step_forward_that_fails_leaves_the_log_as_it_was(store: LogStore, knowledge: Knowledge) -> None:
    """All steps or none; the version of before goes on with it."""
    store.append_rows(answer(SPOT))
    store.close()
    with pytest.raises(RefusedError):
        open_database(store.path, (*MIGRATIONS, ("ALTER TABLE log ADD COLUMN mood TEXT", "no statement")))
    found = LogStore(knowledge, store.path.parent)
    assert len(found.read_rows()) == 1
    found.close()


def test_a_file_that_is_moved_away_is_told(store: LogStore) -> None:
    """Answers do not go into a file that nobody will find."""
    store.append_rows(answer(SPOT, 0))
    store.path.rename(store.path.with_name("away.db"))
    saved = store.append_rows(answer(SPOT, 3))
    assert not saved.is_kept
    assert saved.notice.startswith("Not saved: practice.db was moved or replaced")
    store.close()
    assert sql(store.path.with_name("away.db"), "SELECT count(*) FROM log") == [(1,)]
