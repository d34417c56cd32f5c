"""Discounts: which one holds, and what is paid less."""

from __future__ import annotations

import pytest

from engine.policy import policy_from
from knowledge import Knowledge
from tests.case_tables import for_each
from tests.engine.policy.terms import BERT, NIGHTLY, OWN_MACHINES, TUNING, advise_under, chosen
from tests.engine.workloads import Facts


@for_each(
    ("place", "instance", "share"),
    [
        ("sagemaker-realtime", "g5.xlarge", 0.75),
        ("sagemaker-training", "g5.2xlarge", 0.8),
        ("sagemaker-realtime", "m5.large", 0.9),
        ("sagemaker-serverless", None, 0.9),
        ("ec2", "g5.xlarge", 0.8),
        ("ec2", "m5.large", 0.88),
        ("eks", "m5.large", 0.88),
        ("ecs", "c5.large", 0.7),
        ("lambda", None, 0.95),
        ("bedrock", None, 0.95),
    ],
)
def test_the_most_special_discount_wins(knowledge: Knowledge, place: str, instance: str | None, share: float) -> None:
    """Type before family, family before service, service before all; they do not add up."""
    discounts = {"all": 0.05, "sagemaker": 0.1, "ec2": 0.12, "g5": 0.2, "ml.g5.xlarge": 0.25, "c5.large": 0.3}
    policy = policy_from({"discounts": discounts}, knowledge)
    assert policy.price_share(knowledge.places[place], knowledge.instances[instance] if instance else None) == pytest.approx(share)


@for_each("facts", [BERT, NIGHTLY, TUNING, BERT | OWN_MACHINES])
def test_a_discount_for_all_lowers_every_figure_alike(knowledge: Knowledge, facts: Facts) -> None:
    """The same plan, a fifth cheaper: hour, month, run and million."""
    full, less = chosen(knowledge, {}, facts), chosen(knowledge, {"discounts": {"all": 0.2}}, facts)
    assert (less.instance_type, less.place, less.instance_count) == (full.instance_type, full.place, full.instance_count)
    for name in ("usd_per_hour", "usd_per_month", "usd_per_million", "usd_per_run"):
        before, after = getattr(full.cost, name), getattr(less.cost, name)
        assert (after is None and before is None) or after == pytest.approx(before * 0.8)


def test_what_is_priced_by_use_has_its_discount_too(knowledge: Knowledge) -> None:
    """Functions and tokens are paid less for as well."""
    for place, service, facts in (
        ("lambda", "lambda", {"algorithm": "xgboost", "requests_per_second": 0.1, "require": ["lambda"], "operations": "serverless"}),
        ("bedrock", "bedrock", {"model": "llama-3-8b", "requests_per_second": 1, "output_tokens": 100, "require": ["bedrock"]}),
    ):
        full, less = chosen(knowledge, {}, facts), chosen(knowledge, {"discounts": {service: 0.5}}, facts)
        assert full.place == less.place == place
        assert less.cost.usd_per_month == pytest.approx((full.cost.usd_per_month or 0) / 2)


def test_a_large_discount_changes_the_choice(knowledge: Knowledge) -> None:
    """Prices are compared as they are paid."""
    assert chosen(knowledge, {}, BERT | {"priority": "cost"}).family != "g6"
    assert chosen(knowledge, {"discounts": {"g6": 0.95}}, BERT | {"priority": "cost"}).family == "g6"


def test_a_budget_counts_what_is_paid(knowledge: Knowledge) -> None:
    """A plan that is too dear at list price fits under a discount."""
    facts = BERT | {"require": ["g6.xlarge"], "budget_usd_per_hour": 0.9}
    assert advise_under(knowledge, {}, facts).choice is None
    assert advise_under(knowledge, {"discounts": {"ml.g6": 0.4}}, facts).choice is not None
