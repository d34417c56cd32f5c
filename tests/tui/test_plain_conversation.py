"""`sizewise --plain`: the conversation over standard input and output."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from engine.dialogue import Desk
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.depth import LONG
from tests.tui.conftest import COMMAND, Start
from tui.advice_talk import AdviceTalk
from tui.commands.registry import COMMANDS, as_command, command_of, head_of, is_command
from tui.plain_terminal import render_part

PLANTS = "identify plants from phone photos, answer within 200 ms"
PATIENCE = 30.0
"""Seconds after which words that do not come are a failure; no measure of speed."""


@pytest.fixture
def talk(knowledge: Knowledge) -> AdviceTalk:
    """A conversation that has not begun."""
    return AdviceTalk(Desk(knowledge))


def reply_text(talk: AdviceTalk, *lines: str) -> str:
    """What the last of several lines leads to."""
    return [*("\n".join(map(render_part, talk.handle_line(line))) for line in lines)][-1]


def test_a_script_gets_from_one_sentence_to_an_advice(inside: Start) -> None:
    """By answers on standard input; the end of the input is a polite end."""
    ended = inside("--plain", given=f"{PLANTS}\nproduction\n" + "?\n" * 8)
    assert ended.status == 0, ended.err
    assert ended.err == ""
    for words in ("Taken as", "What is it for?", "0 asked, at most", "?  not sure", "SageMaker real-time endpoint", "Why not", "Goodbye."):
        assert words in ended.out, words
    assert "Traceback" not in ended.out


def test_practice_begins_inside_the_conversation_and_leads_back_to_it(inside: Start) -> None:
    """By its command and by what people say; quit leaves practice, then the conversation."""
    for asked in ("/practice spot", "quiz me about spot"):
        ended = inside("--plain", given=f"{asked}\nquit\n/help\n/quit\n")
        assert ended.status == 0, ended.err
        asking, _, after = ended.out.partition("Every answer is kept.")
        assert "Question 1 of" in asking
        assert "/why" in after


ENDINGS = ("\n\n", f"{PLANTS}\n", f"{PLANTS}\n/quit\n", "blub\n", "/why\n/back\n/edit\n/sources\n")


def test_it_ends_politely_wherever_the_input_ends(inside: Start) -> None:
    """Exit status 0, no traceback, a goodbye; a sentence alone still gets its advice."""
    for given in ENDINGS:
        ended = inside("--plain", given=given)
        assert (ended.status, ended.err) == (0, ""), given
        assert ended.out.rstrip().endswith("Goodbye."), given
        assert ("What would change it" in ended.out) == (given == f"{PLANTS}\n"), given


def test_what_changes_nothing_is_not_told_again(talk: AdviceTalk) -> None:
    """Once no question is left, "?" says only that, in lines of the width."""
    last = reply_text(talk, PLANTS, "production", *["?"] * 8, "?")
    assert "".join(f"{line} " for line in last.splitlines()).startswith("Nothing that is still open can change the choice.")
    assert max(map(len, last.splitlines())) <= 80


def test_the_first_screen_has_three_goals_to_pick(talk: AdviceTalk) -> None:
    """A digit picks one: a workload to place, something that hurts, a question; "?" asks step by step, and its questions take digits."""
    screen = "\n".join(map(render_part, talk.greeting_parts()))
    assert [line for line in screen.splitlines() if line.startswith((" 1", " 2", " 3"))]
    assert "Taken as" in reply_text(talk, "1")
    assert "What should the machine do?" in reply_text(talk, "/new", "?")
    assert "Taken as training" in reply_text(talk, "2")


@pytest.mark.parametrize("goal", ["1", "2"] if LONG else ["1"])
def test_each_goal_leads_to_an_advice(talk: AdviceTalk, goal: str) -> None:
    """With the first choice each time."""
    shown = reply_text(talk, goal)
    for _ in range(12):
        if "Why not" in shown:
            return
        shown = reply_text(talk, "?")
    raise AssertionError(shown)


def test_every_line_fits_into_80_columns(talk: AdviceTalk) -> None:
    """Whatever is asked or shown, the addresses of sources aside."""
    lines = [line for part in talk.greeting_parts() for line in render_part(part).splitlines()]
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
        lines += reply_text(talk, line).splitlines()
    assert [line for line in lines if len(line) > 80 and "://" not in line and not line.startswith("/")] == []


def test_every_command_does_something(talk: AdviceTalk, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And says so in words."""
    file = tmp_path / "advice.txt"
    rest = {"compare": "g5 inf2", "what-if": "it must answer within 5 ms", "export": str(file), "edit": "traffic"}
    reply_text(talk, PLANTS)
    for command in sorted(COMMANDS, key=lambda command: command.name == "quit"):
        shown = reply_text(talk, f"/{command.name} {rest.get(command.name, '')}".strip())
        assert shown or capsys.readouterr().out, command.name
        assert "did not work" not in shown, shown
        if command.name == "discard":
            reply_text(talk, "production")
    assert "ml." in file.read_text(encoding="utf-8")
    assert "http" in file.read_text(encoding="utf-8")
    assert talk.is_over


