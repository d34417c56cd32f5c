"""Standard streams that are closed, full, or read by nobody."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest

from tests.faults.conftest import PATIENCE, TEXT, Start
from tui.plain import MOST, typed

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a shell that closes streams, and /dev/full")
COMMANDS = {
    "advise": ["advise", TEXT, "--json"],
    "help": ["advise", "--help"],
    "version": ["--version"],
    "catalogue": ["catalog", "list"],
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
@pytest.mark.parametrize("buffering", ["", "1"], ids=["buffered", "unbuffered"])
def test_a_full_disk_behind_the_output_is_one_line(command: list[str], buffering: str, sizewise: Start) -> None:
    """It says what to do; the status is that of a fault in writing, never 0."""
    ended = sizewise(*command, more={"PYTHONUNBUFFERED": buffering}, through='exec "$@" >/dev/full')
    assert ended.status == 1
    assert ended.has_one_line("No space left on device", "Free some space")


@pytest.mark.parametrize("command", [["--version"], ["catalog", "list"]], ids=" ".join)
def test_a_reader_that_has_gone_is_no_failure(command: list[str], sizewise: Start) -> None:
    """`sizewise … | true` says nothing, and ends with 0, though every line is written at once."""
    ended = sizewise(*command, more={"PYTHONUNBUFFERED": "1"}, through='{ "$@"; echo "status $?" >&2; } | true')
    assert ended.err == "status 0\n"


def test_an_answer_is_whole_though_the_command_frees_nothing_at_its_end(sizewise: Start) -> None:
    """More than a pipe holds, read late; the status is that of the answer."""
    texts = "\n".join(json.dumps({"id": number, "text": TEXT}) for number in range(8))
    late = sizewise("advise", "--jsonl", through=f"printf '%s\n' '{texts}' | \"$@\" | (sleep 1; cat)")
    assert [json.loads(line)["id"] for line in late.out.splitlines()] == list(range(8))
    assert len(late.out) > 1 << 16
    assert sizewise("advise", "BERT in 5 ms for 1 $ a month", "--json").status == 3


def test_whoever_measures_a_command_gets_the_measures(settings: dict[str, str]) -> None:
    """A profiler writes at the end of the process, which then has to come."""
    command = [sys.executable, "-m", "cProfile", "-m", "tui.cli.main", "explain", "efa"]
    ended = subprocess.run(command, env=settings, capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert "function calls" in ended.stdout


def test_a_full_disk_behind_the_errors_leaves_the_status(sizewise: Start) -> None:
    """Nobody can read why, but bad input stays bad input."""
    assert sizewise("advise", "--set", "latncy=5", through='exec "$@" 2>/dev/full') == (2, "", "")


def test_with_closed_errors_the_output_holds_no_message(sizewise: Start) -> None:
    """A message never moves to where a program reads the answer."""
    assert sizewise("advise", "--set", "latncy=5", "--json", through='exec "$@" 2>&-') == (2, "", "")
    assert json.loads(sizewise("advise", TEXT, "--json", through='exec "$@" 2>&-').out)["choice"]


@pytest.mark.parametrize(
    ("command", "status", "words"),
    [
        ([], 0, ""),
        (["--plain"], 0, ""),
        (["quiz"], 0, ""),
        (["advise", "--jsonl"], 0, ""),
        (["advise", "--file", "-"], 2, "found nothing"),
        (["rightsize", "-"], 2, "there is nothing in it"),
        (["recheck", "-"], 2, "found nothing"),
    ],
    ids=["the app", "plain", "practice", "lines", "facts", "a fleet", "a kept advice"],
)
def test_a_closed_input_is_an_empty_one(command: list[str], status: int, words: str, sizewise: Start) -> None:
    """A conversation ends at once, a file that would be read is empty: no command fails on its own."""
    ended = sizewise(*command, through='exec "$@" <&-')
    assert ended.status == status
    assert ended.has_one_line(words) if status else ended.err == ""


def test_a_line_without_an_end_is_read_as_far_as_any(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What comes through a pipe into the conversation takes no more memory than that, and the next line is heard."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{'x' * (3 * MOST + 1)}\n{'y' * (MOST - 1)}\nBERT"))
    heard = list(typed())
    assert heard == ["x" * MOST, "y" * (MOST - 1), "BERT"]
    assert capsys.readouterr().err == f"line: it is longer than the {MOST:,} characters that are read; the rest is left out.\n"


def test_with_all_streams_closed_a_file_is_written_whole(sizewise: Start, tmp_path_factory: pytest.TempPathFactory) -> None:
    """What would be printed does not end up in the file that took a closed stream's number."""
    folder = tmp_path_factory.mktemp("out")
    for name, through in (("a.md", ""), ("b.md", 'exec "$@" <&- >&- 2>&-')):
        command = ["report", TEXT, "--date", "2026-11-22", "--out", str(folder / name)]
        assert sizewise(*command, through=through) == (0, "", "")
    assert (folder / "a.md").read_bytes() == (folder / "b.md").read_bytes()
