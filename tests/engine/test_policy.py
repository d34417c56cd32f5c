"""A policy: what it accepts, what it says of a price and a machine, and what an advice makes of it."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.advice import Advice, Plan
from engine.decision.choice import decide
from engine.decision.context import Memo
from engine.pipeline import advise
from engine.policy import NO_POLICY, OwnedPlan, Policy, policy_from
from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.schema.record import Lens
from tests.engine.test_memo import outcome
from tests.engine.workloads import LENSES, Facts, encoded, stated
from tests.engine.workloads import facts as any_facts

BERT: Facts = {"model": "bert-base", "requests_per_second": 20, "latency_p99_ms": 200}
NIGHTLY: Facts = {"algorithm": "xgboost", "items_per_run": 1e8, "runs_per_month": 30}
TUNING: Facts = {"stage": "fine-tuning", "model": "llama-3-8b", "fine_tuning_method": "lora", "rows": 20_000}
OWN_MACHINES: Facts = {"operations": "self-managed"}


def under(knowledge: Knowledge, terms: dict[str, Any], facts: Facts, lens: Lens = "today") -> Advice:
    """The advice for the facts under a policy."""
    return advise(stated(knowledge, **facts), knowledge, lens=lens, explain="choice", policy=policy_from(terms, knowledge))


def chosen(knowledge: Knowledge, terms: dict[str, Any], facts: Facts) -> Plan:
    """The choice, where there is one."""
    choice = under(knowledge, terms, facts).choice
    assert choice is not None
    return choice


def listed(knowledge: Knowledge, plan: Plan) -> float:
    """USD per hour of a plan's machines at list price."""
    name = plan.instance_type or ""
    instance = knowledge.instances[name.removeprefix("ml.")]
    price = (instance.ml.price if instance.ml else None) if name.startswith("ml.") else instance.price
    assert price is not None
    return price.usd_per_hour * (plan.instance_count or 0)


# What is read.


def test_nothing_said_is_no_policy(knowledge: Knowledge) -> None:
    """A file without terms, or with empty ones, leaves everything as it is."""
    silent: tuple[dict[str, Any], ...] = ({}, {"approved": [], "quotas": {}}, {"discounts": None}, {"quotas": {"g5": None}})
    for terms in silent:
        assert policy_from(terms, knowledge) == NO_POLICY
    assert NO_POLICY.applied() is None


def test_names_are_found_as_people_write_them(knowledge: Knowledge) -> None:
    """Upper case, `ml.` and a list with commas are understood; places and hardware are told apart."""
    policy = policy_from({"approved": "ml.G5.xlarge, GPU, sagemaker-realtime", "discounts": {"SageMaker": "0.1"}}, knowledge)
    assert policy.approved_hardware == ("g5.xlarge", "gpu")
    assert policy.approved_places == ("sagemaker-realtime",)
    assert policy.discounts == (("sagemaker", 0.1),)


def test_a_policy_is_shown_as_it_was_written(knowledge: Knowledge) -> None:
    """The terms of an answer are those of the file, and only those."""
    terms = {"discounts": {"all": 0.05}, "approved": ["g5", "ec2"], "savings_plans": [{"kind": "compute", "usd_per_hour": 2}]}
    shown = msgspec.to_builtins(policy_from(terms, knowledge).applied())
    assert shown == terms | {
        "approved": ("g5", "ec2"),
        "savings_plans": ({"kind": "compute", "usd_per_hour": 2.0, "family": None, "term_years": 1},),
    }


