"""Cost against time: a point for each family, the Pareto front, the choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from engine.figures import CostAndTime, PlanPoint
from engine.figures.axis import fit_axis, is_drawable
from engine.figures.tick_labels import format_dollars, format_hours, format_milliseconds
from engine.handover.report.figure_sections import format_time
from engine.handover.report.svg.canvas import LINE, Anchor, Box, Drawing, Frame, Key, Labels, draw_dot, draw_line, draw_steps
from engine.number_format import format_money
from engine.plan_wording import name_machines
from knowledge.sentences import Say

_HEIGHT: Final = 300.0
_POINT, _CHOICE = 4.0, 6.5
_MOST_LABELS: Final = 7


def draw_cost(figure: CostAndTime, say: Say) -> Drawing | None:
    """The drawing; None where the choice cannot be drawn."""
    points = [point for point in figure.points if is_drawable(point.usd) and is_drawable(point.time)]
    chosen = next((point for point in points if point.is_chosen), None)
    if chosen is None:
        return None
    most = figure.most if is_drawable(figure.most) else None
    across = fit_axis([*(point.time for point in points), *([most] if most is not None else ())])
    frame = Frame(
        _HEIGHT, (across, format_hours if figure.is_job else format_milliseconds), (fit_axis(point.usd for point in points), format_dollars)
    )
    elements = [*frame.draw_axes(*_name_axes(figure, say)), *_draw_front(frame, points)]
    if most is not None:
        elements.append(draw_line(frame.x(most), frame.inside.top, frame.x(most), frame.inside.bottom, "demand"))
    elements += [*_draw_points(frame, points), *_draw_labels(frame, points, most)]
    values = {"usd": format_money(chosen.usd), "time": format_time(chosen.time, is_job=figure.is_job)}
    about = say("figure_cost", count=len(points), what=name_machines(chosen.what, chosen.count), **values)
    return Drawing(_HEIGHT, tuple(elements), about, tuple(_list_keys(figure, points, say)))


def _name_axes(figure: CostAndTime, say: Say) -> tuple[str, str]:
    """Names of the horizontal and the vertical axis."""
    return (say("axis_hours"), say("axis_run")) if figure.is_job else (say("axis_latency"), say("axis_month"))


def _draw_front(frame: Frame, points: Sequence[PlanPoint]) -> Iterator[str]:
    front = sorted((frame.x(point.time), frame.y(point.usd)) for point in points if point.is_front)
    if len(front) > 1:
        yield draw_steps(front, "front")


def _front_boxes(frame: Frame, points: Sequence[PlanPoint]) -> Iterator[Box]:
    """The boxes that the Pareto front occupies."""
    front = sorted((frame.x(point.time), frame.y(point.usd)) for point in points if point.is_front)
    for (x, y), (next_x, next_y) in pairwise(front):
        yield Box(x, y - 1, next_x, y + 1)
        yield Box(next_x - 1, min(y, next_y), next_x + 1, max(y, next_y))


def _draw_points(frame: Frame, points: Sequence[PlanPoint]) -> Iterator[str]:
    """The choice comes last, so that nothing covers it."""
    for point in sorted(points, key=lambda point: point.is_chosen):
        tone = "choice" if point.is_chosen else "maybe" if point.is_open else "front-point" if point.is_front else "other"
        yield draw_dot(frame.x(point.time), frame.y(point.usd), _CHOICE if point.is_chosen else _POINT, tone)


def _draw_labels(frame: Frame, points: Sequence[PlanPoint], most: float | None) -> Iterator[str]:
    """The choice first, then the Pareto front, then by rank; a label without room is left out."""
    occupied = [_point_box(frame, point) for point in points]
    occupied += _front_boxes(frame, points)
    if most is not None:
        occupied.append(Box(frame.x(most) - 1, frame.inside.top, frame.x(most) + 1, frame.inside.bottom))
    labels = Labels(frame.inside, occupied)
    left = _MOST_LABELS
    for point in sorted(points, key=lambda point: (not point.is_chosen, not point.is_front)):
        found = labels.place_label(name_machines(point.what, point.count), _label_spots(frame, point)) if left else None
        if found is not None:
            left -= 1
            yield found


def _point_box(frame: Frame, point: PlanPoint) -> Box:
    x, y = frame.x(point.time), frame.y(point.usd)
    radius = _CHOICE if point.is_chosen else _POINT
    return Box(x - radius, y - radius, x + radius, y + radius)


def _label_spots(frame: Frame, point: PlanPoint) -> list[tuple[float, float, Anchor]]:
    """Above to the right first, where the Pareto front never goes; then beside, above and below."""
    x, y, away = frame.x(point.time), frame.y(point.usd), _CHOICE + 3
    first: list[tuple[float, float, Anchor]] = [(x + 3, y - away + 2, "start"), (x + away, y + 4, "start"), (x - away, y + 4, "end")]
    rows = (y - away, y + away + LINE - 4)
    anchors: tuple[Anchor, ...] = ("start", "middle", "end")
    return [*first, *((x, row, anchor) for row in rows for anchor in anchors)]


def _list_keys(figure: CostAndTime, points: Sequence[PlanPoint], say: Say) -> Iterator[Key]:
    yield Key("dot", "choice", say("legend_choice"))
    if len(points) > 1:
        yield Key("dot", "other", say("legend_other"))
        yield Key("line", "front", say("legend_front"))
    if any(point.is_open for point in points):
        yield Key("ring", "maybe", say("legend_open"))
    if figure.most is not None and is_drawable(figure.most):
        yield Key("dash", "demand", say("legend_demanded", time=format_time(figure.most, is_job=figure.is_job)))
