"""What stands above every template: what it is, what it rests on, what it costs, what is to be filled in and done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.decision.wording import money
from engine.handover.in_words import what
from engine.handover.template.formats.casing import constant, snake
from engine.handover.template.formats.comments import commands, commented, labelled, one_line
from engine.handover.template.formats.lacking import Format
from engine.handover.template.nodes import Blueprint, Given
from engine.handover.template.payment import buying, payment
from engine.handover.template.subject import Subject

_FILLED: Final[dict[Format, str]] = {
    "cloudformation": " $name=VALUE",
    "cdk": " --parameters $name=VALUE",
    "terraform": " -var $name=VALUE",
    "sdk": "$name=VALUE ",
    "cli": "$name=VALUE ",
}
"""How a command hands over what is filled in."""


def head(subject: Subject, blueprint: Blueprint, wanted: Format) -> str:
    """The opening comment."""
    plan, say, advice = subject.plan, subject.say, subject.advice
    lines = [
        one_line(
            say(
                "title",
                place=subject.place.name,
                what=_what(subject),
                hardware=what(plan),
                purchase=subject.knowledge.purchases[plan.purchase].name,
                region=subject.region,
            )
        ),
        say("written", format=wanted, date=one_line(advice.catalog_as_of)),
        "",
        *labelled(say("label_facts"), _stated(subject)),
        *labelled(say("label_assumed"), _assumed(subject)),
        *labelled(say("label_cost"), [_cost(subject)]),
        *labelled(say("label_pay"), payment(subject)),
        *commands(say("label_buy"), buying(subject)),
        *labelled(say("label_mind"), (*blueprint.remarks, *plan.cautions)),
        *labelled(say("label_software"), plan.software),
        *labelled(say("label_given"), _given(blueprint, wanted)),
        *commands(say("label_find"), blueprint.finding),
        *commands(say("label_deploy"), [deploying(subject, blueprint, wanted)]),
        *commands(say("label_then"), blueprint.following),
    ]
    return commented(lines)


def _given(blueprint: Blueprint, wanted: Format) -> list[str]:
    givens = blueprint.givens()
    return [", ".join(called(given, wanted) for given in givens)] if givens else []


def called(given: Given, wanted: Format) -> str:
    """What is to be filled in, as the format calls it."""
    if wanted in ("cloudformation", "cdk"):
        return given.id
    return snake(given.id) if wanted == "terraform" else constant(given.id)


def deploying(subject: Subject, blueprint: Blueprint, wanted: Format) -> str:
    """The command that puts the template to work."""
    needed = blueprint.givens()
    filled = "".join(_FILLED[wanted].replace("$name", called(given, wanted)) for given in needed)
    if wanted == "cloudformation" and needed:
        filled = subject.say("deploy_cloudformation_given") + filled
    return subject.say(f"deploy_{wanted}", name=subject.name, region=subject.region, given=filled).strip()


def _what(subject: Subject) -> str:
    """The model, the algorithm or the task, by its name."""
    base = subject.knowledge
    for fact, kind in (("model", base.models), ("algorithm", base.algorithms)):
        entry = kind.get(str(subject.fact(fact)))
        if entry is not None:
            return str(entry.name)
    return str(subject.fact("task") or subject.fact("stage") or "a workload")


def _stated(subject: Subject) -> Iterator[str]:
    facts = subject.advice.workload.items()
    yield "; ".join(subject.say("fact", fact=name, value=_shown(fact.get("value")), origin=fact.get("origin")) for name, fact in facts)


def _assumed(subject: Subject) -> Iterator[str]:
    assumed = subject.advice.assumptions
    if assumed:
        yield "; ".join(subject.say("assumption", fact=one.fact, value=_shown(one.value)) for one in assumed)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ", ".join(map(_shown, value))
    return f"{value:,.6g}" if isinstance(value, int | float) else str(value)


def _cost(subject: Subject) -> str:
    cost = subject.plan.cost
    month = money(cost.usd_per_month or 0.0)
    if cost.usd_per_run is not None:
        return subject.say("cost_run", run=money(cost.usd_per_run), month=month, price=cost.price, date=cost.as_of)
    if cost.usd_per_month is None:
        return subject.say("cost_unknown")
    return subject.say("cost_hour", hour=money(cost.usd_per_hour or 0.0), month=month, price=cost.price, date=cost.as_of)
