"""Every command of the registry, by each of the ways that lead to it: typed, by a key, from the palette, by a click."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import pytest
from textual import events

from tests.tui.app.conftest import LARGE, PLANTS, SMALL, Person, Sit
from tui.app import SizewiseApp
from tui.commands.registry import COMMANDS, Command, head_of, key_name
from tui.screens.answers import AnswersScreen
from tui.screens.help import HelpScreen
from tui.screens.sessions import SessionsScreen
from tui.widgets.key_bar import OF_COMMANDS
from tui.widgets.mode_bar import MODES

SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x45"])
KEYED: Final = [one for one in COMMANDS if one.key]
MORE: Final = {"compare": "g5 p4d", "what-if": "it must answer within 5 ms", "export": "advice.txt", "name": "photo plants"}
"""What follows a command that needs something."""
BEFORE: Final = {"redo": ["/back"], "keep": ["/what-if 5 ms"], "discard": ["/what-if 5 ms"]}
"""Lines without which a command has nothing to do."""


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The commands that lead out of the conversation, as they were run; and a folder of our own for what is exported."""
    run: list[str] = []
    monkeypatch.setattr(SizewiseApp, "exit", lambda *_, **__: run.append("quit"))
    monkeypatch.setattr(SizewiseApp, "browse", lambda _, words="": run.append(f"browse {words}".rstrip()))
    monkeypatch.chdir(tmp_path)
    return run


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
        "what-if": lambda: "/keep takes it over" in person.said(),
        "keep": lambda: person.answers["latency_p99_ms"] == 5,
        "discard": lambda: person.answers["latency_p99_ms"] == 200 and "All as it was before" in person.said(),
        "plot": lambda: any(turn.kind == "plot" for turn in app.advise.transcript.turns),
        "sources": lambda: "https://" in person.said(),
        "export": lambda: Path("advice.txt").is_file(),
        "copy": lambda: app.clipboard == turns[-1].text(),
        "new": lambda: person.answers == {},
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
    for line in ("/new", PLANTS, "production", *BEFORE.get(command.name, ())):
        person.app.advise.say(line)
    await person.wait()
    Path("advice.txt").unlink(missing_ok=True)  # noqa: ASYNC240  # a file of a test
    person.app.copy_to_clipboard("")
    seen.clear()
    return effects(person, seen)[command.name]


async def check(
    person: Person, commands: list[Command], seen: list[str], run: Callable[[Command], Awaitable[None]], *, completes: bool = True
) -> None:
    """Run each command in one way; one that needs more is first put into the prompt where `completes`, then completed by hand."""
    for command in commands:
        is_done = await prepare(person, command, seen)
        assert command.name in ("advise", "redo") or not is_done(), f"{command.name}: the effect was there before"
        await run(command)
        await person.wait()
        if completes and command.needs_more:
            assert person.app.advise.prompt.value == f"/{command.name} ", command.name
            assert person.app.advise.prompt.has_focus
            await person.press(*MORE[command.name], "enter")
        assert is_done(), f"{command.name}: {person.screen()}"


async def test_each_command_is_typed(sit: Sit, seen: list[str]) -> None:
    """By its name, with what has to follow."""
    async with sit() as person:
        assert {one.name for one in COMMANDS} <= set(effects(person, seen)), "a command without an effect to look for"
        await check(person, list(COMMANDS), seen, lambda one: person.say(f"/{one.name} {MORE.get(one.name, '')}".rstrip()), completes=False)


async def test_each_command_has_other_words_that_do_the_same(sit: Sit, seen: list[str]) -> None:
    """All of them, and in capitals too."""
    async with sit() as person:
        for number in range(max(len(one.words) for one in COMMANDS)):
            worded = [one for one in COMMANDS if len(one.words) > number]
            way = lambda one, number=number: person.say(f"/{one.words[number].upper()} {MORE.get(one.name, '')}".rstrip())  # noqa: E731
            await check(person, worded, seen, way, completes=False)


async def test_each_key_runs_its_command(sit: Sit, seen: list[str]) -> None:
    """From the prompt, where people are."""
    async with sit() as person:
        await check(person, KEYED, seen, lambda one: person.press(one.key))


async def test_each_key_works_while_the_transcript_has_the_focus(sit: Sit, seen: list[str]) -> None:
    """Somebody reads and picks turns."""
    async with sit(LARGE) as person:

        async def away(one: Command) -> None:
            person.app.advise.transcript.focus()
            await person.press(one.key)

        await check(person, KEYED, seen, away)


async def test_the_palette_runs_each_command(sit: Sit, seen: list[str]) -> None:
    """As Ctrl+P lists them: under the names they are typed by, with the same help."""
    async with sit() as person:
        listed = {one.title: one for one in person.app.get_system_commands(person.app.screen)}
        assert {title: one.help for title, one in listed.items()} == {head_of(one): one.help for one in COMMANDS}

        async def pick(one: Command) -> None:
            listed[head_of(one)].callback()

        await check(person, list(COMMANDS), seen, pick)


