"""The keys of exact questions."""

from __future__ import annotations

from quizzes.answers import Picked
from quizzes.display_order import written_order
from quizzes.item import KeyedQuestion, Matching, Ordering


def key_of(question: KeyedQuestion) -> Picked:
    """Say what is right, in places as written."""
    match question:
        case Ordering():
            return written_order(question)
        case Matching():
            return tuple(question.answers.index(pair.answer) for pair in question.pairs)
        case _:
            return tuple(index for index, option in enumerate(question.options) if option.right)
