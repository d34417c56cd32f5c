"""`sizewise doctor`: what is well, what to know, what is broken, each with what to do; on machines where little works."""

from __future__ import annotations

import contextlib
import datetime as dt
import fcntl
import json
import os
import pty
import re
import sqlite3
import struct
import termios
import tomllib
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from knowledge import load
from knowledge.errors import KnowledgeError
from knowledge.store import cached
from quizzes.store import FILE, Store
from quizzes.store.database import STEPS
from tests.tui.conftest import COMMAND, Start
from tests.tui.test_json import breaches
from tui.cli.doctor import clock, versions
from tui.cli.doctor.finding import Finding
from tui.cli.doctor.run import report

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"
GROUPS = ["Versions", "Folders", "Base", "Kept", "Terminal", "Time and place"]


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of our own for cache and data, and a terminal that leaves nothing to note."""
    for name in ("TMUX", "STY", "SSH_CONNECTION", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {
        "SIZEWISE_CACHE": str(tmp_path / "cache"),
        "SIZEWISE_DATA": str(tmp_path / "data"),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LC_ALL": "C.UTF-8",
    }.items():
        monkeypatch.setenv(name, value)
    return tmp_path


def found() -> dict[str, Finding]:
    """Subject -> what was found."""
    return {finding.subject: finding for group in report().groups for finding in group.findings}


def test_a_healthy_machine_has_no_problem(kept: Path, inside: Start, sizewise: Start) -> None:
    """Exit status 0; every group was looked at, and nothing was written but the cache."""
    load()
    ended = sizewise("doctor", more={name: os.environ[name] for name in ("SIZEWISE_CACHE", "SIZEWISE_DATA", "TERM", "COLORTERM")})
    assert (ended.status, ended.err) == (0, "")
    assert [line for line in ended.out.splitlines() if line in GROUPS] == GROUPS
    assert "No problems" in ended.out
    assert max(map(len, ended.out.splitlines())) <= 80
    assert not (kept / "data").exists()
    assert [path.suffix for path in (kept / "cache").iterdir()] == [".cache", ".cache"]
    assert inside("doctor").status in (0, 1)


def test_its_json_is_described_by_its_schema(kept: Path, sizewise: Start) -> None:
    """One document; whatever is not well says what to do."""
    document = json.loads(sizewise("doctor", "--json", more={"SIZEWISE_DATA": "/dev/null/data"}).out)
    schema: dict[str, Any] = json.loads(sizewise("schema", "doctor").out)
    assert breaches(document, schema, schema) == []
    findings = [finding for group in document["groups"] for finding in group["findings"]]
    assert document["state"] == "problem"
    assert {finding["state"] for finding in findings} >= {"ok", "problem"}
    assert [finding for finding in findings if (finding["state"] == "ok") == bool(finding["next"])] == []
    assert [finding for finding in findings if "\n" in finding["text"]] == []
    del kept


POOR: dict[str, dict[str, str]] = {
    "no home": {"HOME": ""},
    "a home that is no folder": {"HOME": "/dev/null"},
    "a home that cannot be written to": {"HOME": "/proc/self"},
    "a home that is not there": {"HOME": "/nonexistent/home"},
    "an old locale": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "a locale that is not there": {"LC_ALL": "xx_XX.UTF-8"},
    "a dumb terminal": {"TERM": "dumb", "NO_COLOR": "1"},
    "relative folders": {"SIZEWISE_CACHE": "cache", "SIZEWISE_DATA": "data"},
}


@pytest.mark.parametrize("poor", POOR.values(), ids=POOR.keys())
def test_it_works_where_little_does(kept: Path, sizewise: Start, poor: dict[str, str]) -> None:
    """It ends with 0 or 1, says everything, and shows no traceback."""
    own = {} if {"HOME", "SIZEWISE_DATA"} & set(poor) else {"SIZEWISE_CACHE": str(kept / "cache"), "SIZEWISE_DATA": str(kept / "data")}
    away = {"SIZEWISE_CACHE": "", "SIZEWISE_DATA": ""}
    ended = sizewise("doctor", more=away | own | poor)
    assert ended.status == (1 if poor.get("HOME") in ("/dev/null", "/proc/self") else 0)
    assert ended.err == ""
    assert [line for line in ended.out.splitlines() if line in GROUPS] == GROUPS
    assert "could not be looked at" not in ended.out


def test_what_cannot_be_kept_is_a_problem_with_its_remedy(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For data and cache alike."""
    monkeypatch.setenv("SIZEWISE_DATA", "/dev/null/data")
    monkeypatch.setenv("SIZEWISE_CACHE", "/dev/null/cache")
    seen = found()
    for name, variable in (("cache folder", "SIZEWISE_CACHE"), ("data folder", "SIZEWISE_DATA")):
        assert seen[name].state == "problem"
        assert variable in seen[name].next
    assert seen["compiled base"].state == "problem"
    del kept


