"""Why not, and what a change changes: one answer for every name, and two decisions side by side."""

from __future__ import annotations

import pytest

from engine.advice import Difference, Plan, Rejection
from engine.decision.choice import Decision
from engine.decision.costs import advised_purchase
from engine.decision.explanation import compare_decisions, why_not
from engine.decision.explanation.comparison import list_comparisons
from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.schema.record import Lens
from tests.case_tables import for_each
from tests.engine.workloads import LENSES, Facts, decide_on

BERT: Facts = {"model": "bert-base", "requests_per_second": 20, "latency_p99_ms": 200}
WORKLOADS: dict[str, Facts] = {
    "an endpoint": BERT,
    "a language model": {"model": "llama-3-8b", "requests_per_second": 1},
    "training that may stop": {"stage": "training", "model": "resnet-50", "interruptible": True},
    "a dated run": {"stage": "training", "model": "llama-3-8b", "run_days": 7, "require": ["p5en"]},
    "few calls": {"algorithm": "xgboost", "traffic": "intermittent", "requests_per_second": 0.01},
    "a device": {"model": "resnet-50", "require": ["edge"]},
    "tokens": {"model": "llama-3-8b", "require": ["bedrock"]},
    "nothing at all": BERT | {"latency_p99_ms": 0.5},
    "no place at all": {"model": "resnet-50", "payload_mb": 50, "require": ["sagemaker-realtime"]},
}


@for_each(("facts", "lens"), [(facts, LENSES[number % 2]) for number, facts in enumerate(WORKLOADS.values())])
def test_every_name_has_one_answer(knowledge: Knowledge, facts: Facts, lens: Lens) -> None:
    """Each processor, family, place and purchase, and a type of each family, is the choice or stopped by a limit in a whole sentence."""
    decision = decide_on(knowledge, facts, lens)
    types = {instance.family: instance.instance_type for instance in knowledge.instances.values()}
    for name in (*knowledge.processors, *knowledge.families, *types.values(), *knowledge.places, *knowledge.purchases):
        told = why_not(decision, name)
        if isinstance(told, Plan):
            assert decision.best is not None
            assert told.place == decision.best.place.id
            assert name in {told.place, told.processor, told.family, (told.instance_type or "").removeprefix("ml."), told.purchase}
        else:
            assert told.what == name
            assert told.limit in {limit.name for limit in knowledge.limits.values()}
            assert told.text.endswith(".")
            assert not {"$what", "$need", "$has", "None"} & set(told.text.split())


def test_the_choice_is_no_refusal(knowledge: Knowledge) -> None:
    """Asked why not the choice, the answer is the choice."""
    decision = decide_on(knowledge, BERT)
    assert decision.best is not None
    assert decision.best.instance is not None
    for name in (decision.best.what, f"ml.{decision.best.what}", decision.best.instance.family, decision.best.place.id, "on-demand"):
        assert isinstance(why_not(decision, name), Plan)


@for_each(
    ("facts", "name", "limit"),
    [
        (BERT, "p3", "status"),
        (BERT, "m5.large", "latency"),
        (BERT, "lambda", "cold start"),
        (BERT, "edge", "operations"),
        (BERT, "bedrock", "model on offer"),
        (WORKLOADS["a language model"], "bedrock", "cost"),
        ({"model": "llama-3-8b", "requests_per_second": 0.05}, "bedrock", "ranking"),
        (BERT, "spot", "what it pays for"),
        (BERT, "savings-plan", "what it needs"),
        (BERT, "reserved", "what it pays for"),
        (BERT | {"commitment_years": 1}, "on-demand", "cost"),
        (BERT | {"exclude": ["spot"]}, "spot", "ruled out"),
        (BERT | {"require": ["savings-plan"]}, "on-demand", "asked for another"),
        (BERT, "sagemaker-training", "stage"),
        (WORKLOADS["no place at all"], "g5", "payload"),
        (WORKLOADS["a dated run"], "on-demand", "ranking"),
        (WORKLOADS["training that may stop"], "on-demand", "cost"),
        (WORKLOADS["nothing at all"], "g5", "latency"),
        (WORKLOADS["nothing at all"], "savings-plan", "what it needs"),
        (BERT, "trn3", "catalogue"),
        ({"stage": "training", "model": "llama-3-8b", "run_days": 7}, "trn2", "price"),
    ],
)
def test_the_answer_names_the_limit(knowledge: Knowledge, facts: Facts, name: str, limit: str) -> None:
    """Hardware, places and ways to pay are each stopped by what a person would call the reason."""
    told = why_not(decide_on(knowledge, facts), name)
    assert isinstance(told, Rejection)
    assert told.limit == limit


