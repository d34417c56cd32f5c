"""Changes that are asked about before they are made: another subject, or a number of another order of magnitude."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.dialogue.record import Answer

_SUBJECT: Final = ("stage", "task", "model", "algorithm")
_MEASURES: Final = (
    "latency_p99_ms", "time_to_first_token_ms", "requests_per_second", "peak_requests_per_second", "tokens_per_second", "items_per_run",
    "concurrency", "dataset_gb", "rows", "parameters_b", "budget_usd_per_month", "budget_usd_per_hour", "budget_usd_per_run",
    "training_deadline_hours",
)  # fmt: skip
_TIMES_MORE: Final = 10.0
"""A number that grows or shrinks by more than this is rather a slip, or of something else."""
_REFINED: Final = frozenset({("training", "fine-tuning")})
"""Stages of which the second says more precisely what the first is."""
_STATED: Final = frozenset({"said", "answered"})


def drastic_changes(before: Mapping[str, Answer], after: Mapping[str, Answer]) -> dict[str, Answer]:
    """Fact -> its new answer, of the facts that are known and that would become something else altogether."""
    found: dict[str, Answer] = {}
    for fact in (*_SUBJECT, *_MEASURES):
        old, new = before.get(fact), after.get(fact)
        if old is None or new is None or old.value is None or new.value is None or new.kind not in _STATED or old.value == new.value:
            continue
        if (old.value, new.value) in _REFINED:
            continue
        if fact in _SUBJECT or (old.kind in _STATED and _is_of_another_order(old.value, new.value)):
            found[fact] = new
    return found


def _is_of_another_order(old: object, new: object) -> bool:
    if not isinstance(old, (int, float)) or not isinstance(new, (int, float)):
        return False
    low, high = sorted((float(old), float(new)))
    return low > 0 and high / low > _TIMES_MORE