def test_an_advice_is_exported_as_json_and_never_over_a_file(talk: AdviceTalk, tmp_path: Path) -> None:
    """The same document as `advise --json`."""
    file = tmp_path / "advice.json"
    assert "Written" in reply_text(talk, PLANTS, f"/export {file}")
    assert json.loads(file.read_text(encoding="utf-8"))["choice"]["place"] == "sagemaker-realtime"
    assert "there already" in reply_text(talk, f"/export {file}")
    assert "did not work" in reply_text(talk, f"/export {tmp_path / 'no' / 'such' / 'folder.txt'}")


def test_a_pdf_is_refused_with_the_way_to_one(talk: AdviceTalk, tmp_path: Path) -> None:
    """In one line, and nothing is written; any other ending is told with those that can be written."""
    reply_text(talk, PLANTS)
    for name, words in (("plan.pdf", "plan.html"), ("plan.PDF", "prints as PDF"), ("plan.docx", "Name it plan.md")):
        shown = " ".join(reply_text(talk, f"/export {tmp_path / name}").split())
        assert words in shown
        assert not (tmp_path / name).exists()


def test_an_advice_is_exported_as_a_record_by_the_name_of_its_file(talk: AdviceTalk, tmp_path: Path) -> None:
    """Markdown and HTML as `sizewise report` writes them, plain text else."""
    reply_text(talk, PLANTS)
    for name, start in (("a.md", "# Compute for "), ("a.HTML", "<!doctype html>"), ("a.txt", "Taken as ")):
        assert "Written" in reply_text(talk, f"/export {tmp_path / name}")
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)


def test_why_not_is_answered_by_name(talk: AdviceTalk) -> None:
    """A name of nothing is told with the nearest one."""
    assert "T4" in reply_text(talk, PLANTS, "/now") or reply_text(talk, "/now")
    assert reply_text(talk, "/why lambda")
    assert "no processor" in reply_text(talk, "/why gg5")


def test_a_wrong_command_names_the_nearest_one(talk: AdviceTalk) -> None:
    """And nothing is lost."""
    assert "/help" in reply_text(talk, "/bogus-nothing-like-it") or "Did you mean" in reply_text(talk, "/bogus-nothing-like-it")
    assert "back" in reply_text(talk, "/bakc")
    assert "Nothing has been said" in reply_text(talk, "/why")


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


def test_the_help_lists_what_the_plain_mode_knows(talk: AdviceTalk) -> None:
    """Each command with what it takes and does, in lines of the width; those of the screen and the keys are left out."""
    lines = reply_text(talk, "/help").splitlines()
    text = " ".join(" ".join(lines).split())
    assert max(map(len, lines)) <= 80
    for command in COMMANDS:
        assert (f"{head_of(command)} {command.help}" in text) is not command.app_only
    assert "(F1)" not in text


HOSTILE = ("[/bold] %s {0} $what", "\x1b[31mred \\", "🌱" * 50, "שלום", "x" * 100_000)


def test_any_text_stays_text(talk: AdviceTalk) -> None:
    """At the first screen, as an answer, after a command."""
    for text in HOSTILE:
        for lines in (("/new", text), ("/new", PLANTS, text), (f"/why {text}",), (f"/edit {text}",), (f"/what-if {text}",), (f"/{text}",)):
            shown = reply_text(talk, *lines)
            assert "did not work" not in shown, shown
            assert "Traceback" not in shown, text