PLAN = {"kind": "compute", "usd_per_hour": 5}


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ({"discount": {"all": 0.1}}, ["discount", "Did you mean discounts?"]),
        ({"zzz": 1}, ["zzz", "discounts, approved, quotas, savings_plans"]),
        ({"discounts": 0.1}, ["discounts", "0.1", "name: value"]),
        ({"discounts": {"sagmaker": 0.1}}, ["discounts", "sagmaker", "sagemaker"]),
        ({"discounts": {"ml.g5.xlrge": 0.1}}, ["ml.g5.xlrge", "ml.g5.xlarge"]),
        ({"discounts": {"g5": 20}}, ["discounts, g5", "20", "Did you mean 0.2?"]),
        ({"discounts": {"g5": "20 %"}}, ["20 %", "Did you mean 0.2?"]),
        ({"discounts": {"g5": 1}}, ["discounts, g5", "1"]),
        ({"discounts": {"g5": -0.1}}, ["-0.1", "0 to below 1"]),
        ({"discounts": {"g5": True}}, ["True"]),
        ({"discounts": {"g5": math.nan}}, ["nan"]),
        ({"discounts": {"g5": 0.1, "G5": 0.2}}, ["g5", "twice"]),
        ({"approved": ["g55"]}, ["approved", "g55", "g5"]),
        ({"approved": {"g5": True}}, ["approved", "list"]),
        ({"approved": [5]}, ["approved", "5"]),
        ({"quotas": {"g5": 2.5}}, ["quotas, g5", "2.5", "Try 2"]),
        ({"quotas": {"g5": -1}}, ["quotas, g5", "-1"]),
        ({"quotas": {"sagemaker": 4}}, ["quotas", "sagemaker"]),
        ({"savings_plans": PLAN}, ["savings_plans", "list"]),
        ({"savings_plans": [5]}, ["savings_plans, number 1", "5"]),
        ({"savings_plans": [PLAN, PLAN | {"kind": "computer"}]}, ["savings_plans, number 2, kind", "computer", "compute"]),
        ({"savings_plans": [PLAN | {"usd_an_hour": 5}]}, ["usd_an_hour", "usd_per_hour"]),
        ({"savings_plans": [PLAN | {"usd_per_hour": 0}]}, ["usd_per_hour", "0"]),
        ({"savings_plans": [{"kind": "compute"}]}, ["usd_per_hour"]),
        ({"savings_plans": [PLAN | {"term_years": 2}]}, ["term_years", "2", "1 or 3"]),
        ({"savings_plans": [PLAN | {"family": "m7i"}]}, ["family", "m7i", "ec2-instance"]),
        ({"savings_plans": [PLAN | {"kind": "ec2-instance"}]}, ["family", "none is named"]),
        ({"savings_plans": [PLAN | {"kind": "ec2-instance", "family": "m77i"}]}, ["family", "m77i", "m7i"]),
    ],
)
def test_a_mistake_is_named_with_its_value_and_the_nearest_valid_one(knowledge: Knowledge, terms: dict[str, Any], words: list[str]) -> None:
    """One line for each mistake, after the name of the file."""
    with pytest.raises(InputError) as raised:
        policy_from(terms, knowledge, where="p.yaml: ")
    line = str(raised.value)
    assert line.startswith("p.yaml: ")
    assert "\n" not in line
    assert [word for word in words if word not in line] == [], line


def test_every_mistake_has_its_line(knowledge: Knowledge) -> None:
    """All parts are read, whatever is wrong with the first."""
    with pytest.raises(InputError) as raised:
        policy_from({"discounts": {"g55": 0.1, "g5": 9}, "approved": ["nowhere"], "quotas": {"g5": "many"}}, knowledge)
    assert len(str(raised.value).splitlines()) == 4


# Discounts.


