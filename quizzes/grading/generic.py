"""Grades by question and model answers alone: how much of a model answer is there, and what speaks against it.

The weights in `data/generic.yaml` are fitted to our own labelled answers. Between the two thresholds the grade is `unsure`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import combinations, pairwise
from typing import Any, Final

from knowledge.safe_yaml import read_mapping
from quizzes.grading.fluency import is_heap, is_jumbled
from quizzes.grading.lexicon import lexicon
from quizzes.grading.quantities import numbers
from quizzes.grading.reading import Reading, Token, read
from quizzes.grading.rubric import Graded, Rubric, Verdict
from quizzes.grading.verdict import grade_by_rubric, is_empty

_GRAM: Final = 3
"""Letters of a piece of a word."""
_ASKED: Final = 0.35
"""Weight of a word that the question holds, as anybody can repeat it."""
_LENGTHS: Final = 1.2
"""Bound of the logarithm of how much longer an answer is than its model."""
_MOST_REGROUPED: Final = 0.7
"""Share of pairs in new company from which sides may have been exchanged."""
_PAIRED: Final = 12
"""Words of a clause of which pairs are made."""
_MOST_NAMED: Final = 3
"""Words of a model answer that are named as found or missing."""


@dataclass(frozen=True, slots=True)
class Gist:
    """What a text says in words that carry meaning."""

    tokens: tuple[Token, ...]
    content: Mapping[str, Token]
    """Stem or name -> its first token."""
    numbers: frozenset[tuple[str, float]]
    names: frozenset[str]


def grade_generic(question: str, references: Sequence[str], answer: str, rubric: Rubric | None = None) -> Graded:
    """The grade of `answer` to any question: by `rubric` where there is one, else by likeness to `references`."""
    if rubric is not None:
        return grade_by_rubric(question, references, answer, rubric)
    if is_empty(answer) or not references:
        return Graded(verdict="incorrect" if references else "unsure", score=0.0)
    said, asked = _gist(read(answer)), gist_of(question)
    models = [gist_of(reference) for reference in references]
    chances = [chance(features(said, model, asked)) for model in models]
    best = max(range(len(models)), key=chances.__getitem__)
    jumbled = is_heap(said.tokens) or any(is_jumbled(said.tokens, model.tokens) for model in models)
    capped = jumbled or speaks_against(said, models[best], asked)
    return _graded(said, models[best], asked, chances[best], capped=capped)


def _graded(said: Gist, model: Gist, asked: Gist, likely: float, *, capped: bool) -> Graded:
    wanted = [name for name in model.content if name not in asked.content]
    against = [token.text for name, token in said.content.items() if _clashes(token, model.content.get(name), model)]
    return Graded(
        verdict=_verdict(likely, capped=capped),
        score=round(likely, 3),
        found=tuple(model.content[name].text for name in wanted if name in said.content)[:_MOST_NAMED],
        missing=tuple(model.content[name].text for name in wanted if name not in said.content)[:_MOST_NAMED],
        contradicted=tuple(dict.fromkeys(against))[:_MOST_NAMED],
    )


def speaks_against(said: Gist, model: Gist, asked: Gist) -> bool:
    """Whether something in an answer may turn its sense: a denial, an opposite, a foreign number, sides exchanged."""
    shared = said.content.keys() & model.content.keys()
    clashes = any(_clashes(said.content[name], model.content[name], model) for name in shared)
    foreign = bool(said.numbers - model.numbers - asked.numbers)
    return clashes or foreign or bool(_opposed(said, model)) or _turned(said, model) or _regrouped(said, model) > _MOST_REGROUPED


def _verdict(likely: float, *, capped: bool) -> Verdict:
    if likely <= _table()["incorrect_below"]:
        return "incorrect"
    return "correct" if likely >= _table()["correct_above"] and not capped else "unsure"


@lru_cache(maxsize=512)
def gist_of(text: str) -> Gist:
    """What `text` says."""
    return _gist(read(text))


def _gist(reading: Reading) -> Gist:
    content: dict[str, Token] = {}
    for token in reading.tokens:
        if name := _meaning(token):
            content.setdefault(name, token)
    return Gist(
        reading.tokens,
        content,
        frozenset((number.kind, round(number.value, 4)) for number in numbers(reading.tokens)),
        frozenset(name for token in reading.tokens for name in token.labels if name in lexicon().kinds or ":" in name),
    )


def _meaning(token: Token) -> str:
    """What a word counts as: its name, its pair of opposites, or its stem; nothing for words of grammar."""
    if not token.is_word or token.inside:
        return ""
    if names := sorted(name for name in token.labels if ":" not in name and name[0] != "@"):
        return names[0]
    if ends := sorted(pair for pair in token.poles if pair not in {"none", "amount", "number", "need"}):
        return f"{ends[0]}±"
    return "" if token.form in lexicon().words("function_words") else token.root


@cache
def _everyday() -> dict[str, tuple[int, int]]:
    """Word -> number of its pair of everyday opposites, and its end of it."""
    pairs = read_mapping(_data("opposites"), "opposites.yaml")["pairs"]
    return {word: (at, sign) for at, pair in enumerate(pairs) for words, sign in zip(pair, (1, -1), strict=True) for word in words}


def _opposed(said: Gist, model: Gist) -> int:
    """Pairs of everyday opposites of which the answer says one end and the model only the other."""
    ours, theirs = _ends(said), _ends(model)
    return sum((pair, -sign) in theirs and (pair, sign) not in theirs and (pair, -sign) not in ours for pair, sign in ours)


def _ends(gist: Gist) -> set[tuple[int, int]]:
    found = [(*_everyday()[token.text], token.negated) for token in gist.tokens if token.text in _everyday()]
    return {(pair, -sign if denied else sign) for pair, sign, denied in found}


def _clashes(token: Token, other: Token | None, model: Gist) -> bool:
    """Whether a shared word is said with the opposite end, or denied on one side only."""
    if other is None:
        return False
    pairs = (token.poles.keys() & other.poles.keys()) - {"none", "amount", "number", "need"}
    if any(token.end_of(pair) * other.end_of(pair) < 0 for pair in pairs):
        return not any(near.end_of(pair) == token.end_of(pair) for near in model.tokens for pair in pairs)
    return not pairs and token.negated != other.negated


def features(said: Gist, model: Gist, asked: Gist) -> list[float]:
    """What speaks for and against an answer, held against one model answer; the order is that of `data/generic.yaml`."""
    shared = said.content.keys() & model.content.keys()
    new = {name for name in model.content if name not in asked.content}
    own = {name for name in said.content if name not in asked.content}
    recall, precision = _share(shared, model.content, asked), _share(shared, said.content, asked)
    clashes = sum(_clashes(said.content[name], model.content[name], model) for name in shared)
    lengths = sorted((len(said.content), len(model.content)))
    return [
        recall,
        precision,
        2 * recall * precision / (recall + precision) if shared else 0.0,
        len(shared & new) / len(new) if new else recall,
        len(shared & own) / len(own) if own else 0.0,
        _cosine(_grams(said, asked), _grams(model, asked)),
        _cosine(_grams(said, None), _grams(model, None)),
        _order(said, model),
        max(-_LENGTHS, min(_LENGTHS / 3, math.log((1 + len(said.content)) / (1 + len(model.content))))),
        lengths[0] / max(lengths[1], 1),
        clashes / max(len(shared), 1),
        float(clashes > 0),
        float(_denials(said) != _denials(model)),
        len(model.numbers - said.numbers) / max(len(model.numbers), 1),
        float(bool(said.numbers - model.numbers - asked.numbers)),
        float(bool(said.names - model.names - asked.names)),
        float(not own),
        _regrouped(said, model),
        float(_turned(said, model)),
        float(min(_opposed(said, model), 2)),
    ]


def _denials(gist: Gist) -> bool:
    return any(token.negated for token in gist.tokens)


def _share(shared: Iterable[str], whole: Iterable[str], asked: Gist) -> float:
    """Weight of `shared` words over that of the `whole`."""
    total = sum(_weight(name, asked) for name in whole)
    return sum(_weight(name, asked) for name in shared) / total if total else 0.0


def _weight(name: str, asked: Gist) -> float:
    """Longer words are rarer, and the question's own words say little."""
    rarity = 1 + min(len(name), 10) / 10
    return rarity * (_ASKED if name in asked.content else 1.0)