def _read_until(terminal: int, words: str, meanwhile: Callable[[], object] = lambda: None) -> str:
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
        _read_until(ours, "leaves")
        os.write(ours, f"{PLANTS}\n".encode())
        _read_until(ours, 'production"\r\n› ')  # the prompt stands: whatever comes earlier is thrown away
        if how == "ctrl-c":  # again and again: one that comes just before the wait for a key is seen only with the next
            shown = _read_until(ours, "Stopped.", lambda: process.send_signal(signal.SIGINT))
        else:
            os.write(ours, b"\x04")
            shown = _read_until(ours, "Goodbye.")
        assert "Traceback" not in shown
        assert process.wait(PATIENCE) == (130 if how == "ctrl-c" else 0)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


ASKED: Final = {
    "why not inf2?": "/why inf2",
    "Why?": "/why",
    "why do you ask?": "/why",
    "what if the load doubles?": "/what-if the load doubles",
    "compare g5 and inf2": "/compare g5 and inf2",
    "u": "/u",
    "back": "/back",
    "help": "/help",
    "we serve BERT on g5, why not": "we serve BERT on g5, why not",
    "new users come in spikes": "new users come in spikes",
    "compare": "compare",
    "show me now": "/now",
    "export that for the CFO": "/share",
    "can I send this to my boss?": "/share",
    "export it as plan.html": "/export plan.html",
    "quiz me with ten questions please": "/practice",
    "Quiz me": "/practice",
    "can you test me on spot?": "/practice spot",
    "ask me some questions about g5": "/practice g5",
    "hi, I am studying for the MLA-C01 exam, can you help me learn?": "/abilities",
    "we test medical images on a GPU": "we test medical images on a GPU",
    "Just tell me": "/now",
    "what would you do?": "/now recommendation",
    "how come?": "/why",
    "show me the maths": "/now arithmetic",
    "is that a lot?": "/now price",
    "isn't that expensive?": "/now price",
    "how did you calculate that?": "/now arithmetic",
    "is that a GPU?": "is that a GPU?",
    "where does the money go?": "/plot money",
    "show me a day": "/plot day",
    "draw the decision tree": "/plot tree",
    "how did you decide?": "/plot tree",
    "share this": "/share",
    "save it as plan.html": "/export plan.html",
    "go back": "/back",
    "what can you do?": "/abilities",
    "tell me about g5": "tell me about g5",
}
"""What is typed -> the command it is read as, or itself."""


def test_a_command_may_be_asked_for_in_words() -> None:
    """Where the whole line asks for it; what says something of the workload stays as it is."""
    assert {words: as_command(words) for words in ASKED} == ASKED


def test_asking_why_not_excludes_nothing(talk: AdviceTalk) -> None:
    """A question about a family is no demand."""
    reply_text(talk, PLANTS)
    before = talk.conversation
    assert "nf2" in reply_text(talk, "why not inf2?")
    assert talk.conversation == before


def test_pictures_are_parts_by_their_names_too(talk: AdviceTalk) -> None:
    """Said, as a plot and as a part they are the same lines; the tree is shown whole, and each says what it rests on."""
    reply_text(talk, f"{PLANTS}, 8 a second, 10 hours a day, in production")
    for said, typed, words in (
        ("where does the money go?", "/plot money", ("hours without use", "58 %", "Not in this price: storage")),
        ("show me a day", "/now day", ("machines", "In use 10 hours a day, as told")),
        ("show me the tree", "/now tree", ("instance families", "the choice", "/keep or /discard")),
    ):
        shown = reply_text(talk, said)
        assert shown == reply_text(talk, typed), said
        assert [word for word in words if word not in shown] == [], shown
        assert max(map(len, shown.splitlines())) <= 80


def test_every_example_of_what_can_be_said_is_understood(knowledge: Knowledge) -> None:
    """Each is taken as something, whole, and each is another one."""
    texts = knowledge.wording["dialogue"].texts
    examples = [found for key in texts if key.startswith("ability_") for found in re.findall('"(.+?)"', texts[key])]
    assert len(examples) >= 5
    for example in examples:
        shown = reply_text(AdviceTalk(Desk(knowledge)), example)
        assert shown.startswith("Taken as"), example
        assert "Not used" not in shown, example
