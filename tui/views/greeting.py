"""The words of the first screen: what this is, and three goals to pick."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from tui.views.line import Line, wrapped

GOALS: Final = ("goal_1", "goal_2", "goal_3")
"""Where the sentences of the goals stand among the words."""


def greeting(words: Mapping[str, str], width: int) -> Iterator[Line]:
    """The first screen of the app, above its card."""
    yield from (*wrapped(words["hello"], width), Line(""), *wrapped(words["tip"], width, tone="dim"))


def plain_greeting(words: Mapping[str, str], width: int) -> Iterator[Line]:
    """The first screen line by line, the goals and the help included."""
    yield from (*wrapped(words["hello"], width), Line(""))
    for number, key in enumerate(GOALS, 1):
        yield from wrapped(f" {number}  {words[key]}", width, "    ")
    yield from wrapped(words["hello_how"], width)
