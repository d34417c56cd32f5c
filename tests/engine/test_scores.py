"""Scores in the open: what is shown of a ranking is what it is ranked by, and no dearer plan wins without a term that says why."""

from __future__ import annotations

import itertools
from functools import cache
from typing import Any, Final

import pytest

from engine.advice import Plan, Rejection
from engine.decision.choice import Decision, decide
from engine.decision.explanation.why_not import why_not
from engine.decision.scoring import paid_cost_of
from engine.pipeline import advise
from engine.workload import Workload
from knowledge import Knowledge
from tests.case_tables import for_each
from tests.engine.workloads import stated_workload

SUBJECTS: Final[tuple[dict[str, Any], ...]] = (
    {"stage": "inference", "model": "bert-base"},
    {"stage": "inference", "model": "resnet-50"},
    {"stage": "inference", "model": "llama-3-8b"},
    {"stage": "inference", "model": "llama-3-70b", "quantization_ok": True},
    {"stage": "inference", "algorithm": "xgboost"},
    {"stage": "inference", "model": "whisper-large-v3"},
    {"stage": "training", "algorithm": "xgboost", "rows": 3_000_000, "columns": 60},
    {"stage": "training", "model": "resnet-50", "dataset_gb": 100, "epochs": 10},
    {"stage": "fine-tuning", "model": "mistral-7b", "fine_tuning_method": "lora", "training_tokens_b": 0.05},
    {"stage": "preprocessing", "framework": "spark", "dataset_gb": 500},
)
LOADS: Final = (None, 0.2, 5, 40, 300)
LIMITS: Final[tuple[dict[str, Any], ...]] = ({}, {"tight": True}, {"environment": "production"}, {"commitment_years": 1})
PRIORITIES: Final = ("balanced", "cost")
NAMES: Final = ("g5", "g6", "inf2", "c7i", "m7i", "p5", "cpu", "inferentia", "sagemaker-serverless", "g6e")
"""Asked for in "why not X?"."""


def _facts(subject: dict[str, Any], load: float | None, limit: dict[str, Any]) -> dict[str, Any]:
    facts = {**subject, **{name: value for name, value in limit.items() if name != "tight"}}
    online = subject["stage"] == "inference"
    if load is not None and online:
        facts["requests_per_second"] = load
    if limit.get("tight"):
        facts["latency_p99_ms" if online else "training_deadline_hours"] = 150 if online else 6
    return facts


GRID: Final = list(itertools.product(range(len(SUBJECTS)), LOADS, range(len(LIMITS)), PRIORITIES))
"""Four hundred workloads."""


@cache
def _decided(subject: int, load: float | None, limit: int, priority: str, knowledge: Knowledge) -> Decision:
    facts = {**_facts(SUBJECTS[subject], load, LIMITS[limit]), "priority": priority}
    return decide(stated_workload(knowledge, **facts), knowledge)


@for_each("subject", list(range(len(SUBJECTS))))
def test_no_dearer_plan_wins_without_a_term_that_says_why(subject: int, knowledge: Knowledge) -> None:
    """Under cost the cheapest; else every cheaper plan that fits is worse in a term by more than it is cheaper."""
    for own, load, limit, priority in GRID:
        if own != subject:
            continue
        decision = _decided(own, load, limit, priority, knowledge)
        best = decision.best
        if best is None:
            continue
        least = paid_cost_of(decision.context, best)
        for option in decision.options:
            if paid_cost_of(decision.context, option) >= least * (1 - 1e-9):
                continue
            flags = decision.ranking.flags_of(option), decision.ranking.flags_of(best)
            assert priority != "cost" or flags[0] > flags[1], (option.what, best.what)
            worse = [a - b for a, b in zip(decision.ranking.score_of(option)[1:], decision.ranking.score_of(best)[1:], strict=True)]
            assert flags[0] > flags[1] or max(worse) > 0, (option.what, best.what, load, limit)


@for_each("subject", list(range(len(SUBJECTS))))
def test_under_cost_a_tighter_limit_is_never_cheaper_and_a_larger_load_never_smaller(subject: int, knowledge: Knowledge) -> None:
    """The cost of the choice grows with the load and with the target."""
    for limit in (0, 2, 3):
        costs = [_cost(_decided(subject, load, limit, "cost", knowledge)) for load in LOADS[1:]]
        known = [cost for cost in costs if cost is not None]
        assert known == sorted(known)
    for load in LOADS:
        free, tight = (_cost(_decided(subject, load, limit, "cost", knowledge)) for limit in (0, 1))
        assert free is None or tight is None or tight >= free * (1 - 1e-9)


