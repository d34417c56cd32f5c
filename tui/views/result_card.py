"""The first lines of an advice in the app: the plan at a glance, with its confidence and the date of its prices."""

from __future__ import annotations

from engine.advice import Advice
from engine.fact_wording import say
from knowledge import Knowledge
from tui.views.advice import AdviceWriter
from tui.views.text_lines import Line, wrap_text


def glance_lines(advice: Advice, base: Knowledge, width: int) -> list[Line]:
    """The plan in a few lines, with confidence and date of the prices."""
    writer = AdviceWriter(advice, base, width=width)
    line = say(base, "confidence", level=advice.confidence, date=advice.catalog_as_of)
    return [*writer.glance_lines(), *writer.present_lines(), *wrap_text(line, width, tone="dim")]
