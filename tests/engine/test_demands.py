"""What a person demands and states counts at every place and for every way to pay: one sentence for each way to forget it."""

from __future__ import annotations

import re

import pytest

from engine.advice import Plan
from engine.decision.context import Context, complete_workload
from engine.decision.limits.fitness import device_memory
from knowledge import Knowledge
from tests.case_tables import for_each
from tests.engine.workloads import Facts, advise_on, stated_workload

SMALL: Facts = {"model": "resnet-50", "traffic": "intermittent", "requests_per_second": 0.001}


def choice(knowledge: Knowledge, **facts: object) -> Plan:
    """The choice under these facts."""
    found = advise_on(knowledge, facts).choice
    assert found is not None
    return found


def test_a_small_model_with_pauses_goes_serverless(knowledge: Knowledge) -> None:
    """Without demands, the small model that the next tests make demands of is served without instances."""
    assert choice(knowledge, **SMALL).instance_type is None


def test_a_plan_without_instances_tells_how_long_a_cold_start_takes(knowledge: Knowledge) -> None:
    """A larger model takes longer, copies that are kept warm take nothing, and an instance has none."""
    plans = [
        choice(knowledge, model=model, require=["lambda"], cold_start_ok=True, requests_per_second=0.01)
        for model in ("resnet-18", "bert-large")
    ]
    small, large = (_cold_start(plan) for plan in plans)
    assert 3 < small < large
    assert _cold_start(choice(knowledge, **SMALL | {"require": ["lambda"], "cold_start_ok": False})) == 0
    assert _cold_start(choice(knowledge, model="resnet-18", require=["g5"])) == 0


def _cold_start(plan: Plan) -> float:
    """Seconds that a caution gives for the first answer after a pause; 0 where none does."""
    found = [re.search(r"first answer after a pause takes about ([\d.]+) s more", caution) for caution in plan.cautions]
    return next((float(match[1]) for match in found if match), 0.0)


@for_each(
    "demand",
    [
        {"exclude": ["cpu"]},
        {"require": ["gpu"]},
        {"require": ["g5"]},
        {"custom_cuda_kernels": True},
        {"accelerator_memory_gb": 20},
        {"host_memory_gb": 100},
        {"precision": "fp8"},
    ],
)
def test_a_place_without_instances_keeps_demands_on_hardware(knowledge: Knowledge, demand: Facts) -> None:
    """Lambda and serverless endpoints have CPUs, at most 10 GB and no CUDA: who demands more gets an instance, or nothing."""
    advice = advise_on(knowledge, SMALL | demand)
    assert all(plan.instance_type is not None for plan in (advice.choice, *advice.alternatives) if plan is not None)


def test_an_answer_whose_plans_all_hang_on_neuron_has_alternatives(knowledge: Knowledge) -> None:
    """Where only Inferentia and Trainium are left and nobody confirmed Neuron, there still is an answer."""
    advice = advise_on(knowledge, {"stage": "training", "parameters_b": 1, "exclude": ["gpu"]})
    assert advice.choice is None or advice.choice.processor in ("trainium", "inferentia", "cpu")


def test_passes_over_the_data_are_assumed_and_listed(knowledge: Knowledge) -> None:
    """A network that learns goes over its data as often as the advice says, for a task of classic algorithms, too; these have their own."""
    network = complete_workload(
        stated_workload(knowledge, stage="training", task="forecasting", model="timesfm-2-0-500m", rows=1e6), knowledge
    )
    classic = complete_workload(stated_workload(knowledge, stage="training", task="forecasting", algorithm="xgboost", rows=1e6), knowledge)
    assert (network.epochs, network.is_assumed("epochs"), classic.epochs) == (3, True, None)


def test_a_data_set_of_photos_has_as_many_items_as_photos(knowledge: Knowledge) -> None:
    """10 GB are 100,000 photos for a network that sees them, whether or not it reads words beside them."""
    for model in ("resnet-50", "clip-vit-base"):
        assert complete_workload(stated_workload(knowledge, stage="training", model=model, dataset_gb=10), knowledge).rows == 100_000


