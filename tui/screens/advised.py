"""An advice as a turn of the transcript."""

from __future__ import annotations

from functools import partial

from engine.advice import Advice
from knowledge import Knowledge
from tui.talk import Part
from tui.views.result import glance, sections
from tui.widgets.advice_turn import AdviceTurn


def advice_turn(part: Part, base: Knowledge) -> AdviceTurn:
    """The turn of a part that holds an advice."""
    advice = part.about
    if not isinstance(advice, Advice):
        raise TypeError("The part holds no advice.")
    return AdviceTurn(partial(glance, advice, base), sections(advice, base), part.draw)
