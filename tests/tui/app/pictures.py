"""The main screens as they were read, kept as text, and some of them as pictures for their looks.

`python -m tests.tui.app.pictures` writes them anew; the difference is read in review.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Final

from knowledge import Knowledge, load
from tui.app import SizewiseApp
from tui.maintenance.screens import LARGE, SCENES, SMALL, capture_scene, play_scene
from tui.themes import DARK, LIGHT

FOLDER: Final = Path(__file__).with_name("goldens")
SIZES: Final = {"80x24": SMALL, "160x45": LARGE}
LOOKS: Final = {
    "first-dark": ("first", DARK.name),
    "commands-light": ("commands", LIGHT.name),
    "help-dark": ("help", DARK.name),
    "practice-wrong-light": ("practice-wrong", LIGHT.name),
    "exam-dark": ("exam", DARK.name),
}
"""Pictures of screens without figures of the base."""
_NUMBER: Final = re.compile(r"\d")
_OF_THE_RUN: Final = re.compile(r"terminal-\d+")


async def text_of(name: str, size: str, base: Knowledge) -> str:
    """A scene at a size, as its file holds it."""
    return kept(name, await capture_scene(SCENES[name], base, SIZES[size]))


def kept(name: str, text: str) -> str:
    """The text of a scene as its file holds it: every digit of one that shows figures is a 0, since prices change."""
    return f"{_NUMBER.sub('0', text) if SCENES[name].has_figures else text}\n"


async def picture_of(look: str, base: Knowledge) -> str:
    """A scene as an SVG."""
    name, theme = LOOKS[look]
    async with play_scene(SCENES[name], base, SMALL, theme) as app:
        return picture(app)


def picture(app: SizewiseApp) -> str:
    """The screen as an SVG, without what differs between two runs."""
    return _OF_THE_RUN.sub("terminal", app.export_screenshot(title="Sizewise"))


async def _write(base: Knowledge) -> None:
    for name in SCENES:
        for size in SIZES:
            (FOLDER / f"{name}.{size}.txt").write_text(await text_of(name, size, base), encoding="utf-8")
    for look in LOOKS:
        (FOLDER / f"{look}.svg").write_text(await picture_of(look, base), encoding="utf-8")


def write() -> None:
    """Take all of them anew."""
    FOLDER.mkdir(exist_ok=True)
    asyncio.run(_write(load()))


if __name__ == "__main__":
    write()
