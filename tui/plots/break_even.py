"""The plot of the break-even: on demand as a slope, commitments as steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.figures import MONTHS, BreakEven
from engine.figures.axis import Axis, fit_axis
from engine.figures.tick_labels import format_dollars, format_number
from engine.number_format import format_money
from engine.plan_wording import describe_purchase, name_machines
from knowledge import Knowledge
from knowledge.sentences import Say
from tui.plots.frame import Frame, divide_height

_GLYPHS: Final = "─═━"
_SLOPE: Final = "·"


def draw_break_even(figure: BreakEven, say: Say, knowledge: Knowledge, width: int, height: int) -> list[str]:
    """The plot; one line that says why where there is nothing to draw."""
    if figure.missing:
        return [say(figure.missing)]
    title = say("even_title", what=name_machines(figure.what, figure.count), place=knowledge.places[figure.place].name)
    above, below, rows = divide_height(title, list(_legend(figure, say, knowledge)), width, height)
    most = max(figure.usd_per_month * MONTHS, *(one.usd_after(MONTHS) for one in figure.commitments))
    frame = Frame(width, rows, (Axis(0.0, float(MONTHS), is_log=False), format_number), (fit_axis([0.0, most]), format_dollars))
    for column in range(frame.columns):
        months = MONTHS * column / max(frame.columns - 1, 1)
        frame.inside.draw_glyph(column, frame.row_of(figure.usd_per_month * months), _SLOPE)
        for glyph, one in zip(_GLYPHS, figure.commitments, strict=False):
            frame.inside.draw_glyph(column, frame.row_of(one.usd_after(months)), glyph)
    for one in figure.commitments:
        if one.pays_from is not None:
            frame.inside.draw_glyph(frame.column_of(one.pays_from), frame.row_of(one.usd_after(one.pays_from)), "●")
    return [*above, *frame.text_lines(), *below]


def _legend(figure: BreakEven, say: Say, knowledge: Knowledge) -> Iterator[str]:
    yield say("even_on_demand", usd=format_money(figure.usd_per_month))
    for glyph, one in zip(_GLYPHS, figure.commitments, strict=False):
        name, owed = describe_purchase(one.option, knowledge), format_money(one.usd_per_term)
        key = "even_pays" if one.pays_from is not None else "even_never"
        yield say(key, glyph=glyph, name=name, owed=owed, month=one.pays_from)
