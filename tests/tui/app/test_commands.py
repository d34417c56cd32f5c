"""Every command of the registry, by each of the ways that lead to it: typed, by a key, from the palette, by a click."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from textual import events

from tests.tui.app.conftest import LARGE, PLANTS, SMALL, Person, Sit
from tui.app import SizewiseApp
from tui.commands.registry import COMMANDS, Command, head_of, key_name, known_command
from tui.screens.answers import AnswersScreen
from tui.screens.help import HelpScreen
from tui.screens.sessions import SessionsScreen
from tui.widgets.key_bar import COMMAND_KEYS
from tui.widgets.mode_bar import MODES

SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x45"])
KEYED: Final = [one for one in COMMANDS if one.key]
MORE: Final = {"compare": "g5 p4d", "what-if": "it must answer within 5 ms", "export": "advice.txt", "name": "photo plants"}
"""What follows a command that needs something."""
BEFORE: Final = {"redo": ["/back"], "keep": ["/what-if 5 ms"], "discard": ["/what-if 5 ms"]}
"""Lines without which a command has nothing to do."""
STANDS: Final = {"latency_p99_ms": 200, "environment": "production"}
"""Answers that every command finds."""


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The commands that lead out of the conversation, as they were run; and a folder of our own for what is exported."""
    run: list[str] = []
    monkeypatch.setattr(SizewiseApp, "exit", lambda *_, **__: run.append("quit"))
    monkeypatch.setattr(SizewiseApp, "go_to_browse", lambda _, words="": run.append(f"browse {words}".rstrip()))
    monkeypatch.chdir(tmp_path)
    return run


