"""Figures of real advices as they were computed on a day, drawn and kept beside each other.

`python -m tests.tui.plots.pictures` writes both anew; the difference is read in review.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from engine.dialogue import Desk
from engine.figures import CostAndTime, MemoryBars, Prices, Traffic, cost_and_time, memory_bars, prices, traffic
from engine.intake.understand import understand
from knowledge import Knowledge, load
from knowledge.schema.record import Record
from tui.plots.canvas import as_ascii
from tui.plots.memory import memory as draw_memory
from tui.plots.prices import prices as draw_prices
from tui.plots.scatter import scatter
from tui.plots.steps import steps
from tui.plots.words import words_of

FOLDER: Final = Path(__file__).with_name("goldens")
ADVICES: Final = {
    "plants": "identify plants from phone photos, answer within 200 ms",
    "llama": "Llama 3 8B for 40 colleagues at once",
    "boosted": "train xgboost on 50 million rows, run it weekly",
}
WIDTH, HEIGHT = 78, 16


class Figures(Record):
    """All that is drawn of one advice."""

    cost: CostAndTime
    memory: MemoryBars
    prices: Prices
    traffic: Traffic


def figures_of(text: str, knowledge: Knowledge) -> Figures:
    """The figures of the advice for a workload in words."""
    turn = Desk(knowledge).turn(understand(text, knowledge).workload)
    decision = turn.decision
    return Figures(cost=cost_and_time(decision), memory=memory_bars(decision), prices=prices(decision), traffic=traffic(turn))


def kept(name: str) -> Figures:
    """The figures that were kept under a name."""
    return msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=Figures)


def drawn(figures: Figures, knowledge: Knowledge, *, ascii_only: bool = False) -> str:
    """The four plots, one below the other."""
    say = words_of(knowledge)
    plots = (
        scatter(figures.cost, say, WIDTH, HEIGHT),
        draw_memory(figures.memory, say, WIDTH, HEIGHT),
        draw_prices(figures.prices, say, knowledge, WIDTH, HEIGHT),
        steps(figures.traffic, say, knowledge, WIDTH, HEIGHT),
    )
    lines = [line for plot in plots for line in (*plot, "")]
    return "\n".join(map(as_ascii, lines) if ascii_only else lines)


def write() -> None:
    """Compute the figures anew and draw them."""
    knowledge = load()
    for name, text in ADVICES.items():
        figures = figures_of(text, knowledge)
        (FOLDER / f"{name}.json").write_bytes(msgspec.json.format(msgspec.json.encode(figures), indent=1) + b"\n")
        (FOLDER / f"{name}.txt").write_text(drawn(figures, knowledge), encoding="utf-8")
        (FOLDER / f"{name}.ascii.txt").write_text(drawn(figures, knowledge, ascii_only=True), encoding="utf-8")


if __name__ == "__main__":
    write()