@for_each(("model", "latency"), [("llama-3-8b", 30_000), ("bert-base", 500)])
def test_callers_at_the_same_time_are_a_load(knowledge: Knowledge, model: str, latency: int) -> None:
    """4,000 concurrent requests take more machines than one, and use them."""
    plan = choice(knowledge, model=model, concurrency=4000, latency_p99_ms=latency)
    assert plan.utilization
    assert plan.instance_count is None or plan.instance_count > 1


def test_no_stated_load_is_taken_for_none(knowledge: Knowledge) -> None:
    """A rate in tokens for a model that gives no tokens is still a load, or else one is assumed and listed."""
    assert choice(knowledge, model="bert-base", tokens_per_second=40_000).utilization


def test_a_required_purchase_is_one_that_can_be_had(knowledge: Knowledge) -> None:
    """Spot is not for a real-time endpoint: who requires it is not told "spot" at the on-demand price."""
    advice = advise_on(knowledge, {"model": "bert-base", "requests_per_second": 5, "require": ["spot"]})
    for plan in (advice.choice, *advice.alternatives):
        assert plan is None or [one.kind for one in plan.purchases if one.advised] == [plan.purchase]


def test_a_budget_is_held_against_what_is_paid(knowledge: Knowledge) -> None:
    """A plan that costs $87 a month under the commitment that was made fits a budget of $150."""
    facts: Facts = {"model": "bert-base", "requests_per_second": 20, "commitment_years": 3}
    paid = choice(knowledge, **facts).cost.usd_per_month
    assert paid is not None
    assert advise_on(knowledge, facts | {"budget_usd_per_month": paid * 1.5}).choice is not None


def test_fewer_machines_than_three_are_no_more_than_three(knowledge: Knowledge) -> None:
    """A training run that two machines do in 25 hours is possible for who wants at most three."""
    facts: Facts = {"stage": "training", "model": "llama-3-8b", "training_tokens_b": 3, "require": ["p4d"]}
    two = choice(knowledge, **facts, instances_wanted=2)
    three = advise_on(knowledge, facts | {"instances_wanted": 3}).choice
    assert three is not None
    assert (three.hours_per_run or 0) <= (two.hours_per_run or 0)


def test_more_data_takes_longer_to_train_on(knowledge: Knowledge) -> None:
    """Pre-training on 10 TB of text is more work than on 100 GB."""
    facts: Facts = {"stage": "training", "model": "llama-3-8b", "require": ["p4d"]}
    small, large = (advise_on(knowledge, facts | {"dataset_gb": size}).choice for size in (10, 10_000))
    assert small is not None
    assert large is None or (large.cost.usd_per_run or 0) > (small.cost.usd_per_run or 0)


def test_requests_that_take_minutes_are_a_load(knowledge: Knowledge) -> None:
    """Three requests a minute that take ten minutes each keep more than one machine busy."""
    plan = choice(knowledge, model="whisper-base", processing_seconds=600, requests_per_second=0.05)
    assert plan.instance_count is not None
    assert plan.instance_count > 1


def test_a_shortfall_is_need_over_supply(knowledge: Knowledge) -> None:
    """A stated need of 200 GB is 2.1 times the memory of the four A10G of a g5.12xlarge, not 8 times."""
    context = Context.for_workload(
        complete_workload(stated_workload(knowledge, model="bert-base", accelerator_memory_gb=200), knowledge), knowledge, "today"
    )
    failure = device_memory(context, knowledge.places["ec2"], knowledge.instances["g5.12xlarge"])
    assert failure is not None
    need, has = (float(text.removesuffix(" GB")) for text in (failure.need, failure.has))
    assert failure.shortfall == pytest.approx(need / has, rel=0.01)


def test_no_sentence_has_a_gap(knowledge: Knowledge) -> None:
    """A notebook for BERT is explained without words of the machine."""
    plan = choice(knowledge, stage="experimentation", model="bert-base")
    assert not [reason.text for reason in plan.reasons if "None" in reason.text]


