"""The app as it looks, in light and in dark: pictures taken from the app itself."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from knowledge import Knowledge
from tui.maintenance.screens import SCENES, play_scene, wait_until_settled
from tui.themes import DARK, LIGHT

_SIZE: Final = (100, 32)
_FONTS: Final = re.compile(r"@font-face \{.*?\}", re.DOTALL)
"""Rich links to fonts of another host; a page that needs nothing from elsewhere does with the reader's own."""


def picture_of_app(knowledge: Knowledge, scene: str, theme: str) -> str:
    """A scene of `make screens` as SVG."""
    return _take_pictures(knowledge, scene)[theme]


@cache
def _take_pictures(knowledge: Knowledge, scene: str) -> Mapping[str, str]:
    """Theme -> picture; coming to a scene takes a hundred times as long as another theme."""
    return asyncio.run(_photograph(knowledge, scene))


async def _photograph(knowledge: Knowledge, scene: str) -> dict[str, str]:
    pictures = {}
    async with play_scene(SCENES[scene], knowledge, _SIZE) as app:
        for theme in (DARK.name, LIGHT.name):
            app.theme = theme
            await wait_until_settled(app)
            pictures[theme] = _FONTS.sub("", app.export_screenshot(title="Sizewise"))
    return pictures
