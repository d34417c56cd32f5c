"""The ways to pay for the choice."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from engine.advice import PurchaseOption
from engine.decision.wording import money
from engine.figures import Prices
from engine.figures.axis import is_drawable
from engine.handover.in_words import way_of
from knowledge import Knowledge
from knowledge.sentences import Say
from tui.plots.bars import Bar, Segment, page, pointed
from tui.plots.words import named

_DEAREST: Final = 3.0
"""Times the on-demand price up to which bars are drawn to scale: a commitment for a job that seldom runs would dwarf all others."""
_NOTHING: Final = 0.005


def prices(figure: Prices, say: Say, knowledge: Knowledge, width: int, height: int) -> list[str]:
    """A bar for each way to pay; one line that says why, where there is none."""
    usd = [bar.usd_per_month for bar in figure.bars if bar.usd_per_month is not None and is_drawable(bar.usd_per_month)]
    if not usd:
        return [say(figure.missing or "no_figures")]
    demanded = [bar.usd_per_month for bar in figure.bars if bar.kind == "on-demand" and bar.usd_per_month in usd]
    top = min(max(usd), _DEAREST * max((one for one in demanded if one), default=max(usd))) or 1.0
    title = say("prices_title", what=named(figure.what, figure.count), place=knowledge.places[figure.place].name)
    return page(title, _price_bars(figure.bars, say, knowledge), list(_legend(figure.bars, top, say)), width, height, top=top)


def _legend(bars: Sequence[PurchaseOption], top: float, say: Say) -> Iterator[str]:
    if any(bar.advised for bar in bars):
        yield say("prices_advised")
    if any((bar.usd_per_month or 0) > top for bar in bars):
        yield say("prices_beyond")
    if any(bar.term_years and bar.saving < -_NOTHING for bar in bars):
        yield say("prices_committed")


def _price_bars(bars: Sequence[PurchaseOption], say: Say, knowledge: Knowledge) -> list[Bar]:
    sums = [say("prices_unknown") if bar.usd_per_month is None or not _is_known(bar) else money(bar.usd_per_month) for bar in bars]
    savings = [_saving(bar, say) for bar in bars]
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


def _saving(bar: PurchaseOption, say: Say) -> str:
    if not math.isfinite(bar.saving) or abs(bar.saving) < _NOTHING:
        return ""
    if bar.saving > 0:
        return say("prices_saves", share=f"{bar.saving * 100:.0f} %")
    return say("prices_costs", times=f"{1 - bar.saving:,.3g}")
