"""Holds what an answer claims against what is known of its subjects."""

from __future__ import annotations

from quizzes.grading.case import Case, Findings
from quizzes.grading.checks import is_refusal
from quizzes.grading.claims import Claim, claims, compared, is_doubtful, names_subject, subject_of, truth_of
from quizzes.grading.lexicon import lexicon


def check_claims(case: Case, findings: Findings) -> None:
    """Note false claims, and doubt those of which nothing is known.

    A false claim also takes away the evidence that stands in its clause, or in its whole sentence where one reason is asked for.
    """
    topic = subject_of(case.rubric)
    spread = any(concept.pick or concept.choice for concept in case.rubric.required)
    clauses: set[int] = set()
    for claim in claims(case.reading, topic, compared(case.rubric)):
        truth = truth_of(claim, case.rubric)
        text = " ".join(case.tokens[place].text for place in claim.places)
        if truth == "false" and _is_sure(case, claim, topic):
            findings.misled.append(f"“{text}” of {claim.subject or 'this'}")
            at = case.tokens[claim.places[0]]
            clauses |= {token.chunk for token in case.tokens if token.chunk == at.chunk or (spread and token.sentence == at.sentence)}
        elif (truth == "false" and not _is_refused(case, claim)) or (truth == "unknown" and is_doubtful(claim, topic)):
            findings.doubts.append(f"“{text}” of {claim.subject or 'this'}")
    if not clauses:
        return
    findings.contradicted += findings.misled
    for name, phrases in findings.evidence.items():
        if all(any(case.tokens[place].chunk in clauses for place in places) for places in phrases):
            findings.unproven.add(name)


def _is_sure(case: Case, claim: Claim, topic: str) -> bool:
    """Whether it is clear that a claim is made, and of which subject: not what would be otherwise, or what is refused.

    Where its clause does not name the subject, it has to stand for it (because it has a GPU), or the clause before has to name it.
    """
    if claim.named:
        return True
    chunk = case.tokens[claim.places[0]].chunk
    clause = [token for token in case.tokens if token.chunk == chunk]
    if claim.subject != topic or _is_refused(case, claim):
        return False
    return any(token.text in lexicon().words("stand_ins") for token in clause) or names_subject(case.reading, topic, chunk - 1)


def _is_refused(case: Case, claim: Claim) -> bool:
    """Whether the clause of a claim tells what would be otherwise, or what nobody wants: a server for each would idle."""
    words = lexicon().words("disfavour") | lexicon().words("hypothetic")
    clause = [token for token in case.tokens if token.chunk == case.tokens[claim.places[0]].chunk]
    return not claim.named and any(token.form in words or is_refusal(token) for token in clause)
