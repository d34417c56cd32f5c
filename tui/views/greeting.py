"""The first screen: what Sizewise does, where the last conversation stopped, what is due, and an example of each kind of request."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from string import Template
from typing import Final, NamedTuple

from tui.views.choice import CardContent, Choice
from tui.views.text_lines import Line, labelled_lines, wrap_text

GOALS: Final = ("goal_1", "goal_2", "goal_3")
"""Keys of the goals among the sentences of the dialogue, one of each kind."""
_KINDS: Final = ("place", "hurts", "learn")
"""Kinds of requests, in the order of the goals."""
_KIND_WIDTH: Final = 18
"""Characters of the name of a kind, with the gap behind it."""
_NAME_WIDTH: Final = 42
"""Characters of the name of a conversation, so that its line holds the date and the key too."""
LAST_MARK: Final = "0"
"""What to type to go on with the last conversation: the digits from 1 on stay those of the goals."""


class LastConversation(NamedTuple):
    """The saved conversation that was used last."""

    name: str
    when: str
    """Local day and time."""


class Welcome(NamedTuple):
    """What waits for somebody who comes back."""

    last: LastConversation | None = None
    points_due: int = 0
    """Knowledge points that are due for review today."""


NOBODY: Final = Welcome()
"""For somebody who is here for the first time, and until it is known."""


def greeting_lines(words: Mapping[str, str], width: int, welcome: Welcome = NOBODY, *, is_tall: bool = False) -> Iterator[Line]:
    """The first turn of the app, above its card; with an example of everything where the window is tall."""
    yield from (*wrap_text(words["hello"], width), Line(""))
    yield from _example_lines(words, width) if is_tall else _kind_lines(words, width)
    if welcome.points_due:
        yield from labelled_lines(words["kind_due"], _fill(words["points_due"], count=welcome.points_due), width, _KIND_WIDTH)
    yield from (Line(""), *wrap_text(words["tip"], width, tone="dim"))


def _kind_lines(words: Mapping[str, str], width: int) -> Iterator[Line]:
    for kind in _KINDS:
        yield from labelled_lines(words[f"kind_{kind}"], words[f"kind_{kind}_about"], width, _KIND_WIDTH)


def plain_greeting_lines(words: Mapping[str, str], width: int) -> Iterator[Line]:
    """The first lines of the plain conversation, with goals and help."""
    yield from (*wrap_text(words["hello"], width), Line(""))
    for number, key in enumerate(GOALS, 1):
        yield from wrap_text(f" {number}  {words[key]}", width, "    ")
    yield from wrap_text(words["hello_how"], width)


def goal_choices(words: Mapping[str, str], welcome: Welcome = NOBODY) -> CardContent:
    """What can be picked before anything was said: the last conversation, a goal of each kind, or one question after the other."""
    goals = [Choice(words[key], str(number), mark=str(number)) for number, key in enumerate(GOALS, 1)]
    return words["card_hello"], [*_last_choice(words, welcome.last), *goals, Choice(words["card_step_by_step"], "?", mark="?")], ""


def _last_choice(words: Mapping[str, str], last: LastConversation | None) -> Iterator[Choice]:
    if last is not None:
        name = textwrap.shorten(last.name, _NAME_WIDTH, placeholder="…")
        yield Choice(_fill(words["continue_last"], name=name), "/continue", _fill(words["continue_effect"], when=last.when), mark=LAST_MARK)


def abilities_lines(words: Mapping[str, str], width: int) -> list[Line]:
    """What Sizewise can do, each with an example to type."""
    head, more = wrap_text(words["abilities_head"], width), wrap_text(words["abilities_more"], width, tone="dim")
    return [*head, Line(""), *_example_lines(words, width), Line(""), *more]


def _example_lines(words: Mapping[str, str], width: int) -> Iterator[Line]:
    for key in sorted(key for key in words if key.startswith("ability_")):
        name, _, example = words[key].partition(": ")
        yield from labelled_lines(name, example, width, _KIND_WIDTH)


def _fill(sentence: str, **values: object) -> str:
    return Template(sentence).substitute(values)