@SIZES
async def test_the_palette_opens_by_ctrl_p_and_finds_by_a_few_letters(sit: Sit, seen: list[str], size: tuple[int, int]) -> None:
    """Enter runs what is found, Esc leaves without a change."""
    async with sit(size) as person:
        theme = person.app.theme
        await person.press("ctrl+p")
        assert type(person.app.screen).__name__ == "Palette"
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
async def test_each_word_of_the_key_bar_is_a_click(sit: Sit, seen: list[str], size: tuple[int, int]) -> None:
    """The bar names key and word of the commands with a label, and both can be clicked."""
    labelled = [one for one in COMMANDS if one.label]
    assert [(key, word) for key, word, _ in OF_COMMANDS] == [(key_name(one.key), one.label) for one in labelled]
    async with sit(size) as person:

        async def click(one: Command) -> None:
            part = one.label if size == SMALL else key_name(one.key)
            await person.pilot.click(offset=_place(person, part, -1))

        await check(person, labelled, seen, click)


@SIZES
async def test_the_mode_bar_names_each_mode_with_its_key_and_is_clicked(sit: Sit, seen: list[str], size: tuple[int, int]) -> None:
    """Where one is stands in brackets."""
    keys = {one.name: key_name(one.key) for one in COMMANDS}
    assert [(mode, key) for mode, _, key in MODES] == [(mode, keys[mode]) for mode, _, _ in MODES]
    async with sit(size) as person:
        assert "[Advise]" in person.screen().splitlines()[0]

        async def click(one: Command) -> None:
            await person.pilot.click(offset=_place(person, next(name for mode, name, _ in MODES if mode == one.name), 0))

        await check(person, [one for one in COMMANDS if one.name in keys and one.name in {mode for mode, _, _ in MODES}], seen, click)


def _place(person: Person, word: str, row: int) -> tuple[int, int]:
    """Where a word stands in a row of the screen; -1 is the last."""
    lines = person.screen().splitlines()
    return lines[row].index(word) + 1, row % len(lines)


async def test_a_slash_lists_every_command_with_what_it_does(sit: Sit) -> None:
    """At once, before another letter is typed; each comes to sight by an arrow on the smallest screen."""
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


async def test_what_is_typed_behind_the_slash_narrows_the_list(sit: Sit) -> None:
    """To nothing, which is said; a command that is written out tells what it takes."""
    async with sit() as person:
        await person.press("slash", "w")
        assert [one.label for one in person.app.advise.card.choices] == ["/why [NAME]", "/what-if WORDS"]
        await person.press("x")
        assert "No command begins like this" in person.screen()
        await person.press("backspace", *"hy", "space")
        assert "/why [NAME]: say why" in person.screen()


async def test_tab_completes_a_command(sit: Sit) -> None:
    """The first that begins like it, or the one that the arrows chose; without a slash Tab goes to the transcript."""
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


async def test_arrows_and_enter_pick_a_command(sit: Sit, seen: list[str]) -> None:
    """One that needs more is put into the prompt; one that does not is run."""
    async with sit() as person:
        await person.say(PLANTS)
        await person.press(*"/co", "down", "enter")
        assert person.app.advise.prompt.value == "/compare "
        await person.press("escape", *"/th", "down", "enter")
        assert person.app.theme == "sizewise-light"
        assert person.app.advise.prompt.value == ""
        assert "What is it for?" in person.screen()
        assert seen == []


async def test_a_click_picks_a_command_from_the_list(sit: Sit) -> None:
    """As any choice."""
    async with sit() as person:
        await person.press("slash")
        await person.click("#card-choices", (3, 0))
        assert isinstance(person.app.screen, HelpScreen)


async def test_dark_and_light_set_what_they_say(sit: Sit) -> None:
    """Said twice they stay; alone the theme changes; a theme that is none is told, and changes nothing."""
    async with sit() as person:
        themes = []
        for line in ("/light", "/light", "/theme light", "/dark", "/DARK", "/theme", "/theme dark", "/theme blue"):
            await person.say(line)
            themes.append(person.app.theme.removeprefix("sizewise-"))
        assert themes == ["light", "light", "light", "dark", "dark", "light", "dark", "dark"]
        (note,) = person.app._notifications
        assert note.message.startswith('theme: there is no "blue". Known are: dark, light.')


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


async def test_a_command_that_is_none_names_the_nearest(sit: Sit) -> None:
    """And nothing happens."""
    async with sit() as person:
        await person.say("/plott")
        assert 'There is no command "/plott". Did you mean plot?' in person.said()
        assert person.answers == {}


async def test_the_help_lists_every_command_with_its_key(sit: Sit) -> None:
    """All of them, whether the plain mode knows them or not."""
    async with sit(LARGE) as person:
        await person.press("f1")
        shown = person.app.screen.query_one("HelpScreen Turn").render()
        text = " ".join(str(shown).split())
        for command in COMMANDS:
            key = f" ({key_name(command.key)})" if command.key else ""
            assert f"{head_of(command)} {command.help}{key}" in text
