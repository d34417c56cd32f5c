"""The main screens at both sizes, character by character, and their text in both themes; each is come to once for all of it."""

from __future__ import annotations

import asyncio
from itertools import product
from typing import NamedTuple

import pytest
from textual.pilot import Pilot

from knowledge import Knowledge
from tests.tui.app.pictures import FOLDER, SIZES, kept
from tests.tui.app.readable import Pair, pairs, segments, unreadable
from tui.maintenance.screens import SCENES, played, text_of
from tui.themes import THEMES


class Shot(NamedTuple):
    """What stood there."""

    file: str
    text: str
    pieces: dict[str, list[Pair]]
    """Theme -> every piece of text with its colours."""


@pytest.fixture(scope="module", params=product(SCENES, SIZES), ids="-".join)
def shot(request: pytest.FixtureRequest, knowledge: Knowledge) -> Shot:
    """A scene at a size, in one theme and then in the other."""
    name, size = request.param
    return asyncio.run(_taken(name, size, knowledge))


async def _taken(name: str, size: str, base: Knowledge) -> Shot:
    found = {}
    async with played(SCENES[name], base, SIZES[size]) as app:
        text = kept(name, text_of(app))
        for theme in THEMES:
            app.theme = theme
            await Pilot(app).pause()
            found[theme] = list(pairs(segments(app.screen)))
    return Shot(f"{name}.{size}.txt", text, found)


def test_a_screen_looks_as_it_was_read(shot: Shot) -> None:
    """Where it was meant to change: `python -m tests.tui.app.pictures`, and read the difference."""
    assert shot.text == (FOLDER / shot.file).read_text(encoding="utf-8")


@pytest.mark.parametrize("theme", THEMES)
def test_every_text_of_a_screen_can_be_read(shot: Shot, theme: str) -> None:
    """As it is drawn, cell by cell, with whatever is highlighted and picked, on the ground of its theme."""
    found, its = shot.pieces[theme], THEMES[theme]
    assert len(found) > 5
    assert {piece.ground.hex.lower() for piece in found} & {its.background, its.surface}
    assert unreadable(iter(found)) == []
