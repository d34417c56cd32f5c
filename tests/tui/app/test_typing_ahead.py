"""Whatever is typed faster than it is answered: each line, key and pick in its turn."""

from __future__ import annotations

from typing import Final

from textual import events

from tests.tui.app.conftest import PLANTS, Person, Sit
from tui.screens.help import HelpScreen

KEYS: Final = frozenset({"enter", "down", "up", "tab", "escape", "f1", "f3", "ctrl+z", "ctrl+y", "ctrl+n"})


def at_once(person: Person, *typed: str) -> None:
    """Keys and lines as a terminal sends them that was busy: all before any of them is dealt with."""
    driver = person.app._driver
    assert driver is not None
    for one in typed:
        if one in KEYS:
            driver.process_message(events.Key(one, None))
        else:
            driver.process_message(events.Paste(one))
            driver.process_message(events.Key("enter", "\r"))


async def test_lines_that_are_typed_ahead_stay_apart(sit: Sit) -> None:
    """Each is a turn of its own."""
    async with sit() as person:
        lines = (PLANTS, "production", "make it 5 ms", "20 a second")
        at_once(person, *lines)
        await person.wait()
        await person.wait()
        assert person.app.advise.prompt.value == ""
        said = [turn.plain_text() for turn in person.app.advise.transcript.turns if turn.kind == "you"]
        assert said == [f"› {line}" for line in lines]


AHEAD: Final = (
    ((PLANTS, "production", "/back", "development"), "development"),
    ((PLANTS, "production", "ctrl+z", "development"), "development"),
    ((PLANTS, "production", "ctrl+z", "development", "ctrl+z", "test"), "test"),
    ((PLANTS, "production", "ctrl+z", "ctrl+y"), "production"),
    (("train xgboost on 5 GB", "ctrl+n", PLANTS, "production"), "production"),
    (("train xgboost on 5 GB", "/new", PLANTS, "production"), "production"),
    ((PLANTS, "f3", "production"), "production"),
)
"""What is typed, and the environment it leaves: taken back by a command or by keys, brought back, after a new conversation, an advice."""


async def test_words_and_commands_keep_their_order(sit: Sit) -> None:
    """Words behind a command are heard after it, and a key pressed behind words runs after they are heard."""
    async with sit() as person:
        for typed, environment in AHEAD:
            await person.say("/new")
            assert person.answers == {}
            at_once(person, *typed)
            for _ in typed:
                await person.wait()
            assert person.answers["environment"] == environment, typed
            assert person.answers["latency_p99_ms"] == 200, typed


async def test_words_behind_a_pick_are_heard_after_it(sit: Sit) -> None:
    """By arrow and Enter."""
    async with sit() as person:
        await person.say(PLANTS)
        at_once(person, "down", "enter", "20 a second")
        for _ in range(3):
            await person.wait()
        said = [turn.plain_text() for turn in person.app.advise.transcript.turns if turn.kind == "you"]
        assert said[-1] == "› 20 a second"
        assert person.answers["environment"] == "production"
        assert person.answers["peak_requests_per_second"] == 20


async def test_the_key_of_a_list_opens_it_behind_the_words(sit: Sit) -> None:
    """The words belong to the conversation."""
    async with sit() as person:
        at_once(person, PLANTS, "f1")
        await person.wait()
        await person.wait()
        assert isinstance(person.app.screen, HelpScreen)
        assert person.answers["latency_p99_ms"] == 200
