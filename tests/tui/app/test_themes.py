"""Both themes on every screen: text that can be read, meaning that is not colour alone, and stillness."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.segment import Segment
from textual.app import App
from textual.color import Color
from textual.screen import Screen
from textual.theme import Theme

from tests.tui.app.conftest import LARGE, PLANTS, Sit
from tests.tui.app.readable import READABLE, contrast, pairs, segments, unreadable
from tui.app import SizewiseApp
from tui.themes import THEMES, TONES
from tui.views.text_lines import _TONES as SIGNS
from tui.widgets.turn import _SIGN_ONLY_TONES


def test_the_formula_is_the_published_one() -> None:
    """Black on white is 21, a colour on itself 1, and #767676 is the lightest grey on white."""
    white, black, grey = Color.parse("#ffffff"), Color.parse("#000000"), Color.parse("#767676")
    assert contrast(black, white) == pytest.approx(21)
    assert contrast(grey, grey) == 1
    assert READABLE < contrast(white, grey) < 4.6


async def test_what_is_highlighted_picked_or_told_can_be_read(sit: Sit) -> None:
    """A choice, a turn, a session, a command of the palette, a message that comes and goes, in each theme."""
    async with sit(LARGE) as person:
        await person.say(PLANTS)
        choose, pick, copy = ("down",), ("tab", "up"), ("y",)
        list_, delete, answers, palette = ("escape", "ctrl+o", "down"), ("d",), ("escape", "f4", "down"), ("escape", "ctrl+p")
        for keys in (choose, pick, copy, list_, delete, answers, palette, ("t", "h")):
            await person.press(*keys)
            for theme in THEMES:
                person.app.theme = theme
                await person.pilot.pause()
                assert unreadable(pairs(segments(person.app.screen))) == [], (theme, keys)


async def test_what_is_typed_and_selected_can_be_read(sit: Sit) -> None:
    """On several rows, with the cursor and a selection, and the pictures above, in each theme."""
    async with sit(LARGE) as person:
        await person.say(f"{PLANTS}, 8 a second, 10 hours a day, in production")
        for line in ("show me the tree", "where does the money go?", "show me a day"):
            await person.say(line)
        await person.press(*"first row", "shift+enter", *"second", "shift+home")
        for theme in THEMES:
            person.app.theme = theme
            await person.pilot.pause()
            assert unreadable(pairs(segments(person.app.screen))) == [], theme


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_each_tone_can_be_read_on_each_ground_of_its_theme(theme: Theme) -> None:
    """From the theme itself, whether a screen shows the pair today or not."""
    colors = {**theme.to_color_system().generate(), **theme.variables}
    names = {look.split("$")[1] for look in TONES.values()} | {"foreground", "secondary", "text-muted"}
    grounds = ("background", "surface", "panel", "block-cursor-background")
    fronts = [(name, colors[name]) for name in names]
    low = [
        f"{name} on {ground}: {found:.2f}"
        for name, front in fronts
        for ground in grounds
        if (found := contrast(Color.parse(front), Color.parse(colors[ground]))) < READABLE
    ]
    assert low == []


def test_every_tone_that_means_something_has_a_sign() -> None:
    """Good, bad, perhaps: each has a character of its own, so that nobody needs its colour."""
    assert set(SIGNS.values()) == set(_SIGN_ONLY_TONES)
    assert set(TONES) == {*_SIGN_ONLY_TONES, "head", "dim", "you", "notice"}


async def test_no_color_gives_no_colour(sit: Sit, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With NO_COLOR set no cell has a colour, and what is highlighted is reversed; the words are the same."""
    words = []
    for value in (None, "1"):
        monkeypatch.delenv("NO_COLOR", raising=False)
        if value:
            monkeypatch.setenv("NO_COLOR", value)
        async with sit(folder=tmp_path / str(value)) as person:
            await person.say(PLANTS)
            for keys in ((), ("down",), ("ctrl+o",), ("escape", "f3")):
                await person.press(*keys)
                words.append(person.screen())
                painted = list(drawn(person.app))
                has_color = any(one.style is not None and (one.style.color or one.style.bgcolor) for one in painted)
                assert has_color is not bool(value)
                if keys == ("down",):
                    reversed_words = " ".join(one.text for one in painted if one.style is not None and one.style.reverse)
                    assert ("production" in reversed_words) is bool(value)
    assert words[:4] == words[4:]


async def test_an_empty_no_color_counts_as_none(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """As for every other command."""
    monkeypatch.setenv("NO_COLOR", "")
    async with sit() as person:
        assert any(one.style is not None and one.style.color for one in drawn(person.app))


async def test_without_colours_what_can_be_clicked_still_can(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """The names of the modes in the first line."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with sit() as person:
        at = person.screen().splitlines()[0].index("Browse")
        await person.pilot.click("#modes", offset=(at, 0))
        await person.pilot.pause()
        assert person.app.current_mode == "browse"


def drawn(app: App[None]) -> Iterator[Segment]:
    """What is sent to the terminal, after the filters of the whole app."""
    for strip in app.screen._compositor.render_strips():
        for line_filter in app.get_line_filters():
            strip = strip.apply_filter(line_filter, Color.parse("#000000"))  # noqa: PLW2901  # one after the other, as the app does
        yield from strip


async def test_nothing_is_painted_while_nothing_happens(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """For more than a second, on the first screen, at a question, before an advice, in a dialog; a key is painted."""
    painted: list[object] = []
    paint = SizewiseApp._display

    def display(app: SizewiseApp, screen: Screen[object], what: object) -> None:
        painted.append(what)
        paint(app, screen, what)  # type: ignore[arg-type]  # whatever is painted

    monkeypatch.setattr(SizewiseApp, "_display", display)
    async with sit(LARGE) as person:
        for keys in ((), ("down",), ("f3",), ("escape", "f4")):
            if keys == ("down",):
                await person.say(PLANTS)
            await person.press(*keys)
            assert painted
            await asyncio.sleep(0.3)
            painted.clear()
            await asyncio.sleep(1.1)
            assert painted == []
            await person.press("x")


async def test_nothing_moves_by_itself_or_is_told_by_colour_alone(sit: Sit) -> None:
    """No animation is begun, and the cursor does not blink; mode and section stand in brackets, what somebody typed behind a sign."""
    async with sit(LARGE) as person:
        assert person.app.animation_level == "none"
        await person.say(PLANTS)
        await person.press("f3")
        shown = person.screen()
        assert "[Advise]" in shown
        assert "[Why]" in shown
        assert f"› {PLANTS}" in shown
        await person.pilot.press("pageup", "pagedown", "f1", "end", "escape", "tab", "up", "home")
        assert person.app.animator._animations == {}
        assert not person.app.advise.prompt.cursor_blink
