"""Figures of real advices as they were computed on a day, drawn and kept beside each other.

`python -m tests.tui.plots.golden_plots` writes both anew; the difference is read in review.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from engine.dialogue import Desk
from engine.figures import (
    CostAndTime,
    MemoryBars,
    Prices,
    Traffic,
    compute_cost_and_time,
    compute_memory_bars,
    compute_prices,
    compute_traffic,
)
from engine.intake.understand import understand
from knowledge import Knowledge, load
from knowledge.schema.record import Record
from knowledge.sentences import bind_subject
from tui.plots.memory import draw_memory
from tui.plots.prices import draw_prices
from tui.plots.scatter import draw_scatter
from tui.plots.traffic import draw_traffic

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
    return Figures(
        cost=compute_cost_and_time(decision),
        memory=compute_memory_bars(decision),
        prices=compute_prices(decision),
        traffic=compute_traffic(turn),
    )


def read_figures(name: str) -> Figures:
    """The figures that were kept under a name."""
    return msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=Figures)


def draw_all(figures: Figures, knowledge: Knowledge) -> str:
    """The four plots, one below the other."""
    say = bind_subject(knowledge, "plots")
    plots = (
        draw_scatter(figures.cost, say, WIDTH, HEIGHT),
        draw_memory(figures.memory, say, WIDTH, HEIGHT),
        draw_prices(figures.prices, say, knowledge, WIDTH, HEIGHT),
        draw_traffic(figures.traffic, say, knowledge, WIDTH, HEIGHT),
    )
    return "\n".join(line for plot in plots for line in (*plot, ""))


def write_goldens() -> None:
    """Compute the figures anew and draw them."""
    knowledge = load()
    for name, text in ADVICES.items():
        figures = figures_of(text, knowledge)
        (FOLDER / f"{name}.json").write_bytes(msgspec.json.format(msgspec.json.encode(figures), indent=1) + b"\n")
        (FOLDER / f"{name}.txt").write_text(draw_all(figures, knowledge), encoding="utf-8")


if __name__ == "__main__":
    write_goldens()
