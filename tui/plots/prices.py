"""The ways to pay for the choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.advice import PurchaseOption
from engine.decision.wording import money
from engine.figures import Prices
from engine.figures.axis import is_drawable
from engine.handover.in_words import against_on_demand, named, way_of
from knowledge import Knowledge
from knowledge.sentences import Say
from tui.plots.bars import Bar, Segment, page, pointed

_NOTHING: Final = 0.005


def prices(figure: Prices, say: Say, knowledge: Knowledge, width: int, height: int) -> list[str]:
    """A bar for each way to pay; one line that says why, where there is none."""
    if not any(bar.usd_per_month is not None and is_drawable(bar.usd_per_month) for bar in figure.bars):
        return [say(figure.missing or "no_figures")]
    title = say("prices_title", what=named(figure.what, figure.count), place=knowledge.places[figure.place].name)
    return page(title, _price_bars(figure.bars, say, knowledge), list(_legend(figure.bars, figure.top, say)), width, height, top=figure.top)


def _legend(bars: Sequence[PurchaseOption], top: float, say: Say) -> Iterator[str]:
    if any(bar.advised for bar in bars):
        yield say("prices_advised")
    if any((bar.usd_per_month or 0) > top for bar in bars):
        yield say("prices_beyond")
    if any(bar.term_years and bar.saving < -_NOTHING for bar in bars):
        yield say("prices_committed")


def _price_bars(bars: Sequence[PurchaseOption], say: Say, knowledge: Knowledge) -> list[Bar]:
    sums = [say("prices_unknown") if bar.usd_per_month is None or not _is_known(bar) else money(bar.usd_per_month) for bar in bars]
    savings = [against_on_demand(bar, knowledge) for bar in bars]
    sum_width, saving_width = max(map(len, sums)), max(map(len, savings))
    return [
        Bar(
            label=f"{pointed(is_it=bar.advised)}{way_of(bar, knowledge)}",
            segments=(Segment("█", bar.usd_per_month),) if bar.usd_per_month is not None and _is_known(bar) else (),
            note=f"{paid:>{sum_width}}  {saving:<{saving_width}}",
        )
        for bar, paid, saving in zip(bars, sums, savings, strict=True)
    ]


def _is_known(bar: PurchaseOption) -> bool:
    return is_drawable(bar.usd_per_month)
