"""The choices of a card."""

from __future__ import annotations

from typing import NamedTuple


class Choice(NamedTuple):
    """One choice."""

    label: str
    line: str
    """The line that it stands for, as if typed."""
    effect: str = ""
    goes_on: bool = False
    """True if something has to be typed behind the line: it is then put into the prompt."""
    mark: str = ""
    """What to type to pick it: a digit, a letter, or "?"."""


CardContent = tuple[str, list[Choice], str]
"""Heading, choices, hint."""
