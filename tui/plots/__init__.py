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
from knowledge.errors import InputError, shown, suggestion
from knowledge.sentences import Say
from tui.plots.canvas import as_ascii, cut
from tui.plots.memory import memory as memory_lines
from tui.plots.prices import prices as price_lines
from tui.plots.scatter import scatter
from tui.plots.steps import steps
from tui.plots.words import words_of

__all__ = ["NAMES", "WORDS", "Drawing", "PlotName", "plot_lines", "plot_named", "plot_of", "plots"]

Drawing = Callable[[int, int], list[str]]
"""Width and height -> the lines of a plot."""

PlotName = Literal["cost", "memory", "prices", "traffic"]
NAMES: Final[tuple[PlotName, ...]] = ("cost", "memory", "prices", "traffic")
WORDS: Final[dict[str, PlotName]] = {
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
    "load": "traffic",
    "rate": "traffic",
    "scale": "traffic",
    "requests": "traffic",
    "concurrency": "traffic",
    "runs": "traffic",
}
"""Other words for them."""
_LEAST_WIDTH: Final = 24
_LEAST_HEIGHT: Final = 8


def plots(knowledge: Knowledge) -> list[tuple[PlotName, str]]:
    """Every plot with one line of what it shows."""
    say = words_of(knowledge)
    return [(name, say(f"about_{name}")) for name in NAMES]


def plot_named(name: str, knowledge: Knowledge) -> PlotName | None:
    """The plot of a name, of another word for it, or of its begin; None for no name. Raises InputError that names the nearest one."""
    wanted = " ".join(name.split()).lower()
    if not wanted:
        return None
    known: dict[str, PlotName] = {**{one: one for one in NAMES}, **WORDS}
    if wanted in known:
        return known[wanted]
    begun = [one for one in NAMES if one.startswith(wanted)]
    if len(begun) == 1:
        return begun[0]
    say = words_of(knowledge)
    raise InputError(f"{say('unknown', name=shown(name))}{suggestion(wanted, known, say('try', names=', '.join(NAMES)))}")


def plot_lines(name: str, conversation: Conversation, desk: Desk, width: int, height: int, *, ascii_only: bool = False) -> list[str]:
    """A plot of the conversation as it stands, in lines of at most `width` characters, at most `height` of them.

    No name picks the first that has something to draw. Where there is nothing, one line says why. Raises InputError for a name of none.
    """
    lines = plot_of(name, conversation, desk)(width, height)
    return [as_ascii(line) for line in lines] if ascii_only else lines


def plot_of(name: str, conversation: Conversation, desk: Desk) -> Drawing:
    """The plot with its figures computed, to be drawn at any width and height. Raises InputError as `plot_lines` does."""
    wanted, say = plot_named(name, desk.knowledge), words_of(desk.knowledge)
    draw = _nothing_yet(say) if not conversation.now.answers else _figured(wanted, desk.turn(workload_of(conversation.now.answers)), desk)

    def drawn(width: int, height: int) -> list[str]:
        is_small = width < _LEAST_WIDTH or height < _LEAST_HEIGHT
        lines = [say("too_small", width=_LEAST_WIDTH, height=_LEAST_HEIGHT)] if is_small else draw(width, height)
        lines = textwrap.wrap(lines[0], max(width, 1)) if len(lines) == 1 else lines
        return [cut(line, max(width, 1)) for line in lines][: max(height, 1)]

    return drawn


def _nothing_yet(say: Say) -> Drawing:
    return lambda _width, _height: [say("not_begun")]


def _suiting(turn: Turn) -> PlotName:
    """The first that has something to draw: where nothing fits, that is the memory that was too small."""
    if not figures.cost_and_time(turn.decision).missing:
        return "cost"
    return "prices" if figures.memory_bars(turn.decision).missing else "memory"


def _figured(wanted: PlotName | None, turn: Turn, desk: Desk) -> Drawing:
    """The figures of a plot, waiting for a size."""
    name, base = wanted or _suiting(turn), desk.knowledge
    say = words_of(base)
    if name == "cost":
        return partial(scatter, figures.cost_and_time(turn.decision), say)
    if name == "memory":
        return partial(memory_lines, figures.memory_bars(turn.decision), say)
    if name == "prices":
        return partial(price_lines, figures.prices(turn.decision), say, base)
    return partial(steps, figures.traffic(turn), say, base)
