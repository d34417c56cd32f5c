"""From what was told or logged to the likeliest symptoms, each with its check, its remedy and the plan that follows."""

from __future__ import annotations

from typing import Final

from engine.advice import Diagnosis
from engine.decision.choice import Decision, decide
from engine.diagnosis.changed_plan import plan_with
from engine.plan_wording import format_plan_cost, shorten_plan
from engine.symptoms import RankedSymptom, is_like, likeliest, observed_shares, rank_symptoms, telling_span
from engine.symptoms.log_excerpt import excerpt_log, hide_secrets
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.schema.symptom import Symptom

_LONGEST_QUOTE: Final = 160
"""Characters of what was said or logged that are repeated."""


def diagnose_workload(workload: Workload, decision: Decision) -> tuple[Diagnosis, ...]:
    """The diagnosis of the symptoms that a workload has."""
    knowledge = decision.context.knowledge
    words = knowledge.wording["symptoms"].texts["because_words"]
    because = words.replace("$words", _shorten(workload.origins["symptoms"].quote)) if workload.symptoms else ""
    return tuple(_diagnosis(knowledge.symptoms[identity], because, workload, decision, knowledge) for identity in workload.symptoms or ())


def diagnose_text(text: str, log: str, workload: Workload, knowledge: Knowledge) -> tuple[Diagnosis, ...]:
    """The diagnosis of what a person says hurts, of a log, or of both; empty where neither is like any symptom.

    `workload`: what is known besides; a plan is given only where it tells what runs. Secrets of the log are
    hidden, and of the rest only the words that are quoted are kept.
    """
    excerpt = excerpt_log(log)
    observed = {**observed_shares(workload), **excerpt.observed}
    whole = "\n".join(filter(None, (text, excerpt.text)))
    ranked = rank_symptoms(whole, knowledge, observed, stage=workload.stage)
    if not ranked or not is_like(whole, ranked[0], knowledge):
        return ()
    decision = decide(workload, knowledge) if not workload.is_blank else None
    return tuple(
        _diagnosis(one.symptom, _because(one, text, excerpt.text, knowledge), workload, decision, knowledge)
        for one in likeliest(ranked, knowledge)
    )


def _shorten(quote: str) -> str:
    """A quote on one line, cut where it is long."""
    words = " ".join(hide_secrets(quote).split())
    return words if len(words) <= _LONGEST_QUOTE else f"{words[:_LONGEST_QUOTE].rstrip()}…"


def _because(ranked: RankedSymptom, text: str, log: str, knowledge: Knowledge) -> str:
    """Why it is taken to be this symptom: the words of the log or of the person that tell most."""
    is_logged = bool(log) and ranked.error_text.lower() in log.lower()
    key, told = ("because_log", log) if is_logged else ("because_words", text)
    start, end = telling_span(told, ranked, knowledge)
    return knowledge.wording["symptoms"].texts[key].replace("$words", _shorten(told[start:end]))


def _diagnosis(symptom: Symptom, because: str, workload: Workload, decision: Decision | None, knowledge: Knowledge) -> Diagnosis:
    """One symptom with the check of its likeliest cause, and its first two remedies."""
    words = knowledge.wording["symptoms"].texts
    first, *others = symptom.remedies
    check = symptom.causes[0].check
    mended = ((one, plan_with(one, workload, decision)) for one in symptom.remedies if decision is not None)
    by, then = next(((one, plan) for one, plan in mended if plan is not None), (None, None))
    return Diagnosis(
        symptom=symptom.id,
        name=symptom.name,
        because=because,
        check=f"{words[f'check_{check.kind}']}: {check.probe} – {check.tells}",
        remedy=first.remedy,
        next=others[0].remedy if others else "",
        then=shorten_plan(then) if then is not None else None,
        then_remedy=by.remedy if by is not None else "",
        then_cost=format_plan_cost(then) if then is not None else "",
        sources=symptom.sources,
    )
