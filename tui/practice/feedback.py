"""The feedback on an answer: the verdict, the reasons, the principle and the sources."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from knowledge import Knowledge
from quizzes.exact_grading import Grade
from quizzes.grading import Graded
from quizzes.item import Item, Typed
from quizzes.quiz_sentences import feedback_sentences
from tui.practice.practice_sentences import practice_sentence
from tui.practice.question_card import MarkedAnswer
from tui.views.text_lines import Line, Tone, bullet_lines, wrap_text

_SURE, _GUESSED = 3, 1
_SIGNS: Final = {"correct": "●", "partial": "~", "incorrect": "✗", "unsure": "~", "unknown": "→"}
_SAID: Final = (("found", "●"), ("missing", "→"), ("contradicted", "✗"))


def feedback_lines(item: Item, marked: MarkedAnswer, confidence: int | None, base: Knowledge, width: int) -> Iterator[Line]:
    """The verdict, a reason for each option, the principle and the sources, as lines of `width` columns."""
    if isinstance(item, Typed):
        yield from _typed_feedback(item, marked, confidence, base, width)
    elif isinstance(marked.grade, Grade):
        first, *rest = feedback_sentences(marked.grade, item, base)
        yield from bullet_lines(_SIGNS[marked.verdict], practice_sentence(base, "unknown") if marked.verdict == "unknown" else first, width)
        yield from _confidence_remark(marked, confidence, base, width)
        for line in rest:
            yield from wrap_text(line, width, "   ", tone=_line_tone(line, base))
    names = [base.sources[source].title for source in item.sources if source in base.sources]
    if names:
        yield from wrap_text(practice_sentence(base, "sources", names="; ".join(names)), width, "   ", tone="dim")


def _line_tone(line: str, base: Knowledge) -> Tone:
    return "head" if line.startswith(practice_sentence(base, "principle", text="")) else ""


def _confidence_remark(marked: MarkedAnswer, confidence: int | None, base: Knowledge, width: int) -> Iterator[Line]:
    if confidence == _SURE and marked.verdict in ("incorrect", "partial"):
        yield from bullet_lines("!", practice_sentence(base, "sure_and_wrong"), width)
    elif confidence == _GUESSED and marked.verdict == "correct":
        yield from bullet_lines("!", practice_sentence(base, "guessed_right"), width)


def _typed_feedback(item: Typed, marked: MarkedAnswer, confidence: int | None, base: Knowledge, width: int) -> Iterator[Line]:
    key = "unknown" if marked.verdict == "unknown" else f"typed_{marked.verdict}"
    yield from bullet_lines(_SIGNS[marked.verdict], practice_sentence(base, key), width)
    yield from _confidence_remark(marked, confidence, base, width)
    if isinstance(marked.grade, Graded):
        for key, glyph in _SAID:
            found = getattr(marked.grade, key)
            if type(marked.grade) is not Graded:  # of a generated item: it tells in whole sentences
                for one in found:
                    yield from bullet_lines(glyph, one, width)
            elif found:
                yield from bullet_lines(glyph, practice_sentence(base, f"typed_{key}", what="; ".join(found)), width)
    yield from wrap_text(practice_sentence(base, "typed_model", text=item.references[0]), width, "   ")
    if item.cues:
        yield from wrap_text(practice_sentence(base, "cues", cues=", ".join(item.cues)), width, "   ")
    yield from wrap_text(practice_sentence(base, "principle", text=item.principle), width, "   ", tone="head")
