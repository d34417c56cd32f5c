"""Models that are bought by the token: their names become facts, Bedrock the place, their own price the cost."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from engine.advice import Advice
from engine.intake.understand import understand
from engine.pipeline import advise
from knowledge import Knowledge
from tests.case_tables import for_each, read_table
from tests.engine.workloads import Facts, stated_workload

Case = dict[str, Any]
CASES: Final[list[Case]] = read_table(Path(__file__).with_name("hosted_cases.yaml"))["cases"]
_FACTS: Final = ("model", "require", "items_per_run")
_COSTS: Final = {"month": "usd_per_month", "run": "usd_per_run"}
BESIDE: Final[dict[str, Facts]] = {
    "nothing": {},
    "requests": {"requests_per_second": 2, "latency_p99_ms": 900, "input_tokens": 3_000_000},
    "a run": {"items_per_run": 5000, "training_deadline_hours": 4},
    "a training": {"stage": "training", "epochs": 3, "dataset_gb": 4},
    "a fine-tuning": {"stage": "fine-tuning", "fine_tuning_method": "qlora"},
    "preparation": {"stage": "preprocessing", "dataset_gb": 40},
    "trying": {"stage": "experimentation"},
    "a machine of today": {
        "current_instance": "g5.xlarge",
        "current_count": 2,
        "current_gpu_utilization_percent": 12,
        "requests_per_second": 3,
    },
    "machines": {"require": ["gpu"], "requests_per_second": 1},
    "places": {"require": ["lambda", "edge"], "requests_per_second": 1},
    "a comparison": {"compare": ["g5.xlarge", "sagemaker-realtime", "bedrock"], "asks": ["comparison"], "requests_per_second": 1},
    "a size": {"parameters_b": 70, "requests_per_second": 1, "priority": "cost", "region": "eu-central-1"},
}
"""Facts that a hosted model may stand beside, sensible or not."""


@for_each("case", CASES)
def test_a_hosted_model_is_understood_and_bought_at_its_own_price(case: Case, knowledge: Knowledge) -> None:
    """Facts, place, cost and words of each message of the table."""
    work = understand(case["text"], knowledge).workload
    found = {"model": work.model, "require": list(work.require) if work.require else None, "items_per_run": work.items_per_run}
    assert {name: found[name] for name in _FACTS if name in case} == {name: case[name] for name in _FACTS if name in case}
    if "place" in case:
        _check_advice(case, advise(work, knowledge))


def _check_advice(case: Case, advice: Advice) -> None:
    choice = advice.choice
    assert (choice.place if choice is not None else None) == case["place"]
    costs = {name: getattr(choice.cost, field) for name, field in _COSTS.items() if name in case} if choice is not None else {}
    assert {name: cost and round(cost, 2) for name, cost in costs.items()} == {name: case[name] for name in costs}
    cautions = choice.cautions if choice is not None else ()
    reasons = [one.text for one in choice.reasons] if choice is not None else []
    told = {"caution": cautions, "reason": reasons, "rejection": [one.text for one in advice.rejected]}
    for kind, texts in told.items():
        missing = [words for words in case.get(kind, ()) if not any(all(word in text for word in words) for text in texts)]
        assert (kind, missing, [] if not missing else list(texts)) == (kind, [], [])
    assert [word for word in case.get("without", ()) if any(word in text for text in cautions)] == []


@for_each("beside", BESIDE)
def test_a_hosted_model_runs_nowhere_but_at_bedrock(beside: str, knowledge: Knowledge) -> None:
    """Whatever else is said, and for every kind of hosted model: no machine is sized for a model that nobody can run."""
    for model in (
        "claude-haiku-4-5",
        "claude",
        "jamba-1-5-large",
        "mistral-large-3",
        "stable-image-core",
        "luma-ray-2",
        "titan-text-embeddings-v2",
    ):
        for lens in ("today", "exam"):
            advice = advise(stated_workload(knowledge, model=model, **BESIDE[beside]), knowledge, lens=lens)
            places = {plan.place for plan in (advice.choice, *advice.alternatives) if plan is not None}
            assert places <= {"bedrock"}, (model, lens)


def test_service_tiers_are_told_of_models_that_generate_alone(knowledge: Knowledge) -> None:
    """No source tells of a flex or a priority tier of embeddings."""
    for model, is_told in (("titan-text-embeddings-v2", False), ("cohere-embed-v4", False), ("nova-2-sonic", True), ("nova-lite", True)):
        choice = advise(stated_workload(knowledge, model=model, requests_per_second=1), knowledge).choice
        assert choice is not None
        assert any("Service tiers" in reason.text for reason in choice.reasons) is is_told, model


def test_a_model_that_has_ended_is_sold_to_the_exam_alone(knowledge: Knowledge) -> None:
    """The exam's material knows what Bedrock offered then."""
    work = stated_workload(knowledge, model="llama-2-13b", require=["bedrock"], requests_per_second=1)
    assert advise(work, knowledge).choice is None
    choice = advise(work, knowledge, lens="exam").choice
    assert choice is not None
    assert choice.place == "bedrock"


def test_tokens_are_cheaper_in_a_batch_and_dearer_by_long_prompts(knowledge: Knowledge) -> None:
    """A batch costs the published batch price; a prompt beyond the limit raises the price of all its tokens."""
    run = _cost(knowledge, "usd_per_run", model="claude-haiku-4-5", items_per_run=1000, input_tokens=1000, output_tokens=100)
    assert run == 1000 * (1000 * 0.5 + 100 * 2.5) / 1e6
    short, long = (
        _cost(knowledge, "usd_per_million", model="claude-sonnet-4-5", requests_per_second=1, input_tokens=tokens, output_tokens=1000)
        for tokens in (200_000, 201_000)
    )
    assert (short, round(long, 6)) == ((200 * 3 + 15), round(201 * 6 + 22.5, 6))


def _cost(knowledge: Knowledge, field: str, **facts: object) -> float:
    choice = advise(stated_workload(knowledge, **facts), knowledge).choice
    assert choice is not None
    return round(float(getattr(choice.cost, field)), 9)
