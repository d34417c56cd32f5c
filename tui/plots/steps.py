"""Cost against traffic: the best choice at each rate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from engine.decision.wording import money
from engine.figures import Traffic, TrafficStep
from engine.figures.axis import axis_of, is_drawable
from engine.figures.ticks import dollars, number
from engine.handover.in_words import named
from knowledge import Knowledge
from knowledge.sentences import Say
from tui.plots.frame import Frame, around

_RISES: Final = "┘┌"
_FALLS: Final = "┐└"
"""The corners of a step, at its begin and at its end."""


class Tread(msgspec.Struct, frozen=True):
    """One step on the grid."""

    start: int
    end: int
    """The column where the next one begins."""
    at: int
    """The column of its rate."""
    row: int
    step: TrafficStep


def steps(figure: Traffic, say: Say, knowledge: Knowledge, width: int, height: int) -> list[str]:
    """The plot; one line that says why, where there is none."""
    found = [step for step in figure.steps if is_drawable(step.rate)]
    priced = [(step, step.usd_per_month) for step in found if step.usd_per_month is not None and is_drawable(step.usd_per_month)]
    if not priced:
        return [say(figure.missing or "no_figures")]
    fact = say(f"traffic_{figure.fact}")
    across, up = axis_of((step.rate for step in found), wants_log=True), axis_of((usd for _, usd in priced), wants_log=True)
    legend = list(_legend(found, say))
    above, below, rows = around(say("traffic_title", fact=fact), legend, width, height)
    frame = Frame(width, rows, (across, number), (up, dollars))
    treads = _treads(frame, found)
    _draw(frame, treads)
    left_out = _labels(frame, treads, knowledge)
    if left_out:
        legend.insert(1, say("traffic_also", names=", ".join(left_out)))
        above, below, _ = around(say("traffic_title", fact=fact), legend, width, height)
    return [*above, *frame.lines(), *below][:height]


def _legend(found: Sequence[TrafficStep], say: Say) -> Iterator[str]:
    for step in found:
        if step.is_now and step.usd_per_month is not None:
            what = named(step.what, step.count)
            yield say("traffic_now", rate=_rate(step.rate), what=what, usd=money(step.usd_per_month))
        elif step.is_now:
            yield say("traffic_now_none", rate=_rate(step.rate))
    yield say("traffic_reckoned", count=len(found))
    if len({(step.place, step.what) for step in found}) == 1:
        yield say("traffic_same")
    none = [_rate(step.rate) for step in found if not step.what]
    if none:
        yield say("traffic_none", rates=", ".join(none))


def _rate(rate: float) -> str:
    return number(float(f"{rate:.3g}"))


def _treads(frame: Frame, found: Sequence[TrafficStep]) -> list[Tread]:
    """Each rate stands for the stretch halfway to its neighbours."""
    columns = [frame.column(step.rate) for step in found]
    edges = [0, *((before + after + 1) // 2 for before, after in pairwise(columns)), frame.columns - 1]
    return [
        Tread(start, end, at, frame.row(step.usd_per_month), step)
        for step, at, start, end in zip(found, columns, edges, edges[1:], strict=False)
        if step.usd_per_month is not None and is_drawable(step.usd_per_month)
    ]


def _draw(frame: Frame, treads: Sequence[Tread]) -> None:
    inside = frame.inside
    for tread in treads:
        for column in range(tread.start, tread.end + 1):
            inside.put(column, tread.row, "─")
    for before, after in pairwise(treads):
        if before.end != after.start:
            continue
        if before.row != after.row:
            _riser(frame, after.start, before.row, after.row)
        elif _is_other(before.step, after.step):
            inside.put(after.start, after.row, "┼")
    _now(frame, treads)


def _now(frame: Frame, treads: Sequence[Tread]) -> None:
    """A dot at the present rate, and a line from it down to the axis."""
    inside = frame.inside
    for tread in treads:
        if tread.step.is_now:
            for row in range(tread.row + 1, frame.rows):
                if inside.at(tread.at, row) == " ":
                    inside.put(tread.at, row, "·")
            inside.put(tread.at, tread.row, "●")


def _riser(frame: Frame, column: int, before: int, after: int) -> None:
    for row in range(min(before, after) + 1, max(before, after)):
        frame.inside.put(column, row, "│")
    begin, end = _RISES if after < before else _FALLS
    frame.inside.put(column, before, begin)
    frame.inside.put(column, after, end)


def _labels(frame: Frame, treads: Sequence[Tread], knowledge: Knowledge) -> list[str]:
    """Names the choice where it changes; gives back the names that found no room."""
    left_out: list[str] = []
    for before, tread in zip([None, *treads], treads, strict=False):
        name = _name(tread, before, knowledge)
        if name and not frame.inside.place(name, list(_spots(tread, len(name)))):
            left_out.append(name)
    return left_out


def _is_other(before: TrafficStep, after: TrafficStep) -> bool:
    return (before.what, before.place) != (after.what, after.place)


def _name(tread: Tread, before: Tread | None, knowledge: Knowledge) -> str:
    """The choice where it is another one than before; its place where that changes too."""
    step, last = tread.step, before.step if before is not None else None
    if last is not None and not _is_other(last, step):
        return ""
    moved = last is not None and step.place != last.place and not step.what.startswith(step.place)
    return f"{step.what}, {knowledge.places[step.place].name}" if moved else step.what


def _spots(tread: Tread, length: int) -> Iterator[tuple[int, int]]:
    """Above the step, to its left, below it: what rises leaves room there."""
    for row in (tread.row - 1, tread.row + 1, tread.row - 2, tread.row + 2):
        yield from ((tread.start + 1, row), (tread.end - length, row), (tread.start - length, row))
    yield from ((tread.start - length - 1, tread.row), (tread.end + 2, tread.row))
