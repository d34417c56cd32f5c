"""Of which side each part of an answer speaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from quizzes.grading.comparisons import Mention, contrasted, is_absent
from quizzes.grading.lexicon import lexicon
from quizzes.grading.patterns import is_named, matches, pattern
from quizzes.grading.tokens import Reading, Token

_PAIR: Final = 2
_FIRST: Final = 4
"""Words among which `the other` is what a clause speaks of."""
_OPENERS: Final = frozenset(".;!?:,\n")


@dataclass(frozen=True, slots=True)
class Passage:
    """Neighbouring places that speak of one side."""

    places: tuple[int, ...]
    side: str
    """Empty where no side was named yet."""
    weak: bool = False
    """True where two sides stand in one clause, so that it is a guess which is meant."""
    mirrored: bool = False
    """True for what a comparison says of its other side: the ends of opposites are to be turned."""


def mentions(reading: Reading, sides: Mapping[str, Sequence[str]]) -> list[Mention]:
    """Where each side is named, in order, before comparisons are looked at."""
    every = range(len(reading.tokens))
    found: dict[int, str] = {}
    for side, names in sides.items():
        for name in names:
            wanted = pattern(name)
            for match in matches(wanted, reading, every):
                close = max(match.places) - min(match.places) < len(wanted.slots) + 1
                if close and is_named(wanted, reading.tokens, match.places):
                    found.setdefault(max(match.places), side)
    return [Mention(place, side) for place, side in sorted((found or _by_order(reading, sides)).items())]


def _by_order(reading: Reading, sides: Mapping[str, Sequence[str]]) -> dict[int, str]:
    """Where two sides are called the first and the second of the question."""
    if len(sides) != _PAIR:
        return {}
    texts = [token.text for token in reading.tokens]
    for words in lexicon().lists["ordinals"]:
        places = [next((at for at, text in enumerate(texts) if text in choices), None) for choices in words]
        if None not in places and len(set(places)) == _PAIR:
            return {at: side for at, text in enumerate(texts) for choices, side in zip(words, sides, strict=True) if text in choices}
    return {}


def divide(reading: Reading, named: Sequence[Mention]) -> Reading:
    """`reading` with a new chunk at each `and` that joins statements on two sides."""
    at_side = {mention.place: mention.side for mention in named}
    tokens = list(reading.tokens)
    joiners = lexicon().words("joiners")
    added = 0
    for at, token in enumerate(reading.tokens):
        if token.form in joiners and _joins_two(reading.tokens, at, at_side):
            added += 1
        tokens[at] = replace(token, chunk=token.chunk + added) if added else token
    return replace(reading, tokens=tuple(tokens)) if added else reading


def _joins_two(tokens: Sequence[Token], at: int, at_side: Mapping[int, str]) -> bool:
    chunk = tokens[at].chunk
    before = [at_side[place] for place in range(at - 1, -1, -1) if place in at_side and tokens[place].chunk == chunk]
    after = [at_side[place] for place in range(at + 1, len(tokens)) if place in at_side and tokens[place].chunk == chunk]
    return bool(before and after) and before[0] != after[0]


def passages(reading: Reading, named: Sequence[Mention], default: str, sides: Sequence[str]) -> tuple[list[Passage], list[Mention]]:
    """The answer in passages, and the mentions with those marked that are only compared with; no name means the side `default`."""
    found: list[Passage] = []
    marked: list[Mention] = []
    current = ""
    relatives = lexicon().words("relatives")
    told = _sides_told(reading, named)
    for number, group in groupby(range(len(reading.tokens)), key=lambda place: reading.tokens[place].chunk):
        places = tuple(group)
        here = contrasted(reading, places, [mention for mention in named if mention.place in places], current or default)
        marked.extend(here)
        if reading.tokens[places[0]].form in relatives and marked[: len(marked) - len(here)]:
            current = marked[len(marked) - len(here) - 1].side
        turns = reading.tokens[places[0]].form in lexicon().words("turning")
        opens = places[0] == 0 or reading.tokens[places[0] - 1].sentence < reading.tokens[places[0]].sentence
        runs_on = reading.tokens[places[-1]].is_word
        ahead = _condition(reading, places[-1] + 1, named) if (turns or opens or runs_on) and not here else ""
        if default and _begins_anew(reading, places[0]):
            current = default
        parts = _parts(places, here, told.get(number, "") or ahead or current or default)
        current = parts[-1].side
        found.extend(_compared(reading, here, parts))
    return _filled(reading, found, across=len(sides) < _PAIR), marked


def _begins_anew(reading: Reading, at: int) -> bool:
    """Whether a sentence begins at `at` with a word of its own, not with one that stands for what was spoken of."""
    first = reading.tokens[at]
    return (
        at > 0
        and reading.tokens[at - 1].sentence != first.sentence
        and first.is_word
        and first.form not in lexicon().words("function_words")
    )


def _sides_told(reading: Reading, named: Sequence[Mention]) -> dict[int, str]:
    """The sides of clauses that name none, where their neighbours tell: a side in brackets, a condition before it."""
    places_of = groupby(range(len(reading.tokens)), key=lambda place: reading.tokens[place].chunk)
    chunks = {number: tuple(group) for number, group in places_of}
    sides = {number: _sides_in(reading, places, named) for number, places in chunks.items()}
    told: dict[int, str] = {}
    for number, places in chunks.items():
        following = sides.get(number + 1, set())
        if (not sides[number] and len(following) == 1) and (
            _in_brackets(reading, chunks[number + 1]) or _is_condition(reading, places) or _is_heading(reading, places)
        ):
            told[number] = next(iter(following))
    return told


def _sides_in(reading: Reading, places: tuple[int, ...], named: Sequence[Mention]) -> set[str]:
    """The sides that a clause names before it compares."""
    words = lexicon().words("comparers")
    end = next((place for place in places if reading.tokens[place].form in words and place > places[0]), places[-1] + 1)
    return {mention.side for mention in named if mention.place in places and mention.place < end and not is_absent(reading, mention.place)}


def _in_brackets(reading: Reading, places: tuple[int, ...]) -> bool:
    """Whether a clause opens a bracket with a name, not with a comparison."""
    return reading.tokens[places[0] - 1].text == "(" and reading.tokens[places[0]].form not in lexicon().words("comparers")


def _is_heading(reading: Reading, places: tuple[int, ...]) -> bool:
    """Whether a clause is a word or two before a colon: useless: one node."""
    opens = places[0] == 0 or reading.tokens[places[0] - 1].text in _OPENERS
    return opens and reading.tokens[places[-1]].text == ":" and len(places) <= _FIRST


def _is_condition(reading: Reading, places: tuple[int, ...]) -> bool:
    """Whether a clause is a condition at the start of its sentence or statement: if I only render, a G will do."""
    first = reading.tokens[places[0]]
    opens = places[0] == 0 or reading.tokens[places[0] - 1].text in _OPENERS
    return opens and first.form in lexicon().words("cases") and reading.tokens[places[-1]].text == ","


def _condition(reading: Reading, start: int, named: Sequence[Mention]) -> str:
    """The side of a condition that begins at `start` and belongs to what stands before it: but brings nothing, if there is one machine."""
    if start >= len(reading.tokens) or reading.tokens[start].form not in lexicon().words("conditions"):
        return ""
    if reading.tokens[start].sentence != reading.tokens[start - 1].sentence:
        return ""
    chunk = reading.tokens[start].chunk
    sides = {mention.side for mention in named if reading.tokens[mention.place].chunk == chunk}
    return sides.pop() if len(sides) == 1 else ""


def _parts(places: tuple[int, ...], here: Sequence[Mention], current: str) -> list[Passage]:
    plain = [mention for mention in here if not mention.contrast]
    sides = list(dict.fromkeys(mention.side for mention in plain))
    if not sides:
        return [Passage(places, current)]
    if len(sides) == 1:
        return [Passage(places, sides[0])]
    return _guessed(places, plain)


def _guessed(places: tuple[int, ...], plain: Sequence[Mention]) -> list[Passage]:
    """One passage from each side to the next one; what stands before the first belongs to it."""
    starts = [places[0], *(mention.place for mention in plain[1:]), places[-1] + 1]
    return [
        Passage(tuple(range(start, end)), mention.side, weak=True)
        for mention, start, end in zip(plain, starts, starts[1:], strict=False)
        if end > start
    ]


def _compared(reading: Reading, here: Sequence[Mention], parts: list[Passage]) -> list[Passage]:
    """`parts`, and where `A is cheaper than B` speaks of one side: what is said of B behind `than`, and what the rest says of B."""
    other = next((mention for mention in here if mention.contrast), None)
    if other is None or len(parts) > 1 or parts[0].side in {"", other.side}:
        return parts
    whole = parts[0].places
    than = next((place for place in whole if place < other.place and reading.tokens[place].form in {"than", "of"}), None)
    if than is None:
        return parts
    before = tuple(place for place in whole if place <= than)
    behind = tuple(place for place in whole if place > than)
    rest = next((at for at, place in enumerate(behind) if reading.tokens[place].form == "and" and place > other.place), len(behind))
    behind, rests = behind[:rest], behind[rest:]
    if reading.tokens[than].form == "of":
        return [*parts, Passage(before, other.side, mirrored=True)]
    again = [replace(parts[0], places=rests)] if rests else []
    return [replace(parts[0], places=before), Passage(before, other.side, mirrored=True), Passage(behind, other.side), *again]


def _filled(reading: Reading, found: list[Passage], *, across: bool) -> list[Passage]:
    """Neighbours of one side in one sentence together; what stands before the first side belongs to it.

    Without `across` only within its sentence: of two sides an earlier sentence may mean either.
    """
    first = next((passage for passage in found if passage.side), None)
    merged: list[Passage] = []
    for passage in found:
        near = first and (across or reading.tokens[first.places[0]].sentence == reading.tokens[passage.places[0]].sentence)
        whole = passage if passage.side or not near or not first else replace(passage, side=first.side)
        last = next((earlier for earlier in reversed(merged) if not earlier.mirrored), None)
        same = last and last.side == whole.side and not (last.weak or whole.weak or whole.mirrored)
        if same and last and reading.tokens[last.places[-1]].sentence == reading.tokens[whole.places[0]].sentence:
            merged[merged.index(last)] = replace(last, places=last.places + whole.places)
        else:
            merged.append(whole)
    return merged
