"""A long text in the input: it grows, scrolls, takes new lines, and what is pasted stays one message."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual import events

from tests.tui.app.conftest import PLANTS, SMALL, Sit
from tui.widgets.wrapped_rows import row_of, wrap_rows

LONG: Final = f"{PLANTS}, about twenty requests a second at noon and nearly none at night, in eu-west-1"
PASTED: Final = "serve resnet50\n1\n2\nabout 20 requests a second\n"


async def test_the_input_grows_with_the_text_and_scrolls_behind_five_rows(sit: Sit) -> None:
    """Both ends of a long sentence are seen; an empty input is one row again."""
    async with sit(SMALL) as person:
        prompt = person.app.advise.prompt
        await person.press(*LONG)
        assert prompt.size.height == 2
        shown = " ".join(person.screen().split())
        assert f"› {LONG}" in shown
        for _ in range(8):
            await person.press("shift+enter", "x")
        assert prompt.size.height == 5
        assert person.app.cursor_position.y == prompt.region.bottom - 1
        for _ in range(9):
            await person.press("up")
        assert person.app.cursor_position.y == prompt.region.y
        await person.press("escape")
        assert (prompt.value, prompt.size.height) == ("", 1)


@pytest.mark.parametrize("keys", [("shift+enter",), ("\\", "enter")], ids=["Shift+Enter", "backslash"])
async def test_a_key_begins_a_new_line_and_enter_sends_all_of_them(sit: Sit, keys: tuple[str, ...]) -> None:
    """Also in a terminal that tells no Shift with Enter: behind a backslash, which is taken away."""
    async with sit() as person:
        await person.press(*"serve resnet50", *keys, *"20 requests a second")
        assert person.app.advise.prompt.value == "serve resnet50\n20 requests a second"
        assert person.answers == {}
        await person.press("enter")
        assert person.answers["model"] == "resnet-50"
        assert person.answers["requests_per_second"] == 20


async def test_pasted_lines_stay_one_message_and_answer_no_question(sit: Sit) -> None:
    """Nothing is sent before Enter, and a digit that stands alone in a line picks nothing."""
    async with sit() as person:
        await person.say(PLANTS)
        asked, prompt = person.asked, person.app.advise.prompt
        prompt.post_message(events.Paste(PASTED))
        await person.wait()
        assert prompt.value == PASTED.rstrip("\n")
        assert person.asked == asked
        turns = len([turn for turn in person.app.advise.transcript.turns if turn.kind == "you"])
        await person.press("enter")
        assert len([turn for turn in person.app.advise.transcript.turns if turn.kind == "you"]) == turns + 1
        assert "environment" not in person.answers


async def test_a_click_and_the_arrows_move_the_cursor_between_rows(sit: Sit) -> None:
    """What is typed then stands there."""
    async with sit() as person:
        prompt = person.app.advise.prompt
        await person.press("a", "b", "c", "shift+enter", "d", "e", "f")
        await person.press("up", "X")
        assert prompt.value == "abcX\ndef"
        await person.pilot.click("#prompt", offset=(1, 1))
        await person.press("Y")
        assert prompt.value == "abcX\ndYef"


async def test_a_line_from_earlier_comes_back_whole(sit: Sit) -> None:
    """With its rows; a second press of the arrow goes on through the history."""
    async with sit() as person:
        await person.say("train xgboost on 5 GB")
        await person.say("/new")
        await person.say("serve resnet50\n20 requests a second")
        await person.say("/new")
        await person.press("s", "up")
        assert person.app.advise.prompt.value == "serve resnet50\n20 requests a second"
        await person.press("down")
        assert person.app.advise.prompt.value == "s"


async def test_the_prompt_takes_the_focus_when_the_window_gets_it(sit: Sit) -> None:
    """In a browser the app begins without the focus: what is typed first must not be lost."""
    async with sit() as person:
        person.app.screen.set_focus(None)
        person.app.post_message(events.AppFocus())
        await person.wait()
        assert person.app.advise.prompt.has_focus
        await person.press("h", "i")
        assert person.app.advise.prompt.value == "hi"


@given(st.text(alphabet="ab  \ncあ", max_size=60), st.integers(1, 14))
def test_rows_hold_every_character_once_and_keep_the_width(text: str, width: int) -> None:
    """Line breaks stand between rows, spaces may stick out, a wide character may alone."""
    rows, reached = wrap_rows(text, width), 0
    for row in rows:
        assert text[reached : row.start] in ("", "\n")
        assert cell_len(text[row.start : row.end].rstrip(" ")) <= max(width, 2)
        reached = row.end
    assert reached == len(text)
    assert all(rows[row_of(rows, at)].start <= at <= rows[row_of(rows, at)].end for at in range(len(text) + 1))
