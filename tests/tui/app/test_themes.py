"""Both themes on every screen: text that can be read, meaning that is not colour alone, and stillness."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import pytest
from rich.segment import Segment
from textual.app import App
from textual.color import Color
from textual.command import CommandPalette
from textual.screen import Screen
from textual.theme import Theme

from knowledge import Knowledge
from tests.tui.app.conftest import PLANTS, Sit
from tui.app import SizewiseApp
from tui.maintenance.screens import LARGE, SCENES, SMALL, played
from tui.themes import DARK, LIGHT, THEMES, TONES
from tui.views.line import _TONES as SIGNS
from tui.widgets.turn import _SIGNED

SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x45"])
BOTH = pytest.mark.parametrize("theme", [DARK.name, LIGHT.name])
READABLE: Final = 4.5
"""What WCAG asks of text."""
DRAWN: Final = re.compile(r"[\s\u2500-\u259f]*")
"""Frames, bars and empty cells: no text."""


class Pair(NamedTuple):
    """A colour of text on the colour it stands on, with an example."""

    text: Color
    ground: Color
    example: str


def pairs(segments: Iterator[Segment]) -> Iterator[Pair]:
    """Every piece of text with its two colours; a piece without colours would take those of the terminal."""
    for text, style, control in segments:
        if control or DRAWN.fullmatch(text):
            continue
        assert style is not None, text
        assert style.color is not None, f"{text!r} has no colour of its own"
        assert style.bgcolor is not None, f"{text!r} has no background of its own"
        assert not style.dim, f"{text!r} is dimmed by the terminal, to nobody knows what"
        front, ground = Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor)
        yield Pair(*((ground, front) if style.reverse else (front, ground)), text.strip())


def segments(screen: Screen[object]) -> Iterator[Segment]:
    """All that a screen draws; of the palette its own box, since what is below it is veiled on purpose."""
    strips = screen._compositor.render_strips()
    if isinstance(screen, CommandPalette):
        box = screen.query_one("#--container").region
        strips = [strip.crop(box.x, box.right) for strip in strips[box.y : box.bottom]]
    for strip in strips:
        yield from strip


def unreadable(found: Iterator[Pair]) -> list[str]:
    """Texts of too little contrast, with it."""
    low = {f"{one.example[:40]!r}: {one.text.hex} on {one.ground.hex}" for one in found if contrast(one.text, one.ground) < READABLE}
    return sorted(low)


def contrast(one: Color, other: Color) -> float:
    """By the formula of WCAG 2, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: Color) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color.normalized)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_formula_is_the_published_one() -> None:
    """Black on white is 21, a colour on itself 1, and #767676 is the lightest grey on white."""
    white, black, grey = Color.parse("#ffffff"), Color.parse("#000000"), Color.parse("#767676")
    assert contrast(black, white) == pytest.approx(21)
    assert contrast(grey, grey) == 1
    assert READABLE < contrast(white, grey) < 4.6


@BOTH
@SIZES
@pytest.mark.parametrize("name", SCENES)
async def test_every_text_of_a_screen_can_be_read(knowledge: Knowledge, name: str, theme: str, size: tuple[int, int]) -> None:
    """As it is drawn, cell by cell, with whatever is highlighted and picked."""
    async with played(SCENES[name], knowledge, size, theme) as app:
        found = list(pairs(segments(app.screen)))
        assert len(found) > 5
        assert unreadable(iter(found)) == []


@BOTH
async def test_what_is_highlighted_picked_or_told_can_be_read(sit: Sit, theme: str) -> None:
    """A choice, a turn, a session, a command of the palette, a message that comes and goes."""
    async with sit(LARGE) as person:
        person.app.theme = theme
        await person.say(PLANTS)
        choose, pick, copy = ("down",), ("tab", "up"), ("y",)
        list_, delete, answers, palette = ("escape", "ctrl+o", "down"), ("d",), ("escape", "f4", "down"), ("escape", "ctrl+p")
        for keys in (choose, pick, copy, list_, delete, answers, palette, ("t", "h")):
            await person.press(*keys)
            assert unreadable(pairs(segments(person.app.screen))) == [], keys


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
    assert set(SIGNS.values()) == set(_SIGNED)
    assert set(TONES) == {*_SIGNED, "head", "dim", "you", "notice"}


async def test_where_one_is_and_what_is_chosen_is_told_without_colour(sit: Sit) -> None:
    """The mode and the section stand in brackets, what somebody typed behind a sign."""
    async with sit(LARGE) as person:
        await person.say(PLANTS)
        await person.press("f3")
        shown = person.screen()
        assert "[Advise]" in shown
        assert "[Why]" in shown
        assert f"› {PLANTS}" in shown


async def test_no_color_gives_no_colour(knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR set, every cell is a shade of grey; the words are the same."""
    words = []
    for value in (None, "1"):
        monkeypatch.delenv("NO_COLOR", raising=False)
        if value:
            monkeypatch.setenv("NO_COLOR", value)
        for name in ("question", "advice"):
            async with played(SCENES[name], knowledge, SMALL) as app:
                words.append([strip.text for strip in app.screen._compositor.render_strips()])
                colors = {color for one in pairs(drawn(app)) for color in (one.text, one.ground)}
                assert all(len({color.r, color.g, color.b}) == 1 for color in colors) is bool(value)
    assert words[:2] == words[2:]


def drawn(app: App[None]) -> Iterator[Segment]:
    """What is sent to the terminal, after the filters of the whole app."""
    for strip in app.screen._compositor.render_strips():
        yield from strip.apply_filter(app._filters[0], Color.parse("#000000")) if app._filters else strip


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


async def test_nothing_moves_by_itself(sit: Sit) -> None:
    """No animation is begun by scrolling, by a new turn or by a dialog; the cursor does not blink."""
    async with sit() as person:
        assert person.app.animation_level == "none"
        await person.say(PLANTS)
        await person.pilot.press("f3", "pageup", "pagedown", "f1", "end", "escape", "tab", "up", "home")
        assert person.app.animator._animations == {}
        assert not person.app.advise.prompt.cursor_blink
