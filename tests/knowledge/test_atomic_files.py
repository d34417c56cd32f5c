"""A file is replaced as a whole or not at all, and what killed processes left goes at the next start."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from knowledge import load
from knowledge.atomic_files import remove_leftovers, replace_file
from knowledge.store import cache_status
from tests.knowledge.small import write_base
from tui.practice.practice_files import EXAM, PracticeFiles

LONG_AGO = 1_000_000_000
"""Seconds of the epoch."""


@pytest.fixture(scope="module")
def dead_process() -> int:
    """The number of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def write_scratch(path: Path, process: int, *, ending: str = ".0123456789abcdef", seconds: float = LONG_AGO) -> Path:
    """Leave half a file, as `process` would that is killed while it replaces `path`."""
    scratch = path.with_name(f"{path.name}.{process}{ending}")
    scratch.write_bytes(b"half")
    os.utime(scratch, (seconds, seconds))
    return scratch


def test_a_file_is_private_or_has_the_permissions_that_are_asked_for(tmp_path: Path) -> None:
    """Whatever the old one had; nothing is left beside it."""
    path = tmp_path / "a.json"
    for data, mode in ((b"one", 0o600), (b"two", 0o644), (b"three", 0o600)):
        replace_file(path, data, mode=mode, is_durable=True)
        assert (path.read_bytes(), path.stat().st_mode & 0o777) == (data, mode)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("failure", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failure_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: BaseException
) -> None:
    """Whenever it comes."""
    path = tmp_path / "a.json"
    replace_file(path, b"old")

    def fail(_: int) -> None:
        raise failure

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(type(failure)):
        replace_file(path, b"new", is_durable=True)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_name_as_long_as_the_system_allows_is_replaced(tmp_path: Path, dead_process: int) -> None:
    """The scratch file's name is shorter, and is known again as a leftover."""
    path = tmp_path / ("a" * 250)
    replace_file(path, b"new")
    left = write_scratch(tmp_path / ("a" * 100), dead_process)
    remove_leftovers(path)
    assert not left.exists()
    assert path.exists()


def test_leftovers_of_dead_processes_go_and_nothing_else_does(tmp_path: Path, dead_process: int) -> None:
    """Those of living processes stay, young ones, and files that only look alike."""
    path = tmp_path / "a.json"
    path.write_bytes(b"whole")
    gone = [write_scratch(path, dead_process), write_scratch(path, dead_process, ending="")]
    stay = [
        path,
        write_scratch(path, os.getpid()),
        write_scratch(path, dead_process, ending=".fedcba9876543210", seconds=path.stat().st_mtime + 1000),
        write_scratch(path, dead_process, ending=".backup"),
        write_scratch(path.with_name("b.json"), dead_process),
    ]
    (tmp_path / f"a.json.{dead_process}.aaaaaaaaaaaaaaaa").mkdir()
    remove_leftovers(path)
    assert [left for left in gone if left.exists()] == []
    assert [left for left in stay if not left.exists()] == []
    assert (tmp_path / f"a.json.{dead_process}.aaaaaaaaaaaaaaaa").is_dir()
    remove_leftovers(tmp_path / "nowhere" / "a.json")


def test_the_next_start_removes_what_a_killed_one_left(tmp_path: Path, dead_process: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the compiled base, and beside the exam."""
    monkeypatch.setenv("SIZEWISE_DATA", str(tmp_path / "state"))
    data, cache = write_base(tmp_path / "data"), tmp_path / "cache"
    load(data=data, cache=cache)
    path, _ = cache_status(data=data, cache=cache)
    left = [write_scratch(path, dead_process), write_scratch(cache / EXAM, dead_process)]
    load(data=data, cache=cache)
    PracticeFiles(cache)
    assert [one for one in left if one.exists()] == []
    assert path.exists()
