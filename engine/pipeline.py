"""`advise`: one pure function from a workload to an advice, read top to bottom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Final, Literal

import msgspec

from engine.advice import Advice, Assumed, Confidence, Plan, Rejection, Relaxation
from engine.decision.choice import Decision, WhatIf, decide, find_branches
from engine.decision.context import DecisionCache, miss_probability
from engine.decision.explanation import (
    PlanFigures,
    answer_models,
    answer_question,
    compare_models,
    describe_conflict,
    describe_present,
    explain_plan,
    list_alternatives,
    list_comparisons,
    list_premises,
    list_rejections,
    list_relaxations,
    plan_figures,
    summarize_needs,
    trace_choice,
)
from engine.diagnosis import diagnose_workload
from engine.measurement import Trial
from engine.policy import NO_POLICY, Policy
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.schema.record import Lens

Explain = Literal["full", "choice"]
_OTHER_LENS: Final[dict[Lens, Lens]] = {"today": "exam", "exam": "today"}


class IntakeNotes(msgspec.Struct, frozen=True):
    """What a text contained besides the facts of the workload that is advised on."""

    other_workloads: tuple[dict[str, Any], ...] = ()
    contradictions: tuple[str, ...] = ()
    not_understood: tuple[str, ...] = ()
    not_used: tuple[str, ...] = ()


def advise(
    workload: Workload,
    knowledge: Knowledge,
    *,
    lens: Lens = "today",
    explain: Explain = "full",
    notes: IntakeNotes | None = None,
    memo: DecisionCache | dict[Any, Any] | None = None,
    policy: Policy = NO_POLICY,
    what_if: WhatIf | None = None,
    measurements: Sequence[Trial] = (),
    max_flips: int | None = None,
) -> Advice:
    """The advice for `workload`.

    `explain="choice"` leaves out flips and questions, which need many more decisions. `max_flips` stops at so many flips: whoever shows
    a few need not wait for all. `measurements` are the person's own, and take the place of estimates.
    `memo`, a dictionary or a DecisionCache, saves time when it is kept between calls on the same base; it never changes an answer.
    `what_if` holds decisions made already. Raises ValueError where it is one of another workload, base, lens, policy or measurements.
    """
    notes = notes or IntakeNotes()
    if what_if is None:
        what_if = WhatIf(workload, decide(workload, knowledge, lens, DecisionCache.in_memo(memo), policy, measurements=measurements))
    elif not what_if.is_for(workload, knowledge, lens, policy, measurements):
        raise ValueError("The what-if is one of another workload, base, lens, policy or measurements.")
    decision, needs, branches = what_if.decision, summarize_needs(what_if.decision), find_branches(what_if)
    questions, premises = (what_if.next_questions(), list_premises(what_if.decision, workload)) if explain == "full" else ((), ())
    effects = {question.fact: question.effect for question in questions}
    figures, choice = _explain_choice(decision)
    comparison, models, relaxed = list_comparisons(decision), compare_models(decision, workload), list_relaxations(what_if)
    return Advice(
        catalog_as_of=knowledge.stamp.as_of.isoformat(),
        lens=lens,
        workload=_stated_facts(decision.context.workload),
        assumptions=_list_assumptions(decision.context.workload, effects, asked=explain == "full", knowledge=knowledge),
        other_workloads=notes.other_workloads,
        contradictions=notes.contradictions,
        not_understood=notes.not_understood,
        not_used=notes.not_used,
        needs=needs,
        answer=answer_models(models, knowledge) or _answer(workload, decision, choice, comparison, relaxed),
        branches=branches,
        present=describe_present(decision, choice),
        diagnosis=diagnose_workload(workload, decision),
        choice=choice,
        premises=premises,
        alternatives=list_alternatives(decision, decision.decide_again(workload, _OTHER_LENS[lens])),
        comparison=comparison,
        models=models,
        rejected=list_rejections(decision),
        flips=tuple(islice(what_if.find_flips(), max_flips)) if explain == "full" else (),
        next_questions=questions,
        verdict="nothing-fits" if choice is None else choice.verdict,
        confidence="low" if branches else _rate_confidence(decision, effects),
        conflict=describe_conflict(decision, relaxed),
        relax=relaxed,
        policy=policy.applied_terms(),
        measured=decision.context.measured.measurements,
        trace=(*needs.basis, *trace_choice(decision, figures)),
    )


def _explain_choice(decision: Decision) -> tuple[PlanFigures | None, Plan | None]:
    """The figures of the choice and the choice itself; None for both where nothing fits."""
    if decision.best is None:
        return None, None
    figures = plan_figures(decision.context, decision.best)
    return figures, explain_plan(decision, decision.best, figures=figures)


def _answer(
    workload: Workload, decision: Decision, choice: Plan | None, comparison: Sequence[Plan | Rejection], relaxed: Sequence[Relaxation]
) -> str:
    """What the person asks, answered from the parts of the advice."""
    compared = dict(zip(workload.compare or (), comparison, strict=True))
    return answer_question(decision, choice, workload.asks or (), compared, relaxed)


def _stated_facts(workload: Workload) -> dict[str, dict[str, Any]]:
    """Facts that were stated or follow from what was stated."""
    origins = workload.origins
    return {name: origins[name].as_json(value) for name, value in workload.known_facts().items() if origins[name].kind != "assumed"}


def _list_assumptions(workload: Workload, effects: Mapping[str, float], *, asked: bool, knowledge: Knowledge) -> tuple[Assumed, ...]:
    """Assumed facts, those that matter most first."""
    found = []
    for name, value in workload.known_facts().items():
        if workload.origins[name].kind == "assumed":
            effect = effects.get(name, 0.0 if name in knowledge.questions else None) if asked else None
            found.append(Assumed(fact=name, value=value, why=workload.origins[name].because, effect=effect))
    return tuple(sorted(found, key=lambda one: -(one.effect or 0)))


def _rate_confidence(decision: Decision, effects: Mapping[str, float]) -> Confidence:
    """Low if the task itself is assumed; medium if an open question could well change the choice, or a stated target may be missed."""
    work = decision.context.workload
    if decision.best is None or (work.is_assumed("stage") and work.is_assumed("task")):
        return "low"
    thresholds = decision.context.thresholds
    worst = max(effects.values(), default=0.0)
    if miss_probability(decision.context, decision.best) >= thresholds["told_risk"]:
        return "medium"
    return (
        "medium" if worst > thresholds["confident_effect"] or work.is_assumed("model") or work.is_assumed("requests_per_second") else "high"
    )
