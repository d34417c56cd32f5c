"""A day of the choice: the average load of each hour below the peak that is carried."""

from __future__ import annotations

from typing import Final

from engine.figures import Day
from engine.figures.axis import Axis, fit_axis, is_drawable
from engine.figures.tick_labels import format_number
from engine.handover.report.svg.canvas import Box, Drawing, Frame, Key, draw_rectangle, draw_steps
from engine.number_format import format_money
from knowledge.sentences import Say

_HEIGHT: Final = 200.0


def draw_day(figure: Day, say: Say) -> Drawing | None:
    """The drawing; None for a day without load."""
    peak = max((hour.peak for hour in figure.hours), default=0.0)
    if not is_drawable(peak):
        return None
    hours = len(figure.hours)
    frame = Frame(_HEIGHT, (Axis(0.0, float(hours), is_log=False), format_number), (fit_axis([0.0, peak]), format_number))
    elements = frame.draw_axes(say("axis_hour"), say("axis_load"))
    for at, hour in enumerate(figure.hours):
        if hour.average > 0:
            elements.append(draw_rectangle(Box(frame.x(at), frame.y(hour.average), frame.x(at + 1), frame.y(0.0)), "way"))
    steps = [(frame.x(at), frame.y(hour.peak)) for at, hour in enumerate(figure.hours)]
    elements.append(draw_steps([*steps, (frame.x(hours), frame.y(figure.hours[-1].peak))], "cost"))
    keys = (Key("box", "way", say("legend_load")), Key("line", "cost", say("legend_carried")))
    return Drawing(_HEIGHT, tuple(elements), say("figure_day", usd=format_money(figure.usd)), keys)
