"""The page of progress as it is shown: what is said of it, then how much comes due and how well it was kept, as plots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from knowledge import Knowledge
from knowledge.sentences import saying
from quizzes.blueprint import Blueprint
from quizzes.progress import Progress, page
from tui.plots.practice import forecast, retention
from tui.views.line import Line

_HEIGHT: Final = 18
"""Lines of a plot."""
_WIDTH: Final = 78
"""Columns of the page, which a plot does not exceed."""


def progress_lines(found: Progress, blueprint: Blueprint, base: Knowledge, width: int) -> Iterator[Line]:
    """The page, and plots of the same numbers where there are any."""
    yield from map(Line, page(found, blueprint, base))
    say, room = saying(base, "progress"), min(width, _WIDTH)
    for lines in (forecast(found.due, say, room, _HEIGHT) if found.learned else [], retention(found.retention, say, room, _HEIGHT)):
        if lines:
            yield Line("")
            yield from map(Line, lines)
