"""No text from anywhere steers a terminal, a spreadsheet or a reader's eye."""

from __future__ import annotations

import csv
import io
import json

import pytest

from tests.security.conftest import HOSTILE, Ran

FORMULA = ("=", "+", "-", "@", "\t", "\r")


def steering(output: str) -> set[str]:
    """Characters of an output that steer: controls, marks of direction, separators; a line of RFC 4180 may end in both of its signs."""
    return {character for character in output.replace("\r\n", "\n") if not character.isprintable() and character not in "\n\t"}


def test_no_output_steers_the_terminal(watched: Ran) -> None:
    """Of any command, to either stream, through a pipe as well: what a pager or `cat` shows later is text."""
    assert {tuple(ran["words"][:3]): found for ran in watched if (found := steering(ran["out"] + ran["err"]))} == {}


def test_hostile_text_gets_as_far_as_the_output(watched: Ran) -> None:
    """Else the tests above would show nothing: most outputs repeat some of it."""
    repeated = [ran["words"] for ran in watched if "evil.example" in ran["out"] + ran["err"]]
    assert len(repeated) > len(watched) / 2


def test_markup_stays_text(watched: Ran) -> None:
    """On the screens of the app too, where a tag would colour or end the program."""
    assert "[bold red]" in watched[-1]["out"]


def test_json_is_json_and_holds_the_text_as_it_was(watched: Ran) -> None:
    """Escaped, not changed: a program gets back what it gave."""
    for ran in watched:
        if "--json" in ran["words"] and ran["status"] == 0:
            assert json.loads(ran["out"]), ran["words"]
    lines = [json.loads(line) for ran in watched if "--jsonl" in ran["words"] for line in ran["out"].splitlines()]
    assert [line for line in lines if line.get("id") == HOSTILE]


@pytest.mark.parametrize("command", ["rightsize", "quiz export csv"])
def test_no_cell_is_a_formula(command: str, watched: Ran) -> None:
    """In tables that a spreadsheet opens; figures may be negative."""
    words = command.split()
    tables = [ran for ran in watched if ran["words"][: len(words)] == words and (words[0] == "quiz" or "--csv" in ran["words"])]
    cells = [cell for ran in tables for row in csv.reader(io.StringIO(ran["out"])) for cell in row]
    assert len(cells) > 20
    assert [cell for cell in cells if cell.lstrip().startswith(FORMULA) and not _is_number(cell)] == []


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
