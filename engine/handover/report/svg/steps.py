"""Cost against traffic: the best choice at each rate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from engine.decision.wording import money
from engine.figures import Traffic, TrafficStep
from engine.figures.axis import axis_of, is_drawable
from engine.figures.ticks import dollars, number
from engine.handover.report.svg.canvas import LINE, Anchor, Box, Drawing, Frame, Key, Labels, dot, steps
from knowledge.sentences import Say

_HEIGHT: Final = 280.0
_POINT, _NOW = 3.5, 6.5


class _Spot(NamedTuple):
    """One rate in the drawing."""

    x: float
    y: float
    step: TrafficStep


def traffic_drawing(figure: Traffic, say: Say, plots: Say) -> Drawing | None:
    """The drawing; None where nothing fits at any rate, or no price is known."""
    rated = [step for step in figure.steps if is_drawable(step.rate)]
    sums = [step.usd_per_month for step in rated if _is_priced(step)]
    known = [usd for usd in sums if usd is not None]
    if not known:
        return None
    across = axis_of((step.rate for step in rated), wants_log=True)
    frame = Frame(_HEIGHT, (across, number), (axis_of(known, wants_log=True), dollars))
    elements = frame.elements(plots(f"traffic_{figure.fact}"), say("axis_month"))
    runs = [[_spot(frame, step) for step in run] for priced, run in groupby(rated, _is_priced) if priced]
    elements += [steps([(spot.x, spot.y) for spot in run], "cost") for run in runs if len(run) > 1]
    spots = [spot for run in runs for spot in run]
    elements += [*_dots(spots), *_labels(frame, spots)]
    about = say("figure_traffic", count=len(rated), least=money(min(known)), most=money(max(known)))
    return Drawing(_HEIGHT, tuple(elements), about, tuple(_keys(spots, say)))


def _is_priced(step: TrafficStep) -> bool:
    return step.usd_per_month is not None and is_drawable(step.usd_per_month)


def _spot(frame: Frame, step: TrafficStep) -> _Spot:
    return _Spot(frame.x(step.rate), frame.y(step.usd_per_month or 0.0), step)


def _dots(spots: Sequence[_Spot]) -> Iterator[str]:
    for spot in spots:
        yield dot(spot.x, spot.y, _NOW if spot.step.is_now else _POINT, "choice" if spot.step.is_now else "other")


def _labels(frame: Frame, spots: Sequence[_Spot]) -> Iterator[str]:
    """The choice of now first, then each other where it begins."""
    labels = Labels(frame.inside, [Box(spot.x - _NOW, spot.y - _NOW, spot.x + _NOW, spot.y + _NOW) for spot in spots])
    first = [next(run) for _, run in groupby(spots, lambda spot: (spot.step.what, spot.step.place))]
    now = [spot for spot in spots if spot.step.is_now]
    same = {(spot.step.what, spot.step.place) for spot in now}
    for spot in (*now, *(spot for spot in first if (spot.step.what, spot.step.place) not in same)):
        found = labels.place(spot.step.what, _around(spot))
        if found is not None:
            yield found


def _around(spot: _Spot) -> list[tuple[float, float, Anchor]]:
    """Above to the left and below to the right first: costs rise, so there is room there."""
    above, below = spot.y - _NOW - 4, spot.y + _NOW + LINE - 2
    anchors: tuple[Anchor, ...] = ("end", "middle", "start")
    around: list[tuple[float, float, Anchor]] = [(spot.x, above, anchor) for anchor in anchors]
    return [*around, *((spot.x, below, anchor) for anchor in reversed(anchors)), (spot.x - _NOW - 3, spot.y + 4, "end")]


def _keys(spots: Sequence[_Spot], say: Say) -> Iterator[Key]:
    for spot in spots:
        if spot.step.is_now:
            yield Key("dot", "choice", say("legend_now", rate=number(float(f"{spot.step.rate:.3g}"))))
    yield Key("dot", "other", say("legend_rate"))
