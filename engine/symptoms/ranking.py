"""Ranks the symptoms of the base by how well they match a text.

A text is compared with all wordings of a symptom together (BM25, as search engines do) and with the single wording that is nearest to it
(cosine); a literal piece of an error message counts on top. Rare words count more than common ones.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from engine.workload import Workload
from knowledge import Knowledge
from knowledge.schema.symptom import Observed, Symptom
from knowledge.schema.symptom_index import SymptomIndex, Term
from knowledge.symptom_index import terms_of

_SENTENCE_END: Final = re.compile(r"[.!?;](?=\s)\s*|\n+")
_SHORT_SENTENCE: Final = 4
"""Terms that a sentence is taken to have more, so that one of two words does not tell most."""
_FULL_ERROR: Final = 30
"""Characters of an error text from which it counts in full."""
_OBSERVED: Final = ("current_gpu_utilization_percent", "current_cpu_utilization_percent", "current_memory_utilization_percent")
"""Facts that say what monitoring shows."""
_STAGES: Final = {"experimentation": "development"}
"""Stage of a workload -> how symptoms call it."""


class RankedSymptom(NamedTuple):
    """One symptom and how well a text matches it."""

    symptom: Symptom
    score: float
    """From 0 to about 3."""
    error_text: str
    """The longest piece of its error messages that stands in the text; empty where none does."""


def observed_shares(workload: Workload) -> dict[str, float]:
    """What monitoring shows of the machines of today, in percent, by fact."""
    return {fact: value for fact in _OBSERVED if (value := getattr(workload, fact)) is not None}


def rank_symptoms(
    text: str, knowledge: Knowledge, observed: Mapping[str, float] | None = None, *, stage: str | None = None
) -> list[RankedSymptom]:
    """Every symptom that shares a word with `text`, the best first.

    `observed`: shares of today in percent, by fact. `stage`: the stage of the workload, if it is known.
    """
    index, weights = knowledge.symptom_index, knowledge.weights["symptoms"].thresholds
    terms = [index.terms[term] for term in terms_of(text) if term in index.terms]
    if not terms:
        return []
    together, nearest = _together(terms, index, weights), _nearest(terms, index)
    low = text.lower()
    ranked = []
    for place, identity in enumerate(index.symptoms):
        symptom = knowledge.symptoms[identity]
        literal = max((error for error in symptom.error_texts if error.lower() in low), key=len, default="")
        score = weights["together"] * together[place] + weights["nearest"] * nearest[place]
        score += weights["error_text"] * min(1.0, len(literal) / _FULL_ERROR)
        score += weights["metrics"] * _agreement(symptom.metrics, observed or {})
        score += weights["stage"] * (stage is not None and _STAGES.get(stage, stage) in symptom.stages)
        if score > 0:
            ranked.append(RankedSymptom(symptom, score, literal))
    return sorted(ranked, key=lambda one: (-one.score, one.symptom.id))


def telling_span(text: str, ranked: RankedSymptom, knowledge: Knowledge) -> tuple[int, int]:
    """Where the words of `text` stand that tell most of a symptom: the error text, else the sentence with its rarest words."""
    if ranked.error_text:
        start = text.lower().find(ranked.error_text.lower())
        return start, start + len(ranked.error_text)
    index = knowledge.symptom_index
    place = index.symptoms.index(ranked.symptom.id)
    own = {number for number, wording in enumerate(index.wordings) if wording.symptom == place}

    def told(span: tuple[int, int]) -> float:
        terms = [term for term in terms_of(text[slice(*span)]) if term in index.terms]
        own_terms = (term for term in terms if not own.isdisjoint(index.terms[term].wordings))
        return sum(index.pain.get(term, 0.0) for term in own_terms) / (len(terms) + _SHORT_SENTENCE)

    return max(_sentences(text), key=told)


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """Where each sentence or line begins and ends."""
    start = 0
    for end in (*(found.end() for found in _SENTENCE_END.finditer(text)), len(text)):
        if text[start:end].strip() or (start == 0 and end == len(text)):
            yield start, end
        start = end


def likeliest(ranked: Sequence[RankedSymptom], knowledge: Knowledge) -> Sequence[RankedSymptom]:
    """The best, and the second where it is nearly as good."""
    least = knowledge.weights["symptoms"].thresholds["second"] * ranked[0].score
    return ranked[: 1 + (len(ranked) > 1 and ranked[1].score >= least)]


def hurts(text: str, best: RankedSymptom, knowledge: Knowledge) -> bool:
    """Whether a message complains at all; one that only tells of a workload shares words with a symptom too."""
    return _is_evident(text, best, knowledge, "least_score", "least_pain")


def is_like(text: str, best: RankedSymptom, knowledge: Knowledge) -> bool:
    """Whether a text that is said to tell what hurts is like a symptom at all: a greeting is not."""
    return _is_evident(text, best, knowledge, "least_diagnosis", "least_hint")


def _is_evident(text: str, best: RankedSymptom, knowledge: Knowledge, least_score: str, least_pain: str) -> bool:
    """Whether an error text stands there, or likeness and pain reach the weights of these names."""
    weights = knowledge.weights["symptoms"].thresholds
    return bool(best.error_text) or (best.score >= weights[least_score] and pain_of(text, knowledge) >= weights[least_pain])


def pain_of(text: str, knowledge: Knowledge) -> float:
    """How much more likely its words are where something hurts than where nothing does, as a logarithm."""
    return sum(knowledge.symptom_index.pain.get(term, 0.0) for term in terms_of(text))


def _together(terms: Sequence[Term], index: SymptomIndex, weights: Mapping[str, float]) -> list[float]:
    """BM25 of each symptom's wordings taken together, as a share of the most that the terms could reach."""
    soon, evenness = weights["saturation"], weights["length"]
    usual = sum(index.lengths) / len(index.lengths)
    norms = [soon * (1 - evenness + evenness * length / usual) for length in index.lengths]
    found = [0.0] * len(index.symptoms)
    for term in terms:
        counts: dict[int, float] = defaultdict(float)
        for place in term.wordings:
            wording = index.wordings[place]
            counts[wording.symptom] += wording.weight
        for symptom, count in counts.items():
            found[symptom] += term.rarity * count * (soon + 1) / (count + norms[symptom])
    most = sum(term.rarity for term in terms) * (soon + 1)
    return [one / most for one in found]


def _nearest(terms: Iterable[Term], index: SymptomIndex) -> Mapping[int, float]:
    """The cosine of each symptom's nearest wording."""
    products: dict[int, float] = defaultdict(float)
    norm = 0.0
    for term in terms:
        norm += term.rarity**2
        for place in term.wordings:
            products[place] += term.rarity**2
    nearest: dict[int, float] = defaultdict(float)
    for place, product in products.items():
        wording = index.wordings[place]
        cosine = wording.weight * product / (wording.norm * math.sqrt(norm))
        nearest[wording.symptom] = max(nearest[wording.symptom], cosine)
    return nearest


def _agreement(metrics: Iterable[Observed], observed: Mapping[str, float]) -> float:
    """1 where all that is observed fits what monitoring shows of a symptom, -1 where something contradicts, 0 where nothing is known."""
    known = [(one, observed[one.fact]) for one in metrics if one.fact in observed]
    if not known:
        return 0.0
    fits = all((one.at_most is None or share <= one.at_most) and (one.at_least is None or share >= one.at_least) for one, share in known)
    return 1.0 if fits else -1.0
