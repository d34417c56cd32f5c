"""From what was seen of an answer to its grade."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Protocol

from quizzes.grading.beyond import explains_otherwise
from quizzes.grading.case import Case, Findings, open_case
from quizzes.grading.claim_checks import check_claims
from quizzes.grading.cutting import MOST_CHARACTERS, pieces
from quizzes.grading.fluency import is_disordered, is_heap, is_jumbled, is_list
from quizzes.grading.judge import judge
from quizzes.grading.lexicon import lexicon
from quizzes.grading.reading import read, words_of
from quizzes.grading.rubric import Graded, Rubric, Verdict
from quizzes.grading.similarity import grade_by_similarity
from quizzes.grading.tokens import Token

_BLANKS: Final = re.compile(r"[ \t]+")
"""Any number of them counts as one; the ends of lines part sentences."""
_HEAP_SCORE: Final = 0.2
"""Share of its score that a heap of key words keeps."""
_DENIED_SCORE: Final = 0.25
"""Share of its score that an answer keeps which says the contrary of a part."""


class Gradable(Protocol):
    """What grading needs of a typed item."""

    @property
    def stem(self) -> str:
        """The question."""
        ...

    @property
    def references(self) -> Sequence[str]:
        """Model answers."""
        ...

    @property
    def rubric(self) -> Rubric | None:
        """What an answer has to say; None for grading by the model answers alone."""
        ...


def grade(item: Gradable, answer: str) -> Graded:
    """The grade of `answer` to a typed item."""
    return grade_generic(item.stem, item.references, answer, item.rubric)


def grade_generic(question: str, references: Sequence[str], answer: str, rubric: Rubric | None = None) -> Graded:
    """The grade of `answer` to any question: by `rubric` where there is one, else by likeness to `references`."""
    if rubric is None:
        return grade_by_similarity(question, references, answer)
    return grade_by_rubric(question, references, answer, rubric)


def grade_by_rubric(question: str, references: Sequence[str], answer: str, rubric: Rubric) -> Graded:
    """The grade of `answer` by `rubric`. Deterministic; what is beyond its reach is `unsure`, never `correct`."""
    names = tuple(concept.name for concept in rubric.required)
    answer = _BLANKS.sub(" ", answer)
    if is_empty(answer):
        return Graded(verdict="incorrect", score=0.0, missing=names)
    said = pieces(answer)
    if any(said == pieces(reference) for reference in references):
        return Graded(verdict="correct", score=1.0, found=names)
    case = open_case(rubric, answer, question, references)
    findings = judge(case)
    check_claims(case, findings)
    if any(is_jumbled(case.tokens, _model(reference)) for reference in references) or is_disordered(case.tokens, answer):
        findings.doubts.append("the order of its words")
    if len(answer) > MOST_CHARACTERS:
        findings.doubts.append("its length")
    return _graded(case, findings, question)


@lru_cache(maxsize=512)
def _model(reference: str) -> tuple[Token, ...]:
    return read(reference).tokens


def is_empty(answer: str) -> bool:
    """True where nothing is said, or that nothing is known."""
    words = words_of(answer)
    return not words or " ".join(words) in lexicon().words("unknowing")


def _graded(case: Case, findings: Findings, question: str) -> Graded:
    names = [concept.name for concept in case.rubric.required]
    found = [concept.name for concept in (*case.rubric.required, *case.rubric.optional) if concept.name in findings.found]
    share = sum(name in findings.found for name in names) / max(len(names), 1)
    listed = is_list(case.tokens)
    heap = listed or is_heap(case.tokens)
    if heap and not listed and any(concept.number for concept in case.rubric.required):  # figures need few words around them
        heap = False
        findings.doubts.append("hardly a sentence")
    contradicted = tuple(dict.fromkeys(findings.contradicted))
    verdict = _verdict(case, findings, share, heap=heap, listed=listed)
    if verdict == "partial" and explains_otherwise(case, findings, question):
        verdict = "unsure"
    score = share * (_HEAP_SCORE if heap else _DENIED_SCORE if contradicted else 1.0)
    return Graded(
        verdict=verdict,
        score=round(score, 3),
        found=tuple(found),
        missing=tuple(name for name in names if name not in findings.found),
        contradicted=("key words without a sentence",) if heap else contradicted,
    )


def _verdict(case: Case, findings: Findings, share: float, *, heap: bool, listed: bool) -> Verdict:
    if findings.misled:
        proven = [concept for concept in case.rubric.required if concept.name in findings.found - findings.unproven]
        reasons = [concept for concept in proven if not (concept.pick or concept.choice)]
        picks = all(concept.pick for concept in case.rubric.required)
        return "partial" if (reasons or picks) and not findings.fatal else "incorrect"
    beside = findings.found and not (share or findings.contradicted or findings.caps or findings.fatal or heap)
    if beside:
        return "partial"
    clean = [concept for concept in case.rubric.required if concept.name in findings.found - findings.spoilt]
    if findings.fatal and not any(concept.apart for concept in clean):
        return "incorrect"
    if listed or not clean or (share < 1 and (heap or findings.suspected)):
        return "incorrect"
    if share < 1 or findings.contradicted or findings.caps:
        return "partial"
    return "unsure" if heap or findings.doubts else "correct"
