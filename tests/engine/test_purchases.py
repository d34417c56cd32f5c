"""How to pay: what is advised, with the figure that decides."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.advice import Advice, Plan
from engine.decision.costs import expect_interruptions, leaves_time_for_one
from engine.figures import compute_break_even
from engine.intake.understand import understand
from engine.pipeline import advise
from knowledge import Knowledge
from tests.case_tables import for_each, read_table
from tests.depth import rounds
from tests.engine.workloads import Facts, advise_on, decide_on, draw_facts

TRAINING: Facts = {"stage": "training", "model": "resnet-50", "rows": 1_000_000, "epochs": 90}
ENDPOINT: Facts = {"model": "bert-base", "requests_per_second": 20, "latency_p99_ms": 100}
TEXTS: Final[list[dict[str, Any]]] = read_table(Path(__file__).with_name("purchase_texts.yaml"))["cases"]
LEAST: Final = {"a": 0.83, "b": 0.80, "c": 0.56}
"""Round of texts -> the least share of them whose purchase is one that an expert would advise; the last was looked at least."""


def choice(advice: Advice) -> Plan:
    """The choice of an advice that has one."""
    assert advice.choice is not None
    return advice.choice


def purchase_reason(advice: Advice) -> str:
    """The sentence on how it is paid."""
    return next(one.text for one in choice(advice).reasons if "commitment_years" in one.facts)


PURCHASES: list[tuple[str, Facts, str, str]] = [
    ("may be interrupted", TRAINING | {"interruptible": True}, "spot", "survives interruptions"),
    ("writes checkpoints", TRAINING | {"checkpointing": True}, "spot", "survives interruptions"),
    ("least cost, nothing against it", TRAINING | {"priority": "cost"}, "spot", "If the run must not stop, say so"),
    ("must not be interrupted", TRAINING | {"interruptible": False, "priority": "cost"}, "on-demand", "must not be interrupted"),
    ("nothing said", TRAINING, "on-demand", "if the run may be interrupted, which nobody said"),
    (
        "a notebook's worth of time",
        TRAINING | {"interruptible": True, "training_deadline_hours": 1},
        "on-demand",
        "the deadline leaves less",
    ),
    ("an endpoint", ENDPOINT, "on-demand", "On demand until you commit"),
    ("a year", ENDPOINT | {"commitment_years": 1}, "savings-plan", "family, size, region and component may change"),
    ("runs for three years", ENDPOINT | {"run_days": 1100}, "savings-plan", "3 years"),
    ("runs for months", ENDPOINT | {"run_days": 200}, "on-demand", "On demand"),
    ("own machines", ENDPOINT | {"commitment_years": 1, "require": ("ec2",)}, "savings-plan", "Savings Plan (Compute)"),
    ("a family for good", ENDPOINT | {"commitment_years": 3, "require": ("ec2", "g4dn")}, "savings-plan", "Savings Plan (EC2 Instance)"),
    ("rare runs and a term", TRAINING | {"commitment_years": 1}, "on-demand", "if the run may be interrupted"),
    ("booked", TRAINING | {"require": ("p5",), "prefer": ("capacity-block",)}, "capacity-block", "A capacity block"),
    ("queue workers", {"model": "bert-base", "require": ("ec2",), "interruptible": True}, "spot", "survives interruptions"),
    ("interruptible, and answers count", ENDPOINT | {"require": ("ec2",), "interruptible": True}, "on-demand", "On demand"),
]


@for_each(("name", "facts", "purchase", "told"), PURCHASES)
def test_the_purchase_and_its_reason(knowledge: Knowledge, name: str, facts: Facts, purchase: str, told: str) -> None:
    """What is advised, and the words of its reason that decide."""
    advice = advise_on(knowledge, facts, explain="choice")
    assert choice(advice).purchase == purchase, name
    assert told in purchase_reason(advice), name


@pytest.mark.parametrize("round_", LEAST)
def test_most_texts_lead_to_a_purchase_that_an_expert_would_advise(knowledge: Knowledge, round_: str) -> None:
    """Over texts of people who had not seen the rules."""
    texts = [text for text in TEXTS if text["round"] == round_]
    agreed: Counter[bool] = Counter()
    for text in texts:
        advice = advise(understand(text["text"], knowledge).workload, knowledge, explain="choice")
        agreed[advice.choice is not None and advice.choice.purchase in text["purchase"]] += 1
    assert agreed[True] / len(texts) >= LEAST[round_], agreed


@settings(max_examples=rounds(quick=20, long=1_000))
@given(st.data())
def test_no_run_on_spot_has_to_hope_that_nothing_happens(knowledge: Knowledge, data: st.DataObject) -> None:
    """Whatever was said: a run that is interrupted once still ends in time, unless Spot was asked for by name."""
    facts = data.draw(
        draw_facts(knowledge, most=5, without=("require",), interruptible=st.just(value=True), training_deadline_hours=st.floats(0.1, 100))
    )
    decision = decide_on(knowledge, facts)
    advice = advise_on(knowledge, facts, explain="choice")
    if decision.best is None or advice.choice is None or advice.choice.purchase != "spot":
        return
    assert leaves_time_for_one(decision.context, decision.best)


def test_more_machines_and_hours_are_interrupted_more(knowledge: Knowledge) -> None:
    """Each machine may be taken back at any hour; work that starts over loses more than work that goes on."""
    long_run, short_run = (decide_on(knowledge, TRAINING | {"epochs": epochs, "checkpointing": True}) for epochs in (900, 90))
    over = decide_on(knowledge, TRAINING | {"epochs": 900, "checkpointing": False, "interruptible": True})
    assert long_run.best is not None
    assert short_run.best is not None
    first, second = (expect_interruptions(one.context, option) for one, option in ((long_run, long_run.best), (short_run, short_run.best)))
    assert first.expected > second.expected
    assert expect_interruptions(over.context, long_run.best).hours_of_one > first.hours_of_one


def test_a_commitment_pays_from_the_month_that_its_price_says(knowledge: Knowledge) -> None:
    """What is owed for the whole term over what a month on demand costs; before that month on demand is cheaper, after it is not."""
    figure = compute_break_even(decide_on(knowledge, ENDPOINT))
    assert [one.option.term_years for one in figure.commitments] == [1, 3]
    for one in figure.commitments:
        assert one.pays_from is not None
        assert one.usd_after(one.pays_from) <= figure.usd_per_month * one.pays_from
        assert one.usd_after(one.pays_from - 1) > figure.usd_per_month * (one.pays_from - 1)


COMMITTED: list[tuple[str, Facts, str]] = [
    (
        "endpoint on Inf2",
        {**ENDPOINT, "require": ("inf2",), "commitment_years": 3},
        "sign only for a plan under which the family may change",
    ),
    (
        "own Trn1 by the family",
        {"model": "llama-3-8b", "requests_per_second": 1, "require": ("ec2", "trn1"), "commitment_years": 1},
        "that family alone for 1 year",
    ),
    ("own Inf2, reserved", {**ENDPOINT, "require": ("ec2", "inf2", "reserved")}, "that family alone"),
    ("Inf2 without a term", {**ENDPOINT, "require": ("inf2",)}, ""),
    ("a GPU with a term", {**ENDPOINT, "require": ("g5",), "commitment_years": 3}, ""),
]


@for_each(("name", "facts", "told"), COMMITTED)
def test_a_term_of_years_on_software_in_maintenance_is_warned_of(knowledge: Knowledge, name: str, facts: Facts, told: str) -> None:
    """Inf2 and Trn1 run on, but new models do not come to them; hardware whose software is developed needs no warning."""
    advice = advise_on(knowledge, facts | {"neuron_compatible": True}, explain="choice")
    warnings = [one for one in choice(advice).cautions if "family may" in one]
    assert bool(warnings) is bool(told), name
    assert all(told in one for one in warnings), name


def test_a_commitment_for_a_rare_run_never_pays(knowledge: Knowledge) -> None:
    """It is owed around the clock."""
    figure = compute_break_even(decide_on(knowledge, TRAINING))
    assert figure.commitments
    assert all(one.pays_from is None for one in figure.commitments)


def test_nothing_that_fits_has_no_break_even(knowledge: Knowledge) -> None:
    """The figure says why it is empty."""
    assert compute_break_even(decide_on(knowledge, ENDPOINT | {"latency_p99_ms": 0.1})).missing == "no_plan"
