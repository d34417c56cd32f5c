"""No text from anywhere steers a terminal, a spreadsheet or a reader's eye."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.security.conftest import HOSTILE, Ran
from tests.security.running import own_folder, run_command
from tests.terminal_text import unprintable

FORMULA = ("=", "+", "-", "@", "\t", "\r")


def test_no_output_steers_the_terminal(watched: Ran) -> None:
    """Of any command, to either stream, through a pipe as well: what a pager or `cat` shows later is text."""
    assert {tuple(one["words"][:3]): found for one in watched if (found := unprintable(one["out"] + one["err"]))} == {}


def test_hostile_text_gets_as_far_as_the_output(watched: Ran) -> None:
    """Else the tests above would show nothing: most outputs repeat some of it."""
    repeated = [one["words"] for one in watched if "evil.example" in one["out"] + one["err"]]
    assert len(repeated) > len(watched) / 2


def test_markup_stays_text(watched: Ran) -> None:
    """On the screens of the app too, where a tag would colour or end the program."""
    assert "[bold red]" in watched[-1]["out"]


def test_json_is_json_and_holds_the_text_as_it_was(watched: Ran) -> None:
    """Escaped, not changed: a program gets back what it gave."""
    for one in watched:
        if "--json" in one["words"] and one["status"] == 0:
            assert json.loads(one["out"]), one["words"]
    lines = [json.loads(line) for one in watched if "--jsonl" in one["words"] for line in one["out"].splitlines()]
    assert [line for line in lines if line.get("id") == HOSTILE]


def test_the_address_of_a_price_list_is_shown_as_text(tmp_path: Path, environment: dict[str, str]) -> None:
    """One that is none is refused before anybody is asked."""
    with own_folder(tmp_path, SIZEWISE_CACHE=environment["SIZEWISE_CACHE"]):
        ended = run_command("catalog", "refresh", "--price-list", HOSTILE)
    assert (ended.status, ended.out) == (2, "")
    assert "is no web address" in ended.err
    assert unprintable(ended.err) == set()


@pytest.mark.parametrize("command", ["rightsize", "quiz export csv"])
def test_no_cell_is_a_formula(command: str, watched: Ran) -> None:
    """In tables that a spreadsheet opens; figures may be negative."""
    words = command.split()
    tables = [one for one in watched if one["words"][: len(words)] == words and (words[0] == "quiz" or "--csv" in one["words"])]
    cells = [cell for one in tables for row in csv.reader(io.StringIO(one["out"])) for cell in row]
    assert len(cells) > 20
    assert [cell for cell in cells if cell.lstrip().startswith(FORMULA) and not _is_number(cell)] == []


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