@pytest.mark.parametrize(
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
    assert policy.share(knowledge.places[place], knowledge.instances[instance] if instance else None) == pytest.approx(share)


@pytest.mark.parametrize("facts", [BERT, NIGHTLY, TUNING, BERT | OWN_MACHINES], ids=["endpoint", "batch", "tuning", "EC2"])
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
    assert under(knowledge, {}, facts).choice is None
    assert under(knowledge, {"discounts": {"ml.g6": 0.4}}, facts).choice is not None


# What is approved.


def plans_of(advice: Advice) -> list[Plan]:
    """The choice and its alternatives."""
    return [*([advice.choice] if advice.choice else []), *advice.alternatives]


@pytest.mark.parametrize("facts", [BERT, {"model": "llama-3-8b", "requests_per_second": 1, "output_tokens": 100}], ids=["network", "llm"])
@pytest.mark.parametrize("lens", LENSES)
def test_only_what_is_approved_is_shown(knowledge: Knowledge, facts: Facts, lens: Lens) -> None:
    """Choice and alternatives, that of the other lens included, are of an approved place, and of approved hardware by any of its names."""
    advice = under(knowledge, {"approved": ["m7i", "c5", "gpu", "sagemaker-realtime", "sagemaker-async"]}, facts, lens)
    assert advice.choice is not None
    for plan in plans_of(advice):
        assert plan.place in ("sagemaker-realtime", "sagemaker-async")
        assert plan.family in ("m7i", "c5") or plan.processor == "gpu"
        assert not any("Bedrock" in reason.text for reason in plan.reasons)


def test_what_would_change_it_is_approved_as_well(knowledge: Knowledge) -> None:
    """Flips are decided under the same terms."""
    policy = policy_from({"approved": ["g5", "c5", "sagemaker-realtime", "ec2"], "quotas": {"g5": 2}}, knowledge)
    flips = advise(stated(knowledge, **BERT), knowledge, policy=policy).flips
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
    advice = under(knowledge, {"approved": ["t3", "sagemaker-realtime"]}, BERT | {"environment": "production", "compare": ["g5"]})
    assert advice.choice is None
    assert "not approved" in {one.limit for one in advice.rejected}
    (asked,) = advice.comparison
    assert not isinstance(asked, Plan)
    assert "is not approved: the policy names t3" in asked.text


# Quotas.

BUSY: Facts = {"model": "bert-base", "requests_per_second": 3000, "require": ["g6.xlarge"]}


def test_a_plan_within_its_quota_stands_and_asks_for_none(knowledge: Knowledge) -> None:
    """As many as are held will do, no caution speaks of a quota, and scaling stays within it."""
    free = chosen(knowledge, {}, BUSY)
    count = free.instance_count or 0
    assert count > 1
    assert any("quota" in caution for caution in free.cautions)
    plan = chosen(knowledge, {"quotas": {"ml.g6.xlarge": count}}, BUSY)
    assert plan.instance_count == count
    assert not any("quota" in caution for caution in plan.cautions)
    assert plan.scaling is not None
    assert plan.scaling.max == count


def test_a_plan_beyond_its_quota_is_stopped(knowledge: Knowledge) -> None:
    """One fewer than is needed stops it; what would help is a higher quota."""
    count = chosen(knowledge, {}, BUSY).instance_count or 0
    advice = under(knowledge, {"quotas": {"g6": count - 1}}, BUSY)
    assert advice.choice is None
    assert any(f"a quota of {count} instances" in one.text for one in advice.relax)


def test_a_quota_of_none_stops_the_family_at_its_places(knowledge: Knowledge) -> None:
    """Without `ml.` everywhere, with it at SageMaker alone."""
    facts = BERT | {"require": ["g6"]}
    assert under(knowledge, {"quotas": {"g6": 0}}, facts).choice is None
    assert under(knowledge, {"quotas": {"ml.g6": 0}}, facts).choice is None
    assert chosen(knowledge, {"quotas": {"ml.g6": 0}}, facts | OWN_MACHINES).place == "ec2"


def test_a_job_takes_no_more_machines_than_are_held(knowledge: Knowledge) -> None:
    """Where no deadline was named it runs longer on fewer, instead of being stopped."""
    facts = TUNING | {"rows": 3_000_000, "require": ["g5.12xlarge"]}
    free, plan = chosen(knowledge, {}, facts), chosen(knowledge, {"quotas": {"ml.g5.12xlarge": 2}}, facts)
    assert (free.instance_count or 0) > 2
    assert plan.instance_count == 2
    assert (plan.hours_per_run or 0) > (free.hours_per_run or 0)


def test_too_few_machines_to_hold_a_training_are_a_matter_of_the_quota(knowledge: Knowledge) -> None:
    """It is the quota that stops it, and more of it that would help."""
    facts = TUNING | {"model": "llama-3-70b", "fine_tuning_method": "full", "require": ["p4d"]}
    needed = chosen(knowledge, {}, facts).instance_count or 0
    advice = under(knowledge, {"quotas": {"p4d": 1}}, facts)
    assert advice.choice is None
    assert [one.text for one in advice.relax] == [f"Ask AWS for a quota of {needed} instances (p4d.24xlarge)."]


# Savings Plans that are owned.


def owned(kind: str, usd: float, **more: object) -> dict[str, Any]:
    """A policy of one owned plan."""
    return {"savings_plans": [{"kind": kind, "usd_per_hour": usd, **more}]}


def saving(knowledge: Knowledge, kind: str, years: int = 1) -> float:
    """The typical saving of a kind of plan."""
    plans = {plan.id: plan for plan in knowledge.purchases["savings-plan"].plans}
    return plans[f"{kind}-savings-plan"].saving_typical[str(years)].value


@pytest.mark.parametrize("facts", [BERT, BERT | {"hours_per_day": 8}, NIGHTLY, TUNING], ids=["endpoint", "by day", "batch", "tuning"])
@pytest.mark.parametrize("years", [1, 3])
def test_what_an_owned_plan_covers_is_paid_at_its_rate(knowledge: Knowledge, facts: Facts, years: int) -> None:
    """Without a stated commitment, and for jobs too: the plan is paid for, whatever runs."""
    plan = chosen(knowledge, owned("sagemaker", 1000, term_years=years), facts)
    assert plan.purchase == "savings-plan"
    assert plan.cost.usd_per_hour == pytest.approx(listed(knowledge, plan) * (1 - saving(knowledge, "sagemaker", years)))
    (advised,) = [one for one in plan.purchases if one.advised]
    assert (advised.name, advised.term_years) == ("SageMaker, owned", years)
    assert advised.usd_per_month == pytest.approx(plan.cost.usd_per_month)
    assert any("from the plan you own" in reason.text for reason in plan.reasons)


def test_beyond_the_commitment_it_is_on_demand(knowledge: Knowledge) -> None:
    """The commitment buys its worth at the plan's rate; the rest is paid in full, and the reason says how much that is."""
    share = saving(knowledge, "sagemaker")
    free = chosen(knowledge, {}, BERT)
    half = listed(knowledge, free) * (1 - share) / 2
    plan = chosen(knowledge, owned("sagemaker", half), BERT)
    assert plan.instance_type == free.instance_type
    assert plan.purchase == "savings-plan"
    assert plan.cost.usd_per_hour == pytest.approx(listed(knowledge, free) * (1 - share / 2))
    assert any("50% of it is paid from the plan you own" in reason.text for reason in plan.reasons)


def test_an_owned_plan_pays_only_for_what_its_kind_covers(knowledge: Knowledge) -> None:
    """Compute never pays for SageMaker, nor SageMaker for EC2, nor one family for another."""
    assert chosen(knowledge, owned("compute", 9), BERT).purchase == "on-demand"
    assert chosen(knowledge, owned("sagemaker", 9), BERT | OWN_MACHINES).purchase == "on-demand"
    assert chosen(knowledge, owned("compute", 9), BERT | OWN_MACHINES).purchase == "savings-plan"
    facts = BERT | OWN_MACHINES | {"require": ["g6"]}
    assert chosen(knowledge, owned("ec2-instance", 9, family="m7i"), facts).purchase == "on-demand"
    assert chosen(knowledge, owned("ec2-instance", 9, family="g6"), facts).purchase == "savings-plan"


def test_two_plans_add_up(knowledge: Knowledge) -> None:
    """What the narrower one leaves, the wider one pays."""
    facts = BERT | OWN_MACHINES | {"require": ["g6.xlarge"]}
    price = listed(knowledge, chosen(knowledge, {}, facts))
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
    drawn = chosen(knowledge, owned("ec2-instance", 9, family=other, term_years=3), facts)
    assert (free.family, drawn.family) == (free.family, other)
    assert (drawn.cost.usd_per_hour or 0) < (free.cost.usd_per_hour or 0)


def test_an_owned_plan_gives_way_to_what_is_asked_for(knowledge: Knowledge) -> None:
    """Ruled out, or another way to pay required, it does not pay."""
    terms = owned("sagemaker", 1000)
    assert chosen(knowledge, terms, BERT | {"exclude": ["savings-plan"]}).purchase == "on-demand"
    assert chosen(knowledge, terms, TUNING | {"require": ["spot"], "interruptible": True}).purchase == "spot"
    assert chosen(knowledge, terms, TUNING | {"interruptible": True}).purchase == "savings-plan"
    assert chosen(knowledge, owned("sagemaker", 0.01), TUNING | {"interruptible": True}).purchase == "spot"


def test_a_stated_commitment_is_bought_beside_a_plan_that_pays_little(knowledge: Knowledge) -> None:
    """A plan that covers the whole is not bought twice."""
    facts = BERT | {"commitment_years": 1}
    little, enough = chosen(knowledge, owned("sagemaker", 0.001), facts), chosen(knowledge, owned("sagemaker", 1000), facts)
    advised = [next(one.name for one in plan.purchases if one.advised) for plan in (little, enough)]
    assert advised == ["SageMaker", "SageMaker, owned"]


# What holds for every policy.

POLICIES: tuple[dict[str, Any], ...] = (
    {"discounts": {"g5": 0.5, "sagemaker": 0.1}},
    {"discounts": {"g5": 0.1, "sagemaker": 0.1}},
    {"approved": ["g5", "c5", "m5"]},
    {"approved": ["sagemaker-realtime", "sagemaker-training", "ec2"]},
    {"quotas": {"g5": 1, "c5": 0, "m5": 1}},
    owned("sagemaker", 0.2),
    owned("ec2-instance", 3, family="g5"),
)


@pytest.mark.parametrize("facts", [BERT, NIGHTLY, TUNING], ids=["endpoint", "batch", "tuning"])
def test_no_decision_hangs_on_another_policy(knowledge: Knowledge, facts: Facts) -> None:
    """One memo serves several policies: each decides as it would alone."""
    memo: Memo = {}
    workload = stated(knowledge, **facts)
    for policy in (NO_POLICY, *(policy_from(terms, knowledge) for terms in POLICIES), NO_POLICY):
        warm, cold = (decide(workload, knowledge, "today", used, policy) for used in (memo, {}))
        assert outcome(warm) == outcome(cold), policy


@pytest.mark.parametrize("terms", POLICIES, ids=str)
def test_a_whole_answer_follows_the_policy_each_time(knowledge: Knowledge, terms: dict[str, Any]) -> None:
    """Questions and flips included, and the same bytes with a memo that served others before."""
    memo: Memo = {}
    workload, policy = stated(knowledge, **BERT), policy_from(terms, knowledge)
    advise(workload, knowledge, memo=memo)
    warm = advise(workload, knowledge, memo=memo, policy=policy)
    assert encoded(warm) == encoded(advise(workload, knowledge, policy=policy))
    assert warm.policy == policy.applied()


@settings(max_examples=60)
@given(st.data(), st.sampled_from(LENSES))
def test_every_plan_that_is_shown_keeps_the_policy(knowledge: Knowledge, data: st.DataObject, lens: Lens) -> None:
    """Whatever the workload: choice and alternatives are approved and within their quotas."""
    hardware = data.draw(
        st.lists(st.sampled_from(("gpu", "cpu", "inferentia", "c5", "m5", "g5", "g6", "m5.xlarge")), max_size=3, unique=True)
    )
    places = data.draw(
        st.lists(st.sampled_from(("sagemaker-realtime", "sagemaker-training", "lambda", "ec2", "eks")), max_size=3, unique=True)
    )
    quotas = data.draw(st.dictionaries(st.sampled_from(("g5", "c5", "ml.m5", "g6.xlarge")), st.integers(0, 3)))
    advice = under(knowledge, {"approved": [*hardware, *places], "quotas": quotas}, data.draw(any_facts(knowledge, most=6)), lens)
    policy = policy_from({"quotas": quotas}, knowledge)
    for plan in plans_of(advice):
        assert not places or plan.place in places
        if plan.instance_type is None:
            continue
        instance = knowledge.instances[plan.instance_type.removeprefix("ml.")]
        assert not hardware or {plan.processor, plan.family, instance.instance_type} & set(hardware)
        held = policy.held(knowledge.places[plan.place], instance)
        assert held is None or (plan.instance_count or 0) <= held


def test_a_policy_can_be_part_of_a_key(knowledge: Knowledge) -> None:
    """Equal terms are one policy; others are another."""
    found = {policy_from(terms, knowledge) for terms in (*POLICIES, *POLICIES)}
    assert len(found) == len(POLICIES)
    assert Policy(savings_plans=(OwnedPlan(kind="compute", usd_per_hour=1),)) not in found
