"""The first line of every screen: the modes with their keys, also clickable."""

from __future__ import annotations

from typing import Final

from textual.content import Content
from textual.style import Style
from textual.widgets import Static

MODES: Final = (("advise", "Advise", "F5"), ("browse", "Browse", "F6"), ("practice", "Practice", "F7"))
"""Mode, its name, its key."""


class ModeBar(Static):
    """Shows the modes, the current one in brackets."""

    DEFAULT_CSS = """
    ModeBar { dock: top; height: 1; background: $panel; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, mode: str) -> None:
        """`mode` is that of the screen."""
        super().__init__(_mode_content(mode), id="modes", markup=False)
        self._mode = mode

    def show_session_name(self, words: str) -> None:
        """Show the name of the conversation behind the modes."""
        self.update(Content.assemble(_mode_content(self._mode), Content.styled(f"   {words}", "$text-muted") if words else ""))


def _mode_content(shown: str) -> Content:
    parts = [Content.styled("Sizewise ", "bold $accent")]
    for mode, name, key in MODES:
        text = f"[{name}]" if mode == shown else f" {name} "
        style = Style.from_meta({"@click": f"app.command('{mode}')"})
        look = "bold $foreground" if mode == shown else "$text-muted"
        parts += [Content(f" {text}").stylize(look).stylize(style), Content.styled(key, "$text-muted")]
    return Content("").join(parts)
