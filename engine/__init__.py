"""The advisor, from a workload to an advice. Pure: no files, no clock, no screen.

For programs, all of it stands here (docs/library.md):

    from engine import advise, load, workload_from

    knowledge = load()
    advice = advise(workload_from("BERT sentiment, 1,000 requests a minute under 200 ms", knowledge), knowledge)

What is not named here may change without notice. Each name is imported when it is first asked for, so that importing one
module of the engine loads no other.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from engine.advice import Advice, Plan, Rejection
    from engine.handover.advice_json import advice_as_json
    from engine.handover.kept_advice import advice_from
    from engine.intake.understand import Understood, understand
    from engine.library import estimate, why_not, workload_from
    from engine.pipeline import advise
    from engine.policy import Policy, policy_from
    from engine.sizing.estimate_records import Estimate
    from engine.workload import Workload
    from knowledge import Knowledge, load
    from knowledge.errors import InputError

__all__ = [
    "Advice",
    "Estimate",
    "InputError",
    "Knowledge",
    "Plan",
    "Policy",
    "Rejection",
    "Understood",
    "Workload",
    "advice_as_json",
    "advice_from",
    "advise",
    "estimate",
    "load",
    "policy_from",
    "understand",
    "why_not",
    "workload_from",
]

_WHERE: Final = {
    "Advice": "engine.advice",
    "Estimate": "engine.sizing.estimate_records",
    "InputError": "knowledge.errors",
    "Knowledge": "knowledge",
    "Plan": "engine.advice",
    "Policy": "engine.policy",
    "Rejection": "engine.advice",
    "Understood": "engine.intake.understand",
    "Workload": "engine.workload",
    "advice_as_json": "engine.handover.advice_json",
    "advice_from": "engine.handover.kept_advice",
    "advise": "engine.pipeline",
    "estimate": "engine.library",
    "load": "knowledge",
    "policy_from": "engine.policy",
    "understand": "engine.intake.understand",
    "why_not": "engine.library",
    "workload_from": "engine.library",
}
"""Public name -> the module that defines it."""


def __getattr__(name: str) -> Any:  # noqa: ANN401  # whatever the name stands for; checkers read the imports above
    """Import a public name when it is first used. Raises AttributeError for any other name."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(_WHERE[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """List the public names."""
    return list(__all__)
