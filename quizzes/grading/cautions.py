"""What leaves a good answer undecided: a contrary word, a number or a side that nothing in the rubric vouches for.

An answer that says all that is asked may say more. Where that contains the opposite of what the question, a model answer or a
phrase of the rubric says of the same side, a number that none of them holds, or a claim that fits the other side as well, a
false answer cannot be excluded, and the word is left to the learner.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from quizzes.grading.case import RIVAL, Case, Findings, directed, open_case
from quizzes.grading.checks import is_refusal
from quizzes.grading.lexicon import data_of, lexicon
from quizzes.grading.quantities import Number, fits
from quizzes.grading.rubric import Rubric
from quizzes.grading.tokens import Token

_ABOUT: Final = 3
"""Words to either side among which stands what an end is said of."""
_COUNTED: Final = 3
"""Words behind `more` among which stands what there is more of."""
_IDLE_PAIRS: Final = frozenset({"none", "need", "fit", "usefulness", "demand", "sharing", "number", "generality"})
"""Pairs whose words are judged elsewhere, or are too common to be a claim."""


_PARTS: Final = frozenset({"gpu-model", "aws-chip", "processor", "link"})
"""Kinds of names of hardware."""


@dataclass(frozen=True, slots=True)
class End:
    """One end of a pair of opposites, said at a place of one side."""

    place: int
    side: str
    pair: str
    sign: int
    of: str = ""
    """The stem of the word that it is said of (large memory); empty where none follows."""


@dataclass(frozen=True, slots=True)
class Vouched:
    """What the question, the model answers and the phrases of a rubric say."""

    ends: frozenset[tuple[str, str, int, str]]
    """Side, pair, end, and the stem of what it is said of; an empty side vouches for all, an empty stem for all things."""
    numbers: Mapping[tuple[str, float], frozenset[str]]
    """Kind and value -> the sides of which it is said."""


def check_cautions(case: Case, findings: Findings, question: str, references: Sequence[str]) -> None:
    """Add a doubt for each contrary word, number or side that nothing vouches for."""
    vouched = _vouched(_Key(case.rubric), question, tuple(references))
    contrary = dict.fromkeys(case.tokens[end.place].text for end in _ends(case) if _is_contrary(case, end, vouched))
    findings.slight.extend(f"“{word}” says the contrary" for word in contrary)
    asked = any(concept.number for concept in case.rubric.required)
    for number in case.numbers:
        if _is_stray(case, number, vouched):
            doubts = findings.doubts if asked or _counts_hardware(case, number) else findings.slight
            doubts.append(f"the number {case.tokens[number.place].text}")


def _is_contrary(case: Case, end: End, vouched: Vouched) -> bool:
    """Whether the other end is vouched for on this side, and this one is not."""
    if end.side == RIVAL or (end.side and end.side not in _told_of(case.rubric)) or _is_refused(case, end.place):
        return False
    sides = {"", end.side} if end.side and len(case.rubric.sides) > 1 else {"", end.side, *case.rubric.sides}
    near = {root for token in case.tokens[max(end.place - _ABOUT, 0) : end.place + _ABOUT + 1] for root in (token.root, *token.labels)}
    said = {sign for side, pair, sign, of in vouched.ends if side in sides and pair == end.pair and (not of or of in near)}
    return said == {-end.sign}


def _told_of(rubric: Rubric) -> set[str]:
    """The sides that a right answer tells of; what is said of another one beside them is no contrary."""
    return {rubric.subject, *(concept.about for concept in rubric.required)} - {""} or set(rubric.sides)


def _is_refused(case: Case, place: int) -> bool:
    """Whether the clause at `place` speaks of what is unfit or not needed, or of what another thing is rather than."""
    words = lexicon().words("disfavour")
    clause = (token for token in case.tokens if token.chunk == case.tokens[place].chunk)
    return any(token.form in words or is_refusal(token) for token in clause)


def _is_stray(case: Case, number: Number, vouched: Vouched) -> bool:
    """Whether nothing vouches for a number, or only the other side does; zero is a manner of speech."""
    key = (number.kind, round(number.value, 6))
    side, sides = _side_of(case, number.place), vouched.numbers.get(key, frozenset()) - {RIVAL}
    asked = any(concept.number for concept in (*case.rubric.required, *case.rubric.optional))
    if not asked and any(fits(number, quantity) and not quantity.aside for quantity in case.rubric.numbers):
        return False
    if side and sides and "" not in sides and side not in sides and side != RIVAL:
        return True
    if not number.value or sides or key in case.stated or _is_example(case, number, vouched):
        return False
    concepts = [concept.number for concept in (*case.rubric.required, *case.rubric.optional) if concept.number]
    quantities = [*concepts, *case.rubric.numbers]
    near = {token.text for token in case.tokens[max(number.place - 1, 0) : number.place + 2]}
    return ":" not in near and not any(fits(number, quantity) for quantity in quantities)


def _is_example(case: Case, number: Number, vouched: Vouched) -> bool:
    """Whether a number counts what the learner made up (500 points, a thousand children), which can be neither true nor false.

    Where the question or a model answer counts something itself, every count may be meant for it.
    """
    counts = any(not kind for kind, _ in (*vouched.numbers, *case.stated))
    if number.kind or counts:
        return False
    counted = case.tokens[number.place + 1 : number.place + 1 + _COUNTED]
    if not counted or not counted[0].is_word or counted[0].text in lexicon().lists["after_figures"]:
        return case.tokens[number.place].text.isalpha()
    return not _counts_hardware(case, number)


def _counts_hardware(case: Case, number: Number) -> bool:
    """Whether a number counts machines or parts of them."""
    counted = case.tokens[number.place + 1 : number.place + 1 + _COUNTED]
    return any(_is_hardware(token) for token in counted if token.chunk == counted[0].chunk)


def _is_hardware(token: Token) -> bool:
    """Whether a word names machines or parts of them, of which a wrong count is a wrong answer."""
    kinds = lexicon().kinds
    named = any(not _PARTS.isdisjoint(kinds.get(label, ())) or label.startswith(("series:", "family:", "type:")) for label in token.labels)
    return named or not lexicon().words("hardware").isdisjoint(token.labels)


def _side_of(case: Case, place: int) -> str:
    """The side of which the words around a place surely speak."""
    sides = {passage.side for passage in case.passages if place in passage.places and not passage.mirrored}
    weak = any(passage.weak for passage in case.passages if place in passage.places)
    return sides.pop() if len(sides) == 1 and not weak else ""


class _Key:
    """A rubric as a key of a cache: the same object is the same rubric."""

    __slots__ = ("rubric",)

    def __init__(self, rubric: Rubric) -> None:
        self.rubric = rubric

    def __hash__(self) -> int:
        return hash(tuple(concept.name for concept in self.rubric.required))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.rubric == self.rubric


@lru_cache(maxsize=256)
def _vouched(key: _Key, question: str, references: tuple[str, ...]) -> Vouched:
    models = [open_case(key.rubric, reference, question, references) for reference in references]
    asked = open_case(key.rubric, question, "", references)
    said = {(end.side, end.pair, end.sign, end.of) for model in models for end in _every_end(model)}
    posed = {("", end.pair, end.sign, end.of) for end in _every_end(asked)}
    numbers: dict[tuple[str, float], frozenset[str]] = {}
    for model in models:
        for number in model.numbers:
            at = (number.kind, round(number.value, 6))
            numbers[at] = numbers.get(at, frozenset()) | {_side_of(model, number.place)}
    return Vouched(frozenset(said | posed | set(_phrased(key.rubric))), numbers)


def _phrased(rubric: Rubric) -> Iterator[tuple[str, str, int, str]]:
    """The ends that a phrase of a concept asks for, and either end of what an answer may speak of as well."""
    for concept in (*rubric.required, *rubric.optional):
        for phrase in concept.any:
            side, wanted, _ = directed(phrase, concept.about)
            for slot in wanted.slots:
                others = [name for other in wanted.slots if other is not slot for name in (*other.names, *other.roots)]
                for pair, sign in slot.ends:
                    yield from ((side, pair, -sign if slot.denied else sign, of) for of in others or [""] if sign)
    for phrase in rubric.deny:
        pairs = {pair for slot in directed(phrase, "")[1].slots for pair, _ in slot.ends}
        pairs |= {name for word in phrase.replace("|", " ").split() for name, _ in _everyday().get(word, ())}
        yield from (("", pair, sign, "") for pair in pairs for sign in (1, -1))


def _every_end(case: Case) -> Iterator[End]:
    """Every end of opposites that an answer says, by the side it speaks of."""
    for passage in case.passages:
        if not (passage.weak or passage.mirrored):
            for place in passage.places:
                yield from (
                    End(place, passage.side, pair, sign, _said_of(case, place)) for pair, sign in _ends_of(case.tokens, place).items()
                )


def _ends(case: Case) -> Iterator[End]:
    """The ends that an answer says without their contrary beside them."""
    ends = list(_every_end(case))
    said = {(end.side, case.tokens[end.place].chunk, end.pair, end.sign) for end in ends}
    return (end for end in ends if (end.side, case.tokens[end.place].chunk, end.pair, -end.sign) not in said)


def _said_of(case: Case, place: int) -> str:
    """The stem of the word behind an end, where one of meaning follows at once."""
    following = case.tokens[place + 1] if place + 1 < len(case.tokens) else None
    plain = following and following.is_word and following.form not in lexicon().words("function_words")
    return following.root if following and plain else ""


def _ends_of(tokens: Sequence[Token], place: int) -> Mapping[str, int]:
    token = tokens[place]
    if not token.is_word or token.inside or token.negated:
        return {}
    ends = {pair: sign for pair, sign in token.poles.items() if sign and pair not in _IDLE_PAIRS and pair != "amount"}
    if not ends and token.poles.get("amount"):
        ends = {f"amount {what}": token.poles["amount"] for what in _counted(tokens, place)}
    for name, sign in _everyday().get(token.text, ()):
        ends[name] = sign
    return ends


def _counted(tokens: Sequence[Token], place: int) -> Iterator[str]:
    """The first word behind an amount that is none of grammar, unless it is a quality: more memory, but not more expensive."""
    words = (token for token in tokens[place + 1 : place + 1 + _COUNTED] if token.is_word)
    counted = next((token for token in words if token.form not in lexicon().words("function_words")), None)
    if counted is not None and not counted.poles:
        yield counted.root


@cache
def _everyday() -> dict[str, tuple[tuple[str, int], ...]]:
    """Word -> the pairs of everyday opposites that hold it, and its end of each."""
    table: dict[str, list[tuple[str, int]]] = {}
    for ends in data_of("contraries")["pairs"]:
        for words, sign in zip(ends, (1, -1), strict=True):
            for word in words:
                table.setdefault(str(word), []).append((f"{ends[0][0]}/{ends[1][0]}", sign))
    return {word: tuple(found) for word, found in table.items()}