@for_each("facts", [BERT, {"model": "qwen2-5-7b", "requests_per_second": 1}])
def test_a_model_without_a_price_by_the_token_is_not_said_to_be_out_of_place(knowledge: Knowledge, facts: Facts) -> None:
    """Asked why not Bedrock, or to compare with it, the answer is that the base has no price, which says nothing of what is offered."""
    asked = why_not(decide_on(knowledge, facts), "bedrock")
    (compared,) = list_comparisons(decide_on(knowledge, facts | {"compare": ["bedrock"]}))
    assert isinstance(asked, Rejection)
    assert isinstance(compared, Rejection)
    assert asked.text == compared.text
    assert f"no price of {knowledge.models[str(facts['model'])].name}" in asked.text
    assert "not a place" not in asked.text


def test_what_sagemaker_accepts_without_a_known_price_is_said_to_be_accepted(knowledge: Knowledge) -> None:
    """It accepts the larger Trn2 for training: neither the smaller one's name nor its sale on EC2 is the reason."""
    told = why_not(decide_on(knowledge, {"stage": "training", "model": "llama-3-8b", "run_days": 7}), "trn2")
    assert isinstance(told, Rejection)
    assert told.text.startswith("SageMaker accepts trn2.48xlarge for training")


def test_a_name_of_nothing_is_answered_with_the_nearest(knowledge: Knowledge) -> None:
    """What the base does not know is one line that helps."""
    with pytest.raises(InputError, match=r"Did you mean sagemaker-async\?"):
        why_not(decide_on(knowledge, BERT), "sagemaker-asynch")


def _between(knowledge: Knowledge, before: Facts, after: Facts) -> tuple[Decision, Decision, Difference]:
    old, new = decide_on(knowledge, before), decide_on(knowledge, after)
    return old, new, compare_decisions(old, new)


def test_nothing_differs_from_itself(knowledge: Knowledge) -> None:
    """The same facts change nothing."""
    *_, found = _between(knowledge, BERT, BERT)
    assert found.before == found.after
    assert found.usd_per_month.before == found.usd_per_month.after
    assert (found.moved, found.opened, found.closed) == ((), (), ())


def test_a_tighter_target_closes_families_and_costs_more(knowledge: Knowledge) -> None:
    """From 200 ms to 15 ms the CPUs go, by latency; back again they are opened, by the same limit."""
    cheap, dear = BERT | {"priority": "cost"}, BERT | {"priority": "cost", "latency_p99_ms": 15}
    old, new, found = _between(knowledge, cheap, dear)
    assert (found.usd_per_month.after or 0) >= (found.usd_per_month.before or 0)
    assert (found.latency_ms.after or 0) <= 15
    assert {"c7i": "latency"}.items() <= {one.what: one.limit for one in found.closed}.items()
    assert not found.opened
    assert compare_decisions(new, old).opened == found.closed


def test_a_larger_payload_closes_a_place(knowledge: Knowledge) -> None:
    """100 MB go to the queue: the real-time endpoint is closed by its payload, the queue is opened."""
    facts: Facts = {"model": "resnet-50", "requests_per_second": 1}
    *_, found = _between(knowledge, facts, facts | {"payload_mb": 100})
    assert found.after is not None
    assert found.after.place == "sagemaker-async"
    assert [(one.what, one.limit) for one in found.closed if one.kind == "place"] == [("sagemaker-realtime", "payload")]
    assert "sagemaker-async" in {one.what for one in found.opened}


def test_ranks_are_counted_among_the_families_of_both(knowledge: Knowledge) -> None:
    """Under another priority the same families stand in another order: ranks are those of a permutation, and the bests are the choices."""
    old, new, found = _between(knowledge, BERT | {"priority": "cost"}, BERT | {"priority": "latency"})
    assert found.moved
    assert sorted(one.before for one in found.moved) == sorted(one.after for one in found.moved)
    assert old.best is not None
    assert new.best is not None
    assert found.before is not None
    assert found.before.purchase == advised_purchase(old.context, old.best)
    assert found.after is not None
    assert found.after.instance_type == f"ml.{new.best.what}"


def test_without_a_choice_there_is_no_number(knowledge: Knowledge) -> None:
    """Where nothing fits any more, choice and cost after are unknown, and every family is closed."""
    *_, found = _between(knowledge, BERT, BERT | {"latency_p99_ms": 0.5})
    assert found.after is None
    assert found.usd_per_month.after is None
    assert found.closed
