"""Anki packages: a note for each item, which is also stored whole in a field that no card shows."""

from __future__ import annotations

from quizzes.exchange.anki.reader import from_anki
from quizzes.exchange.anki.writer import anki_limits, to_anki

__all__ = ["anki_limits", "from_anki", "to_anki"]
