"""The first screen: what Sizewise does, and three goals to pick from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from tui.views.choice import CardContent, Choice
from tui.views.text_lines import Line, wrap_text

GOALS: Final = ("goal_1", "goal_2", "goal_3")
"""Keys of the goals among the sentences of the dialogue."""


def greeting_lines(words: Mapping[str, str], width: int) -> Iterator[Line]:
    """The first turn of the app, above its card."""
    yield from (*wrap_text(words["hello"], width), Line(""), *wrap_text(words["tip"], width, tone="dim"))


def plain_greeting_lines(words: Mapping[str, str], width: int) -> Iterator[Line]:
    """The first lines of the plain conversation, with goals and help."""
    yield from (*wrap_text(words["hello"], width), Line(""))
    for number, key in enumerate(GOALS, 1):
        yield from wrap_text(f" {number}  {words[key]}", width, "    ")
    yield from wrap_text(words["hello_how"], width)


def goal_choices(words: Mapping[str, str]) -> CardContent:
    """What can be picked before anything was said: three goals, or one question after the other."""
    goals = [Choice(words[key], str(number), mark=str(number)) for number, key in enumerate(GOALS, 1)]
    return words["card_hello"], [*goals, Choice(words["card_step_by_step"], "?", mark="?")], ""
