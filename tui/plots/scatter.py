"""Cost against time, a point for each family."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from engine.decision.limits.failure import amount, duration
from engine.decision.wording import money
from engine.figures import CostAndTime, PlanPoint
from engine.figures.axis import axis_of, is_drawable
from engine.figures.ticks import dollars, hours, milliseconds
from engine.handover.in_words import named
from knowledge.sentences import Say
from tui.plots.frame import Frame, around

_MOST_LABELS: Final = 6
"""Beside the choice's."""


def scatter(figure: CostAndTime, say: Say, width: int, height: int) -> list[str]:
    """The plot; one line that says why, where there is none."""
    points = [point for point in figure.points if is_drawable(point.usd) and is_drawable(point.time)]
    if not points:
        return [say(figure.missing or "no_figures")]
    above, below, rows = around(say(f"cost_title{_run(figure)}"), list(_legend(figure, points, say)), width, height)
    most = [figure.most] if figure.most is not None and is_drawable(figure.most) else []
    across = axis_of([*(point.time for point in points), *most])
    frame = Frame(width, rows, (across, hours if figure.is_job else milliseconds), (axis_of(point.usd for point in points), dollars))
    _front(frame, points)
    for time in most:
        for row in range(frame.rows):
            frame.inside.put(frame.column(time), row, "│")
    _points(frame, points)
    _labels(frame, points)
    return [*above, *frame.lines(), *below]


def _run(figure: CostAndTime) -> str:
    return "_run" if figure.is_job else ""


def _legend(figure: CostAndTime, points: Sequence[PlanPoint], say: Say) -> Iterator[str]:
    for point in points:
        if point.is_chosen:
            what, time = named(point.what, point.count), amount(point.time, "h") if figure.is_job else duration(point.time)
            yield say(f"cost_choice{_run(figure)}", what=what, usd=money(point.usd), time=time)
    if figure.most is not None:
        yield say("cost_demanded", time=amount(figure.most, "h") if figure.is_job else duration(figure.most))
    yield say("cost_other")
    yield say("cost_several")
    is_open = any(point.is_open for point in points)
    yield say("cost_front_open" if is_open else "cost_front")
    if is_open:
        yield say("cost_open")
    if len(points) < len(figure.points):
        yield say("left_out", count=len(figure.points) - len(points))


def _front(frame: Frame, points: Sequence[PlanPoint]) -> None:
    """Steps from one front point to the next: what lies above and to the right of them is beaten."""
    front = sorted((frame.column(point.time), frame.row(point.usd)) for point in points if point.is_front)
    for (column, row), (next_column, next_row) in pairwise(front):
        for across in range(column, next_column + 1):
            frame.inside.put(across, row, "·")
        for down in range(min(row, next_row), max(row, next_row) + 1):
            frame.inside.put(next_column, down, "·")


def _points(frame: Frame, points: Sequence[PlanPoint]) -> None:
    spots = Counter((frame.column(point.time), frame.row(point.usd)) for point in points)
    for point in sorted(points, key=lambda point: point.is_chosen):
        spot = frame.column(point.time), frame.row(point.usd)
        alone = "?" if point.is_open else "○"
        frame.inside.put(*spot, "●" if point.is_chosen else alone if spots[spot] == 1 else "◎")


def _labels(frame: Frame, points: Sequence[PlanPoint]) -> None:
    """The choice first, then the front, then by rank; a label that would cover something is left out."""
    order = sorted(points, key=lambda point: (not point.is_chosen, not point.is_front))
    left = _MOST_LABELS + any(point.is_chosen for point in points)
    for point in order:
        if left and frame.inside.place(named(point.what, point.count), _spots(frame, point)):
            left -= 1


def _spots(frame: Frame, point: PlanPoint) -> list[tuple[int, int]]:
    """Where the label of a point may stand: beside it, above, below."""
    column, row, length = frame.column(point.time), frame.row(point.usd), len(named(point.what, point.count))
    beside = [(column + 2, row), (column - 1 - length, row)]
    return [*beside, *((start, row + step) for step in (-1, 1) for start in (column, column - length + 1, column - length // 2))]
