"""The progress page as shown: its text, then plots of what comes due and of retention."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from knowledge import Knowledge
from knowledge.sentences import bind_subject
from quizzes.blueprint import Blueprint
from quizzes.progress import Progress, render_progress
from tui.plots.reviews import draw_forecast, draw_retention
from tui.views.text_lines import Line

_HEIGHT: Final = 18
"""Lines of a plot."""
_WIDTH: Final = 78
"""Maximum columns of the page and its plots."""


def progress_lines(found: Progress, blueprint: Blueprint, base: Knowledge, width: int) -> Iterator[Line]:
    """The page, and plots of the same numbers where there are any."""
    yield from map(Line, render_progress(found, blueprint, base))
    say, room = bind_subject(base, "progress"), min(width, _WIDTH)
    for lines in (
        draw_forecast(found.due, say, room, _HEIGHT) if found.learned else [],
        draw_retention(found.retention, say, room, _HEIGHT),
    ):
        if lines:
            yield Line("")
            yield from map(Line, lines)
