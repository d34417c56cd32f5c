"""What speaks against an answer beside its concepts: wrong choices, foreign names and numbers, denials of who knows what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from quizzes.grading.case import RIVAL, Case, Findings, sayings
from quizzes.grading.lexicon import lexicon
from quizzes.grading.patterns import pattern
from quizzes.grading.quantities import fits, kind_of
from quizzes.grading.tokens import Token

_LETTERS: Final = re.compile(r"family:([a-z]+)")
_FIRST_WORDS: Final = 4
"""Places among which a wrong choice is the answer."""
_COUNTED: Final = 3
"""Words behind a number among which stands what it counts."""
_PARTS: Final = frozenset({"gpu-model", "aws-chip", "processor", "link"})
_MACHINES: Final = ("series:", "family:", "type:")
_OFFERED: Final = 4
"""Words from one choice to the other in `T3 or M5`."""
_NAMED_KINDS: Final = frozenset({"gpu-model", "aws-chip", "kit"})
"""Kinds of names that nobody brings up by chance."""


def is_refusal(token: Token) -> bool:
    """Whether a word calls something unfit or unneeded."""
    if token.end_of("fit") < 0 or token.end_of("usefulness") < 0:
        return True
    return token.end_of("need") < 0 and (not token.negated or token.form in lexicon().words("passive_need"))


def check_rivals(case: Case, findings: Findings) -> None:
    """Note a wrong choice: a rival that is named before or without the right one, and not to refuse it."""
    picks = [concept for concept in case.rubric.required if concept.pick]
    right = [place for concept in picks for phrase in concept.any for _, places, _ in sayings(case, pattern(phrase)) for place in places]
    for mention in case.mentions:
        if (
            mention.place not in case.rivals
            or mention.contrast
            or case.tokens[mention.place].negated
            or _is_disfavoured(case, mention.place)
        ):
            continue
        name = case.tokens[mention.place].text
        if not right:
            findings.contradicted.append(f"{name} is not it")
            findings.fatal = True
        elif _is_left_open(case, mention.place, right):
            findings.caps.append(f"{name} as well")
        elif mention.place < _FIRST_WORDS:
            findings.contradicted.append(f"{name} is not it")
            findings.fatal = True
        elif mention.place < min(right) or _is_chosen(case, mention.place):
            findings.doubts.append(f"{name} as well")


def _is_left_open(case: Case, place: int, right: list[int]) -> bool:
    """Whether a wrong choice is offered beside the right one: T3 or M5."""
    low, high = min(place, right[0]), max(place, right[0])
    between = [token.form for token in case.tokens[low + 1 : high]]
    return not {"or", "and"}.isdisjoint(between) and high - low <= _OFFERED


def _is_disfavoured(case: Case, place: int) -> bool:
    words = lexicon().words("disfavour")
    chunk = [token for token in case.tokens if token.chunk == case.tokens[place].chunk]
    return any(token.form in words or is_refusal(token) for token in chunk)


def _is_chosen(case: Case, place: int) -> bool:
    words = lexicon().words("choosing")
    return any(token.form in words for token in case.tokens if token.chunk == case.tokens[place].chunk and not token.negated)


def check_names(case: Case, findings: Findings) -> None:
    """Note a name of a kind that the rubric asks for, where it is none that it knows."""
    kinds = lexicon().kinds
    asked = {
        kind
        for concept in case.rubric.required
        for phrase in concept.any
        for name in _names(phrase.rpartition("> ")[2])
        for kind in kinds.get(name, ())
    }
    contrast = {mention.place for mention in case.mentions if mention.contrast}
    for at, token in enumerate(case.tokens):
        for name in sorted(token.labels):
            letters = _LETTERS.match(name)
            if (
                name in case.known
                or not case.known.isdisjoint(label for label in token.labels if label[0] != "@" and ":" not in label)
                or (letters and f"series:{letters[1]}" in case.known)
                or at in contrast
                or (name not in kinds and not name.startswith(("family:", "product:")))
            ):
                continue
            if token.negated:
                findings.used.add(at)
            elif asked.intersection(kinds.get(name, ())):
                findings.contradicted.append(f"{token.text} is not it")
                _note_spoilt(case, findings, kinds.get(name, ()), at)
            elif name.startswith("product:"):
                picks = [concept for concept in case.rubric.required if concept.pick]
                findings.fatal = findings.fatal or any(concept.name not in findings.found for concept in picks)
                findings.caps.append(f"{name.partition(':')[2]}, which was not asked about")
            elif not _NAMED_KINDS.isdisjoint(kinds.get(name, ())) and _knows_kind(case, kinds[name]):
                findings.caps.append(f"{token.text} is another one")


def _note_spoilt(case: Case, findings: Findings, kinds: Iterable[str], at: int) -> None:
    """Note which required concepts ask for a name of `kinds`; without the chosen one, the choice is another."""
    sides = {passage.side for passage in case.passages if at in passage.places} if len(case.rubric.sides) > 1 else set()
    kinds = _NAMED_KINDS.intersection(kinds) or frozenset(kinds)
    for concept in case.rubric.required:
        asked = {kind for phrase in concept.any for name in _names(phrase.rpartition("> ")[2]) for kind in lexicon().kinds.get(name, ())}
        if asked.intersection(kinds) and sides <= {"", concept.about}:
            findings.spoilt.add(concept.name)
            findings.fatal = findings.fatal or (concept.pick and concept.name not in findings.found)


def _knows_kind(case: Case, kinds: Iterable[str]) -> bool:
    """Whether the question or its answers name something of these kinds."""
    return any(not set(kinds).isdisjoint(lexicon().kinds.get(name, ())) for name in case.known)


def names_others(case: Case) -> bool:
    """Whether series of machines are named of which the rubric knows none."""
    return any(name.startswith("series:") and name not in case.known for token in case.tokens for name in token.labels)


def _names(phrase: str) -> Iterator[str]:
    for slot in pattern(phrase).slots:
        yield from slot.names


def check_numbers(case: Case, findings: Findings) -> None:
    """Note a number that is none of those known, where the rubric knows some of its kind."""
    concepts = [concept.number for concept in (*case.rubric.required, *case.rubric.optional) if concept.number]
    allowed = [*concepts, *case.rubric.numbers]
    kinds = {kind_of(quantity) for quantity in allowed}
    asked = [concept for concept in case.rubric.required if concept.number]
    met = {kind_of(concept.number) for concept in asked if concept.number and concept.name in findings.found}
    met -= {kind_of(concept.number) for concept in asked if concept.number and concept.name not in findings.found}
    for number in case.numbers:
        known = (
            any(fits(number, quantity) and (not quantity.aside or _beside_rival(case, number.place)) for quantity in allowed)
            or (number.kind, round(number.value, 6)) in case.stated
        )
        if known and (other := _counted_otherwise(case, number.place)):
            findings.doubts.append(f"{case.tokens[number.place].text} of {other}")
        elif known or case.tokens[number.place].negated or not number.value:
            continue
        elif number.kind and asked and number.kind in kinds - met:
            findings.contradicted.append(f"{case.tokens[number.place].text} is not the number")
        elif (number.kind and allowed) or _counts_hardware(case, number.place) or any(not kind for kind, _ in case.stated):
            findings.doubts.append(f"the number {case.tokens[number.place].text}")


def _counted_otherwise(case: Case, place: int) -> str:
    """What a number is said to be of or per (15 minutes per day, 32 GiB of disk) that nobody speaks of; empty where there is none."""
    behind = case.tokens[place + 1 : place + 1 + _COUNTED]
    at = next((at for at, token in enumerate(behind) if token.text in {"of", "per", "a", "each", "every"}), None)
    noun = (
        next((token for token in behind[at + 1 :] if token.form not in lexicon().words("function_words")), None) if at is not None else None
    )
    is_known = noun is None or not noun.is_word or noun.root in case.spoken or not case.known.isdisjoint(noun.labels)
    return "" if noun is None or is_known or noun.chunk != case.tokens[place].chunk else noun.text


def _counts_hardware(case: Case, place: int) -> bool:
    """Whether the number at `place` counts machines or parts of them, of which a wrong count is a false claim."""
    counted = [token for token in case.tokens[place + 1 : place + 1 + _COUNTED] if token.chunk == case.tokens[place].chunk]
    kinds = lexicon().kinds
    return any(
        not (_PARTS.isdisjoint(kinds.get(label, ())) and label not in lexicon().words("hardware")) or label.startswith(_MACHINES)
        for token in counted
        for label in token.labels
    )


def _beside_rival(case: Case, place: int) -> bool:
    """Whether a wrong choice is named in the sentence, of which a number may be true."""
    return any(mention.side == RIVAL and case.tokens[mention.place].sentence == case.tokens[place].sentence for mention in case.mentions)
