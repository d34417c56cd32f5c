"""Cost against time: a point for each family, the Pareto line, the choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from engine.decision.wording import money
from engine.figures import CostAndTime, PlanPoint
from engine.figures.axis import axis_of, is_drawable
from engine.figures.ticks import dollars, hours, milliseconds
from engine.handover.in_words import named
from engine.handover.report.number_sections import time_of
from engine.handover.report.svg.canvas import LINE, Anchor, Box, Drawing, Frame, Key, Labels, dot, line, steps
from knowledge.sentences import Say

_HEIGHT: Final = 300.0
_POINT, _CHOICE = 4.0, 6.5
_MOST_LABELS: Final = 7


def cost_drawing(figure: CostAndTime, say: Say) -> Drawing | None:
    """The drawing; None where no point has a place in it."""
    points = [point for point in figure.points if is_drawable(point.usd) and is_drawable(point.time)]
    chosen = next((point for point in points if point.is_chosen), None)
    if chosen is None:
        return None
    most = figure.most if is_drawable(figure.most) else None
    across = axis_of([*(point.time for point in points), *([most] if most is not None else ())])
    frame = Frame(_HEIGHT, (across, hours if figure.is_job else milliseconds), (axis_of(point.usd for point in points), dollars))
    elements = [*frame.elements(*_axes(figure, say)), *_front(frame, points)]
    if most is not None:
        elements.append(line(frame.x(most), frame.inside.top, frame.x(most), frame.inside.bottom, "demand"))
    elements += [*_points(frame, points), *_labels(frame, points, most)]
    values = {"usd": money(chosen.usd), "time": time_of(chosen.time, is_job=figure.is_job)}
    about = say("figure_cost", count=len(points), what=named(chosen.what, chosen.count), **values)
    return Drawing(_HEIGHT, tuple(elements), about, tuple(_keys(figure, points, say)))


def _axes(figure: CostAndTime, say: Say) -> tuple[str, str]:
    """The names of the axis across and of the one up."""
    return (say("axis_hours"), say("axis_run")) if figure.is_job else (say("axis_latency"), say("axis_month"))


def _front(frame: Frame, points: Sequence[PlanPoint]) -> Iterator[str]:
    front = sorted((frame.x(point.time), frame.y(point.usd)) for point in points if point.is_front)
    if len(front) > 1:
        yield steps(front, "front")


def _along_front(frame: Frame, points: Sequence[PlanPoint]) -> Iterator[Box]:
    """The room that the Pareto line takes."""
    front = sorted((frame.x(point.time), frame.y(point.usd)) for point in points if point.is_front)
    for (x, y), (next_x, next_y) in pairwise(front):
        yield Box(x, y - 1, next_x, y + 1)
        yield Box(next_x - 1, min(y, next_y), next_x + 1, max(y, next_y))


def _points(frame: Frame, points: Sequence[PlanPoint]) -> Iterator[str]:
    """The choice last, so that nothing covers it."""
    for point in sorted(points, key=lambda point: point.is_chosen):
        tone = "choice" if point.is_chosen else "maybe" if point.is_open else "front-point" if point.is_front else "other"
        yield dot(frame.x(point.time), frame.y(point.usd), _CHOICE if point.is_chosen else _POINT, tone)


def _labels(frame: Frame, points: Sequence[PlanPoint], most: float | None) -> Iterator[str]:
    """The choice first, then the Pareto line, then by rank; one that finds no room is left out."""
    taken = [_around(frame, point) for point in points]
    taken += _along_front(frame, points)
    if most is not None:
        taken.append(Box(frame.x(most) - 1, frame.inside.top, frame.x(most) + 1, frame.inside.bottom))
    labels = Labels(frame.inside, taken)
    left = _MOST_LABELS
    for point in sorted(points, key=lambda point: (not point.is_chosen, not point.is_front)):
        found = labels.place(named(point.what, point.count), _spots(frame, point)) if left else None
        if found is not None:
            left -= 1
            yield found


def _around(frame: Frame, point: PlanPoint) -> Box:
    x, y = frame.x(point.time), frame.y(point.usd)
    radius = _CHOICE if point.is_chosen else _POINT
    return Box(x - radius, y - radius, x + radius, y + radius)


def _spots(frame: Frame, point: PlanPoint) -> list[tuple[float, float, Anchor]]:
    """Above the point to its right first: the Pareto line never goes there; then beside it, above and below."""
    x, y, away = frame.x(point.time), frame.y(point.usd), _CHOICE + 3
    first: list[tuple[float, float, Anchor]] = [(x + 3, y - away + 2, "start"), (x + away, y + 4, "start"), (x - away, y + 4, "end")]
    rows = (y - away, y + away + LINE - 4)
    anchors: tuple[Anchor, ...] = ("start", "middle", "end")
    return [*first, *((x, row, anchor) for row in rows for anchor in anchors)]


def _keys(figure: CostAndTime, points: Sequence[PlanPoint], say: Say) -> Iterator[Key]:
    yield Key("dot", "choice", say("legend_choice"))
    if len(points) > 1:
        yield Key("dot", "other", say("legend_other"))
        yield Key("line", "front", say("legend_front"))
    if any(point.is_open for point in points):
        yield Key("ring", "maybe", say("legend_open"))
    if figure.most is not None and is_drawable(figure.most):
        yield Key("dash", "demand", say("legend_demanded", time=time_of(figure.most, is_job=figure.is_job)))
