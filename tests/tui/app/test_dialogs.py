"""The screens before the others: help, answers, saved conversations. By keys and by mouse, at both sizes; and what is saved."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest
from textual import events
from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import OptionList

from knowledge import Knowledge
from tests.tui.app.conftest import LARGE, PLANTS, SMALL, Person, Sit
from tui.commands.registry import COMMANDS
from tui.screens.answers import AnswersScreen
from tui.screens.help import HelpScreen
from tui.screens.sessions import SessionsScreen
from tui.sessions import SessionStore, typed_lines

SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x45"])
DIALOGS: Final = {"f1": HelpScreen, "f4": AnswersScreen, "ctrl+o": SessionsScreen}
BELOW: Final = {"f1": "Commands and keys", "f4": "Esc goes back", "ctrl+o": "Esc goes back"}
"""Words by which one sees how to go on."""
CHATS: Final = ("train xgboost every week on 10 million rows", "a chat assistant with Llama 3 8B for 30 people at once")
TITLES: Final = {PLANTS: "image classification · inference", CHATS[0]: "XGBoost · training", CHATS[1]: "Llama 3 8B"}
"""What was said first -> how the conversation is called once its workload is known."""


async def hold(person: Person, *lines: str) -> None:
    """One conversation after the other, each of a sentence."""
    for line in lines:
        await person.say("/new")
        await person.say(line)


def place(person: Person, words: str) -> tuple[int, int]:
    """Where words stand on the screen."""
    row, line = next((row, line) for row, line in enumerate(person.screen().splitlines()) if words in line)
    return line.index(words) + 1, row


def on_top(person: Person) -> str:
    """The kind of the screen that is seen."""
    return type(person.app.screen).__name__


@SIZES
async def test_a_dialog_opens_by_its_key_and_closes_by_esc_or_the_same_key(sit: Sit, size: tuple[int, int]) -> None:
    """Or the key of another, which takes its place. What was typed before is there again; the conversation has not moved."""
    async with sit(size) as person:
        await hold(person, PLANTS)
        answers, asked = person.answers, person.asked
        await person.press("h", "i")
        for key, close in [(opener, closer) for opener in DIALOGS for closer in ("escape", opener)]:
            await person.press(key)
            assert on_top(person) == DIALOGS[key].__name__
            assert BELOW[key] in person.screen()
            await person.press(close)
            assert person.app.screen is person.app.advise
        for key in (*DIALOGS, *list(reversed(DIALOGS))[1:]):
            await person.press(key)
            assert on_top(person) == DIALOGS[key].__name__
            assert len(person.app.screen_stack) == 2
        await person.press("escape")
        assert person.app.screen is person.app.advise
        assert (person.answers, person.asked, person.app.advise.prompt.value) == (answers, asked, "hi")
        assert person.app.advise.prompt.has_focus


@SIZES
async def test_the_help_scrolls_by_keys_and_by_the_wheel(sit: Sit, size: tuple[int, int]) -> None:
    """To its last line, also where it is longer than the screen; q and Enter close it too."""
    async with sit(size) as person:
        await person.press("f1", "end")
        await person.until(lambda: "Shift to select" in person.screen())
        await person.press("home")
        await person.until(lambda: "Commands and keys" in person.screen())
        box = person.app.screen.query_one(VerticalScroll)
        box.scroll_relative(y=4, animate=False)
        await person.until(lambda: box.scroll_offset.y == (4 if box.max_scroll_y >= 4 else 0))
        for key in ("q", "enter"):
            await person.press(key)
            assert person.app.screen is person.app.advise
            await person.press("f1")


async def test_a_click_in_the_answers_asks_for_that_one_again(sit: Sit) -> None:
    """The list scrolls where it is long; heading and hint stay."""
    async with sit() as person:
        for line in (PLANTS, "production", "20 a second"):
            await person.say(line)
        await person.press("f4", "end")
        assert "Check your answers" in person.screen()
        assert "Esc goes back" in person.screen()
        await person.press("home")
        await person.pilot.click(offset=place(person, "answer within 200 ms"))
        await person.wait()
        assert person.app.screen is person.app.advise
        assert person.asked == "latency_p99_ms"


async def test_a_click_too_many_does_nothing_more(sit: Sit, knowledge: Knowledge, tmp_path: Path) -> None:
    """A double click on an answer or a session is a click, also where the second comes before the first has closed the list."""
    async with sit() as person:
        await hold(person, *CHATS, PLANTS)
        identity = SessionStore(knowledge, tmp_path / "sessions").list_sessions()[0].id
        for key, selector in (("f4", "#answers"), ("ctrl+o", "#sessions")):
            await person.press(key)
            options = person.app.screen.query_one(selector, OptionList)
            options.highlighted = 1
            for _ in range(3):
                options.action_select()
            await person.wait()
            assert person.app.screen is person.app.advise
        assert list(typed_lines(SessionStore(knowledge, tmp_path / "sessions").read_steps(identity))) == [PLANTS, "/edit task"]
        await person.press("ctrl+o")
        person.app.screen.query_one("#sessions", OptionList).action_select()
        person.app.action_command_palette()  # it is before the list by the time the list is told
        await person.wait()
        assert len(person.app.screen_stack) == 3
        await person.press("escape", "escape")
        assert person.app.screen is person.app.advise
        assert person.said().count("Continuing") == 1
        assert person.answers["model"] == "llama-3-8b"


async def test_saved_conversations_are_listed_the_last_used_first_and_opened(sit: Sit, knowledge: Knowledge, tmp_path: Path) -> None:
    """By Enter, by a click, by the end of an id; answers and question are as they were left, and what was typed comes back by arrow-up."""
    async with sit() as person:
        await hold(person, *CHATS, PLANTS)
        await person.say("production")
        left = (person.answers, person.asked)
    async with sit() as person:
        await person.say("/new")
        await person.press("ctrl+o")
        options = person.app.screen.query_one("#sessions", OptionList)
        told = [str(options.get_option_at_index(at).prompt) for at in range(options.option_count)]
        assert [next(line for line, title in TITLES.items() if title in one) for one in told] == [PLANTS, *reversed(CHATS)]
        await person.press("enter")
        assert (person.answers, person.asked) == left
        assert f"Continuing {TITLES[PLANTS]}" in person.said()
        await person.press("ctrl+o")
        await person.pilot.click(offset=place(person, "Llama 3 8B"))
        await person.wait()
        assert person.answers["model"] == "llama-3-8b"
        await person.press(*"train", "up")
        assert person.app.advise.prompt.value == CHATS[0]
        first = SessionStore(knowledge, tmp_path / "sessions").list_sessions()[-1].id
        await person.say(f"/open {first[-4:]}")
        assert person.answers["algorithm"] == "xgboost"
        await person.say("/open nothing-like-it")
        assert "session: there is no" in person.said()
        assert person.answers["algorithm"] == "xgboost"


async def test_saved_conversations_are_asked_for_before_all_is_read(sit: Sit) -> None:
    """The list comes as soon as it is known where they are; it never says that there are none."""
    async with sit() as person:
        await hold(person, PLANTS)
    async with sit() as person:
        person.app.run_command(next(one for one in COMMANDS if one.name == "open"))
        for _ in range(40):
            await person.wait()
            if on_top(person) == "SessionsScreen":
                break
        assert TITLES[PLANTS] in person.screen()


async def test_a_name_is_given_kept_and_shown(sit: Sit) -> None:
    """It stands in the list of the next app; a name without a letter is refused."""
    async with sit() as person:
        await hold(person, PLANTS)
        await person.say("/name the plants [of] May")
        assert "now called the plants [of] May" in " ".join(person.said().split())
        await person.say("/name \u200b")
        assert person.app.advise.prompt.value == "/name "  # as if nothing had been typed behind it
    async with sit() as person:
        await person.say("/new")
        await person.press("ctrl+o")
        assert "the plants [of] May" in person.screen()


async def test_a_conversation_is_run_again_by_r_and_deleted_by_a_second_d(sit: Sit, knowledge: Knowledge, tmp_path: Path) -> None:
    """The one on the screen stays. The first d asks, and names what would go; to go on to another asks anew."""
    async with sit() as person:
        await hold(person, *CHATS, PLANTS)
        before = person.answers
        await person.press("ctrl+o", "down", "r")
        assert person.app.screen is person.app.advise
        assert "every answer is still read the same way" in person.said()
        assert person.answers == before
        _, second, first = (one.id for one in SessionStore(knowledge, tmp_path / "sessions").list_sessions())
        await person.press("ctrl+o", "down", "d")
        assert "Press Delete again to remove Llama 3 8B" in person.screen()
        await person.press("down", "delete", "escape")
        assert len(SessionStore(knowledge, tmp_path / "sessions").list_ids()) == 3
        await person.press("ctrl+o", "down", "d", "delete")
        assert "Deleted." in person.said()
        assert second not in SessionStore(knowledge, tmp_path / "sessions").list_ids()
        assert first in SessionStore(knowledge, tmp_path / "sessions").list_ids()
        assert person.answers["latency_p99_ms"] == 200


async def test_every_line_is_saved_as_it_goes(sit: Sit, knowledge: Knowledge, tmp_path: Path) -> None:
    """Before the next is typed, keys as the command that does the same; in the list this one is no copy of itself, and is not deleted."""
    async with sit() as person:
        store = SessionStore(knowledge, tmp_path / "sessions")
        assert store.list_ids() == []
        await person.say(PLANTS)
        (identity,) = store.list_ids()
        await person.say("production")
        assert list(typed_lines(store.read_steps(identity))) == [PLANTS, "production"]
        await person.press("ctrl+o", "d", "d")
        assert "is open" in person.said()
        await person.press("escape", "ctrl+o", "enter")
        assert "copy" not in person.said()
        await person.press("ctrl+z", "f2")
        assert list(typed_lines(store.read_steps(identity))) == [PLANTS, "production", "/back", "/why"]
        assert store.list_ids() == [identity]


@asynccontextmanager
async def two(sit: Sit) -> AsyncIterator[tuple[Person, Person]]:
    """Two apps at once on one folder."""
    async with sit() as one, sit() as other:
        yield one, other


async def test_the_second_app_on_a_conversation_gets_a_copy_and_says_so(sit: Sit, knowledge: Knowledge, tmp_path: Path) -> None:
    """Neither loses anything to the other."""
    async with two(sit) as (one, other):
        await hold(one, PLANTS)
        await other.press("ctrl+o", "enter")
        assert "is open elsewhere, so you continue in a copy" in " ".join(other.said().split())
        await one.say("production")
        await other.say("development")
        store = SessionStore(knowledge, tmp_path / "sessions")
        assert len(store.list_ids()) == 2
        assert (one.answers["environment"], other.answers["environment"]) == ("production", "development")
        assert sorted(list(typed_lines(store.read_steps(identity)))[-1] for identity in store.list_ids()) == ["development", "production"]


async def test_a_folder_that_cannot_be_written_is_told_once(sit: Sit, tmp_path: Path) -> None:
    """The conversation goes on, and the list of saved ones is empty."""
    (tmp_path / "file").touch()
    async with sit(folder=tmp_path / "file" / "sessions") as person:
        for line in (PLANTS, "production", "20 a second"):
            await person.say(line)
        assert person.said().count("Not saved:") == 1
        assert person.answers["peak_requests_per_second"] == 20
        await person.press("ctrl+o")
        assert "No conversation is saved yet." in person.screen()
        await person.press("enter", "d", "r", "escape")
        await person.say("/new")
        await person.say(PLANTS)
        assert person.answers["latency_p99_ms"] == 200


async def test_two_sizes_in_a_row_are_settled(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """A window that is dragged while a screen comes: it is drawn anew a few times, not without end."""
    drawn: list[Size] = []
    resize = Screen._screen_resized

    def counted(screen: Screen[object], size: Size) -> None:
        drawn.append(size)
        if len(drawn) < 100:  # else it would go on for ever
            resize(screen, size)

    async with sit() as person:
        for keys in ((), *((key,) for key in DIALOGS), ("ctrl+p",), ("f6",)):
            await person.press(*keys)
            drawn.clear()
            with monkeypatch.context() as own:
                own.setattr(Screen, "_screen_resized", counted)
                for screen in person.app.screen_stack:
                    for size in (Size(160, 45), Size(99, 20), Size(160, 45)):
                        screen.post_message(events.Resize(size, size))
                        screen.post_message(events.Hide())  # sizes with nothing in between count once
                await person.wait()
                await person.pilot.resize_terminal(100, 30)
                await person.wait()
            assert 0 < len(drawn) < 20, keys
            assert person.app.screen.size == Size(100, 30), keys
            await person.press("escape")
            await person.pilot.resize_terminal(*SMALL)
