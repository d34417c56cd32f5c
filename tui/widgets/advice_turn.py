"""An advice in the transcript: the plan at a glance, and one of its sections below."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from textual.content import Content
from textual.style import Style

from tui.views.text_lines import Line, as_text
from tui.widgets.turn import Draw, Turn, content_of

Section = Callable[[int], list[Line]]


class AdviceTurn(Turn):
    """One advice. Left and right, or a click on a title, change the section."""

    def __init__(self, glance: Draw, sections: Mapping[str, Section], whole: Draw) -> None:
        """`glance`, each section and `whole` write lines for a width; `whole` is what is copied."""
        super().__init__(glance, "advice")
        self._glance, self._whole = glance, whole
        self._sections = dict(sections)
        self._shown = 0

    @property
    def title(self) -> str:
        """The title of the section shown."""
        return list(self._sections)[self._shown] if self._sections else ""

    def plain_text(self) -> str:
        """The whole advice, as it is copied."""
        return as_text(self._whole(80))

    def step_section(self, by: int) -> None:
        """Show the next (1) or previous (-1) section."""
        self.show_section((self._shown + by) % len(self._sections) if self._sections else 0)

    def show_section(self, number: int) -> None:
        """Show the section of this index."""
        self._shown = min(max(number, 0), max(len(self._sections) - 1, 0))
        self.redraw_with(self._glance)

    def action_show_section(self, number: int) -> None:
        """Show the section whose title was clicked."""
        self.show_section(number)

    def _content_at(self, width: int) -> Content:
        if self._written is None or self._written[0] != width:
            body = list(self._sections.values())[self._shown](width) if self._sections else []
            parts = [content_of(self._glance(width)), self._section_titles(width), content_of(body)]
            self._written = (width, Content("\n").join([part for part in parts if part]))
        return self._written[1]

    def _section_titles(self, width: int) -> Content:
        """The titles, wrapped at `width`; the shown one is also marked by brackets."""
        lines, used = [Content()], 0
        for number, title in enumerate(self._sections):
            shown = f"[{title}]" if number == self._shown else f" {title} "
            if used and used + len(shown) > width:
                lines, used = [*lines, Content()], 0
            style = Style.from_meta({"@click": f"show_section({number})"})
            text = Content(shown).stylize("bold $accent" if number == self._shown else "$primary").stylize(style)
            lines[-1] = Content.assemble(lines[-1], text)
            used += len(shown)
        return Content("\n").join(["", *lines])
