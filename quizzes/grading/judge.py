"""Holds one answer against one rubric: what it says, what it denies, and what leaves a doubt."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from quizzes.grading.case import RIVAL, Case, Findings, directed, sayings
from quizzes.grading.checks import check_names, check_numbers, check_rivals, is_refusal, names_others
from quizzes.grading.lexicon import lexicon
from quizzes.grading.patterns import is_named, pattern
from quizzes.grading.quantities import Number, bound_of, fits
from quizzes.grading.rubric import Concept, Quantity

_SIDES: Final = 2
_BETWEEN: Final = 5
"""Words that may stand between those of a false claim."""


def judge(case: Case) -> Findings:
    """What the answer says and denies of its rubric."""
    findings = Findings()
    for concept in (*case.rubric.required, *case.rubric.optional):
        _weigh(case, concept, findings)
    findings.contradicted = [name for name in findings.contradicted if name in {concept.name for concept in case.rubric.required}]
    for concept in case.rubric.forbidden:
        _refuse(case, concept, findings)
    if _is_sideless(case):
        findings.doubts.append("which side is meant")
        findings.fatal = findings.fatal or names_others(case) or len(findings.found) < len(case.rubric.required)
    check_rivals(case, findings)
    check_names(case, findings)
    check_numbers(case, findings)
    return findings


def _is_sideless(case: Case) -> bool:
    """Whether phrases about two sides are asked for, and no side is named."""
    sides = {concept.about for concept in case.rubric.required if concept.any} - {""}
    return len(sides) > 1 and not case.mentions


@dataclass(slots=True)
class Evidence:
    """What an answer says of one concept."""

    said: set[int] = field(default_factory=set)
    phrases: list[tuple[int, ...]] = field(default_factory=list)
    """The places of each phrase that says it."""
    denied: list[tuple[int, ...]] = field(default_factory=list)
    elsewhere: bool = False
    """Whether it is said of another side."""
    against: bool = False
    """Whether its number is denied, or said of another side."""
    sure: bool = False
    """Whether it is clear of which side it is said."""


def _weigh(case: Case, concept: Concept, findings: Findings) -> None:
    """Note whether `concept` is said, denied, or said of another side only."""
    seen = _evidence(case, concept)
    against = seen.against or (not seen.said and (bool(seen.denied) or seen.elsewhere))
    against = against or (concept.pick and _is_rejected(case, concept))
    if seen.said and _is_disputed(case, seen):
        findings.doubts.append(f"{concept.name}, said and denied")
    if seen.said and not seen.sure:
        findings.doubts.append(f"{concept.name}: of which side")
    if not concept.pick and not seen.said:
        findings.denials.update(place for places in seen.denied for place in places)
    findings.evidence[concept.name] = seen.phrases
    _conclude(concept, seen.said, findings, against=against)


def _evidence(case: Case, concept: Concept) -> Evidence:
    seen = Evidence()
    if concept.number is not None:
        seen.said, seen.against = _weigh_number(case, concept)
        seen.phrases += [(place,) for place in seen.said]
        seen.sure = True
    for phrase in concept.any:
        about, wanted, own = directed(phrase, concept.about)
        for passage, places, word in sayings(case, wanted):
            here = passage.side == about or (not own and "" in {about, passage.side})
            if here and word > 0:
                seen.said.update(places)
                seen.phrases.append(places)
                seen.sure = seen.sure or not passage.weak or not about
            elif word < 0 and concept.shared and passage.side == RIVAL:
                if not any(slot.denied for slot in wanted.slots):  # what the wrong choice cannot do
                    seen.said.update(places)
                    seen.phrases.append(places)
                    seen.sure = True
            elif here and word < 0 and not passage.weak:
                seen.denied.append(places)
            elif word > 0 and not (here or own or concept.shared or passage.weak) and passage.side != RIVAL:
                seen.elsewhere = True
    return seen


def _is_disputed(case: Case, seen: Evidence) -> bool:
    """Whether it is denied elsewhere in the answer."""
    apart = (places for places in seen.denied if seen.said.isdisjoint(places))
    return any(any(case.tokens[place].negated and not _is_upshot(case, place) for place in places) for places in apart)


def _is_upshot(case: Case, place: int) -> bool:
    """Whether a denial is what follows from the rest (so nobody pays for large machines), or that of a noun."""
    of_noun = lexicon().words("noun_negators")
    deniers = [at for at, reach in case.reading.denials if place in reach and at != place]
    return all(case.tokens[at].text in of_noun or _follows_so(case, at) for at in deniers)


def _follows_so(case: Case, at: int) -> bool:
    """Whether `so` opens the clause of the denial at `at`."""
    return any(token.text in lexicon().words("upshots") for token in case.tokens[:at] if token.chunk == case.tokens[at].chunk)


def _conclude(concept: Concept, said: set[int], findings: Findings, *, against: bool) -> None:
    if against:
        findings.contradicted.append(concept.name)
        findings.spoilt.add(concept.name)
        findings.fatal = findings.fatal or concept.pick or concept.main
    if said and not (against and concept.pick):
        findings.found.add(concept.name)
        findings.used.update(said)


def _weigh_number(case: Case, concept: Concept) -> tuple[set[int], bool]:
    """Places at which the number of `concept` stands, and whether it is denied or said of another side."""
    said: set[int] = set()
    against = False
    for number in case.numbers:
        if concept.number is None or not fits(number, concept.number):
            continue
        sides = _sides_beside(case, number.place)
        if _is_turned(case, concept.number, number) or (concept.about and sides and concept.about not in sides):
            against = True
        else:
            said.add(number.place)
    return said, against


def _is_turned(case: Case, wanted: Quantity, number: Number) -> bool:
    """Whether a number is denied, or a limit is said to be the least."""
    bound = bound_of(case.tokens, number.place)
    return (wanted.most and bound < 0) or (case.tokens[number.place].negated and bound <= 0)


def _sides_beside(case: Case, place: int) -> set[str]:
    chunk = case.tokens[place].chunk
    return {mention.side for mention in case.mentions if case.tokens[mention.place].chunk == chunk}


def _is_rejected(case: Case, concept: Concept) -> bool:
    """Whether the choice itself is refused: denied, or called unfit or unneeded."""
    own: set[int] = set()
    for phrase in concept.any:
        wanted = pattern(phrase)
        own.update(place for _, places, _ in sayings(case, wanted) if is_named(wanted, case.tokens, places) for place in places)
    chunks = {case.tokens[place].chunk for place in own}
    rivals = {case.tokens[mention.place].chunk for mention in case.mentions if mention.side == RIVAL}
    return any(is_refusal(token) for token in case.tokens if token.chunk in chunks - rivals)


def _refuse(case: Case, concept: Concept, findings: Findings) -> None:
    """Note a false claim, unless it is denied."""
    for phrase in concept.any:
        about, wanted, _ = directed(phrase, concept.about)
        for passage, places, word in sayings(case, wanted):
            if (about and passage.side != about) or _is_hypothetic(case, places):
                continue
            if word > 0 and _is_tight(case, places):
                _spoil(concept, findings, weak=passage.weak or bool(about and not _is_named_there(case, about, places)))
            elif any(case.tokens[place].negated for place in places):
                findings.used.update(places)


def _is_named_there(case: Case, side: str, places: tuple[int, ...]) -> bool:
    """Whether the clause of a claim names the side that it is taken to speak of; with one side alone, nothing else can be meant."""
    chunks = {case.tokens[place].chunk for place in places}
    return len(case.rubric.sides) < _SIDES or any(
        mention.side == side and case.tokens[mention.place].chunk in chunks for mention in case.mentions
    )


def _is_hypothetic(case: Case, places: tuple[int, ...]) -> bool:
    """Whether a clause says what would be otherwise: a dedicated endpoint for each would idle."""
    chunks = {case.tokens[place].chunk for place in places}
    return any(token.text in lexicon().words("hypothetic") for token in case.tokens if token.chunk in chunks)


def _spoil(concept: Concept, findings: Findings, *, weak: bool) -> None:
    if weak:
        findings.doubts.append(concept.name)
        findings.suspected.append(concept.name)
        return
    findings.contradicted.append(concept.name)
    findings.spoilt.update(concept.of)
    findings.fatal = findings.fatal or not concept.of


def _is_tight(case: Case, places: tuple[int, ...]) -> bool:
    """Whether a phrase stands in one clause, without much between its words."""
    return len({case.tokens[place].chunk for place in places}) == 1 and max(places) - min(places) < len(places) + _BETWEEN
