"""The plot of a day of the choice: load, machines and cost, hour by hour."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, groupby
from typing import Final

from engine.figures import Day, DayHour
from engine.figures.tick_labels import format_number
from engine.number_format import format_money
from engine.plan_wording import name_machines_at
from knowledge import Knowledge
from knowledge.sentences import Say

_LEVELS: Final = "▁▂▃▄▅▆▇█"
_MAX_COLUMNS: Final = 3
"""Columns of one hour at most."""
_TICK_HOURS: Final = 6


def draw_day(figure: Day, say: Say, knowledge: Knowledge, width: int, height: int) -> list[str]:
    """A lane for each quantity over the 24 hours, and the same in words below; one line that says why where there is none."""
    hours = figure.hours
    if not hours:
        return [say(figure.missing or "no_figures")]
    labels = {key: say(f"day_{key}") for key in ("load", "machines", "cost", "sum", "hour")}
    room = max(map(len, labels.values())) + 2
    columns = min(max((width - room) // len(hours), 1), _MAX_COLUMNS)
    top = max(value for hour in hours for value in (hour.peak, hour.average)) or 1.0
    paid = list(accumulate(hour.usd for hour in hours))
    lanes = {"load": _levels([hour.average for hour in hours], top, columns)}
    if any(hour.instances is not None for hour in hours):
        lanes["machines"] = _runs(hours, lambda hour: _round(hour.instances or 0.0), columns)
    lanes["cost"] = _runs(hours, lambda hour: format_money(hour.usd), columns)
    lanes["sum"] = _levels(paid, paid[-1] or 1.0, columns)
    lanes["hour"] = "".join(f"{at:<{columns * _TICK_HOURS}}" for at in range(0, len(hours), _TICK_HOURS)) + str(len(hours))
    what = name_machines_at(figure.what, figure.count, figure.place, knowledge)
    title = textwrap.wrap(say("day_title", what=what), width)
    below = [line for text in describe_day(figure, say) for line in textwrap.wrap(text, width, subsequent_indent="  ")]
    return [*title, *(f"{labels[key]:<{room}}{lane}" for key, lane in lanes.items()), *below][:height]


def describe_day(figure: Day, say: Say) -> Iterator[str]:
    """The day in sentences."""
    hours = figure.hours
    in_use = [hour for hour in hours if hour.peak]
    if in_use:
        yield say("day_load_told", average=_round(in_use[0].average), peak=_round(in_use[0].peak))
    yield say("day_paid", usd=format_money(figure.usd))
    if figure.hours_of_use < len(hours):
        yield say("day_hours_told" if figure.is_told else "day_hours_assumed", hours=format_number(figure.hours_of_use))
    else:
        yield say("day_all_told" if figure.is_told else "day_all_assumed")


def _round(value: float) -> str:
    return format_number(float(f"{value:.3g}"))


def _levels(values: Sequence[float], top: float, columns: int) -> str:
    """Each value as a block whose height is its share of `top`; nothing for 0."""
    cells = (_LEVELS[min(max(round(value / top * len(_LEVELS)), 1), len(_LEVELS)) - 1] if value > 0 else " " for value in values)
    return "".join(cell * columns for cell in cells)


def _runs(hours: Sequence[DayHour], write: Callable[[DayHour], str], columns: int) -> str:
    """Hours with the same words as one bracket around them, where they fit into it."""
    found = ""
    for words, group in groupby(map(write, hours)):
        length = len(list(group)) * columns
        inner = f" {words} " if length >= len(words) + 4 else ""  # two brackets, two gaps
        found += f"├{inner:─^{length - 2}}┤" if length > 1 else "│"
    return found
