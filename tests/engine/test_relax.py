"""Where nothing fits, what the answer proposes to give up is enough."""

from __future__ import annotations

from knowledge import Knowledge
from knowledge.schema.record import Lens
from tests.case_tables import for_each
from tests.engine.workloads import LENSES, Facts, advise_on

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