@pytest.fixture
def requested(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the commands that the app is asked to run, none of which is run."""
    names: list[str] = []
    monkeypatch.setattr(SizewiseApp, "run_command", lambda _, command, *__: names.append(command.name))
    return names


def effects(person: Person, seen: list[str]) -> dict[str, Callable[[], bool]]:
    """Command -> whether it has done what it is for, after "production" was answered."""
    app = person.app
    theme = app.theme
    turns = app.advise.transcript.turns
    return {
        "help": lambda: isinstance(app.screen, HelpScreen),
        "why": lambda: "remain" in person.said(),
        "now": lambda: any(turn.kind == "advice" for turn in app.advise.transcript.turns),
        "edit": lambda: isinstance(app.screen, AnswersScreen),
        "back": lambda: "environment" not in person.answers,
        "redo": lambda: "environment" in person.answers,
        "compare": lambda: "p4d" in person.said() and "g5" in person.said(),
        "what-if": lambda: "1 adopts it" in person.said(),
        "keep": lambda: person.answers["latency_p99_ms"] == 5,
        "discard": lambda: person.answers["latency_p99_ms"] == 200 and "Discarded: nothing has changed" in person.said(),
        "plot": lambda: any(turn.kind == "plot" for turn in app.advise.transcript.turns),
        "sources": lambda: "https://" in person.said(),
        "export": lambda: Path("advice.txt").is_file(),
        "share": lambda: app.clipboard.startswith("# Compute for"),
        "copy": lambda: app.clipboard == turns[-1].plain_text(),
        "new": lambda: person.answers == {},
        "continue": lambda: "Continuing" in person.said(),
        "reader": lambda: "no language model" in person.said().lower() or "reader" in person.said().lower(),
        "abilities": lambda: "Something hurts" in person.said(),
        "open": lambda: isinstance(app.screen, SessionsScreen),
        "name": lambda: "photo plants" in person.said(),
        "advise": lambda: app.screen is app.advise and seen == [],
        "practice": lambda: app.current_mode == "practice",
        "browse": lambda: seen == ["browse"],
        "theme": lambda: app.theme != theme,
        "quit": lambda: seen == ["quit"],
    }


async def prepare(person: Person, command: Command, seen: list[str]) -> Callable[[], bool]:
    """A conversation in which the command has something to do; whether it has done it then."""
    while len(person.app.screen_stack) > 1:
        await person.press("escape")
    person.app.switch_mode("advise")
    person.app.advise.prompt.value = ""
    lines = BEFORE.get(command.name, ())
    for line in lines if STANDS.items() <= person.answers.items() else ("/new", PLANTS, "production", *lines):
        person.app.advise.say(line)
    await person.wait()
    Path("advice.txt").unlink(missing_ok=True)  # noqa: ASYNC240  # a file of a test
    person.app.copy_to_clipboard("")
    seen.clear()
    return effects(person, seen)[command.name]


async def test_each_command_is_typed(sit: Sit, seen: list[str]) -> None:
    """By its name, with what has to follow."""
    async with sit() as person:
        assert {one.name for one in COMMANDS} <= set(effects(person, seen)), "a command without an effect to look for"
        for command in COMMANDS:
            is_done = await prepare(person, command, seen)
            assert command.name in ("advise", "redo") or not is_done(), f"{command.name}: the effect was there before"
            await person.say(f"/{command.name} {MORE.get(command.name, '')}".rstrip())
            assert is_done(), f"{command.name}: {person.screen()}"


def test_each_command_has_other_words_that_do_the_same() -> None:
    """Its name, its other words, in capitals too, with what follows."""
    for command, word in [(one, word) for one in COMMANDS for word in (one.name, *one.words)]:
        assert known_command(f"/{word} some words") == (command, "some words")
        assert known_command(f"/{word.upper()}") == (command, "")


async def test_each_key_runs_its_command_and_the_palette_each_command(sit: Sit, requested: list[str]) -> None:
    """A key does where people write, and where they read and pick turns; Ctrl+P lists the names that are typed, with the same help."""
    async with sit() as person:
        for command in KEYED:
            person.app.advise.prompt.focus()
            await person.press(command.key)
            person.app.advise.transcript.focus()
            await person.press(command.key)
        assert requested == [command.name for command in KEYED for _ in range(2)]
        requested.clear()
        listed = {one.title: one for one in person.app.get_system_commands(person.app.screen)}
        assert {title: one.help for title, one in listed.items()} == {head_of(one): one.help for one in COMMANDS}
        for command in COMMANDS:
            listed[head_of(command)].callback()
        assert requested == [command.name for command in COMMANDS]


async def test_the_palette_opens_by_ctrl_p_and_finds_by_a_few_letters(sit: Sit, seen: list[str]) -> None:
    """Enter runs what is found; Esc leaves without a change."""
    async with sit() as person:
        theme = person.app.theme
        await person.press("ctrl+p")
        assert type(person.app.screen).__name__ == "SteadyPalette"
        await person.press("escape")
        assert person.app.screen is person.app.advise
        assert person.app.theme == theme
        await person.press("ctrl+p", *"theme")
        for _ in range(20):  # it searches on its own
            await person.wait()
        await person.press("enter", "enter")
        assert person.app.theme != theme
        assert seen == []


async def test_the_palette_is_left_by_a_click_beside_it(sit: Sit) -> None:
    """A second click comes when it has gone, and counts for nothing."""
    async with sit() as person:
        await person.press("ctrl+p")
        palette = person.app.screen
        x, y = next((x, y) for y in range(24) for x in range(80) if palette.get_widget_at(x, y)[0] is palette)
        for _ in range(3):
            palette.post_message(events.Click(palette, x, y, 0, 0, 1, shift=False, meta=False, ctrl=False, screen_x=x, screen_y=y))
        await person.wait()
        assert person.app.screen is person.app.advise
        assert person.app.failure == ""


async def test_a_command_may_come_in_the_moment_the_palette_opens(sit: Sit) -> None:
    """One that was typed just before: it is run once the palette has come, and takes its place."""
    async with sit() as person:
        person.app.action_command_palette()
        person.app.run_command(next(one for one in COMMANDS if one.name == "theme"))
        await person.wait()
        assert person.app.theme == "sizewise-light"
        assert person.app.screen is person.app.advise
        person.app.action_command_palette()
        person.app.run_command(next(one for one in COMMANDS if one.name == "practice"))
        for _ in range(3):
            await person.wait()
        assert person.app.current_mode == "practice"
        assert person.app.failure == ""


async def test_a_key_may_come_while_the_palette_searches(sit: Sit) -> None:
    """The search ends with the palette; the command of the key is run."""
    async with sit() as person:
        await person.pilot.press("ctrl+p")
        driver = person.app._driver
        assert driver is not None
        for letter in "theme":
            driver.process_message(events.Key(letter, letter))
            await asyncio.sleep(0.01)
        driver.process_message(events.Key("f1", None))
        await person.wait()
        assert isinstance(person.app.screen, HelpScreen)
        assert person.app.failure == ""


async def test_page_keys_do_no_harm_where_nothing_is_listed(sit: Sit) -> None:
    """In the palette and in the lists, while the window has no room for a line of them."""
    async with sit() as person:
        await person.say(PLANTS)
        for size in ((1, 1), (3, 2), SMALL):
            await person.pilot.resize_terminal(*size)
            for key in ("ctrl+p", "f4", "ctrl+o"):
                await person.press(key, "pagedown", "pageup", "end", "pagedown", "escape")
        assert person.app.failure == ""
        assert person.app.screen is person.app.advise


@SIZES
async def test_each_word_of_the_bars_is_a_click(sit: Sit, requested: list[str], size: tuple[int, int]) -> None:
    """One bar names key and word of the commands with a label; the other the modes with their keys, in brackets the one that is open."""
    labelled = [one for one in COMMANDS if one.label]
    assert [(key, word) for key, word, _ in COMMAND_KEYS] == [(key_name(one.key), one.label) for one in labelled]
    keys = {one.name: key_name(one.key) for one in COMMANDS}
    assert [(mode, key) for mode, _, key in MODES] == [(mode, keys[mode]) for mode, _, _ in MODES]
    async with sit(size) as person:
        for command in labelled:
            for part in (command.label, key_name(command.key)):
                await person.pilot.click(offset=_place(person, part, -1))
        assert "[Advise]" in person.screen().splitlines()[0]
        for _, name, _ in MODES:
            await person.pilot.click(offset=_place(person, name, 0))
        await person.wait()
        assert requested == [*(command.name for command in labelled for _ in range(2)), *(mode for mode, _, _ in MODES)]


def _place(person: Person, word: str, row: int) -> tuple[int, int]:
    """Where a word stands in a row of the screen; -1 is the last."""
    lines = person.screen().splitlines()
    return lines[row].index(word) + 1, row % len(lines)


async def test_a_slash_lists_every_command_with_what_it_does(sit: Sit) -> None:
    """Each comes to sight by an arrow on the smallest screen; more letters narrow the list, to nothing at last; a click picks from it."""
    async with sit() as person:
        await person.press("slash")
        card = person.app.advise.card
        assert [(one.label, one.effect) for one in card.choices] == [(head_of(one), one.help) for one in COMMANDS]
        for command in COMMANDS:
            await person.press("down")
            shown = person.screen()
            assert head_of(command) in shown
            assert command.help[:20] in shown
        await person.press("backspace")
        assert "What do you want to run?" in person.screen()
        await person.press("slash", "w")
        assert [one.label for one in person.app.advise.card.choices] == ["/why [NAME]", "/what-if WORDS"]
        await person.press("x")
        assert "No command starts like this" in person.screen()
        await person.press("backspace", *"hy", "space")
        assert "/why [NAME]: say why" in person.screen()
        await person.press("escape", "slash")
        await person.click("#card-choices", (3, 0))
        assert isinstance(person.app.screen, HelpScreen)


async def test_tab_completes_a_command_and_enter_picks_one(sit: Sit, seen: list[str]) -> None:
    """Tab takes the first that begins like it, or the one that the arrows chose; Enter runs it, unless it needs more."""
    async with sit() as person:
        prompt = person.app.advise.prompt
        await person.press(*"/wh", "tab")
        assert prompt.value == "/why "
        await person.press("escape", *"/w", "down", "down", "tab")
        assert prompt.value == "/what-if "
        assert prompt.has_focus
        await person.press("escape", *"/zz", "tab")
        assert prompt.value == "/zz"
        await person.press("escape", "tab")
        assert person.app.advise.transcript.has_focus
        await person.press("escape", "h", "i")
        assert prompt.value == "hi"
        await person.press("escape")
        await person.say(PLANTS)
        await person.press(*"/co", "down", "enter")
        assert person.app.advise.prompt.value == "/compare "
        await person.press("escape", *"/th", "down", "enter")
        assert person.app.theme == "sizewise-light"
        assert person.app.advise.prompt.value == ""
        assert "What is it for?" in person.screen()
        assert seen == []


async def test_dark_and_light_set_what_they_say_and_a_command_that_is_none_names_the_nearest(sit: Sit) -> None:
    """Said twice they stay; alone the theme changes; a theme that is none is told, and changes nothing."""
    async with sit() as person:
        themes = []
        for line in ("/light", "/light", "/theme light", "/dark", "/DARK", "/theme", "/theme dark", "/theme blue"):
            await person.say(line)
            themes.append(person.app.theme.removeprefix("sizewise-"))
        assert themes == ["light", "light", "light", "dark", "dark", "light", "dark", "dark"]
        (note,) = person.app._notifications
        assert note.message.startswith('theme: there is no "blue". Choose from: dark, light.')
        await person.say("/plott")
        assert 'There is no command "/plott". Did you mean plot?' in person.said()
        assert person.answers == {}


async def test_the_commands_stay_listed_while_one_is_typed(sit: Sit) -> None:
    """What a line led to that was sent before comes without taking them away; the question stands there when the line is cleared."""
    async with sit() as person:
        await person.press("slash", "w")
        person.app.advise.say(PLANTS)
        await person.wait()
        assert person.asked == "environment"
        assert [one.label for one in person.app.advise.card.choices] == ["/why [NAME]", "/what-if WORDS"]
        await person.press("down", "enter")
        assert "families remain" in person.said()
        assert "What is it for?" in person.screen()
        person.app.advise.begin_line("/wh")
        person.app.advise.say("production")
        await person.wait()
        await person.press("escape")
        assert person.asked not in ("", "environment")
        assert person.app.advise.card.choices[-1].label == "not sure"


async def test_the_help_lists_every_command_with_its_key(sit: Sit) -> None:
    """All of them, whether the plain mode knows them or not."""
    async with sit(LARGE) as person:
        await person.press("f1")
        shown = person.app.screen.query_one("HelpScreen Turn").render()
        text = " ".join(str(shown).split())
        for command in COMMANDS:
            key = f" ({key_name(command.key)})" if command.key else ""
            assert f"{head_of(command)} {command.help}{key}" in text
