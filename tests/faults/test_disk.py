"""A disk that takes no more: nothing is left half, nothing that was there is lost, and it is said."""

from __future__ import annotations

import datetime as dt
import importlib
import py_compile
import sys
from pathlib import Path

import pytest

from tests.depth import LONG
from tests.faults.conftest import TEXT, Start
from tests.warm_base import skip_compilation
from tui.cli import main as entry

NO_ROOM = 'ulimit -f 1; exec "$@"'
"""Files of at most half a KB or one, as the shell counts."""
_KILOBYTES = 0.5
"""The same inside this process."""


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A folder to write to."""
    folder = tmp_path / "out"
    folder.mkdir()
    return folder


def list_files(folder: Path) -> list[str]:
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
def test_a_file_that_does_not_fit_is_not_begun(command: list[str], inside: Start, out: Path) -> None:
    """One line with the file and what to do, status 1, no file; with room the same command works, for no half of it is in the way."""
    ended = inside(*command, kilobytes=_KILOBYTES, cwd=out)
    assert ended.status == 1
    assert ended.has_one_line("could not read or write", "File too large", "ulimit -f")
    assert list_files(out) == []
    assert inside(*command, cwd=out).status == 0
    assert list_files(out) != []


def test_what_is_written_over_stays_where_the_new_does_not_fit(inside: Start, out: Path) -> None:
    """With --force too; and nothing lies beside it."""
    (out / "a.md").write_text("what somebody wrote")
    ended = inside("report", TEXT, "--out", "a.md", "--force", kilobytes=_KILOBYTES, cwd=out)
    assert (ended.status, ended.has_one_line("a.md")) == (1, True)
    assert list_files(out) == ["a.md"]
    assert (out / "a.md").read_text() == "what somebody wrote"


def test_an_export_in_the_conversation_is_not_begun_either(inside: Start, out: Path) -> None:
    """The conversation says so and goes on."""
    ended = inside("--plain", given=f"{TEXT}\n/export a.md\n".encode(), kilobytes=_KILOBYTES, cwd=out)
    assert ended.status == 0
    assert "That did not work (File too large). Nothing you said is lost." in " ".join(ended.out.split())
    assert list_files(out) == []


def test_a_cache_that_does_not_fit_costs_time_alone(inside: Start, out: Path, warm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is the same, and no scratch file is left."""
    skip_compilation(warm, monkeypatch)
    full = inside("explain", "g5", kilobytes=_KILOBYTES, more={"SIZEWISE_CACHE": str(out)})
    assert full == inside("explain", "g5")
    assert list_files(out) == []


def test_half_a_compiled_file_is_told_with_the_way_out(inside: Start, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python itself keeps half of a module that it compiles on a full disk, and stumbles over it at the next start."""
    source = out / "half_compiled.py"
    source.write_text("VALUES = [1, 2, 3]\n")
    monkeypatch.syspath_prepend(out)
    monkeypatch.setattr(sys, "pycache_prefix", str(out / "compiled"))
    compiled = Path(py_compile.compile(str(source), doraise=True) or "")
    whole = compiled.read_bytes()
    monkeypatch.setattr(entry, "_run_command", lambda _: len(importlib.import_module("half_compiled").VALUES))
    for length in (17, len(whole) // 2, len(whole) - 1):
        compiled.write_bytes(whole[:length])
        ended = inside("explain", "g5")
        assert ended.status == 1
        assert ended.has_one_line("compiled is damaged", f"below {out / 'compiled'}")
    compiled.unlink()
    assert inside("explain", "g5").status == 3


@pytest.mark.skipif(not LONG, reason="compiles every module: in the long run (make soak)")
def test_half_of_its_own_compiled_files_is_told_with_the_way_out(sizewise: Start, out: Path) -> None:
    """With the real command and its own modules."""
    own = {"PYTHONPYCACHEPREFIX": str(out)}
    assert sizewise("explain", "g5", more=own).status == 0
    (compiled,) = (path for path in out.rglob("explain.*.pyc") if path.parent.name == "cli")
    compiled.write_bytes(compiled.read_bytes()[:512])
    ended = sizewise("explain", "g5", more=own)
    assert (ended.status, ended.has_one_line("compiled is damaged", f"below {out}")) == (1, True)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell that limits the size of files")
def test_the_real_command_leaves_nothing_half_either(sizewise: Start, out: Path) -> None:
    """A limit of the shell ends a write as a full disk does, not the process."""
    ended = sizewise("report", TEXT, "--out", "a.md", through=NO_ROOM, cwd=out)
    assert (ended.status, ended.has_one_line("could not read or write", "File too large", "ulimit -f")) == (1, True)
    assert list_files(out) == []


def test_an_exam_that_cannot_be_saved_lasts_as_long_as_the_window(inside: Start, tmp_path: Path) -> None:
    """It goes on from the menu after a stop, and whoever leaves is told what that costs. Nothing half is left of it."""
    assert inside("quiz", given=b"quit\n").status == 0
    ended = inside("quiz", "exam", "--compute", "--questions", "12", given=b"stop\nresume\nstop\nquit\n", kilobytes=_KILOBYTES)
    said = " ".join(ended.out.split())
    assert ended.status == 0
    assert "Not saved: File too large. The exam goes on" in said
    assert said.count("Continue it from the menu before you leave, or it is lost.") == 2
    assert "The exam continues where you left it." in said
    assert "What could not be saved is lost with this window" in said
    assert list_files(tmp_path / "data") == ["practice/practice.db"]


def test_a_date_that_cannot_be_saved_is_not_taken_for_set(inside: Start, tmp_path: Path) -> None:
    """It says why, instead of repeating the date."""
    assert inside("quiz", given=b"quit\n").status == 0
    soon = dt.datetime.now(dt.UTC).date() + dt.timedelta(days=30)
    ended = inside("quiz", given=f"exam date {soon}\nquit\n".encode(), kilobytes=0)
    assert "could not be saved: File too large." in " ".join(ended.out.split())
    assert list_files(tmp_path / "data") == ["practice/practice.db"]


def test_practice_that_cannot_be_saved_says_so_at_the_end(inside: Start, tmp_path: Path) -> None:
    """While it goes on, and in its last words: it does not claim that all is kept. The log is as it was."""
    practise = b"learn\n?\n1\nquit\n"
    assert "Every answer is kept." in inside("quiz", given=practise).out
    log = tmp_path / "data" / "practice" / "practice.db"
    before = log.read_bytes()
    ended = inside("quiz", given=practise, kilobytes=_KILOBYTES)
    said = " ".join(ended.out.split())
    assert "Not saved:" in said
    assert "What could not be saved is lost with this window; sizewise doctor says what is in the way." in said
    assert "is kept" not in said
    assert log.read_bytes() == before
