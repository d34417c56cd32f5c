"""Text as words with their places, so that every fact can quote what it was read from."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Final, NamedTuple, TypeVar

from engine.lazy_pattern import lazy_pattern
from knowledge.phrase_index import WORD

T = TypeVar("T")

MOST_CHARACTERS: Final = 20_000
"""Beyond this nobody describes a workload; the rest is not read, and said so."""
INSTANCE_TYPE: Final = r"\b(?:ml\.)?[a-z]{1,4}\d[\w-]*\.\d*x?(?:nano|micro|small|medium|large|metal)\b"
"""The name of a type in lower case, as a pattern: "g5.xlarge", "ml.p6-b200.48xlarge"; whether the catalogue has it is another matter."""
_SENTENCE: Final = lazy_pattern(r"[.!?;](?=\s|$)|\n")
_WRAP: Final = 90
"""Characters of a line that may be wrapped; half of it, where the next one begins with a small letter."""
_ITEM: Final = lazy_pattern(r"\s*(?:[-*|•#>]|\(?\w\)|\d+\.|[\w ]{1,20}:)")
"""The beginning of a list's next item."""
_LONGEST: Final = 7


class Word(NamedTuple):
    """One word in lower case, and where it stands."""

    text: str
    start: int
    end: int
    sentence: int = 0
    """Which sentence it stands in, counted from 0."""


class Match(NamedTuple):
    """A phrase that was found."""

    value: object
    first: int
    """Index of its first word."""
    last: int
    """Index after its last word."""
    quote: str


def unwrapped(text: str) -> str:
    """`text` with a space for each line end that only wraps a long line; every place stays where it was."""
    pieces = text.split("\n")
    joined = pieces[0]
    for last, line in pairwise(pieces):
        joined += (" " if _is_wrapped(last, line) else "\n") + line
    return joined


def _is_wrapped(line: str, following: str) -> bool:
    """Whether a sentence goes on in the next line."""
    if line.rstrip().endswith((".", ":", ";", "!", "?", "|")) or not following.strip() or _ITEM.match(following):
        return False
    return len(line) >= _WRAP or (len(line) >= _WRAP // 2 and following[0].islower())


def words_of(text: str) -> list[Word]:
    """The words of `text`; hyphens and underscores separate, points inside do not ("m5.large", "1.5")."""
    ends = sentence_ends(text)
    words, sentence = [], 0
    for match in WORD.finditer(text[:MOST_CHARACTERS]):
        while sentence < len(ends) and match.start() >= ends[sentence]:
            sentence += 1
        words.append(Word(match[0].lower().replace("’", "'"), match.start(), match.end(), sentence))
    return words


def sentence_ends(text: str) -> list[int]:
    """Where sentences and lines end."""
    return [match.end() for match in _SENTENCE.finditer(text[:MOST_CHARACTERS])]


def find(text: str, words: list[Word], table: Mapping[str, T], taken: set[int]) -> list[Match]:
    """Every phrase of `table` (keys by `key_of`) in the text, longest first from left to right; used words go into `taken`."""
    found: list[Match] = []
    position = 0
    while position < len(words):
        match = _longest_at(text, words, table, taken, position)
        if match is None:
            position += 1
        else:
            found.append(match)
            taken.update(range(match.first, match.last))
            position = match.last
    return found


def _longest_at(text: str, words: list[Word], table: Mapping[str, T], taken: set[int], position: int) -> Match | None:
    longest = min(_LONGEST, len(words) - position)
    free = next((length for length in range(longest) if position + length in taken), longest) if taken else longest
    for length in range(free, 0, -1):
        last = position + length
        key = " ".join([word.text for word in words[position:last]])
        spelling = key if key in table else key.removesuffix("s").removesuffix("'")
        if spelling in table:
            return Match(table[spelling], position, last, text[words[position].start : words[last - 1].end])
    return None
