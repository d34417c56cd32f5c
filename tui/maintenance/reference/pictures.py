"""The app as it looks, in light and in dark: pictures taken from the app itself."""

from __future__ import annotations

import asyncio
import re
from typing import Final

from knowledge import Knowledge
from tui.maintenance.screens import SCENES, played

_SIZE: Final = (100, 32)
_FONTS: Final = re.compile(r"@font-face \{.*?\}", re.DOTALL)
"""Rich links to fonts of another host; a page that needs nothing from elsewhere does with the reader's own."""


def picture(knowledge: Knowledge, scene: str, theme: str) -> str:
    """A scene of `make screens` as SVG."""
    return _FONTS.sub("", asyncio.run(_taken(knowledge, scene, theme)))


async def _taken(knowledge: Knowledge, scene: str, theme: str) -> str:
    async with played(SCENES[scene], knowledge, _SIZE, theme) as app:
        return app.export_screenshot(title="Sizewise")
