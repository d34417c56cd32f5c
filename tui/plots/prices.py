"""The plot of the purchase options of the choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.advice import PurchaseOption
from engine.figures import Prices
from engine.figures.axis import is_drawable
from engine.number_format import format_money
from engine.plan_wording import describe_purchase, describe_saving, name_machines
from knowledge import Knowledge
from knowledge.sentences import Say
from tui.plots.bars import Bar, Segment, choice_sign, draw_bar_page

_MIN_SAVING: Final = 0.005


def draw_prices(figure: Prices, say: Say, knowledge: Knowledge, width: int, height: int) -> list[str]:
    """A bar for each purchase option; one line that says why where there is none."""
    if not any(bar.usd_per_month is not None and is_drawable(bar.usd_per_month) for bar in figure.bars):
        return [say(figure.missing or "no_figures")]
    title = say("prices_title", what=name_machines(figure.what, figure.count), place=knowledge.places[figure.place].name)
    return draw_bar_page(
        title,
        _price_bars(figure.bars, say, knowledge),
        list(_price_legend(figure.bars, figure.full_scale_usd, say)),
        width,
        height,
        top=figure.full_scale_usd,
    )


def _price_legend(bars: Sequence[PurchaseOption], top: float, say: Say) -> Iterator[str]:
    if any(bar.advised for bar in bars):
        yield say("prices_advised")
    if any((bar.usd_per_month or 0) > top for bar in bars):
        yield say("prices_beyond")
    if any(bar.term_years and bar.saving < -_MIN_SAVING for bar in bars):
        yield say("prices_committed")


def _price_bars(bars: Sequence[PurchaseOption], say: Say, knowledge: Knowledge) -> list[Bar]:
    sums = [say("prices_unknown") if bar.usd_per_month is None or not _is_known(bar) else format_money(bar.usd_per_month) for bar in bars]
    savings = [describe_saving(bar, knowledge) for bar in bars]
    sum_width, saving_width = max(map(len, sums)), max(map(len, savings))
    return [
        Bar(
            label=f"{choice_sign(is_it=bar.advised)}{describe_purchase(bar, knowledge)}",
            segments=(Segment("█", bar.usd_per_month),) if bar.usd_per_month is not None and _is_known(bar) else (),
            note=f"{paid:>{sum_width}}  {saving:<{saving_width}}",
        )
        for bar, paid, saving in zip(bars, sums, savings, strict=True)
    ]


def _is_known(bar: PurchaseOption) -> bool:
    return is_drawable(bar.usd_per_month)
