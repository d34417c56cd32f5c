"""`sizewise --plain`: the conversation over standard input and output."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.dialogue import Desk
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.tui.conftest import COMMAND, Start
from tui.commands.registry import COMMANDS, as_command, command_of, head_of, is_command
from tui.plain import shown
from tui.talk import Talk

PLANTS = "identify plants from phone photos, answer within 200 ms"
PATIENCE = 30.0
"""Seconds after which words that do not come are a failure; no measure of speed."""


@pytest.fixture
def talk(knowledge: Knowledge) -> Talk:
    """A conversation that has not begun."""
    return Talk(Desk(knowledge))


def said(talk: Talk, *lines: str) -> str:
    """What the last of several lines leads to."""
    return [*("\n".join(map(shown, talk.heard(line))) for line in lines)][-1]


def test_a_script_gets_from_one_sentence_to_an_advice(sizewise: Start) -> None:
    """By answers on standard input; the end of the input is a polite end."""
    ended = sizewise("--plain", given=f"{PLANTS}\nproduction\n" + "?\n" * 8)
    assert ended.status == 0, ended.err
    assert ended.err == ""
    for words in ("Taken as", "What is it for?", "0 asked, at most", "?  not sure", "SageMaker real-time endpoint", "Why not", "Goodbye."):
        assert words in ended.out, words
    assert "Traceback" not in ended.out


@pytest.mark.parametrize("given", ["", "\n\n", "/quit\n", f"{PLANTS}\n", f"{PLANTS}\n/quit\n", "blub\n", "/why\n/back\n/edit\n/sources\n"])
def test_it_ends_politely_wherever_the_input_ends(inside: Start, given: str) -> None:
    """Exit status 0, no traceback, a goodbye; a sentence alone still gets its advice."""
    ended = inside("--plain", given=given)
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.rstrip().endswith("Goodbye.")
    assert ("What would change it" in ended.out) == (given == f"{PLANTS}\n")


def test_what_changes_nothing_is_not_told_again(talk: Talk) -> None:
    """Once no question is left, "?" says only that, in lines of the width."""
    last = said(talk, PLANTS, "production", *["?"] * 8, "?")
    assert "".join(f"{line} " for line in last.splitlines()).startswith("No answer changes the choice any more. /now shows it again")
    assert max(map(len, last.splitlines())) <= 80


def test_the_first_screen_has_three_goals_to_pick(talk: Talk) -> None:
    """A digit picks one; "?" asks step by step."""
    screen = "\n".join(map(shown, talk.greeting()))
    assert [line for line in screen.splitlines() if line.startswith((" 1", " 2", " 3"))]
    assert "Taken as" in said(talk, "1")
    assert "What is the machine to do?" in said(talk, "/new", "?")


@pytest.mark.parametrize("goal", ["1", "2", "3"])
def test_each_goal_leads_to_an_advice(talk: Talk, goal: str) -> None:
    """With the first choice each time."""
    shown = said(talk, goal)
    for _ in range(12):
        if "Why not" in shown:
            return
        shown = said(talk, "?")
    raise AssertionError(shown)


def test_every_line_fits_into_80_columns(talk: Talk) -> None:
    """Whatever is asked or shown, the addresses of sources aside."""
    lines = [line for part in talk.greeting() for line in shown(part).splitlines()]
    for line in (
        PLANTS,
        "/why",
        "production",
        "/what-if it must answer within 5 ms",
        "/keep",
        "/edit",
        "?",
        "/back",
        "/redo",
        "/help",
        "/now",
    ):
        lines += said(talk, line).splitlines()
    assert [line for line in lines if len(line) > 80 and "://" not in line and not line.startswith("/")] == []


def test_every_command_does_something(talk: Talk, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And says so in words."""
    file = tmp_path / "advice.txt"
    rest = {"compare": "g5 inf2", "what-if": "it must answer within 5 ms", "export": str(file), "edit": "traffic"}
    said(talk, PLANTS)
    for command in sorted(COMMANDS, key=lambda command: command.name == "quit"):
        shown = said(talk, f"/{command.name} {rest.get(command.name, '')}".strip())
        assert shown or capsys.readouterr().out, command.name
        assert "did not work" not in shown, shown
        if command.name == "discard":
            said(talk, "production")
    assert "ml." in file.read_text(encoding="utf-8")
    assert "http" in file.read_text(encoding="utf-8")
    assert talk.is_over


def test_an_advice_is_exported_as_json_and_never_over_a_file(talk: Talk, tmp_path: Path) -> None:
    """The same document as `advise --json`."""
    file = tmp_path / "advice.json"
    assert "Written" in said(talk, PLANTS, f"/export {file}")
    assert json.loads(file.read_text(encoding="utf-8"))["choice"]["place"] == "sagemaker-realtime"
    assert "there already" in said(talk, f"/export {file}")
    assert "did not work" in said(talk, f"/export {tmp_path / 'no' / 'such' / 'folder.txt'}")


@pytest.mark.parametrize(("name", "start"), [("a.md", "# Compute for "), ("a.HTML", "<!doctype html>"), ("a.txt", "Taken as ")])
def test_an_advice_is_exported_as_a_record_by_the_name_of_its_file(talk: Talk, tmp_path: Path, name: str, start: str) -> None:
    """Markdown and HTML as `sizewise report` writes them, plain text else."""
    assert "Written" in said(talk, PLANTS, f"/export {tmp_path / name}")
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)


