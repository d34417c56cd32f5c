"""Forgives typos: a word that nobody knows, and that one slip makes a word of the field, is read as that word.

Digits are never touched, nor what stands before them but in a long name: g5 is not g5g, and "inferntia2" is inferentia2.
Words of four letters are too near to each other to guess.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.intake.numbers import NUMBER_WORDS
from engine.lazy_pattern import lazy_pattern
from knowledge.schema.message_vocabulary import TypoTargets

_WORD: Final = lazy_pattern(r"(?<![\w.$€/-])(?:[A-Za-z]{4,}(?![\w.-]*\d)|[A-Za-z]{5,}\d{1,3}(?![.-]\w))(?!\w)")
_NUMBERED: Final = lazy_pattern(r"(?P<letters>[a-z]+)(?P<digits>\d+)")
_BESIDE: Final = 24
"""Characters before and after a word in which the next one stands."""
_LAST: Final = lazy_pattern(r"([a-z]+)[\s-]+$")
_NEXT: Final = lazy_pattern(r"[\s-]+([a-z]+)")
_LONG: Final = 8
"""Letters from which two slips are forgiven."""
_SHORT: Final = 5
"""Letters below which only common words are meant."""
_LIKELY: Final = 6
_MOST: Final = 60
"""Unknown words of a message that are looked at: more are no typos but another language."""


class Mended(NamedTuple):
    """A text with its typos mended, and the way back to what was written."""

    text: str
    shifts: tuple[tuple[int, int], ...]
    """Place in the mended text from which on the written one stands so many characters further."""

    def back(self, position: int) -> int:
        """Where a place of the mended text stood."""
        moved = 0
        for place, shift in self.shifts:
            if place > position:
                break
            moved = shift
        return position + moved

    def forth(self, position: int) -> int:
        """Where a place of what was written stands in the mended text."""
        moved = 0
        for place, shift in self.shifts:
            if place + shift > position:
                break
            moved = shift
        return position - moved


def mended(text: str, known: frozenset[str], targets: TypoTargets) -> Mended:
    """`text` with each unknown word replaced by the target that it comes near to, where there is just one."""
    pieces: list[str] = []
    shifts: list[tuple[int, int]] = []
    position = length = 0
    for match, word in _unknown(text, known):
        last = _LAST.search(text[max(0, match.start() - _BESIDE) : match.start()].lower())
        following = _NEXT.match(text[match.end() : match.end() + _BESIDE].lower())
        meant = _meant(word, targets, (last[1] if last else "", following[1] if following else ""))
        if meant is None:
            continue
        pieces += [text[position : match.start()], meant]
        length += match.start() - position + len(meant)
        position = match.end()
        shifts.append((length, position - length))
    return Mended("".join([*pieces, text[position:]]), tuple(shifts))


def _unknown(text: str, known: frozenset[str]) -> Iterator[tuple[re.Match[str], str]]:
    seen = 0
    for match in _WORD.finditer(text):
        word = match[0].lower()
        stems = (
            word,
            word.removesuffix("s"),
            word.removesuffix("ed"),
            word.removesuffix("ing"),
            word.removesuffix("ly"),
            word.removesuffix("es"),
        )
        if word in NUMBER_WORDS or any(stem in known for stem in stems):
            continue
        seen += 1
        if seen > _MOST:
            return
        yield match, word


def _meant(word: str, targets: TypoTargets, beside: tuple[str, str]) -> str | None:
    """The word of the field that was meant; of several the one that makes a name with a word `beside` it."""
    from rapidfuzz import process  # noqa: PLC0415  # only an unknown word needs it
    from rapidfuzz.distance import OSA  # noqa: PLC0415  # the same

    numbered = _NUMBERED.fullmatch(word)
    if numbered:
        alike = [target for target in targets.numbered if target.endswith(numbered["digits"]) and target[0] == word[0]]
        found = process.extract(word, alike, scorer=OSA.distance, score_cutoff=1)
        return _only([target for target in _near(word, found) if target.rstrip("0123456789") + numbered["digits"] == target])
    if len(word) < _SHORT:
        swapped = [target for target in targets.words if len(target) == len(word) and sorted(target) == sorted(word)]
        found = process.extract(word, targets.common, scorer=OSA.distance, score_cutoff=1)
        return swapped[0] if len(swapped) == 1 else _only(_near(word, found))
    slips = 2 if len(word) >= _LONG else 1
    found = process.extract(word, targets.words, scorer=OSA.distance, score_cutoff=slips, limit=_LIKELY)
    near = _near(word, found)
    last, following = beside
    joined = [target for target in near if (last, target) in targets.pairs or (target, following) in targets.pairs]
    if joined:
        return _only(joined)
    swapped = [target for target in near if sorted(target) == sorted(word)]
    common = [target for target in near if target in targets.common]
    return _only(near) or _only(swapped) or _only(common)


def _near(word: str, found: Sequence[tuple[str, float, int]]) -> list[str]:
    """The nearest of what was found; a typo rarely touches the first letter, but may swap the first two."""
    begun = [(target, slips) for target, slips, _ in found if target[0] == word[0] or target[:2] == word[1::-1]]
    return [target for target, slips in begun if slips == begun[0][1]]


def _only(found: Sequence[str]) -> str | None:
    """The one word that was found, in the singular or the plural."""
    return found[0] if len({target.removesuffix("s") for target in found}) == 1 else None