def _cost(decision: Decision) -> float | None:
    return paid_cost_of(decision.context, decision.best) if decision.best is not None else None


@for_each("subject", list(range(len(SUBJECTS))))
def test_the_term_that_a_why_not_names_is_the_one_that_parts_the_scores_most(subject: int, knowledge: Knowledge) -> None:
    """Recomputed from the scores of the choice and of what was rejected, as the JSON has them."""
    facts = _facts(SUBJECTS[subject], 5, {})
    decision = decide(stated_workload(knowledge, **facts), knowledge)
    assert decision.best is not None
    advice = advise(stated_workload(knowledge, **facts), knowledge)
    assert advice.choice is not None
    chosen = advice.choice.score
    for name in NAMES:
        told = why_not(decision, name)
        if isinstance(told, Plan) or not told.score:
            continue
        own = told.score
        worse = {term: own.get(term, 0.0) - chosen.get(term, 0.0) for term in {*own, *chosen}}
        decides = max(worse, key=lambda term: worse[term])
        assert knowledge.limits[decides].name == told.limit or told.limit == "ranking", (name, told.text, worse)


def test_a_why_not_names_the_deciding_term_with_its_size(knowledge: Knowledge) -> None:
    """Money as money, effort as points."""
    decision = decide(
        stated_workload(knowledge, stage="inference", model="bert-base", requests_per_second=16, latency_p99_ms=200), knowledge
    )
    told = why_not(decision, "g6")
    assert isinstance(told, Rejection)
    assert "a month more" in told.text


def test_a_plan_whose_range_crosses_the_target_is_told_to_and_is_never_sure(knowledge: Knowledge) -> None:
    """A caution, and no confidence above medium."""
    found = []
    facts: dict[str, Any] = {"stage": "inference", "model": "bert-base", "requests_per_second": 5, "require": ("g4dn.xlarge",)}
    for target in (4, 5, 6, 7, 8):
        advice = advise(stated_workload(knowledge, **facts, latency_p99_ms=target), knowledge)
        if advice.choice is None or advice.choice.latency_ms.high is None or advice.choice.latency_ms.high <= target:
            continue
        found.append(target)
        assert any("beyond the target" in caution for caution in advice.choice.cautions), target
        assert advice.confidence != "high"
    assert found


def test_new_work_goes_to_no_hardware_whose_software_is_frozen(knowledge: Knowledge) -> None:
    """Unless somebody names it or uses it."""

    def families(**facts: object) -> list[str]:
        return decide(stated_workload(knowledge, stage="inference", model="bert-base", requests_per_second=16, **facts), knowledge).families

    assert "inf1" not in families()
    assert "inf1" in families(require=("inf1",))
    assert "inf1" in families(current_instance="inf1.xlarge")


def test_where_nothing_but_cost_counts_tokens_are_an_option(knowledge: Knowledge) -> None:
    """And not where a model is told to be the person's own."""
    facts: dict[str, Any] = {"stage": "inference", "model": "llama-3-70b", "requests_per_second": 0.01, "priority": "cost"}
    assert _place(stated_workload(knowledge, **facts), knowledge) == "bedrock"
    assert _place(stated_workload(knowledge, **facts, precision="int4"), knowledge) != "bedrock"


def test_tokens_are_no_answer_unasked_where_a_target_binds_a_speed_that_nobody_publishes(knowledge: Knowledge) -> None:
    """Nor where none of the model are sold."""
    facts: dict[str, Any] = {"stage": "inference", "requests_per_second": 0.01, "priority": "cost"}
    assert _place(stated_workload(knowledge, **facts, model="llama-3-8b", time_to_first_token_ms=1500), knowledge) != "bedrock"
    assert "bedrock" not in {one.what for one in advise(stated_workload(knowledge, **facts, model="resnet-50"), knowledge).rejected}


def test_what_is_quick_enough_is_not_paid_for_twice(knowledge: Knowledge) -> None:
    """Speech within two seconds takes no machine that trains large models, though it would be quicker."""
    facts: dict[str, Any] = {"stage": "inference", "model": "whisper-small", "requests_per_second": 2, "priority": "latency"}
    best = decide(stated_workload(knowledge, **facts, latency_p99_ms=2000), knowledge).best
    assert best is not None
    assert best.instance is not None
    assert best.instance.family.startswith("g")


