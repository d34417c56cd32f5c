"""The app, ended from outside: the terminal is given back, and what was answered is kept."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from knowledge import Knowledge
from tests.depth import LONG
from tests.faults.conftest import COMMAND
from tests.faults.screen import Screen
from tui.sessions import SessionStore

PLANTS = "identify plants from phone photos, answer within 200 ms"
GIVEN_BACK = (b"\x1b[?1049l", b"\x1b[?1000l", b"\x1b[?1003l", b"\x1b[?2004l", b"\x1b[?25h")
"""The first screen, no mouse, no marks around what is pasted, a cursor."""
IN_THE_LONG_RUN = pytest.mark.skipif(not LONG, reason="starts the app once more: in the long run (make soak)")


@pytest.fixture
def asked_app(settings: dict[str, str], request: pytest.FixtureRequest) -> Iterator[Screen]:
    """The app with a first answer, which is kept, and a question."""
    screen = Screen([str(COMMAND)], settings, owns=getattr(request, "param", True))
    with contextlib.closing(screen):
        screen.wait_for("What do you want to run?")
        screen.type(f"{PLANTS}\r")
        screen.wait_for("What is it for?")
        yield screen


def typed_lines(folder: Path, knowledge: Knowledge) -> list[str]:
    """What was typed, as the files have it."""
    store = SessionStore(knowledge, folder / "data" / "sessions")
    return [step.typed for identity in store.list_ids() for step in store.read_steps(identity)]


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"] if LONG else ["SIGTERM"])
def test_asked_to_stop_it_leaves_the_terminal_as_it_was(asked_app: Screen, name: str, tmp_path: Path, knowledge: Knowledge) -> None:
    """With the status that shells report for the signal, a line that says what became of the conversation, and the conversation."""
    number = signal.Signals[name]
    asked_app.send(number)
    assert asked_app.wait_for_end() == 128 + number
    assert asked_app.terminal_settings() == asked_app.before
    last = asked_app.shown[asked_app.shown.rindex(b"?1049l") - 200 :]
    assert [code for code in GIVEN_BACK if code not in last] == []
    assert last.count(f"Ended by {name}. What you said is kept: /open lists it next time.".encode()) == 1
    assert b"Traceback" not in asked_app.shown
    assert typed_lines(tmp_path, knowledge) == [PLANTS]


def test_who_leaves_is_told_how_to_go_on(asked_app: Screen, tmp_path: Path, knowledge: Knowledge) -> None:
    """On the screen that was there before, in the last line: the command that opens the same conversation."""
    asked_app.type("\x11")
    assert asked_app.wait_for_end() == 0
    (identity,) = SessionStore(knowledge, tmp_path / "data" / "sessions").list_ids()
    assert asked_app.shown.endswith(f"Resume: sizewise --resume {identity}\r\n".encode())


@pytest.mark.parametrize("second", ["SIGHUP", "SIGTERM", "SIGINT"] if LONG else ["SIGHUP"])
def test_asked_twice_it_still_gives_the_terminal_back(asked_app: Screen, second: str) -> None:
    """The second signal comes when closing has begun, as from whoever closes a window of a session that is being ended."""
    asked_app.send(signal.Signals[second] if second == "SIGINT" else signal.SIGTERM)
    asked_app.wait_for("\x1b[?1003l")
    asked_app.send(signal.Signals[second])
    assert asked_app.wait_for_end() == 128 + (signal.SIGINT if second == "SIGINT" else signal.SIGTERM)
    assert asked_app.terminal_settings() == asked_app.before
    assert asked_app.shown.endswith(b"What you said is kept: /open lists it next time.\r\n")


@pytest.fixture
def stalled_app(settings: dict[str, str]) -> Iterator[Screen]:
    """The app, started by nohup in a terminal that takes nothing more: all that it can write before it has to wait is written."""
    with contextlib.closing(Screen(["/bin/sh", "-c", "trap '' HUP; exec \"$0\"", str(COMMAND)], settings)) as screen:
        screen.wait_for("What do you want to run?")
        for width in range(80, 140):
            screen.resize(width, 24)
            screen.send(signal.SIGWINCH)
            time.sleep(0.02)
        yield screen


def test_it_ends_when_a_terminal_that_took_nothing_more_is_gone(stalled_app: Screen) -> None:
    """Whatever waits to be written, and though the signal for it is ignored."""
    stalled_app.take_away()
    assert stalled_app.wait_for_end() == 128 + signal.SIGHUP


@IN_THE_LONG_RUN
def test_asked_to_stop_it_does_not_wait_for_a_terminal_that_takes_nothing_more(stalled_app: Screen) -> None:
    """The terminal treats what is typed as before."""
    stalled_app.send(signal.SIGTERM)
    while stalled_app.process.poll() is None:
        time.sleep(0.1)
    assert stalled_app.wait_for_end() == 128 + signal.SIGTERM
    assert stalled_app.terminal_settings() == stalled_app.before


@pytest.mark.parametrize(
    "asked_app", [True, False] if LONG else [False], indirect=True, ids=lambda owns: "told by a signal" if owns else "not told"
)
def test_it_ends_when_its_terminal_is_gone(asked_app: Screen, tmp_path: Path, knowledge: Knowledge) -> None:
    """Nothing goes on in the background, and what was answered is kept."""
    asked_app.take_away()
    assert asked_app.wait_for_end() == 128 + signal.SIGHUP
    assert typed_lines(tmp_path, knowledge) == [PLANTS]


@IN_THE_LONG_RUN
def test_killed_without_a_chance_it_has_kept_what_was_answered(asked_app: Screen, tmp_path: Path, knowledge: Knowledge) -> None:
    """The terminal is then for the person to reset; the conversation is there."""
    asked_app.send(signal.SIGKILL)
    assert asked_app.wait_for_end() == 128 + signal.SIGKILL
    assert typed_lines(tmp_path, knowledge) == [PLANTS]


@IN_THE_LONG_RUN
def test_no_terminal_is_too_small(settings: dict[str, str], tmp_path: Path, knowledge: Knowledge) -> None:
    """The app runs, keeps what is typed, takes every size and leaves, though there is no room to read anything."""
    with contextlib.closing(Screen([str(COMMAND)], settings, size=(1, 1))) as screen:
        for size in ((10, 3), (0, 0), (80, 24)):
            screen.resize(*size)
        screen.wait_for("What do you want to run?")
        screen.resize(1, 1)
        screen.type(f"{PLANTS}\r")
        screen.resize(80, 24)
        screen.wait_for("What is it for?")
        screen.resize(0, 0)
        screen.type("\x11")
        assert screen.wait_for_end() == 0
        assert screen.terminal_settings() == screen.before
    assert b"Traceback" not in screen.shown
    assert typed_lines(tmp_path, knowledge) == [PLANTS]


@pytest.mark.parametrize("kind", ["", "dumb"] if LONG else ["dumb"])
def test_a_terminal_that_cannot_draw_gets_the_conversation_line_by_line(kind: str, settings: dict[str, str]) -> None:
    """No codes that would stand on it as letters; it ends with the input."""
    with contextlib.closing(Screen([str(COMMAND)], settings | {"TERM": kind})) as screen:
        screen.wait_for("› ")
        screen.type("\x04")
        assert screen.wait_for_end() == 0
    assert b"?1049h" not in screen.shown
    assert b"Goodbye" in screen.shown


@IN_THE_LONG_RUN
def test_a_terminal_that_nobody_knows_gets_the_app(settings: dict[str, str]) -> None:
    """With a name that no list has, and sizes in the environment that are none."""
    odd = {"TERM": "never-heard-of", "COLUMNS": "-5", "LINES": "many"}
    with contextlib.closing(Screen([str(COMMAND)], settings | odd)) as screen:
        screen.wait_for("What do you want to run?")
        screen.type("\x11")
        assert screen.wait_for_end() == 0
        assert screen.terminal_settings() == screen.before


@pytest.mark.parametrize(("number", "why"), [*([(None, "")] if LONG else []), (signal.SIGTERM, "Ended by SIGTERM. ")])
def test_what_could_not_be_saved_is_said_when_the_screen_is_gone(
    number: signal.Signals | None, why: str, settings: dict[str, str], tmp_path: Path, knowledge: Knowledge
) -> None:
    """It never claims that all is kept; the reason stands in the last line."""
    no_room = ["/bin/sh", "-c", 'ulimit -f 0; exec "$0"', str(COMMAND)]
    with contextlib.closing(Screen(no_room, settings | {"PYTHONDONTWRITEBYTECODE": "1"})) as screen:
        screen.wait_for("What do you want to run?")
        screen.type(f"{PLANTS}\r")
        screen.wait_for("Not saved: File too large.")
        screen.wait_for("What is it for?")
        screen.send(number) if number is not None else screen.type("\x11")
        assert screen.wait_for_end() == (128 + number if number is not None else 0)
    last = f"{why}What you said last could not be saved (File too large). sizewise doctor says what is in the way.\r\n"
    assert screen.shown.endswith(last.encode())
    assert typed_lines(tmp_path, knowledge) == []
