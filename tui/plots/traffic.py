"""The plot of cost against traffic: the best choice at each rate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from engine.figures import Traffic, TrafficStep
from engine.figures.axis import fit_axis, is_drawable
from engine.figures.tick_labels import format_dollars, format_number
from engine.number_format import format_money
from engine.plan_wording import name_machines
from knowledge import Knowledge
from knowledge.sentences import Say
from tui.plots.frame import Frame, divide_height

_RISE_CORNERS: Final = "┘┌"
_FALL_CORNERS: Final = "┐└"
"""The corners of a step, at its beginning and end."""


class Tread(msgspec.Struct, frozen=True):
    """One horizontal step on the grid."""

    start: int
    end: int
    """The column where the next step begins."""
    at: int
    """The column of its rate."""
    row: int
    step: TrafficStep


def draw_traffic(figure: Traffic, say: Say, knowledge: Knowledge, width: int, height: int) -> list[str]:
    """The plot; one line that says why where there is nothing to draw."""
    found = [step for step in figure.steps if is_drawable(step.rate)]
    priced = [(step, step.usd_per_month) for step in found if step.usd_per_month is not None and is_drawable(step.usd_per_month)]
    if not priced:
        return [say(figure.missing or "no_figures")]
    fact = say(f"traffic_{figure.fact}")
    across, up = fit_axis((step.rate for step in found), wants_log=True), fit_axis((usd for _, usd in priced), wants_log=True)
    legend = list(_traffic_legend(found, say))
    above, below, rows = divide_height(say("traffic_title", fact=fact), legend, width, height)
    frame = Frame(width, rows, (across, format_number), (up, format_dollars))
    treads = _lay_treads(frame, found)
    _draw_treads(frame, treads)
    left_out = _draw_labels(frame, treads, knowledge)
    if left_out:
        legend.insert(1, say("traffic_also", names=", ".join(left_out)))
        above, below, _ = divide_height(say("traffic_title", fact=fact), legend, width, height)
    return [*above, *frame.text_lines(), *below][:height]


def _traffic_legend(found: Sequence[TrafficStep], say: Say) -> Iterator[str]:
    for step in found:
        if step.is_now and step.usd_per_month is not None:
            what = name_machines(step.what, step.count)
            yield say("traffic_now", rate=_format_rate(step.rate), what=what, usd=format_money(step.usd_per_month))
        elif step.is_now:
            yield say("traffic_now_none", rate=_format_rate(step.rate))
    yield say("traffic_reckoned", count=len(found))
    if len({(step.place, step.what) for step in found}) == 1:
        yield say("traffic_same")
    none = [_format_rate(step.rate) for step in found if not step.what]
    if none:
        yield say("traffic_none", rates=", ".join(none))


def _format_rate(rate: float) -> str:
    return format_number(float(f"{rate:.3g}"))


def _lay_treads(frame: Frame, found: Sequence[TrafficStep]) -> list[Tread]:
    """Each rate covers the columns halfway to its neighbours."""
    columns = [frame.column_of(step.rate) for step in found]
    edges = [0, *((before + after + 1) // 2 for before, after in pairwise(columns)), frame.columns - 1]
    return [
        Tread(start, end, at, frame.row_of(step.usd_per_month), step)
        for step, at, start, end in zip(found, columns, edges, edges[1:], strict=False)
        if step.usd_per_month is not None and is_drawable(step.usd_per_month)
    ]


def _draw_treads(frame: Frame, treads: Sequence[Tread]) -> None:
    inside = frame.inside
    for tread in treads:
        for column in range(tread.start, tread.end + 1):
            inside.draw_glyph(column, tread.row, "─")
    for before, after in pairwise(treads):
        if before.end != after.start:
            continue
        if before.row != after.row:
            _draw_riser(frame, after.start, before.row, after.row)
        elif _is_other_choice(before.step, after.step):
            inside.draw_glyph(after.start, after.row, "┼")
    _draw_present_rate(frame, treads)


def _draw_present_rate(frame: Frame, treads: Sequence[Tread]) -> None:
    """Draw a dot at the present rate, and a line down to the axis."""
    inside = frame.inside
    for tread in treads:
        if tread.step.is_now:
            for row in range(tread.row + 1, frame.rows):
                if inside.glyph_at(tread.at, row) == " ":
                    inside.draw_glyph(tread.at, row, "·")
            inside.draw_glyph(tread.at, tread.row, "●")


def _draw_riser(frame: Frame, column: int, before: int, after: int) -> None:
    for row in range(min(before, after) + 1, max(before, after)):
        frame.inside.draw_glyph(column, row, "│")
    begin, end = _RISE_CORNERS if after < before else _FALL_CORNERS
    frame.inside.draw_glyph(column, before, begin)
    frame.inside.draw_glyph(column, after, end)


def _draw_labels(frame: Frame, treads: Sequence[Tread], knowledge: Knowledge) -> list[str]:
    """Label the choice where it changes. Returns the labels without room."""
    left_out: list[str] = []
    for before, tread in zip([None, *treads], treads, strict=False):
        name = _tread_name(tread, before, knowledge)
        if name and not frame.inside.place_text(name, list(_label_spots(tread, len(name)))):
            left_out.append(name)
    return left_out


def _is_other_choice(before: TrafficStep, after: TrafficStep) -> bool:
    return (before.what, before.place) != (after.what, after.place)


def _tread_name(tread: Tread, before: Tread | None, knowledge: Knowledge) -> str:
    """The choice if it differs from the step before, with its place if that differs too; else ""."""
    step, last = tread.step, before.step if before is not None else None
    if last is not None and not _is_other_choice(last, step):
        return ""
    moved = last is not None and step.place != last.place and not step.what.startswith(step.place)
    return f"{step.what}, {knowledge.places[step.place].name}" if moved else step.what


def _label_spots(tread: Tread, length: int) -> Iterator[tuple[int, int]]:
    """Places for the label of a step: above it, to its left, below it."""
    for row in (tread.row - 1, tread.row + 1, tread.row - 2, tread.row + 2):
        yield from ((tread.start + 1, row), (tread.end - length, row), (tread.start - length, row))
    yield from ((tread.start - length - 1, tread.row), (tread.end + 2, tread.row))
