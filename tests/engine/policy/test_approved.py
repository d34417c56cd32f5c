"""What is approved: nothing else is advised, and what is not says so."""

from __future__ import annotations

from engine.advice import Plan
from engine.pipeline import advise
from engine.policy import policy_from
from knowledge import Knowledge
from knowledge.schema.record import Lens
from tests.case_tables import for_each
from tests.engine.policy.terms import BERT, TUNING, advise_under, chosen, plans_of
from tests.engine.workloads import LENSES, Facts, stated_workload


@for_each("facts", [BERT, {"model": "llama-3-8b", "requests_per_second": 1, "output_tokens": 100}])
@for_each("lens", LENSES)
def test_only_what_is_approved_is_shown(knowledge: Knowledge, facts: Facts, lens: Lens) -> None:
    """Choice and alternatives, that of the other lens included, are of an approved place, and of approved hardware by any of its names."""
    advice = advise_under(knowledge, {"approved": ["m7i", "c5", "gpu", "sagemaker-realtime", "sagemaker-async"]}, facts, lens)
    assert advice.choice is not None
    for plan in plans_of(advice):
        assert plan.place in ("sagemaker-realtime", "sagemaker-async")
        assert plan.family in ("m7i", "c5") or plan.processor == "gpu"
        assert not any("Bedrock" in reason.text for reason in plan.reasons)


def test_what_would_change_it_is_approved_as_well(knowledge: Knowledge) -> None:
    """Flips are decided under the same terms."""
    policy = policy_from({"approved": ["g5", "c5", "sagemaker-realtime", "ec2"], "quotas": {"g5": 2}}, knowledge)
    flips = advise(stated_workload(knowledge, **BERT), knowledge, policy=policy).flips
    assert flips
    for flip in flips:
        assert flip.choice.family in ("g5", "c5")
        assert flip.choice.place in ("sagemaker-realtime", "ec2")
        assert flip.choice.family == "c5" or (flip.choice.instance_count or 0) <= 2


def test_naming_places_leaves_the_hardware_open(knowledge: Knowledge) -> None:
    """What no entry speaks of stays open, both ways."""
    free = chosen(knowledge, {}, BERT)
    assert chosen(knowledge, {"approved": ["sagemaker-realtime"]}, BERT).instance_type == free.instance_type
    assert chosen(knowledge, {"approved": ["g6"]}, BERT).place == free.place


def test_an_approved_place_is_welcome_where_no_managed_one_is(knowledge: Knowledge) -> None:
    """Who approves EC2 alone need not ask for it again."""
    assert chosen(knowledge, {"approved": ["ec2"]}, BERT).place == "ec2"
    assert chosen(knowledge, {"approved": ["ec2", "sagemaker-realtime"]}, TUNING).place == "ec2"
    assert chosen(knowledge, {"approved": ["ec2", "sagemaker-realtime"]}, BERT).place == "sagemaker-realtime"


def test_processors_that_are_not_approved_are_not_waited_for(knowledge: Knowledge) -> None:
    """An algorithm whose guide names another processor first runs on the one that is approved."""
    facts = {"algorithm": "k-nn", "requests_per_second": 5, "priority": "throughput"}
    assert chosen(knowledge, {"approved": ["cpu"]}, facts).processor == "cpu"


def test_the_next_best_will_do_where_the_best_is_not_approved(knowledge: Knowledge) -> None:
    """A variant without its base, and cores without the memory that would be cheaper, are no mistakes then."""
    assert chosen(knowledge, {"approved": ["m5d"]}, BERT | {"latency_p99_ms": 2000}).family == "m5d"
    trees = {"stage": "training", "algorithm": "xgboost", "rows": 1e7, "columns": 100}
    assert chosen(knowledge, {"approved": ["c5", "g5"]}, trees).family == "c5"
    assert chosen(knowledge, {"approved": ["c5", "m5"]}, trees).family == "m5"


def test_what_is_not_approved_says_so(knowledge: Knowledge) -> None:
    """The rejections name the limit, and where nothing is left, what would help."""
    advice = advise_under(knowledge, {"approved": ["t3", "sagemaker-realtime"]}, BERT | {"environment": "production", "compare": ["g5"]})
    assert advice.choice is None
    assert "not approved" in {one.limit for one in advice.rejected}
    (asked,) = advice.comparison
    assert not isinstance(asked, Plan)
    assert "is not approved: the policy names t3" in asked.text
