"""The first start: the base is compiled behind the first screen, and what is typed meanwhile is kept."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from knowledge import Knowledge
from knowledge.compilation_progress import report_compilation
from knowledge.errors import KnowledgeError
from tui.app import SizewiseApp
from tui.output.exit_status import BAD_INPUT

PLANTS = "identify plants from phone photos, answer within 200 ms"


@pytest.fixture
def released(knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """What the compilation of the base waits for, at 40 per cent."""
    event = threading.Event()

    def load() -> Knowledge:
        while not event.is_set():
            report_compilation(0.4)
            time.sleep(0.01)
        return knowledge

    monkeypatch.setattr("tui.app.load", load)
    return event


def reading_line(app: SizewiseApp) -> str:
    """What the screen says of the compilation."""
    line = app.advise.query_one("#reading", Static)
    return str(line.content) if line.display else ""


async def wait_for_advance(pilot: Pilot[None], app: SizewiseApp) -> None:
    """Until the screen says how far it is."""
    while not reading_line(app):
        await pilot.pause(0.01)


async def test_the_first_screen_does_not_wait_for_the_base(released: threading.Event, tmp_path: Path) -> None:
    """It says how far the compilation is; a line, and the key of another screen, are handled when the base is there."""
    app = SizewiseApp(None, guard=0.0, sessions=tmp_path / "sessions")
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_advance(pilot, app)
        assert reading_line(app) == "Reading the knowledge base, once after an installation or a change: 40 %"
        assert [choice.mark for choice in app.advise.card.choices] == ["1", "2", "3", "?"]
        await pilot.press(*PLANTS, "enter", "f1", "escape", *"abc")
        assert app.advise.prompt.value == "abc"
        await pilot.press("f6")
        assert (app.current_mode, app.advise.state) == ("advise", None)
        released.set()
        while app.current_mode != "browse":
            await pilot.pause(0.01)
        await app.advise.wait_until_idle()
        assert app.advise.state is not None
        assert app.advise.prompt.value == "abc"
        assert reading_line(app) == ""


async def test_practice_that_was_asked_for_begins_when_the_base_is_there(released: threading.Event, tmp_path: Path) -> None:
    """Until then the first screen says how far it is."""
    app = SizewiseApp(None, guard=0.0, sessions=tmp_path / "sessions", practise="")
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_advance(pilot, app)
        assert app.current_mode == "advise"
        released.set()
        while app.current_mode != "practice":
            await pilot.pause(0.01)


async def test_who_leaves_does_not_wait_for_the_base(released: threading.Event, tmp_path: Path) -> None:
    """The compilation ends with the app."""
    app = SizewiseApp(None, guard=0.0, sessions=tmp_path / "sessions")
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_advance(pilot, app)
        await pilot.press("ctrl+q")
    assert not released.is_set()
    assert (app.return_code, app.failure) == (0, "")


async def test_a_base_that_cannot_be_read_ends_the_app_with_the_mistake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As it ends every other command: the line is for whoever starts the app to print."""

    def load() -> Knowledge:
        raise KnowledgeError("regions/nowhere-1.yaml:3: city: wrong.")

    monkeypatch.setattr("tui.app.load", load)
    app = SizewiseApp(None, guard=0.0, sessions=tmp_path / "sessions")
    async with app.run_test(size=(80, 24)) as pilot:
        while app.mistake is None:
            await pilot.pause(0.01)
    assert (str(app.mistake), app.return_code, app.failure) == ("regions/nowhere-1.yaml:3: city: wrong.", BAD_INPUT, "")
