"""The keys of exact questions."""

from __future__ import annotations

from quizzes.answers import Picked
from quizzes.item import Exact, Matching, Ordering
from quizzes.order import as_written


def key_of(question: Exact) -> Picked:
    """Say what is right, in places as written."""
    match question:
        case Ordering():
            return as_written(question)
        case Matching():
            return tuple(question.answers.index(pair.answer) for pair in question.pairs)
        case _:
            return tuple(index for index, option in enumerate(question.options) if option.right)
