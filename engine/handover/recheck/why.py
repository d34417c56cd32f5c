"""Why another plan is the choice today."""

from __future__ import annotations

from typing import NamedTuple

from engine import words
from engine.advice import Advice, Plan, Rejection
from engine.decision.why_not import why_not
from engine.handover.in_words import price, what
from engine.handover.recheck.record import Cause
from engine.handover.recheck.said import percent
from engine.handover.recheck.today import Today, type_of
from engine.workload import FACT_NAMES, Value
from knowledge.sentences import Say


class Why(NamedTuple):
    """What changed, and a sentence on it."""

    cause: Cause
    text: str


def why_other(advice: Advice, now: Today, today: Plan | None, say: Say) -> Why:
    """What keeps the kept choice from being today's: a fact is taken otherwise, it does not fit, it takes another number, or is behind."""
    taken = taken_otherwise(advice, now, say)
    if taken and now.under({name: then for name, (then, _) in _otherwise(advice, now).items()}):
        return Why("assumption", " ".join(taken))
    told = _told(now, today)
    text = told.text if told is not None else ""
    if now.near is None:
        dearer = told is not None and told.limit == _limit(now, "hourly_budget") and now.price_moved
        return Why("price", _joined(_moved(now, say), text)) if dearer else Why("limit", text)
    if now.plan is None:
        return Why("estimate", say("count", before=now.kept.instance_count, after=now.near.count))
    if today is not None and today.family and today.family not in _named(advice):
        return Why("new", _joined(say("new", family=today.family), text))
    if told is not None and told.limit == _limit(now, "cost"):
        return Why("price", _joined(_moved(now, say), _then(advice, today, say)) or text)
    return Why("rule", text)


def taken_otherwise(advice: Advice, now: Today, say: Say) -> list[str]:
    """A sentence on each fact that nobody stated, and that is taken otherwise than it was."""
    return [_taken(now, name, before, after, say) for name, (before, after) in _otherwise(advice, now).items()]


def _otherwise(advice: Advice, now: Today) -> dict[str, tuple[Value, Value]]:
    workload, then = now.context.workload, {one.fact: one.value for one in advice.assumptions}
    known = {name: value for name, value in workload.known().items() if workload.is_assumed(name)}
    return {name: (then[name], known[name]) for name in FACT_NAMES if name in known and name in then and known[name] != then[name]}


def _taken(now: Today, name: str, before: Value, after: Value, say: Say) -> str:
    fact = words.named(now.context.knowledge, name)
    return say("taken", fact=fact, before=words.shown(name, before), after=words.shown(name, after))


def _told(now: Today, today: Plan | None) -> Rejection | None:
    """What is said today of what tells the kept choice from the new one: its type, its place, or how it is paid for."""
    kept = now.kept
    shut = today is not None and kept.place not in now.decision.places
    if type_of(kept) and not shut and (today is None or type_of(today) != type_of(kept)):
        name = type_of(kept)
    elif today is None or today.place != kept.place:
        name = kept.place
    else:
        name = kept.purchase
    told = why_not(now.decision, name)
    return told if isinstance(told, Rejection) else None


def _limit(now: Today, name: str) -> str:
    return now.context.knowledge.limits[name].name


def _named(advice: Advice) -> set[str | None]:
    """Every family that the kept advice speaks of."""
    plans = (advice.choice, *advice.alternatives, *(one for one in advice.comparison if isinstance(one, Plan)))
    return {plan.family for plan in plans if plan is not None} | {one.what for one in advice.rejected}


def _moved(now: Today, say: Say) -> str:
    """By how much its price changed; "" where it did not."""
    share = now.price_moved
    return say("price_moved", what=now.kept.instance_type or now.kept.place, share=percent(share)) if share else ""


def _then(advice: Advice, today: Plan | None, say: Say) -> str:
    """What the kept advice said of today's choice: its cost, or why it was turned down."""
    if today is None:
        return ""
    same = (plan for plan in advice.alternatives if (plan.instance_type, plan.place) == (today.instance_type, today.place))
    rival = next(same, None)
    if rival is not None:
        return say("cost_then", what=what(rival), cost=price(rival))
    told = next((one for one in advice.rejected if one.what == today.family), None)
    return say("turned_down", text=told.text) if told is not None else ""


def _joined(*texts: str) -> str:
    return " ".join(text for text in texts if text)
