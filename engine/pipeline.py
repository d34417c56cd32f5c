"""`advise`: one pure function from a workload to an advice, read top to bottom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Literal

import msgspec

from engine.advice import Advice, Assumed, Confidence, MemoryNeeds, NeedsSummary, Plan, Verdict
from engine.decision.alternatives import alternatives
from engine.decision.choice import Decision, decide
from engine.decision.compare import comparison
from engine.decision.context import Memo
from engine.decision.explained import explained
from engine.decision.rejections import rejections
from engine.decision.relax import relaxations
from engine.decision.trying import memo_with
from engine.decision.whatif import WhatIf
from engine.policy import NO_POLICY, Policy
from engine.sizing.estimated import Memory
from engine.sizing.held import ANY, classic_memory
from engine.sizing.memory.host import loading_gb
from engine.trace import chosen, needed
from engine.trial import Trial
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.schema.record import Lens

Explain = Literal["full", "choice"]


class Heard(msgspec.Struct, frozen=True):
    """What a text held besides the facts of the one workload that is advised on."""

    other_workloads: tuple[dict[str, Any], ...] = ()
    contradictions: tuple[str, ...] = ()
    not_understood: tuple[str, ...] = ()


def advise(
    workload: Workload,
    knowledge: Knowledge,
    *,
    lens: Lens = "today",
    explain: Explain = "full",
    heard: Heard | None = None,
    memo: Memo | None = None,
    policy: Policy = NO_POLICY,
    what_if: WhatIf | None = None,
    measured: Sequence[Trial] = (),
    most_flips: int | None = None,
) -> Advice:
    """The advice for `workload`.

    `explain="choice"` leaves out flips and questions, which need many more decisions. `most_flips` stops at so many flips: whoever shows
    a few need not wait for all.

    `memo` may be kept between calls on the same base: it holds what hardware does, never what was decided. `what_if` holds what was
    decided already, and `measured` what the person measured, which takes the place of estimates. Raises ValueError where the what-if is
    one of another workload, base, lens or policy, and where a memo, or a what-if, is given with measurements that it is not made for.
    """
    heard = heard or Heard()
    if what_if is None:
        memo = memo_with(measured, workload, knowledge, lens, policy) if memo is None else memo
        what_if = WhatIf(workload, decide(workload, knowledge, lens, memo, policy))
    elif not what_if.is_of(workload, knowledge, lens, policy):
        raise ValueError("The what-if is one of another workload, base, lens or policy.")
    decision = what_if.decision.whole()
    if measured and decision.context.trials.made != tuple(measured):
        raise ValueError("The memo, or the what-if, is not made for these measurements.")
    other = decide(workload, knowledge, "exam" if lens == "today" else "today", decision.context.memo, policy)
    memory = _memory(decision)
    host = round(_host_gb(decision), 3)
    basis = needed(decision, memory, host)
    questions = what_if.questions() if explain == "full" else ()
    effects = {question.fact: question.effect for question in questions}
    choice = explained(decision, decision.best) if decision.best else None
    return Advice(
        catalog_as_of=knowledge.stamp.as_of.isoformat(),
        lens=lens,
        workload=_facts(decision.context.workload),
        assumptions=_assumptions(decision.context.workload, effects, asked=explain == "full", knowledge=knowledge),
        other_workloads=heard.other_workloads,
        contradictions=heard.contradictions,
        not_understood=heard.not_understood,
        needs=NeedsSummary(memory_gb=memory, host_gb=host, basis=basis),
        choice=choice,
        alternatives=alternatives(decision, other),
        comparison=comparison(decision),
        rejected=rejections(decision),
        flips=tuple(islice(what_if.flips(), most_flips)) if explain == "full" else (),
        next_questions=questions,
        verdict=_verdict(choice),
        confidence=_confidence(decision, effects),
        relax=relaxations(decision),
        policy=policy.applied(),
        measured=decision.context.trials.made,
        trace=(*basis, *chosen(decision)),
    )


def _facts(workload: Workload) -> dict[str, dict[str, Any]]:
    """Facts that were stated or follow from what was stated."""
    told: dict[str, dict[str, Any]] = {}
    for name, value in workload.known().items():
        origin = workload.origins[name]
        if origin.kind != "assumed":
            extra: dict[str, Any] = {"quote": origin.quote} if origin.quote else ({"from": origin.because} if origin.because else {})
            if origin.about:
                extra["about"] = True
            told[name] = {"value": value, "origin": origin.kind, **extra}
    return told


def _assumptions(workload: Workload, effects: Mapping[str, float], *, asked: bool, knowledge: Knowledge) -> tuple[Assumed, ...]:
    """Assumed facts, those that matter most first."""
    found = []
    for name, value in workload.known().items():
        if workload.origins[name].kind == "assumed":
            effect = effects.get(name, 0.0 if name in knowledge.questions else None) if asked else None
            found.append(Assumed(fact=name, value=value, why=workload.origins[name].because, effect=effect))
    return tuple(sorted(found, key=lambda one: -(one.effect or 0)))


def _memory(decision: Decision) -> MemoryNeeds:
    """Memory of one copy (of the whole run, for training) on the chosen hardware; on any, where nothing fits."""
    context, best = decision.context, decision.best
    if context.needs.kind == "classic":
        return MemoryNeeds()
    device = (context.device(best.instance) if best and best.instance else None) or ANY
    if best is None:
        return _rounded(context.held(device, 1.0, None))
    return _rounded(context.held(device, context.devices_of(best, device), best.precision))


def _rounded(memory: Memory) -> MemoryNeeds:
    return MemoryNeeds(**{name: round(getattr(memory, name), 6) for name in MemoryNeeds.__struct_fields__})


def _host_gb(decision: Decision) -> float:
    needs, stated = decision.context.needs, decision.context.workload.host_memory_gb or 0.0
    if needs.shape is None:
        return max(stated, classic_memory(needs).total)
    best = decision.best
    precision, processor = (best.precision or "fp16", best.processor) if best else ("fp16", "gpu")
    return max(stated, loading_gb(needs.shape, precision, processor, decision.context.memory_rates))  # type: ignore[arg-type]  # one of the ids


def _verdict(choice: Plan | None) -> Verdict:
    return "nothing-fits" if choice is None else choice.verdict


def _confidence(decision: Decision, effects: Mapping[str, float]) -> Confidence:
    """Low where the subject itself is assumed; medium where an open question could well change the choice."""
    work = decision.context.workload
    if decision.best is None or (work.is_assumed("stage") and work.is_assumed("task")):
        return "low"
    thresholds = decision.context.thresholds
    worst = max(effects.values(), default=0.0)
    return (
        "medium" if worst > thresholds["confident_effect"] or work.is_assumed("model") or work.is_assumed("requests_per_second") else "high"
    )
