"""Cost against request rate: the best choice at each rate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from engine.figures import Traffic, TrafficStep
from engine.figures.axis import fit_axis, is_drawable
from engine.figures.tick_labels import format_dollars, format_number
from engine.handover.report.svg.canvas import LINE, Anchor, Box, Drawing, Frame, Key, Labels, draw_dot, draw_steps
from engine.number_format import format_money
from knowledge.sentences import Say

_HEIGHT: Final = 280.0
_POINT, _NOW = 3.5, 6.5


class _Spot(NamedTuple):
    """The position of one rate."""

    x: float
    y: float
    step: TrafficStep


def draw_traffic(figure: Traffic, say: Say, plots: Say) -> Drawing | None:
    """The drawing; None where no rate has a plan with a known price."""
    rated = [step for step in figure.steps if is_drawable(step.rate)]
    sums = [step.usd_per_month for step in rated if _is_priced(step)]
    known = [usd for usd in sums if usd is not None]
    if not known:
        return None
    across = fit_axis((step.rate for step in rated), wants_log=True)
    frame = Frame(_HEIGHT, (across, format_number), (fit_axis(known, wants_log=True), format_dollars))
    elements = frame.draw_axes(plots(f"traffic_{figure.fact}"), say("axis_month"))
    runs = [[_locate_step(frame, step) for step in run] for priced, run in groupby(rated, _is_priced) if priced]
    elements += [draw_steps([(spot.x, spot.y) for spot in run], "cost") for run in runs if len(run) > 1]
    spots = [spot for run in runs for spot in run]
    elements += [*_draw_dots(spots), *_draw_labels(frame, spots)]
    about = say("figure_traffic", count=len(rated), least=format_money(min(known)), most=format_money(max(known)))
    return Drawing(_HEIGHT, tuple(elements), about, tuple(_list_keys(spots, say)))


def _is_priced(step: TrafficStep) -> bool:
    return step.usd_per_month is not None and is_drawable(step.usd_per_month)


def _locate_step(frame: Frame, step: TrafficStep) -> _Spot:
    return _Spot(frame.x(step.rate), frame.y(step.usd_per_month or 0.0), step)


def _draw_dots(spots: Sequence[_Spot]) -> Iterator[str]:
    for spot in spots:
        yield draw_dot(spot.x, spot.y, _NOW if spot.step.is_now else _POINT, "choice" if spot.step.is_now else "other")


def _draw_labels(frame: Frame, spots: Sequence[_Spot]) -> Iterator[str]:
    """The current choice first, then each other choice at its lowest rate."""
    labels = Labels(frame.inside, [Box(spot.x - _NOW, spot.y - _NOW, spot.x + _NOW, spot.y + _NOW) for spot in spots])
    first = [next(run) for _, run in groupby(spots, lambda spot: (spot.step.what, spot.step.place))]
    now = [spot for spot in spots if spot.step.is_now]
    same = {(spot.step.what, spot.step.place) for spot in now}
    for spot in (*now, *(spot for spot in first if (spot.step.what, spot.step.place) not in same)):
        found = labels.place_label(spot.step.what, _label_spots(spot))
        if found is not None:
            yield found


def _label_spots(spot: _Spot) -> list[tuple[float, float, Anchor]]:
    """Above to the left and below to the right first: there is room, since costs rise."""
    above, below = spot.y - _NOW - 4, spot.y + _NOW + LINE - 2
    anchors: tuple[Anchor, ...] = ("end", "middle", "start")
    around: list[tuple[float, float, Anchor]] = [(spot.x, above, anchor) for anchor in anchors]
    return [*around, *((spot.x, below, anchor) for anchor in reversed(anchors)), (spot.x - _NOW - 3, spot.y + 4, "end")]


def _list_keys(spots: Sequence[_Spot], say: Say) -> Iterator[Key]:
    for spot in spots:
        if spot.step.is_now:
            yield Key("dot", "choice", say("legend_now", rate=format_number(float(f"{spot.step.rate:.3g}"))))
    yield Key("dot", "other", say("legend_rate"))
