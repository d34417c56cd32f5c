"""What can be picked before anything was said. It needs nothing but words, so that the first screen stands at once."""

from __future__ import annotations

from collections.abc import Mapping

from tui.views.choice import Choice, Shown
from tui.views.greeting import GOALS


def goals(words: Mapping[str, str]) -> Shown:
    """Three goals, or one question after the other."""
    picks = [Choice(words[key], str(number), mark=str(number)) for number, key in enumerate(GOALS, 1)]
    return words["card_hello"], [*picks, Choice(words["card_step_by_step"], "?", mark="?")], ""
