"""Savings Plans that are owned: what they pay for, in which order, and when they give way."""

from __future__ import annotations

import pytest

from knowledge import Knowledge
from tests.case_tables import for_each
from tests.engine.policy.terms import BERT, NIGHTLY, OWN_MACHINES, TUNING, chosen, list_price, owned_plan
from tests.engine.workloads import Facts


def saving(knowledge: Knowledge, kind: str, years: int = 1) -> float:
    """The typical saving of a kind of plan."""
    plans = {plan.id: plan for plan in knowledge.purchases["savings-plan"].plans}
    return plans[f"{kind}-savings-plan"].saving_typical[str(years)].value


@for_each("facts", [BERT, BERT | {"hours_per_day": 8}, NIGHTLY, TUNING])
@for_each("years", [1, 3])
def test_what_an_owned_plan_covers_is_paid_at_its_rate(knowledge: Knowledge, facts: Facts, years: int) -> None:
    """Without a stated commitment, and for jobs too: the plan is paid for, whatever runs."""
    plan = chosen(knowledge, owned_plan("sagemaker", 1000, term_years=years), facts)
    assert plan.purchase == "savings-plan"
    assert plan.cost.usd_per_hour == pytest.approx(list_price(knowledge, plan) * (1 - saving(knowledge, "sagemaker", years)))
    (advised,) = [one for one in plan.purchases if one.advised]
    assert (advised.name, advised.term_years) == ("SageMaker, owned", years)
    assert advised.usd_per_month == pytest.approx(plan.cost.usd_per_month)
    assert any("the plan you own" in reason.text for reason in plan.reasons)


def test_beyond_the_commitment_it_is_on_demand(knowledge: Knowledge) -> None:
    """The commitment buys its worth at the plan's rate; the rest is paid in full, and the reason says how much that is."""
    share = saving(knowledge, "sagemaker")
    free = chosen(knowledge, {}, BERT)
    half = list_price(knowledge, free) * (1 - share) / 2
    plan = chosen(knowledge, owned_plan("sagemaker", half), BERT)
    assert plan.instance_type == free.instance_type
    assert plan.purchase == "savings-plan"
    assert plan.cost.usd_per_hour == pytest.approx(list_price(knowledge, free) * (1 - share / 2))
    assert any("pays for 50% of it" in reason.text for reason in plan.reasons)


def test_an_owned_plan_pays_only_for_what_its_kind_covers(knowledge: Knowledge) -> None:
    """Compute never pays for SageMaker, nor SageMaker for EC2, nor one family for another."""
    assert chosen(knowledge, owned_plan("compute", 9), BERT).purchase == "on-demand"
    assert chosen(knowledge, owned_plan("sagemaker", 9), BERT | OWN_MACHINES).purchase == "on-demand"
    assert chosen(knowledge, owned_plan("compute", 9), BERT | OWN_MACHINES).purchase == "savings-plan"
    facts = BERT | OWN_MACHINES | {"require": ["g6"]}
    assert chosen(knowledge, owned_plan("ec2-instance", 9, family="m7i"), facts).purchase == "on-demand"
    assert chosen(knowledge, owned_plan("ec2-instance", 9, family="g6"), facts).purchase == "savings-plan"


def test_a_compute_plan_saves_less_on_lambda_than_on_machines(knowledge: Knowledge) -> None:
    """Of Lambda it discounts the duration alone: at most 17 %, owned or bought."""
    facts: Facts = {"algorithm": "xgboost", "requests_per_second": 0.1, "require": ["lambda"], "operations": "serverless"}
    (compute,) = (plan for plan in knowledge.purchases["savings-plan"].plans if plan.id == "compute-savings-plan")
    known = [compute.typical_saving("lambda", years) for years in (1, 3)]
    figures = [one.value for one in known if one is not None]
    assert len(figures) == 2
    assert max(figures) <= compute.savings_at["lambda"].saving_up_to.value == 0.17
    sold = chosen(knowledge, {}, facts | {"commitment_years": 3})
    assert [one.saving for one in sold.purchases if one.kind == "savings-plan"] == pytest.approx(figures)
    owned = chosen(knowledge, owned_plan("compute", 9, term_years=3), facts)
    assert [one.saving for one in owned.purchases if one.advised] == [pytest.approx(figures[1])]


def test_two_plans_add_up(knowledge: Knowledge) -> None:
    """What the narrower one leaves, the wider one pays."""
    facts = BERT | OWN_MACHINES | {"require": ["g6.xlarge"]}
    price = list_price(knowledge, chosen(knowledge, {}, facts))
    plans = [{"kind": "compute", "usd_per_hour": 9}, {"kind": "ec2-instance", "family": "g6", "usd_per_hour": price / 4, "term_years": 3}]
    plan = chosen(knowledge, {"savings_plans": plans}, facts)
    narrow, wide = saving(knowledge, "ec2-instance", 3), saving(knowledge, "compute")
    first = price / 4 / (1 - narrow)
    assert plan.cost.usd_per_hour == pytest.approx(price / 4 + (price - first) * (1 - wide))


def test_an_owned_plan_draws_the_choice_to_what_it_covers(knowledge: Knowledge) -> None:
    """Plans are compared by what is paid for them."""
    facts = {"algorithm": "xgboost", "requests_per_second": 20, "priority": "cost", **OWN_MACHINES}
    free = chosen(knowledge, {}, facts)
    other = "m7i" if free.family != "m7i" else "c7i"
    drawn = chosen(knowledge, owned_plan("ec2-instance", 9, family=other, term_years=3), facts)
    assert (free.family, drawn.family) == (free.family, other)
    assert (drawn.cost.usd_per_hour or 0) < (free.cost.usd_per_hour or 0)


def test_an_owned_plan_gives_way_to_what_is_asked_for(knowledge: Knowledge) -> None:
    """Ruled out, or another way to pay required, it does not pay."""
    terms = owned_plan("sagemaker", 1000)
    assert chosen(knowledge, terms, BERT | {"exclude": ["savings-plan"]}).purchase == "on-demand"
    assert chosen(knowledge, terms, TUNING | {"require": ["spot"], "interruptible": True}).purchase == "spot"
    assert chosen(knowledge, terms, TUNING | {"interruptible": True}).purchase == "savings-plan"
    assert chosen(knowledge, owned_plan("sagemaker", 0.01), TUNING | {"interruptible": True}).purchase == "spot"


def test_a_stated_commitment_is_bought_beside_a_plan_that_pays_little(knowledge: Knowledge) -> None:
    """A plan that covers the whole is not bought twice."""
    facts = BERT | {"commitment_years": 1}
    little, enough = chosen(knowledge, owned_plan("sagemaker", 0.001), facts), chosen(knowledge, owned_plan("sagemaker", 1000), facts)
    advised = [next(one.name for one in plan.purchases if one.advised) for plan in (little, enough)]
    assert advised == ["SageMaker", "SageMaker, owned"]
