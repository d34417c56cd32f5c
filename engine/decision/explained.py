"""A plan with its words: why, what to mind, what to install."""

from __future__ import annotations

import msgspec

from engine.advice import Plan, Role
from engine.decision.cautions import cautions, software
from engine.decision.choice import Decision
from engine.decision.option import Option
from engine.decision.plans import plan_of
from engine.decision.reasons import reasons


def explained(decision: Decision, option: Option, role: Role | None = None) -> Plan:
    """The plan of one of the decision's options."""
    return msgspec.structs.replace(
        plan_of(decision.context, option),
        reasons=reasons(decision, option),
        cautions=cautions(decision, option),
        software=software(decision, option),
        role=role,
    )
