"""The plots of practice: points due by day, and retention by week."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from knowledge.sentences import Say
from quizzes.practice_statistics import Due, Kept
from tui.plots.bars import Bar, Segment, draw_bar_page

MAX_WEEKS: Final = 12
"""Weeks of the retention plot, the latest."""


def draw_forecast(due: Sequence[Due], say: Say, width: int, height: int) -> list[str]:
    """A bar for each day with the points due; one line where none is."""
    most = max((one.count for one in due), default=0)
    if not most:
        return [say("forecast_empty")]
    bars = [Bar(f"{one.day:%Y-%m-%d}", (Segment("█", one.count),), str(one.count)) for one in due]
    return draw_bar_page(say("forecast_title"), bars, (), width, height, top=most)


def draw_retention(weeks: Sequence[Kept], say: Say, width: int, height: int) -> list[str]:
    """A bar for each week with the share still known, and a line at the predicted share; nothing without a review."""
    bars = [
        Bar(
            f"{one.monday:%Y-%m-%d}",
            (Segment("█", one.right / one.asked),),
            say("counts", right=one.right, asked=one.asked),
            mark=one.foreseen / one.asked,
        )
        for one in weeks[-MAX_WEEKS:]
    ]
    return draw_bar_page(say("retention_title"), bars, (say("retention_mark"),), width, height, top=1.0) if bars else []