def test_trees_that_are_trained_with_cuda_are_trained_on_a_gpu(knowledge: Knowledge) -> None:
    """Though the guide of their algorithm names CPUs first."""
    work = stated_workload(knowledge, stage="training", algorithm="xgboost", dataset_gb=8, custom_cuda_kernels=True)
    best = decide(work, knowledge).best
    assert best is not None
    assert best.processor == "gpu"


def _place(workload: Workload, knowledge: Knowledge) -> str:
    best = decide(workload, knowledge).best
    assert best is not None
    return best.place.id


def test_a_block_is_paid_for_as_long_as_it_is_booked(knowledge: Knowledge) -> None:
    """Ten days of four machines, however soon the run is done."""
    work = stated_workload(
        knowledge, stage="training", parameters_b=13, training_tokens_b=20, require=("p5",), run_days=10, start_in_days=7
    )
    advice = advise(work, knowledge)
    assert advice.choice is not None
    assert advice.choice.purchase == "capacity-block"
    assert advice.choice.cost.usd_per_run is not None
    assert advice.choice.cost.usd_per_hour is not None
    assert abs(advice.choice.cost.usd_per_run / (advice.choice.cost.usd_per_hour * 240) - 1) < 0.01


def test_a_block_is_paid_for_at_its_published_rate(knowledge: Knowledge) -> None:
    """Not at the price on demand, which types that are sold by blocks alone do not even have; whole UltraServers, and nothing but them."""
    facts = {"stage": "training", "parameters_b": 13.0, "training_tokens_b": 0.5, "run_days": 5}
    plan = knowledge.purchases["capacity-block"].plans[0]
    for name in ("p5e.48xlarge", "trn2.48xlarge", "p5en.48xlarge", "p6e-gb200.36xlarge"):
        instance = knowledge.instances[name]
        work = stated_workload(knowledge, **facts, require=("ec2", name, "capacity-block"), arm_ok=True, neuron_compatible=True)
        choice = advise(work, knowledge).choice
        assert choice is not None, name
        assert choice.instance_count is not None
        assert choice.cost.usd_per_hour is not None
        assert choice.cost.usd_per_run is not None
        rate = plan.usd_per_accelerator_hour[instance.family]
        assert choice.cost.usd_per_hour == pytest.approx(rate.value * instance.accelerator_count * choice.instance_count)
        assert choice.cost.usd_per_run == pytest.approx(choice.cost.usd_per_hour * 24 * 5)
        assert (choice.cost.price, choice.cost.as_of) == ("published", rate.as_of.isoformat())
        assert any(f"${rate.value:g} an accelerator-hour" in reason.text for reason in choice.reasons), name
        whole = plan.instances_at_once.get(instance.family)
        assert whole is None or choice.instance_count % whole.value == 0


def test_a_block_without_a_published_rate_is_not_priced_by_guess(knowledge: Knowledge) -> None:
    """Trn2u has none at all; a training plan of SageMaker has none either, so its types without an on-demand price stay unpriced."""
    facts = {"stage": "training", "parameters_b": 13.0, "training_tokens_b": 0.5, "run_days": 5, "neuron_compatible": True}
    for require in (("ec2", "trn2u"), ("sagemaker-training", "p5e")):
        advice = advise(stated_workload(knowledge, **facts, require=require), knowledge)
        assert advice.choice is None, require
        stopped = next(one for one in advice.rejected if one.what == require[1])
        assert "price" in stopped.text
    listed = advise(stated_workload(knowledge, **facts, require=("sagemaker-training", "p5en", "capacity-block")), knowledge).choice
    assert listed is not None
    assert any("the price is that on demand" in reason.text for reason in listed.reasons)


def test_runs_that_do_not_fit_into_a_month_are_said_not_to(knowledge: Knowledge) -> None:
    """Four of three hundred hours."""
    work = stated_workload(
        knowledge,
        stage="training",
        model="resnet-50",
        dataset_gb=5_000,
        epochs=200,
        runs_per_month=40,
        require=("g4dn.xlarge",),
        training_deadline_hours=700,
    )
    advice = advise(work, knowledge)
    assert advice.choice is not None
    assert any("more than it has" in caution for caution in advice.choice.cautions), advice.choice.hours_per_run
