"""How much of one text another holds: word by word, with forms, synonyms, slips of the finger and opposites."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from quizzes.grading.everyday import sense
from quizzes.grading.gist import Gist, Term

_ASKED: Final = 0.35
"""Weight of a word that the question holds, as anybody can repeat it."""
_ECHO: Final = 0.3
"""What a word of the question is worth where it stands for another word of a model answer."""
_SHARED: Final = 0.5
"""What a word is worth that says what another word of the same text has said already."""
_SAME_END: Final = 0.95
"""How alike two words are that say the same end of two opposites."""
_SYNONYM: Final = 0.85
"""How alike two words of nearly the same meaning are."""
_DENIED: Final = 0.6
"""What a word is worth whose denial may be one of wording."""
_SLIP: Final = 0.9
"""How alike a word and its misspelling are."""
_ALIKE: Final = 0.62
"""Share of their pieces from which two words that begin alike are taken for forms of one."""
_ONE_SLIP: Final = 5
"""Letters from which a word may hold one slip of the finger; twice as many for two."""
_SHORTEST: Final = 4
"""Letters of a word that may be a form of another that no list knows."""
_GRAM: Final = 3
"""Letters of a piece of a word."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """How far each word of two texts is said by the other text: 1 for the same, negative for the contrary, 0 for nothing."""

    of_said: tuple[float, ...]
    of_model: tuple[float, ...]


@lru_cache(maxsize=65536)
def likeness(one: str, other: str) -> float:
    """How far two words are one: 1 for forms of a word, less for slips and synonyms, 0 for strangers."""
    ours, theirs = sense(one), sense(other)
    if one == other or ours.root == theirs.root:
        return 1.0
    if ours.groups & theirs.groups:
        return _SYNONYM
    if any(map(str.isdigit, one + other)) or min(len(one), len(other)) < _SHORTEST:
        return 0.0
    return _spelt_alike(one, other)


def _spelt_alike(one: str, other: str) -> float:
    from rapidfuzz.distance import OSA  # noqa: PLC0415  # only words that are no forms of each other need it

    slips = min(len(one), len(other)) // _ONE_SLIP
    if slips and one[0] == other[0] and OSA.distance(one, other, score_cutoff=slips) <= slips:
        return _SLIP
    ours, theirs = set(_pieces(one)), set(_pieces(other))
    alike = 2 * len(ours & theirs) / (len(ours) + len(theirs))
    return alike if alike >= _ALIKE and one[:_GRAM] == other[:_GRAM] else 0.0


def _pieces(word: str) -> list[str]:
    return [f" {word}"[at : at + _GRAM] for at in range(max(len(word) - _GRAM + 2, 1))]


def agreement(one: Term, other: Term, *, lenient: bool = False) -> float:
    """How far two words say the same: 1 for the same, negative for the contrary, 0 for nothing in common.

    If `lenient`, a word without an opposite that is denied on one side alone says nearly the same.
    """
    sign = -1.0 if one.denied != other.denied else 1.0
    if pairs := one.sense.ends.keys() & other.sense.ends.keys():
        value = max(one.sense.ends[pair] * other.sense.ends[pair] * sign for pair in pairs)
        return value if value < 0 or one.sense.root == other.sense.root else value * _SAME_END
    return (_DENIED if lenient and sign < 0 else sign) * likeness(one.text, other.text)


def is_lenient(said: Gist, model: Gist) -> bool:
    """Whether a denial on one side alone may be one of wording: both sides deny something, or one says what is needed."""
    denies = [any(term.denied for term in text.terms) for text in (said, model)]
    return all(denies) or said.is_conditional or model.is_conditional


def is_passive_of(said: Gist, model: Gist) -> bool:
    """Whether one text says in the passive what the other says in the active: the softer one is scratched."""
    return _has_active(said.passives, model) or _has_active(model.passives, said)


def _has_active(verbs: Collection[str], text: Gist) -> bool:
    rest = [term for term in text.terms if term.text not in text.passives]
    return any(likeness(verb, term.text) >= _SYNONYM for verb in verbs for term in rest)


@lru_cache(maxsize=4096)
def aligned(said: tuple[Term, ...], model: tuple[Term, ...], asked: tuple[Term, ...], *, passive: bool, lenient: bool) -> Alignment:
    """Each word held against its best partner; a contrary counts only between two words that have no better one.

    A word that is `asked` is worth less for another word of the model. Where a verb is turned into its `passive`, opposites agree.
    """
    echoes = [_is_among(term, asked) for term in said]
    rows = [
        tuple(
            _partner(wanted, term, agreement(wanted, term, lenient=lenient), echo=echo, passive=passive)
            for term, echo in zip(said, echoes, strict=True)
        )
        for wanted in model
    ]
    columns = [tuple(row[at] for row in rows) for at in range(len(said))]
    partners = _partners(rows)
    return Alignment(_best(columns, rows, {near: at for at, near in partners.items()}), _best(rows, columns, partners))


def _partners(rows: Sequence[Sequence[float]]) -> dict[int, int]:
    """Row -> its partner among the columns, the best pairs first, as one word cannot say two things."""
    pairs = sorted((-value, at, near) for at, row in enumerate(rows) for near, value in enumerate(row) if value > 0)
    found: dict[int, int] = {}
    taken: set[int] = set()
    for _, at, near in pairs:
        if at not in found and near not in taken:
            found[at] = near
            taken.add(near)
    return found


def _partner(wanted: Term, term: Term, value: float, *, echo: bool, passive: bool) -> float:
    if value > 0 and echo and likeness(wanted.text, term.text) < _SLIP:
        return value * _ECHO
    return -value * _SYNONYM if passive and value < 0 and wanted.sense.ends else value


def _best(rows: Sequence[Sequence[float]], columns: Sequence[Sequence[float]], partners: Mapping[int, int]) -> tuple[float, ...]:
    """What each row's partner is worth; half of the best column that has another partner; or the contrary of one that has none."""
    free = [at for at, column in enumerate(columns) if max(column, default=0.0) <= 0]
    return tuple(_value(row, partners.get(at), free) for at, row in enumerate(rows))


def _value(row: Sequence[float], partner: int | None, free: Sequence[int]) -> float:
    if partner is not None:
        return row[partner]
    best = max(row, default=0.0)
    return best * _SHARED if best > 0 else min((row[at] for at in free), default=0.0)


def covered(terms: Sequence[Term], found: Sequence[float], asked: Sequence[Term], *, new: bool = False) -> float:
    """Share of what `terms` say that was `found`, less what was contradicted; of what is not asked alone if `new`."""
    total = gained = 0.0
    for term, value in zip(terms, found, strict=True):
        repeated = _is_among(term, asked)
        if not (new and repeated):
            weight = term.sense.weight * (_ASKED if repeated and value >= 0 else 1.0)
            total += weight
            gained += weight * value
    return max(gained, 0.0) / total if total else 0.0


def is_asked(term: Term, asked: Gist) -> bool:
    """Whether the question holds a word, in any form."""
    return _is_among(term, asked.terms)


def _is_among(term: Term, terms: Sequence[Term]) -> bool:
    return any(likeness(term.text, other.text) >= _SLIP for other in terms)


def share_not_asked(text: Gist, asked: Gist) -> float:
    """Share of what a text says, by weight, that the question does not hold."""
    total = sum(term.sense.weight for term in text.terms)
    return sum(term.sense.weight for term in text.terms if not is_asked(term, asked)) / total if total else 0.0
