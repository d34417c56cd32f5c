"""The plot of where the money of the choice goes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.figures import CostShares
from engine.figures.axis import is_drawable
from engine.number_format import format_money, format_percentage
from engine.plan_wording import name_machines_at
from knowledge import Knowledge
from knowledge.sentences import Say
from tui.plots.bars import Bar, Segment, draw_bar_page

_OF_MACHINES: Final = frozenset({"answering", "peak", "spare", "unused_hours", "up"})


def draw_money(figure: CostShares, say: Say, knowledge: Knowledge, width: int, height: int) -> list[str]:
    """A bar for each use of the money, the largest of full length; one line that says why where there is none."""
    found = [one for one in figure.shares if is_drawable(one.usd)]
    if not found:
        return [say(figure.missing or "no_figures")]
    sums = [format_money(one.usd) for one in found]
    bars = [
        Bar(
            label=say(f"money_{one.key}"),
            segments=(Segment("█", one.usd),),
            note=f"{usd:>{max(map(len, sums))}}  {format_percentage(one.share):>5}",
        )
        for one, usd in zip(found, sums, strict=True)
    ]
    what = name_machines_at(figure.what, figure.count, figure.place, knowledge)
    title = say(f"money_title_{figure.of}", usd=format_money(figure.usd), what=what)
    return draw_bar_page(title, bars, list(_legend(figure, say)), width, height, top=max(one.usd for one in found))


def _legend(figure: CostShares, say: Say) -> Iterator[str]:
    if any(one.key in _OF_MACHINES for one in figure.shares):
        yield say("money_machines")
    yield say("money_not_in_it")