def _order(said: Gist, model: Gist) -> float:
    """Share of the model's neighbours, words of grammar left out, that the answer keeps."""
    pairs = [set(pairwise([name for token in gist.tokens if (name := _meaning(token))])) for gist in (said, model)]
    return len(pairs[0] & pairs[1]) / max(len(pairs[1]), 1)


def _regrouped(said: Gist, model: Gist) -> float:
    """Share of the shared words that stand together in a clause of the answer and in none of the model, though it holds both."""
    pairs, wanted = _together(said, model.content.keys()), _together(model, said.content.keys())
    return len(pairs - wanted) / len(pairs) if pairs else 0.0


def _together(gist: Gist, kept: Collection[str]) -> set[frozenset[str]]:
    clauses: dict[int, list[str]] = {}
    for token in gist.tokens:
        if (name := _meaning(token)) in kept:
            clauses.setdefault(token.chunk, []).append(name)
    return {frozenset(pair) for names in clauses.values() for pair in combinations(sorted(set(names))[:_PAIRED], 2)}


def _turned(said: Gist, model: Gist) -> bool:
    """Whether a comparison has its sides exchanged: A than B against B than A."""
    ours, theirs = _sides(said), _sides(model)
    return bool(ours and theirs and ours[0] & theirs[1] - ours[1] and ours[1] & theirs[0] - ours[0])


def _sides(gist: Gist) -> tuple[frozenset[str], frozenset[str]] | None:
    """What stands before and after `than`."""
    at = next((at for at, token in enumerate(gist.tokens) if token.form == "than"), None)
    if at is None:
        return None
    before, after = [frozenset(filter(None, map(_meaning, side))) for side in (gist.tokens[:at], gist.tokens[at + 1 :])]
    return before, after


def _grams(gist: Gist, asked: Gist | None) -> Counter[str]:
    counts: Counter[str] = Counter()
    for name, token in gist.content.items():
        if asked is None or name not in asked.content:
            word = f" {token.root} "
            counts.update(word[at : at + _GRAM] for at in range(len(word) - _GRAM + 1))
    return counts


def _cosine(one: Counter[str], other: Counter[str]) -> float:
    norm = math.sqrt(sum(count * count for count in one.values()) * sum(count * count for count in other.values()))
    return sum(count * other[gram] for gram, count in one.items()) / norm if norm else 0.0


def chance(values: Sequence[float]) -> float:
    """How likely an answer with these features is correct, 0 to 1."""
    bias, *weights = _table()["weights"].values()
    return 1 / (1 + math.exp(-(bias + sum(weight * value for weight, value in zip(weights, values, strict=True)))))


@cache
def _table() -> dict[str, Any]:
    return read_mapping(_data("generic"), "generic.yaml")


def _data(name: str) -> bytes:
    return (files(__package__) / "data" / f"{name}.yaml").read_bytes()
