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
    brief: str = ""
    """A word or two for it; where every choice of a card has them, they stand side by side in one line."""
    opens: tuple[Choice, ...] = ()
    """Further choices that it leads to, instead of a line."""

    def is_meant_by(self, typed: str) -> bool:
        """True if it is picked by these words: its mark, or its label or brief word where it stands for something else than an answer."""
        words = _plain(typed)
        return typed == self.mark or (self.line != self.mark and bool(words) and words in (_plain(self.label), _plain(self.brief)))


def _plain(text: str) -> str:
    return " ".join(text.lower().strip(" .!?…").split())


CardContent = tuple[str, list[Choice], str]
"""Heading, choices, hint."""
