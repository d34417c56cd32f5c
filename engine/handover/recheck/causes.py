"""Why another plan is the choice today."""

from __future__ import annotations

from typing import NamedTuple

from engine import fact_wording
from engine.advice import Advice, Plan, Rejection
from engine.decision.explanation import why_not
from engine.handover.recheck.current_choice import CurrentChoice, catalogue_type
from engine.handover.recheck.messages import format_change
from engine.handover.recheck.record import Cause
from engine.plan_wording import format_plan_cost, name_hardware
from engine.workload import FACT_NAMES, Value
from knowledge.sentences import Say


class CauseOfChange(NamedTuple):
    """What changed, and a sentence on it."""

    cause: Cause
    text: str


def explain_other_choice(advice: Advice, now: CurrentChoice, today: Plan | None, say: Say) -> CauseOfChange:
    """Why the kept choice is not today's: an assumption changed, it does not fit, it takes another number, or it is behind."""
    assumptions = describe_changed_assumptions(advice, now, say)
    if assumptions and now.is_chosen_with({name: before for name, (before, _) in _changed_assumptions(advice, now).items()}):
        return CauseOfChange("assumption", " ".join(assumptions))
    rejection = _find_rejection(now, today)
    limit, text = (rejection.limit, rejection.text) if rejection is not None else ("", "")
    if now.like_option is None:
        is_dearer = limit == _limit_name(now, "hourly_budget") and now.price_change
        return (
            CauseOfChange("price", _join_sentences(_describe_price_change(now, say), text)) if is_dearer else CauseOfChange("limit", text)
        )
    if now.current_plan is None:
        return CauseOfChange("estimate", say("count", before=now.kept.instance_count, after=now.like_option.count))
    if today is not None and today.family and today.family not in _mentioned_families(advice):
        return CauseOfChange("new", _join_sentences(say("new", family=today.family), text))
    if limit == _limit_name(now, "cost"):
        return CauseOfChange("price", _join_sentences(_describe_price_change(now, say), _describe_rival_then(advice, today, say)) or text)
    return CauseOfChange("rule", text)


def describe_changed_assumptions(advice: Advice, now: CurrentChoice, say: Say) -> list[str]:
    """A sentence on each fact that nobody stated and that is assumed otherwise today."""
    sentences = []
    for fact, (before, after) in _changed_assumptions(advice, now).items():
        values = {"before": fact_wording.describe_value(fact, before), "after": fact_wording.describe_value(fact, after)}
        sentences.append(say("taken", fact=fact_wording.fact_name(now.context.knowledge, fact), **values))
    return sentences


def _changed_assumptions(advice: Advice, now: CurrentChoice) -> dict[str, tuple[Value, Value]]:
    """Fact -> its value then and today."""
    workload, then = now.context.workload, {one.fact: one.value for one in advice.assumptions}
    today = {name: value for name, value in workload.known_facts().items() if workload.is_assumed(name)}
    return {name: (then[name], today[name]) for name in FACT_NAMES if name in today and name in then and today[name] != then[name]}


def _find_rejection(now: CurrentChoice, today: Plan | None) -> Rejection | None:
    """Today's rejection of what distinguishes the kept choice from the new one: its type, its place, or how it is paid for."""
    kept = now.kept
    is_place_closed = today is not None and kept.place not in now.decision.places
    if catalogue_type(kept) and not is_place_closed and (today is None or catalogue_type(today) != catalogue_type(kept)):
        name = catalogue_type(kept)
    elif today is None or today.place != kept.place:
        name = kept.place
    else:
        name = kept.purchase
    answer = why_not(now.decision, name)
    return answer if isinstance(answer, Rejection) else None


def _limit_name(now: CurrentChoice, name: str) -> str:
    return now.context.knowledge.limits[name].name


def _mentioned_families(advice: Advice) -> set[str | None]:
    """Every family that the kept advice speaks of."""
    plans = (advice.choice, *advice.alternatives, *(one for one in advice.comparison if isinstance(one, Plan)))
    return {plan.family for plan in plans if plan is not None} | {one.what for one in advice.rejected}


def _describe_price_change(now: CurrentChoice, say: Say) -> str:
    """By how much its price changed; "" where it did not."""
    share = now.price_change
    return say("price_moved", what=now.kept.instance_type or now.kept.place, share=format_change(share)) if share else ""


def _describe_rival_then(advice: Advice, today: Plan | None, say: Say) -> str:
    """What the kept advice said of today's choice: its cost, or why it was turned down."""
    if today is None:
        return ""
    for plan in advice.alternatives:
        if (plan.instance_type, plan.place) == (today.instance_type, today.place):
            return say("cost_then", what=name_hardware(plan), cost=format_plan_cost(plan))
    rejection = next((one for one in advice.rejected if one.what == today.family), None)
    return say("turned_down", text=rejection.text) if rejection is not None else ""


def _join_sentences(*texts: str) -> str:
    return " ".join(text for text in texts if text)
