"""Plots as text: pure functions from the engine's figures to lines of a given width and height."""

from __future__ import annotations

import textwrap
from typing import Final, Literal

from engine import figures
from engine.dialogue import Conversation, Desk, workload_of
from engine.dialogue.desk import Turn
from knowledge import Knowledge
from knowledge.errors import InputError, shown, suggestion
from tui.plots.canvas import as_ascii, cut
from tui.plots.memory import memory as memory_lines
from tui.plots.prices import prices as price_lines
from tui.plots.scatter import scatter
from tui.plots.steps import steps
from tui.plots.words import words_of

__all__ = ["NAMES", "WORDS", "PlotName", "plot_lines", "plot_named", "plots"]

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
    wanted = plot_named(name, desk.knowledge)
    drawn = _lines(wanted, conversation, desk, width, height)
    lines = textwrap.wrap(drawn[0], max(width, 1)) if len(drawn) == 1 else drawn
    lines = [cut(line, max(width, 1)) for line in lines][: max(height, 1)]
    return [as_ascii(line) for line in lines] if ascii_only else lines


def _lines(wanted: PlotName | None, conversation: Conversation, desk: Desk, width: int, height: int) -> list[str]:
    say = words_of(desk.knowledge)
    if not conversation.now.answers:
        return [say("not_begun")]
    if width < _LEAST_WIDTH or height < _LEAST_HEIGHT:
        return [say("too_small", width=_LEAST_WIDTH, height=_LEAST_HEIGHT)]
    turn = desk.turn(workload_of(conversation.now.answers))
    return _drawn(wanted or _suiting(turn), turn, desk.knowledge, width, height)


def _suiting(turn: Turn) -> PlotName:
    """The first that has something to draw: where nothing fits, that is the memory that was too small."""
    if not figures.cost_and_time(turn.decision).missing:
        return "cost"
    return "prices" if figures.memory_bars(turn.decision).missing else "memory"


def _drawn(name: PlotName, turn: Turn, knowledge: Knowledge, width: int, height: int) -> list[str]:
    say = words_of(knowledge)
    if name == "cost":
        return scatter(figures.cost_and_time(turn.decision), say, width, height)
    if name == "memory":
        return memory_lines(figures.memory_bars(turn.decision), say, width, height)
    if name == "prices":
        return price_lines(figures.prices(turn.decision), say, knowledge, width, height)
    return steps(figures.traffic(turn), say, knowledge, width, height)
