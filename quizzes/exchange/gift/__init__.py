"""GIFT, the text format of Moodle."""

from __future__ import annotations

from quizzes.exchange.gift.reader import from_gift
from quizzes.exchange.gift.writer import gift_limits, to_gift

__all__ = ["from_gift", "gift_limits", "to_gift"]
