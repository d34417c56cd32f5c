"""Standard streams that are closed, full, or read by nobody."""

from __future__ import annotations

import gc
import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.depth import LONG
from tests.faults.conftest import TEXT, Start
from tui.cli.main import main
from tui.plain_terminal import MAX_LINE_CHARACTERS, read_lines

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a shell that closes streams, and /dev/full")
COMMANDS = {
    "advise": ["advise", TEXT, "--json"],
    "help": ["advise", "--help"],
    "version": ["--version"],
    "catalogue": ["catalog", "list"],
}
OUTPUTS = [(name, buffering) for name in COMMANDS for buffering in ("", "1")] if LONG else [("advise", ""), ("version", "1")]
"""Command, and the value of PYTHONUNBUFFERED."""


@pytest.mark.parametrize(("name", "buffering"), OUTPUTS)
def test_a_full_disk_behind_the_output_is_one_line(name: str, buffering: str, sizewise: Start) -> None:
    """It says what to do; the status is that of a fault in writing, never 0."""
    ended = sizewise(*COMMANDS[name], more={"PYTHONUNBUFFERED": buffering}, through='exec "$@" >/dev/full')
    assert ended.status == 1
    assert ended.has_one_line("No space left on device", "Free some space")


@pytest.mark.parametrize("command", [["--version"], ["catalog", "list"]], ids=" ".join)
def test_a_reader_that_has_gone_is_no_failure(command: list[str], sizewise: Start) -> None:
    """`sizewise … | true` says nothing, and ends with 0, though every line is written at once."""
    ended = sizewise(*command, more={"PYTHONUNBUFFERED": "1"}, through='{ "$@"; echo "status $?" >&2; } | true')
    assert ended.err == "status 0\n"


def test_an_answer_is_whole_though_the_command_frees_nothing_at_its_end(sizewise: Start) -> None:
    """More than a pipe holds; the status is that of the answer."""
    texts = "".join(json.dumps({"id": number, "text": TEXT}) + "\n" for number in range(8)).encode()
    ended = sizewise("advise", "--jsonl", given=texts)
    assert [json.loads(line)["id"] for line in ended.out.splitlines()] == list(range(8))
    assert len(ended.out) > 1 << 16
    assert sizewise("advise", "BERT in 5 ms for 1 $ a month", "--json").status == 3


@pytest.mark.parametrize("profiler", [None, print])
def test_whoever_measures_a_command_gets_the_measures(
    profiler: Callable[..., None] | None, settings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command that has answered leaves at once; but a profiler writes at the end of the process, which then has to come."""
    left: list[int] = []
    monkeypatch.setenv("SIZEWISE_CACHE", settings["SIZEWISE_CACHE"])
    monkeypatch.setattr(sys, "argv", ["sizewise", "explain", "efa"])
    monkeypatch.setattr(sys, "getprofile", lambda: profiler)
    monkeypatch.setattr(sys, "gettrace", lambda: None)
    monkeypatch.setattr(os, "_exit", left.append)
    try:
        assert main() == 0
    finally:
        gc.unfreeze()
        gc.enable()
    assert left == ([] if profiler else [0])


def test_a_full_disk_behind_the_errors_leaves_the_status(sizewise: Start) -> None:
    """Nobody can read why, but bad input stays bad input."""
    assert sizewise("advise", "--set", "latncy=5", through='exec "$@" 2>/dev/full') == (2, "", "")


def test_with_closed_errors_the_output_holds_no_message(sizewise: Start) -> None:
    """A message never moves to where a program reads the answer."""
    assert sizewise("advise", "--set", "latncy=5", "--json", through='exec "$@" 2>&-') == (2, "", "")
    assert json.loads(sizewise("advise", TEXT, "--json", through='exec "$@" 2>&-').out)["choice"]


CLOSED_INPUTS = {
    "the app": ([], 0, ""),
    "facts": (["advise", "--file", "-"], 2, "found nothing"),
    "a fleet": (["rightsize", "-"], 2, "there is nothing in it"),
}
if LONG:
    CLOSED_INPUTS |= {
        "plain": (["--plain"], 0, ""),
        "practice": (["quiz"], 0, ""),
        "lines": (["advise", "--jsonl"], 0, ""),
        "a kept advice": (["recheck", "-"], 2, "found nothing"),
    }


@pytest.mark.parametrize(("command", "status", "words"), CLOSED_INPUTS.values(), ids=CLOSED_INPUTS)
def test_a_closed_input_is_an_empty_one(command: list[str], status: int, words: str, sizewise: Start) -> None:
    """A conversation ends at once, a file that would be read is empty: no command fails on its own."""
    ended = sizewise(*command, through='exec "$@" <&-')
    assert ended.status == status
    assert ended.has_one_line(words) if status else ended.err == ""


def test_a_line_without_an_end_is_read_as_far_as_any(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What comes through a pipe into the conversation takes no more memory than that, and the next line is heard."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{'x' * (3 * MAX_LINE_CHARACTERS + 1)}\n{'y' * (MAX_LINE_CHARACTERS - 1)}\nBERT"))
    heard = list(read_lines())
    assert heard == ["x" * MAX_LINE_CHARACTERS, "y" * (MAX_LINE_CHARACTERS - 1), "BERT"]
    assert (
        capsys.readouterr().err == f"line: it is longer than the {MAX_LINE_CHARACTERS:,} characters that are read; the rest is left out.\n"
    )


def test_with_all_streams_closed_a_file_is_written_whole(sizewise: Start, inside: Start, tmp_path: Path) -> None:
    """What would be printed does not end up in the file that took a closed stream's number."""
    command = ["report", TEXT, "--date", "2026-11-22", "--out"]
    assert inside(*command, str(tmp_path / "a.md")) == (0, "", "")
    assert sizewise(*command, str(tmp_path / "b.md"), through='exec "$@" <&- >&- 2>&-') == (0, "", "")
    assert (tmp_path / "a.md").read_bytes() == (tmp_path / "b.md").read_bytes()
