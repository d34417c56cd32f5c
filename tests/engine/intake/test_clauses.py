"""What a person does with a clause, what it is said of, and that nothing it says is dropped in silence."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any, Final

from engine.intake.understand import Understood, understand
from knowledge import Knowledge
from tests.case_tables import for_each, read_table
from tests.depth import rounds
from tests.engine.intake.message_scores import messages, understood_once

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("clauses_cases.yaml"))
TARGETS: Final = frozenset(
    {"latency_p99_ms", "time_to_first_token_ms", "training_deadline_hours", "require", "exclude", "processing_seconds"}
    | {"budget_usd_per_hour", "budget_usd_per_month", "budget_usd_per_run", "requests_per_second", "instances_wanted"}
)
"""Facts that only what is wanted may make."""
_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)*")
_STATEMENTS: Final = frozenset({"state", "answer", "correct", "retract"})


@for_each(("text", "acts"), [case.values() for case in CASES["acts"]])
def test_each_clause_has_its_act(text: str, acts: list[str], knowledge: Knowledge) -> None:
    """Neighbours of one kind are one act."""
    assert [one.act for one in understand(text, knowledge).acts] == acts


@for_each(("text", "facts"), [case.values() for case in CASES["facts"]])
def test_what_is_said_of_something_else_makes_no_fact(text: str, facts: dict[str, Any], knowledge: Knowledge) -> None:
    """The past, another system, somebody's claim, a day that may come; what is wanted beside it does."""
    known = understand(text, knowledge).workload.known_facts()
    assert {name: known.get(name) for name in {*facts, *(TARGETS & set(known))}} == {
        name: tuple(value) if isinstance(value, list) else value for name, value in facts.items()
    }


def _traps() -> list[str]:
    """Every trap with every name and number that fits it, as far as this run looks."""
    fillings = CASES["fillings"]
    return [
        trap.format(**dict(zip(fields, chosen, strict=True)))
        for trap in CASES["traps"]
        for fields in [re.findall(r"{(\w+)}", trap)]
        for chosen in list(itertools.product(*(fillings[field] for field in fields)))[:: rounds(quick=2, long=1)]
    ]


@for_each("text", _traps())
def test_a_claim_a_comparison_or_a_description_sets_no_target_and_demands_nothing(text: str, knowledge: Knowledge) -> None:
    """Whoever claims it, and whatever the number."""
    assert not TARGETS & set(understand(text, knowledge).workload.known_facts())


def test_every_number_of_a_message_is_used_or_told(knowledge: Knowledge) -> None:
    """In a fact's words, among what was not used, in a contradiction, or in a clause that states nothing."""
    lost = {
        message["text"]: numbers
        for message in messages("tuning_a", "tuning_e", "held_out_a", "held_out_b")[:: rounds(quick=2, long=1)]
        if "before" not in message and (numbers := unaccounted(message["text"], understood_once(message["text"], knowledge)))
    }
    assert lost == {}


def unaccounted(text: str, understood: Understood) -> list[str]:
    """Numbers of a text that are in nothing that was made of it."""
    workloads = (understood.workload, *understood.other_workloads)
    quotes = [f"{origin.quote} {origin.because}" for one in workloads for origin in one.origins.values()]
    quotes += [*understood.not_used, *understood.contradictions, *understood.not_understood]
    quotes += [one.quote for one in understood.acts if one.act not in _STATEMENTS]
    known = " ".join(quotes)
    return [number for number in _NUMBER.findall(text) if number not in known]
