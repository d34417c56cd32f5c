"""How a plan is paid for: what the template carries, and what is bought beside it, with the commands that buy it."""

from __future__ import annotations

import math
from typing import Final

from engine.advice import PurchaseOption
from engine.handover.in_words import way_of
from engine.handover.template.subject import Subject

_YEAR_SECONDS: Final = 365 * 24 * 3600
_HOURS_A_DAY: Final = 24
_OWNED: Final = ", owned"
"""How the name of a plan ends that the person has already."""
_PLAN_TYPES: Final = {"SageMaker": "SageMaker", "Compute": "Compute", "EC2 Instance": "EC2Instance"}
"""Savings Plan -> what the API calls it."""
_TARGETS: Final = {"sagemaker-training": "training-job", "sagemaker-realtime": "endpoint"}
"""Place -> what a training plan is for."""


def payment(subject: Subject) -> tuple[str, ...]:
    """One sentence."""
    bought = _advised(subject)
    name = way_of(bought, subject.knowledge) if bought is not None else subject.knowledge.purchases[subject.plan.purchase].name
    return (subject.say(f"pay_{subject.plan.purchase}", name=name),)


def buying(subject: Subject) -> list[str]:
    """The commands that buy what no template can carry; none where nothing is to be bought, or it is owned already."""
    kind, bought = subject.plan.purchase, _advised(subject)
    if kind in ("on-demand", "spot") or (bought is not None and bought.name.endswith(_OWNED)):
        return []
    managed = subject.place.job_kind is not None
    key = "buy_training-plan" if kind == "capacity-block" and managed else f"buy_{kind}"
    term = max(bought.term_years if bought is not None else 1, 1)
    return subject.say(
        key,
        plan=_PLAN_TYPES.get(bought.name, bought.name) if bought is not None else "",
        seconds=term * _YEAR_SECONDS,
        type=subject.type_name,
        count=subject.count,
        hours=max(1, math.ceil(subject.number("run_days") or 1)) * _HOURS_A_DAY,
        target=_TARGETS.get(subject.plan.place, "training-job"),
        workload=subject.name,
    ).splitlines()


def _advised(subject: Subject) -> PurchaseOption | None:
    return next((option for option in subject.plan.purchases if option.advised), None)