def test_too_few_machines_for_the_memory_are_told_as_such(knowledge: Knowledge) -> None:
    """Full fine-tuning of 70 B parameters does not fit one p4d.24xlarge: memory or the number of machines stops it."""
    facts: Facts = {"stage": "fine-tuning", "model": "llama-3-70b", "fine_tuning_method": "full", "require": ["p4d"], "instances_wanted": 1}
    limit = next(one.limit for one in advise_on(knowledge, facts).rejected if one.what == "p4d")
    assert limit in ("device memory", "number of machines")


def test_a_commitment_is_advised_only_where_it_costs_less_than_the_hours_in_use(knowledge: Knowledge) -> None:
    """It is paid around the clock: one year at 30 % off pays above 16.8 hours a day, on machines that stop in between."""
    machine: Facts = {"model": "bert-base", "requests_per_second": 20, "require": ["ec2"], "commitment_years": 1}
    for hours, expected in ((8, "on-demand"), (16, "on-demand"), (18, "savings-plan"), (24, "savings-plan")):
        choice = advise_on(knowledge, machine | {"hours_per_day": hours}, "today").choice
        assert choice is not None
        assert choice.purchase == expected, hours
        plan = next(one for one in choice.purchases if one.kind == "savings-plan" and one.term_years == 1)
        assert plan.usd_per_month is not None
        on_demand = next(one.usd_per_month for one in choice.purchases if one.kind == "on-demand")
        assert on_demand is not None
        assert (plan.usd_per_month < on_demand) == (expected == "savings-plan")
        assert plan.saving == pytest.approx(1 - plan.usd_per_month / on_demand)


def test_a_device_out_of_the_cloud_has_no_price(knowledge: Knowledge) -> None:
    """Who asks for an edge device is told what compiles for it and what it must hold; nothing of it is priced or promised."""
    plan = choice(knowledge, model="resnet-50", require=["edge"])
    assert (plan.place, plan.instance_type, plan.processor) == ("edge", None, None)
    assert (plan.cost.usd_per_hour, plan.cost.usd_per_month, plan.latency_ms.estimate, plan.purchases) == (None, None, None, ())
    assert any("Neo" in text for text in plan.software)
    assert any("GB" in text for text in plan.cautions)


def test_a_run_in_functions_is_paid_by_its_items(knowledge: Knowledge) -> None:
    """A million rows scored by Lambda cost twice as much in two runs as in one, and not nothing."""
    once, twice = (choice(knowledge, algorithm="xgboost", items_per_run=1e6, runs_per_month=runs, require=["lambda"]) for runs in (1, 2))
    assert once.cost.usd_per_month
    assert twice.cost.usd_per_month == pytest.approx(2 * once.cost.usd_per_month)


def test_a_deadline_after_a_month_is_one_of_a_month(knowledge: Knowledge) -> None:
    """No run may take longer than a month: who has two still gets the machines that end in one."""
    facts: Facts = {"stage": "training", "parameters_b": 1, "items_per_run": 3e6, "dataset_gb": 290}
    assert (
        choice(knowledge, **facts, training_deadline_hours=1400).hours_per_run
        == choice(knowledge, **facts, training_deadline_hours=720).hours_per_run
    )


def test_tokens_keep_the_demands_on_their_place(knowledge: Knowledge) -> None:
    """Bedrock is no alternative for a body of 300 MB, for kernels of one's own, or above the budget."""
    chat: Facts = {"model": "llama-3-8b", "requests_per_second": 0.05}
    assert any(plan.place == "bedrock" for plan in advise_on(knowledge, chat).alternatives)
    for demand in ({"payload_mb": 300}, {"custom_cuda_kernels": True}, {"budget_usd_per_month": 10}, {"exclude": ["on-demand"]}):
        assert all(plan.place != "bedrock" for plan in advise_on(knowledge, chat | demand).alternatives)


def test_tokens_start_at_once(knowledge: Knowledge) -> None:
    """No cold start stands between a caller and Bedrock."""
    assert choice(knowledge, model="llama-3-8b", require=["bedrock"], latency_p99_ms=2000, cold_start_ok=False).place == "bedrock"
