"""Something that may be typed at the cursor."""

from __future__ import annotations

from typing import Final, NamedTuple


class Candidate(NamedTuple):
    """A word, and what it is."""

    value: str
    about: str = ""


FILES: Final = Candidate(":files")
"""Asks the shell to complete names of files itself."""