def test_no_name_of_a_person_is_printed(kept: Path, monkeypatch: pytest.MonkeyPatch, sizewise: Start) -> None:
    """The home folder is ~, wherever it comes up."""
    home = kept / "secretname"
    home.mkdir()
    more = {"HOME": str(home), "SIZEWISE_CACHE": str(home / "cache"), "SIZEWISE_DATA": str(home / "data"), "USER": "secretname"}
    for name, value in more.items():
        monkeypatch.setenv(name, value)
    practice = home / "data" / "practice"
    practice.mkdir(parents=True)
    (practice / FILE).write_bytes(b"nonsense" * 1000)
    for form in (["doctor"], ["doctor", "--json"]):
        told = sizewise(*form, more=more).out
        assert "secretname" not in told
        assert "~/" in told


def states(subject: str) -> tuple[str, str]:
    """State and text of one finding."""
    one = found()[subject]
    return one.state, one.text


def test_it_says_how_the_compiled_base_stood(kept: Path) -> None:
    """Built, up to date, rebuilt for another time, rebuilt because it was cut short, and set aside where it was changed."""
    assert states("compiled base")[1].startswith("built: there was none")
    assert states("compiled base")[1].startswith("up to date")
    path, now = cached()
    assert now == "fresh"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert "cut short" in states("compiled base")[1]
    assert states("compiled base")[1].startswith("up to date")
    path.write_bytes(whole[:-1] + b"x")
    state, text = states("compiled base")
    assert state == "note"
    assert "refused" in text
    assert states("compiled base")[1].startswith("up to date")
    del kept


