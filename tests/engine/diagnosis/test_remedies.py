"""What every remedy of every symptom does to the plan of a usual workload: never the opposite of what it promises."""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.advice import Plan
from engine.decision.choice import Decision, decide
from engine.diagnosis.changed_plan import plan_with
from engine.intake.understand import understand
from knowledge import Knowledge
from knowledge.schema.instance import Instance
from knowledge.schema.symptom import Remedy, Symptom

SMALL: Final = {
    "inference": "Mistral 7B chat endpoint in PyTorch on one g5.2xlarge today, 2 requests a second",
    "training": "train our own ViT-B/16 on 400 GB of pictures, 20 epochs, on one g4dn.xlarge today",
    "fine-tuning": "fine-tune Mistral 7B with LoRA, 4k tokens, on one g5.2xlarge today",
    "tuning": "hyperparameter tuning of XGBoost, 2 million rows, 40 columns, on one m5.xlarge today",
    "preprocessing": "Spark preprocessing of 500 GB of Parquet on SageMaker processing, on 2 m5.xlarge today",
    "development": "notebook for pandas, 20 GB of data, on one ml.m5.xlarge today",
}
LARGE: Final = {
    "inference": "Mistral 7B chat endpoint in PyTorch on two p4d.24xlarge today, 2 requests a second",
    "training": "train ResNet-50 on 100 GB of pictures, 20 epochs, on two p4d.24xlarge today",
}
"""Where there is something to make smaller."""
PLANLESS: Final = 0.1
"""Share of the remedies that find no plan for these workloads at most, such as Lambda for a model of 7 billion parameters."""


@cache
def _decision(text: str, knowledge: Knowledge) -> Decision:
    return decide(understand(text, knowledge).workload, knowledge)


def _remedies(knowledge: Knowledge) -> list[tuple[Symptom, Remedy]]:
    every = ((symptom, remedy) for symptom in knowledge.symptoms.values() for remedy in symptom.remedies)
    return [(symptom, remedy) for symptom, remedy in every if not (remedy.change.setting or remedy.change.step)]


def _plan(symptom: Symptom, remedy: Remedy, knowledge: Knowledge) -> tuple[Plan | None, Decision]:
    stage = symptom.stages[0]
    texts = LARGE if remedy.change.smaller else SMALL
    decision = _decision(texts.get(stage, SMALL[stage]), knowledge)
    return plan_with(remedy, decision.context.workload, decision), decision


def _names(plan: Plan) -> set[str | None]:
    """Everything by which a remedy may name a plan."""
    return {plan.processor, plan.family, plan.instance_type, plan.place, plan.purchase}


def _figure(instance: Instance, resource: str, count: float) -> float | None:
    """How much of a resource there is, where it is a plain figure of the catalogue."""
    figures = {
        "device_memory": float(instance.accelerator_memory_mib or 0),
        "host_memory": instance.memory_gib,
        "cpu": float(instance.vcpu),
        "network": instance.network_gbps or 0.0,
        "devices": instance.accelerator_count * count,
        "instances": count,
    }
    return figures.get(resource)


def test_nearly_every_remedy_that_changes_the_plan_finds_one(knowledge: Knowledge) -> None:
    """For a workload of the symptom's stage."""
    without = [(symptom.id, remedy.remedy) for symptom, remedy in _remedies(knowledge) if _plan(symptom, remedy, knowledge)[0] is None]
    assert len(without) <= PLANLESS * len(_remedies(knowledge)), without


def test_the_plan_of_a_remedy_has_what_it_requires_and_nothing_that_it_excludes(knowledge: Knowledge) -> None:
    """Of what it prefers, at least one."""
    for symptom, remedy in _remedies(knowledge):
        plan, _ = _plan(symptom, remedy, knowledge)
        if plan is not None:
            names, change = _names(plan), remedy.change
            assert {*change.require} <= names, (symptom.id, remedy.remedy, names)
            assert names.isdisjoint(change.exclude), (symptom.id, remedy.remedy, names)
            assert not change.prefer or not names.isdisjoint(change.prefer), (symptom.id, remedy.remedy, names)


def test_more_is_more_and_less_is_less_than_today(knowledge: Knowledge) -> None:
    """Whatever resource a remedy names."""
    for symptom, remedy in _remedies(knowledge):
        plan, decision = _plan(symptom, remedy, knowledge)
        work, resource = decision.context.workload, remedy.change.larger or remedy.change.smaller
        if plan is None or resource is None or plan.instance_type is None:
            continue
        today = _figure(knowledge.instances[work.current_instance or ""], resource, work.current_count or 1)
        then = _figure(knowledge.instances[plan.instance_type.removeprefix("ml.")], resource, plan.instance_count or 1)
        if today is not None and then is not None:
            assert then > today if remedy.change.larger else then < today, (symptom.id, remedy.remedy, today, then)


def test_what_is_to_cost_less_costs_no_more(knowledge: Knowledge) -> None:
    """Than the choice without it, or than today's machines where it makes them smaller."""
    for symptom, remedy in _remedies(knowledge):
        plan, decision = _plan(symptom, remedy, knowledge)
        if plan is None or (remedy.effect.what, remedy.effect.direction) != ("cost", "down") or remedy.change.smaller:
            continue
        best = decision.best
        assert best is not None
        before, after = (best.usd_per_run, plan.cost.usd_per_run) if best.usd_per_run else (best.usd_per_month, plan.cost.usd_per_month)
        assert after is None or after <= before * 1.001, (symptom.id, remedy.remedy, before, after)


def test_what_is_to_be_quicker_is_no_slower_than_today(knowledge: Knowledge) -> None:
    """Estimated for the same load on the machines of today and on those of the plan."""
    for symptom, remedy in _remedies(knowledge):
        plan, decision = _plan(symptom, remedy, knowledge)
        if plan is None or remedy.effect.what not in {"latency", "run-time"} or remedy.effect.direction == "up":
            continue
        work = decision.context.workload
        same = [one for one in decision.ranked_options if one.instance and one.instance.instance_type == work.current_instance]
        today = next((one for one in same if one.count == (work.current_count or 1)), None)
        if today is not None and today.latency_ms and plan.latency_ms.estimate:
            assert plan.latency_ms.estimate <= today.latency_ms, (symptom.id, remedy.remedy)
        if today is not None and today.hours and plan.hours_per_run:
            assert plan.hours_per_run <= today.hours * 1.001, (symptom.id, remedy.remedy)
