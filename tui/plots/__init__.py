"""Plots as text: pure functions from the engine's figures to lines of a given width and height."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from functools import partial
from typing import Final, Literal

from engine import figures
from engine.dialogue import Conversation, Desk, workload_of
from engine.dialogue.desk import Turn
from knowledge import Knowledge
from knowledge.errors import InputError, quote_value, suggest_name
from knowledge.sentences import Say, bind_subject
from tui.plots.break_even import draw_break_even
from tui.plots.canvas import shorten_text
from tui.plots.day import draw_day
from tui.plots.memory import draw_memory as memory_lines
from tui.plots.money import draw_money
from tui.plots.prices import draw_prices as price_lines
from tui.plots.scatter import draw_scatter
from tui.plots.traffic import draw_traffic
from tui.plots.tree import draw_tree

DrawPlot = Callable[[int, int], list[str]]
"""Width and height -> the lines of a plot."""

PlotName = Literal["cost", "memory", "prices", "breakeven", "traffic", "money", "day", "tree"]
PLOT_NAMES: Final[tuple[PlotName, ...]] = ("cost", "memory", "prices", "breakeven", "traffic", "money", "day", "tree")
WHOLE_PLOTS: Final[frozenset[PlotName]] = frozenset({"tree"})
"""Plots that are read line by line, and shown whole however many lines they take."""
PLOT_SYNONYMS: Final[dict[str, PlotName]] = {
    "latency": "cost",
    "hours": "cost",
    "speed": "cost",
    "time": "cost",
    "pareto": "cost",
    "scatter": "cost",
    "vram": "memory",
    "ram": "memory",
    "capacity": "memory",
    "price": "prices",
    "purchase": "prices",
    "purchases": "prices",
    "savings": "prices",
    "pay": "prices",
    "break-even": "breakeven",
    "break even": "breakeven",
    "commitment": "breakeven",
    "commit": "breakeven",
    "months": "breakeven",
    "load": "traffic",
    "rate": "traffic",
    "scale": "traffic",
    "requests": "traffic",
    "concurrency": "traffic",
    "runs": "traffic",
    "where the money goes": "money",
    "shares": "money",
    "spending": "money",
    "idle": "money",
    "timeline": "day",
    "hours of the day": "day",
    "a day": "day",
    "decision": "tree",
    "decision tree": "tree",
    "path": "tree",
    "questions": "tree",
}
"""Synonym -> plot."""
_MIN_WIDTH: Final = 24
_MIN_HEIGHT: Final = 8


def find_plot(name: str, knowledge: Knowledge) -> PlotName | None:
    """The plot of a name, a synonym or a unique beginning; None for no name. Raises InputError that names the nearest one."""
    wanted = " ".join(name.split()).lower()
    if not wanted:
        return None
    known: dict[str, PlotName] = {**{one: one for one in PLOT_NAMES}, **PLOT_SYNONYMS}
    if wanted in known:
        return known[wanted]
    begun = [one for one in PLOT_NAMES if one.startswith(wanted)]
    if len(begun) == 1:
        return begun[0]
    say = bind_subject(knowledge, "plots")
    raise InputError(f"{say('unknown', name=quote_value(name))}{suggest_name(wanted, known, say('try', names=', '.join(PLOT_NAMES)))}")


def prepare_plot(name: str, conversation: Conversation, desk: Desk) -> DrawPlot:
    """A plot of the conversation as it stands, with its figures computed: at most the given width and height in characters.

    Without a name it is the first that has something to draw; where there is nothing, one line says why. Raises InputError for an
    unknown name.
    """
    wanted, say = find_plot(name, desk.knowledge), bind_subject(desk.knowledge, "plots")
    draw = (
        _draw_nothing_yet(say)
        if not conversation.now.answers
        else _prepare_drawing(wanted, desk.turn(workload_of(conversation.now.answers)), desk)
    )

    def draw_within(width: int, height: int) -> list[str]:
        is_small = width < _MIN_WIDTH or height < _MIN_HEIGHT
        lines = [say("too_small", width=_MIN_WIDTH, height=_MIN_HEIGHT)] if is_small else draw(width, height)
        lines = textwrap.wrap(lines[0], max(width, 1)) if len(lines) == 1 else lines
        return [shorten_text(line, max(width, 1)) for line in lines][: max(height, 1)]

    return draw_within


def _draw_nothing_yet(say: Say) -> DrawPlot:
    return lambda _width, _height: [say("not_begun")]


def _pick_suiting_plot(turn: Turn) -> PlotName:
    """The first plot with something to draw; where nothing fits, the memory."""
    if not figures.compute_cost_and_time(turn.decision).missing:
        return "cost"
    return "prices" if figures.compute_memory_bars(turn.decision).missing else "memory"


def _prepare_drawing(wanted: PlotName | None, turn: Turn, desk: Desk) -> DrawPlot:
    """The figures of a plot, to be drawn at any size."""
    name, base = wanted or _pick_suiting_plot(turn), desk.knowledge
    say = bind_subject(base, "plots")
    match name:
        case "cost":
            draw: DrawPlot = partial(draw_scatter, figures.compute_cost_and_time(turn.decision), say)
        case "memory":
            draw = partial(memory_lines, figures.compute_memory_bars(turn.decision), say)
        case "prices":
            draw = partial(price_lines, figures.compute_prices(turn.decision), say, base)
        case "breakeven":
            draw = partial(draw_break_even, figures.compute_break_even(turn.decision), say, base)
        case "traffic":
            draw = partial(draw_traffic, figures.compute_traffic(turn), say, base)
        case "money":
            draw = partial(draw_money, figures.compute_cost_shares(turn.decision), say, base)
        case "day":
            draw = partial(draw_day, figures.compute_day(turn.decision), say, base)
        case "tree":
            draw = partial(draw_tree, figures.compute_decision_path(turn), say, base)
    return draw
