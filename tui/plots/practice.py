"""What comes due, day by day, and what was still known when it came again, week by week."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from knowledge.sentences import Say
from quizzes.series import Due, Kept
from tui.plots.bars import Bar, Segment, page

WEEKS: Final = 12
"""Of retention, the latest."""


def forecast(due: Sequence[Due], say: Say, width: int, height: int) -> list[str]:
    """A bar for each day with the points that come due; one line where none does."""
    most = max((one.count for one in due), default=0)
    if not most:
        return [say("forecast_empty")]
    bars = [Bar(f"{one.day:%Y-%m-%d}", (Segment("█", one.count),), str(one.count)) for one in due]
    return page(say("forecast_title"), bars, (), width, height, top=most)


def retention(weeks: Sequence[Kept], say: Say, width: int, height: int) -> list[str]:
    """A bar for each week with the share still known, and a line across it where the schedule foresaw it; nothing without a review."""
    bars = [
        Bar(
            f"{one.monday:%Y-%m-%d}",
            (Segment("█", one.right / one.asked),),
            say("counts", right=one.right, asked=one.asked),
            mark=one.foreseen / one.asked,
        )
        for one in weeks[-WEEKS:]
    ]
    return page(say("retention_title"), bars, (say("retention_mark"),), width, height, top=1.0) if bars else []
