"""What is said of an answer: right or not, why, what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from knowledge import Knowledge
from quizzes.exact import Grade
from quizzes.grading import Graded
from quizzes.item import Item, Typed
from quizzes.words import feedback
from tui.practice.asking import Marked
from tui.practice.words import say
from tui.views.line import Line, Tone, bullet, wrapped

_SURE, _GUESSED = 3, 1
_SIGNS: Final = {"correct": "●", "partial": "~", "incorrect": "✗", "unsure": "~", "unknown": "→"}
_SAID: Final = (("found", "●"), ("missing", "→"), ("contradicted", "✗"))


def feedback_lines(item: Item, marked: Marked, confidence: int | None, base: Knowledge, width: int) -> Iterator[Line]:
    """The verdict, a reason for each option, the principle, the sources."""
    if isinstance(item, Typed):
        yield from _of_words(item, marked, confidence, base, width)
    elif isinstance(marked.grade, Grade):
        first, *rest = feedback(marked.grade, item, base)
        yield from bullet(_SIGNS[marked.verdict], say(base, "unknown") if marked.verdict == "unknown" else first, width)
        yield from _reaction(marked, confidence, base, width)
        for line in rest:
            yield from wrapped(line, width, "   ", tone=_tone(line, base))
    names = [base.sources[source].title for source in item.sources if source in base.sources]
    if names:
        yield from wrapped(say(base, "sources", names="; ".join(names)), width, "   ", tone="dim")


def _tone(line: str, base: Knowledge) -> Tone:
    return "head" if line.startswith(say(base, "principle", text="")) else ""


def _reaction(marked: Marked, confidence: int | None, base: Knowledge, width: int) -> Iterator[Line]:
    if confidence == _SURE and marked.verdict in ("incorrect", "partial"):
        yield from bullet("!", say(base, "sure_and_wrong"), width)
    elif confidence == _GUESSED and marked.verdict == "correct":
        yield from bullet("!", say(base, "guessed_right"), width)


def _of_words(item: Typed, marked: Marked, confidence: int | None, base: Knowledge, width: int) -> Iterator[Line]:
    key = "unknown" if marked.verdict == "unknown" else f"typed_{marked.verdict}"
    yield from bullet(_SIGNS[marked.verdict], say(base, key), width)
    yield from _reaction(marked, confidence, base, width)
    if isinstance(marked.grade, Graded):
        for key, glyph in _SAID:
            found = getattr(marked.grade, key)
            if type(marked.grade) is not Graded:  # of a generated item: it tells in whole sentences
                for one in found:
                    yield from bullet(glyph, one, width)
            elif found:
                yield from bullet(glyph, say(base, f"typed_{key}", what="; ".join(found)), width)
    yield from wrapped(say(base, "typed_model", text=item.references[0]), width, "   ")
    if item.cues:
        yield from wrapped(say(base, "cues", cues=", ".join(item.cues)), width, "   ")
    yield from wrapped(say(base, "principle", text=item.principle), width, "   ", tone="head")
