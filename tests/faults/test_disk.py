"""A disk that takes no more: nothing is left half, nothing that was there is lost, and it is said."""

from __future__ import annotations

import datetime as dt
import sys
from pathlib import Path

import pytest

from tests.faults.conftest import TEXT, Start

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
NO_ROOM = 'ulimit -f 1; exec "$@"'
"""Files of at most half a KB or one, as the shell counts."""


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A folder to write to."""
    folder = tmp_path / "out"
    folder.mkdir()
    return folder


def files(folder: Path) -> list[str]:
    """Everything below a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    "command",
    [
        ["report", TEXT, "--out", "a.md"],
        ["verify", "plan", TEXT, "--out", "measure"],
        ["quiz", "export", "gift", "--bank", "endpoints", "--out", "a.gift"],
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_a_file_that_does_not_fit_is_not_begun(command: list[str], sizewise: Start, out: Path) -> None:
    """One line with the file and what to do, status 1, no file; with room the same command works, for no half of it is in the way."""
    ended = sizewise(*command, through=NO_ROOM, cwd=out)
    assert ended.status == 1
    assert ended.has_one_line("could not read or write", "File too large", "ulimit -f")
    assert files(out) == []
    assert sizewise(*command, cwd=out).status == 0
    assert files(out) != []


def test_what_is_written_over_stays_where_the_new_does_not_fit(sizewise: Start, out: Path) -> None:
    """With --force too; and nothing lies beside it."""
    (out / "a.md").write_text("what somebody wrote")
    ended = sizewise("report", TEXT, "--out", "a.md", "--force", through=NO_ROOM, cwd=out)
    assert (ended.status, ended.has_one_line("a.md")) == (1, True)
    assert files(out) == ["a.md"]
    assert (out / "a.md").read_text() == "what somebody wrote"


def test_an_export_in_the_conversation_is_not_begun_either(sizewise: Start, out: Path) -> None:
    """The conversation says so and goes on."""
    ended = sizewise("--plain", given=f"{TEXT}\n/export a.md\n".encode(), through=NO_ROOM, cwd=out)
    assert ended.status == 0
    assert "That did not work (File too large). Nothing you said is lost." in " ".join(ended.out.split())
    assert files(out) == []


def test_a_cache_that_does_not_fit_costs_time_alone(sizewise: Start, out: Path) -> None:
    """The answer is the same, and no scratch file is left."""
    full = sizewise("explain", "g5", through=NO_ROOM, more={"SIZEWISE_CACHE": str(out)})
    assert full == sizewise("explain", "g5")
    assert files(out) == []


def test_half_a_compiled_file_is_told_with_the_way_out(sizewise: Start, out: Path) -> None:
    """Python itself keeps half of a module that it compiles on a full disk, and stumbles over it at the next start."""
    own = {"PYTHONPYCACHEPREFIX": str(out)}
    assert sizewise("explain", "g5", more=own).status == 0
    (compiled,) = (path for path in out.rglob("explain.*.pyc") if path.parent.name == "cli")
    whole = compiled.read_bytes()
    for length in (17, 512, len(whole) - 1):
        compiled.write_bytes(whole[:length])
        ended = sizewise("explain", "g5", more=own)
        assert ended.status == 1
        assert ended.has_one_line("compiled is damaged", f"below {out}")
    compiled.unlink()
    assert sizewise("explain", "g5", more=own).status == 0


def test_an_exam_that_cannot_be_saved_lasts_as_long_as_the_window(sizewise: Start, tmp_path: Path) -> None:
    """It goes on from the menu after a stop, and whoever leaves is told what that costs. Nothing half is left of it."""
    assert sizewise("quiz", given=b"quit\n").status == 0
    ended = sizewise("quiz", "exam", "--compute", "--questions", "12", given=b"stop\nresume\nstop\nquit\n", through=NO_ROOM)
    said = " ".join(ended.out.split())
    assert ended.status == 0
    assert "Not saved: File too large. The exam goes on" in said
    assert said.count("Go on with it from the menu before you leave, or it is lost.") == 2
    assert "The exam goes on where it was left." in said
    assert "What could not be saved is lost with this window" in said
    assert files(tmp_path / "data") == ["practice/practice.db"]


def test_a_date_that_cannot_be_saved_is_not_taken_for_set(sizewise: Start, tmp_path: Path) -> None:
    """It says why, instead of repeating the date."""
    assert sizewise("quiz", given=b"quit\n").status == 0
    soon = dt.datetime.now(dt.UTC).date() + dt.timedelta(days=30)
    ended = sizewise("quiz", given=f"exam date {soon}\nquit\n".encode(), through='ulimit -f 0; exec "$@"')
    assert "could not be saved: File too large." in " ".join(ended.out.split())
    assert files(tmp_path / "data") == ["practice/practice.db"]


def test_practice_that_cannot_be_saved_says_so_at_the_end(sizewise: Start, tmp_path: Path) -> None:
    """While it goes on, and in its last words: it does not claim that all is kept. The log is as it was."""
    practise = b"learn\n?\n1\nquit\n"
    assert "Every answer is kept." in sizewise("quiz", given=practise).out
    log = tmp_path / "data" / "practice" / "practice.db"
    before = log.read_bytes()
    ended = sizewise("quiz", given=practise, through=NO_ROOM)
    said = " ".join(ended.out.split())
    assert "Not saved:" in said
    assert "What could not be saved is lost with this window; sizewise doctor says what is in the way." in said
    assert "is kept" not in said
    assert log.read_bytes() == before
