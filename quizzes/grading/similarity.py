"""Grades an answer for which there is no rubric, by the words that it shares with the model answers.

Only near repetition of a model answer is `correct`, only an answer with next to none of its words `incorrect`; all between is `unsure`,
and so is a near repetition with another denial, an opposite, a foreign number, or its words out of order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from quizzes.grading.cutting import MOST_CHARACTERS
from quizzes.grading.fluency import is_heap, is_jumbled
from quizzes.grading.lexicon import lexicon
from quizzes.grading.quantities import numbers
from quizzes.grading.reading import read, words_of
from quizzes.grading.rubric import Graded, Verdict
from quizzes.grading.tokens import Reading, Token

_CORRECT_FROM: Final = 0.6
"""Share of the words of a model answer, but for those of the question, from which an answer may be correct."""
_INCORRECT_UP_TO: Final = 0.15
_SAME_WORD: Final = 85
"""Percent of likeness of two stems from which one is a slip of the finger for the other."""
_SHORTEST_SLIP: Final = 5
"""Letters of a stem in which a slip is looked for."""
_MOST_BESIDE: Final = 4
"""Words beside `I do not know` up to which an answer says nothing else."""
_MOST_NAMED: Final = 3
"""Words of a model answer that are named as found or missing."""


class _Comparison(NamedTuple):
    """An answer held against one model answer."""

    found: tuple[str, ...]
    missing: tuple[str, ...]
    opposed: tuple[str, ...]
    """Words of the answer whose opposite the model answer says."""
    is_doubtful: bool

    @property
    def share(self) -> float:
        """Share of the words of the model answer that were found."""
        return len(self.found) / max(len(self.found) + len(self.missing), 1)


def grade_by_similarity(question: str, references: Sequence[str], answer: str) -> Graded:
    """The grade of `answer` by its likeness to the best of `references`; `unsure` where there is none."""
    words = words_of(answer)
    if not references:
        return Graded(verdict="unsure", score=0.0)
    if not words or is_at_a_loss(words):
        return Graded(verdict="incorrect", score=0.0)
    is_cut = len(answer) > MOST_CHARACTERS
    if not is_cut and any(words == words_of(reference) for reference in references):
        return Graded(verdict="correct", score=1.0)
    said, asked = read(answer), _read_once(question)
    best = max((_compare(said, _read_once(reference), asked) for reference in references), key=lambda one: one.share)
    is_doubtful = is_cut or best.is_doubtful or is_heap(said.tokens)
    verdict: Verdict = "incorrect" if best.share <= _INCORRECT_UP_TO else "unsure"
    return Graded(
        verdict="correct" if best.share >= _CORRECT_FROM and not is_doubtful else verdict,
        score=round(best.share, 3),
        found=best.found[:_MOST_NAMED],
        missing=best.missing[:_MOST_NAMED],
        contradicted=best.opposed[:_MOST_NAMED],
    )


def is_at_a_loss(words: Sequence[str]) -> bool:
    """True for an answer that says that nothing is known, or asks for the answer, and hardly anything beside."""
    text = f" {' '.join(words)} "
    return any(f" {phrase} " in text and len(words) <= len(phrase.split()) + _MOST_BESIDE for phrase in lexicon().lists["at_a_loss"])


@lru_cache(maxsize=512)
def _read_once(text: str) -> Reading:
    return read(text)


def _compare(said: Reading, model: Reading, asked: Reading) -> _Comparison:
    own, in_question = (_meaning_by_stem(reading.tokens) for reading in (said, asked))
    wanted = _meaning_by_stem(model.tokens)
    wanted = {stem: word for stem, word in wanted.items() if not _is_among(stem, in_question)} or wanted
    found = [stem for stem in wanted if _is_among(stem, own)]
    opposed = tuple(_opposed_words(said.tokens, model.tokens))
    foreign_numbers = _amounts(said) - _amounts(model) - _amounts(asked)
    is_doubtful = opposed or foreign_numbers or _denials(said) != _denials(model) or is_jumbled(said.tokens, model.tokens)
    missing = tuple(word for stem, word in wanted.items() if stem not in found)
    return _Comparison(tuple(wanted[stem] for stem in found), missing, opposed, bool(is_doubtful))


def _meaning_by_stem(tokens: Iterable[Token]) -> dict[str, str]:
    """Stem -> word, of each word that is none of grammar."""
    grammar = lexicon().words("function_words")
    return {token.root: token.text for token in tokens if token.is_word and token.form not in grammar}


def _is_among(stem: str, stems: Collection[str]) -> bool:
    from rapidfuzz import fuzz  # noqa: PLC0415  # 7 ms; opening practice does without

    return stem in stems or (len(stem) >= _SHORTEST_SLIP and any(fuzz.ratio(stem, other) >= _SAME_WORD for other in stems))


def _opposed_words(said: Sequence[Token], model: Sequence[Token]) -> list[str]:
    ends = {(pair, token.end_of(pair)) for token in model for pair in token.poles}
    opposites = (
        token.text
        for token in said
        for pair in token.poles
        if (end := token.end_of(pair)) and (pair, -end) in ends and (pair, end) not in ends
    )
    return list(dict.fromkeys(opposites))


def _amounts(reading: Reading) -> set[tuple[str, float]]:
    return {(number.kind, round(number.value, 4)) for number in numbers(reading.tokens)}


def _denials(reading: Reading) -> int:
    """How many words of a text deny something."""
    return sum(token.text in lexicon().words("negators") for token in reading.tokens)
