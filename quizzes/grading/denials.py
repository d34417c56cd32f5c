"""Which words of an answer deny, and how far their denial reaches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from quizzes.grading.lexicon import lexicon
from quizzes.grading.tokens import Token

_SUBJECT: Final = 5
"""Words among which the verb of a joined statement stands."""


def scopes(tokens: Sequence[Token], covered: set[int]) -> Iterator[tuple[int, range]]:
    """Each denying word with the places it denies."""
    words = lexicon()
    forms = [token.form for token in tokens]
    harmless = {place for start, end, _ in words.harmless.find(forms) for place in range(start, end + 1)}
    phrased = {start: end for start, end, _ in words.denying.find(forms)}
    for at, token in enumerate(tokens):
        if at in phrased:
            yield phrased[at], range(phrased[at] + 1, _reach(tokens, phrased[at]))
        elif at in harmless or at in covered or any(start < at <= end for start, end in phrased.items()):
            continue
        elif token.text in words.words("negators") and not (at == 0 and token.text == "no" and is_answered(tokens)):
            yield at, range(at + 1, _reach(tokens, at))


def _reach(tokens: Sequence[Token], at: int) -> int:
    """The place behind the last one that a denial at `at` reaches."""
    joiners, restarts, enders = (lexicon().words(name) for name in ("joiners", "restarts", "scope_enders"))
    for near in range(at + 1, len(tokens)):
        if tokens[near].chunk != tokens[at].chunk or tokens[near].text == "nor" or (near > at + 1 and tokens[near].form in enders):
            return near
        if tokens[near].form in joiners and tokens[at].form in lexicon().words("hardly_words"):
            return near
        if tokens[near].text == "for" and any(token.text in lexicon().words("wishes") for token in tokens[at + 1 : near]):
            return near
        if _is_next_subject(tokens, at, near):
            return near
        if tokens[near].form in joiners and near + 1 < len(tokens) and (tokens[near + 1].form in restarts or _restarts(tokens, near)):
            return near
    return len(tokens)


def _is_next_subject(tokens: Sequence[Token], at: int, near: int) -> bool:
    """Whether another subject begins behind one that is a denial itself: when nothing goes on they save."""
    if near <= at + 1 or tokens[near].text not in lexicon().words("subjects") or tokens[near - 1].text in {"that", "what", "which"}:
        return False
    opens = at == 0 or tokens[at - 1].chunk != tokens[at].chunk or tokens[at - 1].form in lexicon().words("cases")
    instead = at > 0 and (tokens[at - 1].text, tokens[at].text) == ("instead", "of")
    return instead or (opens and tokens[at].text in lexicon().words("nobodies"))


def _restarts(tokens: Sequence[Token], joiner: int) -> bool:
    """Whether a new statement begins behind a joining word: … and M5 has less."""
    following = tokens[joiner + 2 : joiner + 2 + _SUBJECT]
    return any(token.chunk == tokens[joiner].chunk and token.text in _finite() for token in following)


@cache
def _finite() -> frozenset[str]:
    tags = lexicon().grammar["tags"]
    return frozenset(word for tag in ("be", "modal", "do") for word in tags[tag]) | {"has", "have", "had"}


def is_left_out(tokens: Sequence[Token], at: int) -> bool:
    """Whether a denial ends a clause that leaves out what is denied: but predicting does not."""
    before = tokens[at - 1].text if at else ""
    return before in _finite() and (at + 1 == len(tokens) or tokens[at + 1].chunk != tokens[at].chunk or not tokens[at + 1].is_word)


def is_answered(tokens: Sequence[Token]) -> bool:
    """Whether a first `no` or `yes` answers the question instead of belonging to what follows."""
    following = tokens[1] if len(tokens) > 1 else None
    starts = lexicon().words("restarts") | lexicon().words("splitters") | frozenset({"a", "the", "its"})
    return following is None or not following.is_word or following.form in starts
