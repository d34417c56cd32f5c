"""The first line of every screen: the modes, each a key and a click away."""

from __future__ import annotations

from typing import Final

from textual.content import Content
from textual.style import Style
from textual.widgets import Static

MODES: Final = (("advise", "Advise", "F5"), ("browse", "Browse", "F6"), ("practice", "Practice", "F7"))
"""Mode, its name, its key."""


class ModeBar(Static):
    """Says where one is."""

    DEFAULT_CSS = """
    ModeBar { dock: top; height: 1; background: $panel; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, mode: str) -> None:
        """Take the mode of the screen it stands on."""
        super().__init__(_modes(mode), id="modes", markup=False)
        self._mode = mode

    def tell(self, words: str) -> None:
        """Say something behind the modes: the name of the conversation."""
        self.update(Content.assemble(_modes(self._mode), Content.styled(f"   {words}", "$text-muted") if words else ""))


def _modes(shown: str) -> Content:
    parts = [Content.styled("Sizewise ", "bold $accent")]
    for mode, name, key in MODES:
        text = f"[{name}]" if mode == shown else f" {name} "
        style = Style.from_meta({"@click": f"app.command('{mode}')"})
        look = "bold $foreground" if mode == shown else "$text-muted"
        parts += [Content(f" {text}").stylize(look).stylize(style), Content.styled(key, "$text-muted")]
    return Content("").join(parts)