def test_a_base_that_cannot_be_read_is_the_finding(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And all that does not hang on it is looked at."""

    def fail() -> None:
        raise KnowledgeError("families/g5.yaml:3: name: it is missing.", "a second mistake")

    monkeypatch.setattr("knowledge.load", fail)
    seen = found()
    assert seen["base"].state == "problem"
    assert "families/g5.yaml:3" in seen["base"].text
    assert "2 mistakes" in seen["base"].text
    assert seen["encoding"]
    assert seen["practice"].state == "ok"
    del kept


def test_a_look_that_fails_keeps_no_other_from_being_taken(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is broken is told in one line."""

    def fail() -> None:
        raise RuntimeError("first\nsecond")

    monkeypatch.setattr("tui.cli.doctor.versions.platform.python_version", fail)
    seen = found()
    assert seen["versions"].state == "problem"
    assert "RuntimeError: first)" in seen["versions"].text
    assert seen["base"].state == "ok"
    del kept


def test_the_extras_are_those_of_the_package() -> None:
    """Each with the first distribution it brings."""
    extras = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    first = {extra: re.split(r"[<>=]", lines[0])[0] for extra, lines in extras.items()}
    assert {extra: distribution for extra, (distribution, _) in versions.EXTRAS.items()} == first


def test_what_is_not_installed_is_told_with_the_way_to_install_it(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An extra is worth a note; a package that everything needs, or another Textual than the one it was made for, is a problem."""
    real = metadata.version

    def version(name: str) -> str:
        if name in ("mcp", "rapidfuzz"):
            raise metadata.PackageNotFoundError(name)
        return "9.0.0" if name == "textual" else real(name)

    monkeypatch.setattr(metadata, "version", version)
    seen = found()
    assert seen["extra mcp"].state == "note"
    assert 'install "sizewise[mcp]"' in seen["extra mcp"].next
    assert seen["packages"].state == "problem"
    assert "rapidfuzz is missing" in seen["packages"].text
    assert "textual is 9.0.0, not 8.2.8" in seen["packages"].text
    del kept


def practice_file(kept: Path) -> Path:
    """The file of the log, with one row less than none."""
    store = Store(load())
    store.close()
    return kept / "data" / "practice" / FILE


def test_a_whole_log_of_practice_is_well(kept: Path) -> None:
    """With its rows and its schema."""
    assert states("practice") == ("ok", f"no log yet; schema {len(STEPS)}")
    practice_file(kept)
    state, text = states("practice")
    assert state == "ok"
    assert text.startswith("0 rows in ")
    assert text.endswith(f"whole; schema {len(STEPS)}")


BREAKS: dict[str, Callable[[Path], object]] = {
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-2000]),
    "scribbled": lambda path: path.write_bytes(path.read_bytes()[:4096] + b"\xff" * 4096 + path.read_bytes()[8192:]),
    "no database": lambda path: path.write_bytes(b"nonsense" * 1000),
    "of another program": lambda path: run_sql(path, "PRAGMA application_id = 7"),
    "newer": lambda path: run_sql(path, "PRAGMA user_version = 99"),
}


def run_sql(path: Path, statement: str) -> None:
    """Change a database."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


@pytest.mark.parametrize("kind", BREAKS)
def test_a_log_that_is_not_well_is_a_problem_and_stays_as_it_is(kept: Path, kind: str) -> None:
    """Damaged, newer, of another program: told, and no byte of it is changed."""
    path = practice_file(kept)
    BREAKS[kind](path)
    before = path.read_bytes()
    one = found()["practice"]
    assert one.state == "problem"
    assert one.next
    assert path.read_bytes() == before
    assert [name.name for name in path.parent.iterdir()] == [FILE]


def test_a_conversation_that_cannot_be_opened_is_noted(kept: Path) -> None:
    """With how many there are."""
    folder = kept / "data" / "sessions"
    folder.mkdir(parents=True)
    (folder / "20261122-101500-abcd.jsonl").write_bytes(b'{"sizewise":"session","v":99}\n{}\n')
    state, text = states("conversations")
    assert state == "note"
    assert text.startswith("1 in ")
    assert "1 cannot be opened" in text


def test_a_clock_before_the_catalogue_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is due in practice would never come."""

    class Early(dt.datetime):
        @classmethod
        def now(cls, tz: dt.tzinfo | None = None) -> Early:
            return cls(1999, 1, 1, tzinfo=tz or dt.UTC)

    monkeypatch.setattr(dt, "datetime", Early)
    first = next(clock.clock())
    assert (first.subject, first.state) == ("clock", "problem")
    assert "1999-01-01" in first.text


def in_terminal(environment: dict[str, str], *, size: tuple[int, int], column: int | None) -> str:
    """What it prints in a terminal of columns and lines, which answers where the cursor is with `column`."""
    child, handle = pty.fork()
    if child == 0:
        os.execve(COMMAND, ["sizewise", "doctor"], environment)  # noqa: S606  # our own command
    fcntl.ioctl(handle, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    shown = b""
    with contextlib.suppress(OSError):
        while data := os.read(handle, 65_536):
            shown += data
            if b"\x1b[6n" in data and column is not None:
                os.write(handle, f"\x1b[5;{column}R".encode())
    os.waitpid(child, 0)
    os.close(handle)
    return shown.decode()


@pytest.mark.parametrize(("column", "told"), [(4, "one column each"), (7, "take 6 columns, not 3"), (None, "")])
def test_a_terminal_is_asked_how_wide_signs_are(settings: dict[str, str], column: int | None, told: str) -> None:
    """One that does not answer is not waited for."""
    shown = in_terminal({**settings, "TERM": "xterm-256color"}, size=(100, 40), column=column)
    assert "100×40" in shown
    assert told in shown
    assert ("width of signs" in shown) == bool(told)


def test_a_small_terminal_inside_another_is_noted(settings: dict[str, str]) -> None:
    """With what to set."""
    shown = in_terminal({**settings, "TERM": "xterm", "TMUX": "/secret,1,0"}, size=(60, 10), column=4)
    assert "60×10: some of the app is cut off" in re.sub(r"\s+", " ", shown)
    assert "default-terminal" in shown
    assert "secret" not in shown