def test_why_not_is_answered_by_name(talk: Talk) -> None:
    """A name of nothing is told with the nearest one."""
    assert "T4" in said(talk, PLANTS, "/now") or said(talk, "/now")
    assert said(talk, "/why lambda")
    assert "no processor" in said(talk, "/why gg5")


def test_a_wrong_command_names_the_nearest_one(talk: Talk) -> None:
    """And nothing is lost."""
    assert "/help" in said(talk, "/bogus-nothing-like-it") or "Did you mean" in said(talk, "/bogus-nothing-like-it")
    assert "back" in said(talk, "/bakc")
    assert "Nothing has been said" in said(talk, "/why")


def test_every_name_of_a_command_leads_to_it() -> None:
    """Its name, its other words, and any beginning that no other has."""
    names = [word for command in COMMANDS for word in (command.name, *command.words)]
    assert len(names) == len(set(names))
    for command in COMMANDS:
        for word in (command.name, *command.words):
            assert command_of(f"/{word} some words") == (command, "some words")
    assert command_of("/sour")[0].name == "sources"
    assert is_command(" /why")
    assert not is_command("why")
    with pytest.raises(InputError):
        command_of("/")


def test_a_value_of_a_command_is_a_word_for_it_too() -> None:
    """What it sets goes with it: "/dark" is "/theme dark", whatever stands behind it."""
    valued = [(command, value) for command in COMMANDS for value in command.values]
    assert valued
    for command, value in valued:
        for typed in (f"/{value}", f"/{value.upper()} some words", f"/{command.name} {value}"):
            assert command_of(typed) == (command, value)


def test_the_help_lists_what_the_plain_mode_knows(talk: Talk) -> None:
    """Each command with what it takes and does, in lines of the width; those of the screen and the keys are left out."""
    lines = said(talk, "/help").splitlines()
    text = " ".join(" ".join(lines).split())
    assert max(map(len, lines)) <= 80
    for command in COMMANDS:
        assert (f"{head_of(command)} {command.help}" in text) is not command.app_only
    assert "(F1)" not in text


@pytest.mark.parametrize("text", ["[/bold]", "\x1b[31mred", "🌱" * 50, "שלום", "%s {0} $what", "x" * 100_000, "'; --", "\\"])
def test_any_text_stays_text(talk: Talk, text: str) -> None:
    """At the first screen, as an answer, after a command."""
    for lines in ((text,), ("/new", PLANTS, text), (f"/why {text}",), (f"/edit {text}",), (f"/what-if {text}",), (f"/{text}",)):
        shown = said(talk, *lines)
        assert "did not work" not in shown, shown
        assert "Traceback" not in shown


def _read(terminal: int, words: str, meanwhile: Callable[[], object] = lambda: None) -> str:
    """What the terminal shows until these words; `meanwhile` is done whenever nothing comes for a moment."""
    shown, end = "", time.monotonic() + PATIENCE
    while words not in shown and time.monotonic() < end:
        if select.select([terminal], [], [], 0.5)[0]:
            try:
                shown += os.read(terminal, 65536).decode("utf-8", "replace")
            except OSError:
                break
        else:
            meanwhile()
    assert words in shown, shown
    return shown


@pytest.mark.parametrize("how", ["ctrl-c", "ctrl-d"])
def test_ctrl_c_and_ctrl_d_end_it_politely(settings: dict[str, str], how: str) -> None:
    """In a terminal, in the middle of a question."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([COMMAND, "--plain"], stdin=theirs, stdout=theirs, stderr=theirs, env=settings | {"TERM": "dumb"})
    try:
        os.close(theirs)
        _read(ours, "leaves")
        os.write(ours, f"{PLANTS}\n".encode())
        _read(ours, 'production"\r\n› ')  # the prompt stands: whatever comes earlier is thrown away
        if how == "ctrl-c":  # again and again: one that comes just before the wait for a key is seen only with the next
            shown = _read(ours, "Stopped.", lambda: process.send_signal(signal.SIGINT))
        else:
            os.write(ours, b"\x04")
            shown = _read(ours, "Goodbye.")
        assert "Traceback" not in shown
        assert process.wait(PATIENCE) == (130 if how == "ctrl-c" else 0)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("why not inf2?", "/why inf2"),
        ("Why?", "/why"),
        ("why do you ask?", "/why"),
        ("what if the load doubles?", "/what-if the load doubles"),
        ("compare g5 and inf2", "/compare g5 and inf2"),
        ("u", "/u"),
        ("back", "/back"),
        ("help", "/help"),
        ("we serve BERT on g5, why not", "we serve BERT on g5, why not"),
        ("new users come in spikes", "new users come in spikes"),
        ("compare", "compare"),
    ],
)
def test_a_command_may_be_asked_for_in_words(words: str, command: str) -> None:
    """Where the whole line asks for it; what says something of the workload stays as it is."""
    assert as_command(words) == command


def test_asking_why_not_excludes_nothing(talk: Talk) -> None:
    """A question about a family is no demand."""
    said(talk, PLANTS)
    before = talk.conversation
    assert "nf2" in said(talk, "why not inf2?")
    assert talk.conversation == before
