"""The answer to a side question from the base: names side by side, or what one name means."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from typing import Final

from knowledge import Knowledge
from knowledge.entry_questions import Question, read_question
from knowledge.errors import InputError
from tui.views.comparison import render_comparison
from tui.views.explanation import write_explanation
from tui.views.text_lines import Line

_MOST_LINES: Final = 12
"""Lines of an article that answer a question beside the talk; /browse has the rest."""


def answer_side_question(question: str, knowledge: Knowledge) -> Callable[[int], Iterable[Line]] | None:
    """A function from a width to the lines of the answer; None where no entry of the base covers the question."""
    asked = read_question(question.rstrip(" ?.!"), knowledge)
    if not asked.finding.covers:
        return None
    if asked.compares:
        try:
            names = [hit.id for hit in asked.finding.hits]
            render_comparison(names, knowledge)
            return lambda width: map(Line, render_comparison(names, knowledge, width))
        except InputError:
            pass  # two kinds, or a kind without a table: how they differ is told in sentences
    return partial(_write_answer, asked, knowledge)


def _write_answer(asked: Question, knowledge: Knowledge, width: int) -> Iterable[Line]:
    return [row.line for row in islice(write_explanation(asked, knowledge, width), _MOST_LINES)]
