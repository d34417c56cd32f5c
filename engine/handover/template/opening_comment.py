"""The comment above every template: the plan, the facts behind it, its cost, its parameters, and the commands to run.

It repeats words of the person; whatever they contain, they stay within the comment.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Iterator
from typing import Final

from engine.advice import PurchaseOption
from engine.handover.plain_text import to_plain_line
from engine.handover.template.blueprint import Blueprint
from engine.handover.template.deployment import Deployment
from engine.handover.template.formats import FORMATS, Format
from engine.number_format import format_money
from engine.plan_wording import describe_purchase, name_hardware

_WIDTH: Final = 110
_LABEL_WIDTH: Final = 10
_YEAR_SECONDS: Final = 365 * 24 * 3600
_HOURS_A_DAY: Final = 24
_OWNED_SUFFIX: Final = ", owned"
"""How the name of a Savings Plan ends that the person has already."""
_SAVINGS_PLAN_TYPES: Final = {"SageMaker": "SageMaker", "Compute": "Compute", "EC2 Instance": "EC2Instance"}
"""Name of a Savings Plan -> its type in the API."""
_TRAINING_PLAN_TARGETS: Final = {"sagemaker-training": "training-job", "sagemaker-realtime": "endpoint"}
"""Place -> target resource of a SageMaker training plan."""


def write_opening_comment(deployment: Deployment, blueprint: Blueprint, wanted: Format) -> str:
    """The comment in the syntax that all formats share."""
    plan, say = deployment.plan, deployment.say
    purchase = deployment.knowledge.purchases[plan.purchase].name
    title = say(
        "title",
        place=deployment.place.name,
        what=_name_workload(deployment),
        hardware=name_hardware(plan),
        purchase=purchase,
        region=deployment.region,
    )
    bought = next((option for option in plan.purchases if option.advised), None)
    paid_by = say(f"pay_{plan.purchase}", name=describe_purchase(bought, deployment.knowledge) if bought else purchase)
    names = ", ".join(FORMATS[wanted].name_parameter(parameter.id) for parameter in blueprint.list_parameters())
    lines = [
        to_plain_line(title),
        say("written", format=wanted, date=to_plain_line(deployment.advice.catalog_as_of)),
        "",
        *_wrap_texts(say("label_facts"), [_list_facts(deployment)]),
        *_wrap_texts(say("label_assumed"), [_list_assumptions(deployment)]),
        *_wrap_texts(say("label_cost"), [_describe_cost(deployment)]),
        *_wrap_texts(say("label_pay"), [paid_by]),
        *_list_commands(say("label_buy"), _purchase_commands(deployment, bought)),
        *_wrap_texts(say("label_mind"), (*blueprint.remarks, *plan.cautions)),
        *_wrap_texts(say("label_software"), plan.software),
        *_wrap_texts(say("label_given"), [names]),
        *_wrap_texts(say("label_steps"), [say("see_steps")]),
    ]
    return comment_out(lines)


def comment_out(lines: Iterable[str]) -> str:
    """Lines behind the comment sign of all formats."""
    return "\n".join(f"# {line}".rstrip() for line in lines)


def _wrap_texts(label: str, texts: Iterable[str]) -> Iterator[str]:
    """Wrapped texts behind a label; nothing where there are none."""
    for number, text in enumerate(texts):
        head = ("" if number else label).ljust(_LABEL_WIDTH)
        indent = " " * _LABEL_WIDTH
        yield from textwrap.wrap(to_plain_line(text), _WIDTH, initial_indent=head, subsequent_indent=indent, break_on_hyphens=False)


def _list_commands(label: str, commands: Iterable[str]) -> Iterator[str]:
    """Commands behind a label, each on one line so that it can be copied."""
    for number, command in enumerate(commands):
        yield ("" if number else label).ljust(_LABEL_WIDTH) + to_plain_line(command)


def _name_workload(deployment: Deployment) -> str:
    """The model or the algorithm by its name, else the task."""
    known = deployment.knowledge
    model = str(deployment.get_stated_fact("model"))
    size = deployment.get_stated_number("parameters_b")
    if size and model not in known.models:
        return deployment.say("model_of_size", size=f"{size:g}")
    for fact, entries in (("model", known.models), ("model", known.hosted_models), ("algorithm", known.algorithms)):
        entry = entries.get(str(deployment.get_fact(fact)))
        if entry is not None:
            return str(entry.name)
    return str(deployment.get_fact("task") or deployment.get_fact("stage") or "a workload")


def _list_facts(deployment: Deployment) -> str:
    facts = deployment.advice.workload.items()
    return "; ".join(
        deployment.say("fact", fact=name, value=_format_value(fact.get("value")), origin=fact.get("origin")) for name, fact in facts
    )


def _list_assumptions(deployment: Deployment) -> str:
    assumptions = deployment.advice.assumptions
    return "; ".join(deployment.say("assumption", fact=one.fact, value=_format_value(one.value)) for one in assumptions)


def _format_value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ", ".join(map(_format_value, value))
    return f"{value:,.6g}" if isinstance(value, int | float) else str(value)


def _describe_cost(deployment: Deployment) -> str:
    cost = deployment.plan.cost
    values = {"month": format_money(cost.usd_per_month or 0.0), "price": cost.price, "date": cost.as_of}
    if deployment.plan.purchase == "capacity-block" and cost.usd_per_hour is not None:
        hours = _block_hours(deployment)
        return deployment.say("cost_block", block=format_money(cost.usd_per_hour * hours), hours=f"{hours:,}", **values)
    if cost.usd_per_run is not None:
        return deployment.say("cost_run", run=format_money(cost.usd_per_run), **values)
    if cost.usd_per_month is None:
        return deployment.say("cost_unknown")
    return deployment.say("cost_hour", hour=format_money(cost.usd_per_hour or 0.0), **values)


def _block_hours(deployment: Deployment) -> int:
    """Hours for which a block of capacity is bought: whole days, at least as long as the run."""
    days = max(deployment.get_number("run_days"), (deployment.plan.hours_per_run or 0.0) / _HOURS_A_DAY)
    return max(1, math.ceil(days)) * _HOURS_A_DAY


def _purchase_commands(deployment: Deployment, bought: PurchaseOption | None) -> list[str]:
    """Commands that buy what no template can contain; none where nothing has to be bought, or the person owns it already."""
    kind = deployment.plan.purchase
    if kind in ("on-demand", "spot") or (bought is not None and bought.name.endswith(_OWNED_SUFFIX)):
        return []
    is_managed = deployment.place.job_kind is not None
    key = "buy_training-plan" if kind == "capacity-block" and is_managed else f"buy_{kind}"
    return deployment.say(
        key,
        plan=_SAVINGS_PLAN_TYPES.get(bought.name, bought.name) if bought is not None else "",
        seconds=max(bought.term_years if bought is not None else 1, 1) * _YEAR_SECONDS,
        type=deployment.type_name,
        count=deployment.instance_count,
        hours=_block_hours(deployment),
        target=_TRAINING_PLAN_TARGETS.get(deployment.plan.place, "training-job"),
        workload=deployment.name,
    ).splitlines()
