"""Anki packages: a note for each item, with the item itself in a field that no card shows."""

from __future__ import annotations

from quizzes.exchange.anki.reading import from_anki
from quizzes.exchange.anki.writing import anki_limits, to_anki

__all__ = ["anki_limits", "from_anki", "to_anki"]
