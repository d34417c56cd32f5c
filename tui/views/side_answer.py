"""The answer to a side question from the base: two names side by side, or what one name means."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.lookup import entry_of, look_up
from tui.views.article import ArticleWriter
from tui.views.comparison import render_comparison
from tui.views.text_lines import Line

_MOST_LINES: Final = 12
"""Lines of an article that answer a question beside the talk; /browse has the rest."""
_MOST_COMPARED: Final = 4


def answer_side_question(question: str, knowledge: Knowledge) -> Callable[[int], Iterable[Line]] | None:
    """A function from a width to the lines of the answer; None where the base has nothing by these words."""
    hits = look_up(question.rstrip(" ?.!"), knowledge)
    if not hits:
        return None
    kinds = {hit.kind for hit in hits}
    if len(kinds) == 1 and 1 < len(hits) <= _MOST_COMPARED:
        try:
            names = [hit.id for hit in hits]
            render_comparison(names, knowledge)
            return lambda width: map(Line, render_comparison(names, knowledge, width))
        except InputError:
            pass  # a kind without a table: the first of them is told
    return partial(_article, entry_of(hits[0], knowledge), knowledge)


def _article(entry: object, knowledge: Knowledge, width: int) -> Iterable[Line]:
    return list(ArticleWriter(knowledge, width).write_lines(entry))[:_MOST_LINES]
