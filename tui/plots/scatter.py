"""The plot of cost against time, a point for each family."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from engine.figures import CostAndTime, PlanPoint
from engine.figures.axis import fit_axis, is_drawable
from engine.figures.tick_labels import format_dollars, format_hours, format_milliseconds
from engine.number_format import format_amount, format_duration, format_money
from engine.plan_wording import name_machines
from knowledge.sentences import Say
from tui.plots.frame import Frame, divide_height

_MAX_LABELS: Final = 6
"""Besides the label of the choice."""


def draw_scatter(figure: CostAndTime, say: Say, width: int, height: int) -> list[str]:
    """The plot; one line that says why where there is nothing to draw."""
    points = [point for point in figure.points if is_drawable(point.usd) and is_drawable(point.time)]
    if not points:
        return [say(figure.missing or "no_figures")]
    above, below, rows = divide_height(say(f"cost_title{_run_suffix(figure)}"), list(_scatter_legend(figure, points, say)), width, height)
    most = [figure.most] if figure.most is not None and is_drawable(figure.most) else []
    across = fit_axis([*(point.time for point in points), *most])
    frame = Frame(
        width,
        rows,
        (across, format_hours if figure.is_job else format_milliseconds),
        (fit_axis(point.usd for point in points), format_dollars),
    )
    _draw_front(frame, points)
    for time in most:
        for row in range(frame.rows):
            frame.inside.draw_glyph(frame.column_of(time), row, "│")
    _draw_points(frame, points)
    _draw_labels(frame, points)
    return [*above, *frame.text_lines(), *below]


def _run_suffix(figure: CostAndTime) -> str:
    return "_run" if figure.is_job else ""


def _scatter_legend(figure: CostAndTime, points: Sequence[PlanPoint], say: Say) -> Iterator[str]:
    for point in points:
        if point.is_chosen:
            what, time = (
                name_machines(point.what, point.count),
                format_amount(point.time, "h") if figure.is_job else format_duration(point.time),
            )
            yield say(f"cost_choice{_run_suffix(figure)}", what=what, usd=format_money(point.usd), time=time)
    if figure.most is not None:
        yield say("cost_demanded", time=format_amount(figure.most, "h") if figure.is_job else format_duration(figure.most))
    yield say("cost_other")
    yield say("cost_several")
    is_open = any(point.is_open for point in points)
    yield say("cost_front_open" if is_open else "cost_front")
    if is_open:
        yield say("cost_open")
    if len(points) < len(figure.points):
        yield say("left_out", count=len(figure.points) - len(points))


def _draw_front(frame: Frame, points: Sequence[PlanPoint]) -> None:
    """Steps between the points of the Pareto front: what is above and to the right is dominated."""
    front = sorted((frame.column_of(point.time), frame.row_of(point.usd)) for point in points if point.is_front)
    for (column, row), (next_column, next_row) in pairwise(front):
        for across in range(column, next_column + 1):
            frame.inside.draw_glyph(across, row, "·")
        for down in range(min(row, next_row), max(row, next_row) + 1):
            frame.inside.draw_glyph(next_column, down, "·")


def _draw_points(frame: Frame, points: Sequence[PlanPoint]) -> None:
    spots = Counter((frame.column_of(point.time), frame.row_of(point.usd)) for point in points)
    for point in sorted(points, key=lambda point: point.is_chosen):
        spot = frame.column_of(point.time), frame.row_of(point.usd)
        alone = "?" if point.is_open else "○"
        frame.inside.draw_glyph(*spot, "●" if point.is_chosen else alone if spots[spot] == 1 else "◎")


def _draw_labels(frame: Frame, points: Sequence[PlanPoint]) -> None:
    """Label the choice first, then the front, then by rank; a label that would cover something is dropped."""
    order = sorted(points, key=lambda point: (not point.is_chosen, not point.is_front))
    left = _MAX_LABELS + any(point.is_chosen for point in points)
    for point in order:
        if left and frame.inside.place_text(name_machines(point.what, point.count), _label_spots(frame, point)):
            left -= 1


def _label_spots(frame: Frame, point: PlanPoint) -> list[tuple[int, int]]:
    """Places for the label of a point: beside it, above, below."""
    column, row, length = frame.column_of(point.time), frame.row_of(point.usd), len(name_machines(point.what, point.count))
    beside = [(column + 2, row), (column - 1 - length, row)]
    return [*beside, *((start, row + step) for step in (-1, 1) for start in (column, column - length + 1, column - length // 2))]
