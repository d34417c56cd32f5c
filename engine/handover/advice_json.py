"""The JSON of an advice and of facts: what `sizewise advise --json` prints, and `engine.handover.kept_advice` reads back."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.advice import Advice
from engine.workload import Workload


def advice_as_json(advice: Advice) -> dict[str, Any]:
    """The advice as a JSON object, with `before` of a flip renamed to `from`, and without a policy or measurements if it has none."""
    whole: dict[str, Any] = msgspec.to_builtins(advice)
    if advice.policy is None:
        del whole["policy"]
    if not advice.measured:
        del whole["measured"]
    for flip in whole["flips"]:
        flip["from"] = flip.pop("before")
    return whole


def facts_as_json(workload: Workload) -> dict[str, dict[str, Any]]:
    """Fact -> value, origin, and the words or the reason behind it."""
    return {name: workload.origins[name].as_json(value) for name, value in workload.known_facts().items()}
