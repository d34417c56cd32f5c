"""Batches of messages whose writers had seen neither the code nor each other's: what was once read of them is not lost again.

How they scored before anything was changed because of them, the only figure that tells how the next text will be read, stands in
docs/agreement.md. The floors here are of today.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from knowledge import Knowledge
from tests.case_tables import read_table
from tests.engine.intake.message_scores import NOT_LABELLED, understood_once

FOLDER: Final = Path(__file__).with_name("fresh")
BATCHES: Final = {
    "messages_a": (0.91, 0.84, 9),
    "messages_b": (0.82, 0.80, 19),
    "messages_c": (0.86, 0.72, 14),
    "messages_d": (0.92, 0.83, 10),
    "messages_e": (0.87, 0.82, 12),
    "messages_h": (0.88, 0.86, 12),
    "messages_j": (0.84, 0.76, 12),
    "messages_k": (0.92, 0.83, 8),
    "messages_l": (0.9, 0.83, 12),
    "messages_m": (0.84, 0.8, 26),
    "messages_n": (0.86, 0.8, 20),
    "messages_o": (0.93, 0.87, 11),
    "messages_p": (0.9, 0.79, 16),
    "messages_q": (0.84, 0.69, 27),
}
"""Batch -> least precision, least recall, most facts that must not be concluded."""
NOT_HELD_AGAINST: Final = (
    frozenset({"model", "algorithm", "framework", "require", "exclude", "current_instance", "instances_wanted"}) | NOT_LABELLED
)
"""Facts that not every label tells where they hold: to read one that is not named there is no fault."""
_CLOSE: Final = 0.02
BINDING: Final = frozenset(
    {"require", "exclude", "latency_p99_ms", "time_to_first_token_ms", "training_deadline_hours", "requests_per_second"}
    | {"budget_usd_per_month", "budget_usd_per_hour", "budget_usd_per_run"}
)
"""Facts that bind an advice: what must or must not be taken, targets, loads, budgets."""
LEAST_TRAPS: Final = 1_500
MOST_FALLEN: Final = 0.035
"""Share of the traps that make such a fact all the same."""


@pytest.mark.parametrize("batch", BATCHES)
def test_a_batch_is_read_as_well_as_it_was(batch: str, knowledge: Knowledge) -> None:
    """Precision, recall, and what must not be concluded."""
    right = wrong = stated = forbidden = 0
    items = read_table(FOLDER / f"{batch}.yaml")
    labelled = {name for item in items for name in (*item["stated"], *(item["allowed"] or {}))} - NOT_HELD_AGAINST
    for item in items:
        known = understood_once(item["text"], knowledge).workload.known_facts()
        stated += len(item["stated"])
        for name, value in known.items():
            is_forbidden = any(
                name == one if isinstance(one, str) else name in one and is_any(one[name], value) for one in item["forbidden"] or ()
            )
            forbidden += is_forbidden
            if not is_forbidden and name in item["stated"] and is_any(item["stated"][name], value):
                right += 1
            elif is_forbidden or (name in labelled and not is_any((item["allowed"] or {}).get(name), value)):
                wrong += 1
    precision, recall, most = BATCHES[batch]
    assert (right / (right + wrong) >= precision, right / stated >= recall, forbidden <= most) == (True, True, True), (
        right,
        wrong,
        stated,
        forbidden,
    )


def is_any(expected: Any, value: Any) -> bool:  # noqa: ANN401  # whatever a label holds
    """Whether a value, or each of a list of values, is one of those that a label names."""
    wanted = expected if isinstance(expected, list) else [expected]
    return all(any(is_same(one, each) for one in wanted) for each in (value if isinstance(value, tuple) else (value,)))


def is_same(expected: Any, value: Any) -> bool:  # noqa: ANN401  # whatever a label holds
    """Numbers within a fiftieth; names whatever their punctuation."""
    if expected == "*" or isinstance(expected, bool) or isinstance(value, bool):
        return expected == "*" or expected is value
    if isinstance(expected, (int, float)) and isinstance(value, (int, float)):
        return abs(expected - value) <= _CLOSE * abs(expected) + 1e-12
    return "".join(filter(str.isalnum, str(expected).lower())).removeprefix("ml") == "".join(filter(str.isalnum, str(value).lower()))


def test_few_traps_bind_the_advice(knowledge: Knowledge) -> None:
    """A comparison, a count, a complaint, a price paid, a duration or a colleague's claim is no order, no target and no budget."""
    traps = fallen = 0
    for batch in BATCHES:
        for item in read_table(FOLDER / f"{batch}.yaml"):
            for trap in item["forbidden"] or ():
                name, value = (trap, None) if isinstance(trap, str) else next(iter(trap.items()))
                if name in BINDING:
                    known = understood_once(item["text"], knowledge).workload.known_facts().get(name)
                    traps += 1
                    fallen += known is not None and (value is None or is_any(value, known))
    assert traps >= LEAST_TRAPS
    assert fallen / traps <= MOST_FALLEN, fallen
