"""What can be picked: a line that says in words what it does."""

from __future__ import annotations

from typing import NamedTuple


class Choice(NamedTuple):
    """One line to pick."""

    label: str
    line: str
    """What it says as typed words."""
    effect: str = ""
    goes_on: bool = False
    """Whether something has to be typed behind it: then it is put into the prompt."""
    mark: str = ""
    """What is typed to pick it: a digit, a letter, or "?"."""


Shown = tuple[str, list[Choice], str]
"""What a card shows: heading, choices, hint."""
