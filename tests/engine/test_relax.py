"""Where nothing fits, what the answer proposes to give up is enough."""

from __future__ import annotations

from typing import Any

from hypothesis import event, given, settings
from hypothesis import strategies as st

from engine.advice import Relaxation
from knowledge import Knowledge
from knowledge.schema.record import Lens
from tests.case_tables import for_each
from tests.depth import rounds
from tests.engine.workloads import LENSES, Facts, advise_on, decide_on, draw_facts

BERT: Facts = {"model": "bert-base", "requests_per_second": 20, "latency_p99_ms": 200}
TREES: Facts = {"stage": "training", "algorithm": "xgboost", "rows": 1e8, "columns": 200}

TOO_MUCH: list[tuple[str, Facts]] = [
    ("latency_p99_ms", BERT | {"latency_p99_ms": 1}),
    ("budget_usd_per_month", BERT | {"budget_usd_per_month": 10}),
    ("budget_usd_per_hour", BERT | {"budget_usd_per_hour": 0.01}),
    ("instances_wanted", BERT | {"instances_wanted": 1, "survive_zone_loss": True}),
    ("time_to_first_token_ms", {"model": "llama-3-8b", "requests_per_second": 1, "time_to_first_token_ms": 1}),
    ("time_per_output_token_ms", {"model": "llama-3-8b", "requests_per_second": 1, "time_per_output_token_ms": 0.5}),
    ("training_deadline_hours", TREES | {"training_deadline_hours": 0.11}),
    ("payload_mb", {"model": "resnet-50", "latency_p99_ms": 100, "payload_mb": 50}),
    (
        "processing_seconds",
        {"model": "resnet-50", "require": ["sagemaker-realtime"], "requests_per_second": 0.01, "processing_seconds": 100},
    ),
    ("peak_requests_per_second", BERT | {"peak_requests_per_second": 1e7, "require": ["c5"]}),
]


@for_each("lens", LENSES)
@for_each(("fact", "facts"), TOO_MUCH)
def test_what_is_to_be_given_up_is_enough(knowledge: Knowledge, fact: str, facts: Facts, lens: Lens) -> None:
    """One demand too many: with the value that the answer proposes for it, something fits."""
    advice = advise_on(knowledge, facts, lens)
    assert advice.verdict == "nothing-fits"
    to = next(one.to for one in advice.relax if one.fact == fact)
    assert isinstance(to, (int, float))
    enough = round(to) if fact == "instances_wanted" else to * 1.000001 if to > facts[fact] else to * 0.999999
    assert advise_on(knowledge, facts | {fact: enough}, lens).choice is not None


def without(facts: Facts, one: Relaxation) -> Facts:
    """The facts after something was given up, alone or with others."""
    rest: dict[str, Any] = {name: value for name, value in facts.items() if name not in (one.fact, *one.together_with)}
    return rest | ({one.fact: one.to} if one.to is not None else {})


CONFLICTS: list[tuple[Facts, tuple[str, ...], str]] = [
    (BERT | {"latency_p99_ms": 1}, ("latency_p99_ms",), "One thing stands in the way: an answer within 1 ms."),
    (BERT | {"budget_usd_per_month": 10}, ("budget_usd_per_month",), "One thing stands in the way: $10 a month at most."),
    (BERT | {"require": ("trn2",)}, ("require",), "One thing stands in the way: must be trn2."),
    (
        BERT | {"latency_p99_ms": 20, "operations": "serverless", "input_tokens": 384},
        ("latency_p99_ms", "operations"),
        "These stand against each other; give up one: an answer within 20 ms · no servers to run.",
    ),
    (
        {"model": "llama-3-70b", "requests_per_second": 1, "latency_p99_ms": 5, "budget_usd_per_month": 3},
        ("latency_p99_ms", "budget_usd_per_month"),
        "No single thing stands in the way; these do together: an answer within 5 ms · $3 a month at most.",
    ),
]


@for_each(("facts", "blamed", "told"), CONFLICTS)
def test_what_stands_in_the_way_is_named(knowledge: Knowledge, facts: Facts, blamed: tuple[str, ...], told: str) -> None:
    """One demand, two that stand against each other, or several that only do together."""
    advice = advise_on(knowledge, facts)
    decided = [one for one in advice.relax if one.plan is not None and not one.is_assumed]
    assert [fact for one in decided for fact in (one.fact, *one.together_with)] == [*blamed]
    assert advice.conflict == told
    assert told in advice.answer


def test_an_open_question_may_be_what_stands_in_the_way(knowledge: Knowledge) -> None:
    """What was assumed is told as assumed, with the answer that would help."""
    advice = advise_on(knowledge, {"model": "mistral-7b", "stage": "fine-tuning", "training_deadline_hours": 1, "budget_usd_per_hour": 5})
    assert any(one.is_assumed and one.fact == "fine_tuning_method" and one.to == "lora" for one in advice.relax)


_STRICT: dict[str, st.SearchStrategy[Any]] = {
    "latency_p99_ms": st.floats(0.01, 5),
    "budget_usd_per_month": st.floats(0.01, 5),
    "budget_usd_per_hour": st.floats(0.0001, 0.01),
    "training_deadline_hours": st.floats(0.01, 0.1),
    "require": st.sampled_from([("trn2", "lambda"), ("inf1", "gpu"), ("p4d",), ("cpu", "sagemaker-async")]),
    "operations": st.sampled_from(["serverless", "kubernetes"]),
}
"""Demands that few workloads can keep."""


@settings(max_examples=rounds(quick=30, long=2_000))
@given(st.data(), st.sampled_from(LENSES))
def test_to_give_up_what_is_proposed_is_enough(knowledge: Knowledge, data: st.DataObject, lens: Lens) -> None:
    """Whatever was asked for: the plan that a proposal promises is there once the demand is gone, and was not before."""
    strict: Any = {name: _STRICT[name] for name in data.draw(st.sets(st.sampled_from(sorted(_STRICT)), min_size=1, max_size=3))}
    facts = data.draw(draw_facts(knowledge, most=5, without=(), **strict))
    advice = advise_on(knowledge, facts, lens)
    if advice.choice is not None:
        event("something fits")
        return
    assert bool(advice.conflict) == any(one.plan is not None for one in advice.relax)
    for one in advice.relax:
        if one.plan is not None:
            best = decide_on(knowledge, without(facts, one), lens).best
            assert best is not None, one
            assert (best.place.id, best.count) == (one.plan.place, one.plan.instance_count or best.count)
