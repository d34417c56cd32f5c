"""A kept advice is held against a base in which prices moved, and types, limits, defaults and rules changed."""

from __future__ import annotations

import datetime as dt
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.advice import Advice, Plan
from engine.handover.as_json import advice_as_json
from engine.handover.kept import advice_from
from engine.handover.recheck import Checked, label_of, recheck
from engine.policy import policy_from
from engine.trial import Trial
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.depth import rounds
from tests.engine.handover.recheck.bases import chosen, kept, other, priced, with_entry, without
from tests.engine.workloads import SEVERAL, facts

NETWORK = SEVERAL["a network"]
ON_MACHINES = ["a network", "one that is split", "a queue", "a batch", "pretraining", "data", "a notebook"]


@pytest.fixture(scope="module")
def advice(knowledge: Knowledge) -> Advice:
    """A kept advice for a network at an endpoint."""
    return kept(knowledge, NETWORK)


def plan(advice: Advice) -> Plan:
    """The choice."""
    assert advice.choice is not None
    return advice.choice


def rival(advice: Advice) -> str:
    """The runner-up's type, as the catalogue names it."""
    told = next(one for one in advice.alternatives if one.role == "runner-up")
    assert told.instance_type is not None
    return told.instance_type.removeprefix("ml.")


def outcome(checked: Checked) -> tuple[str, str | None]:
    """How it ended, and what changed."""
    return checked.status, checked.cause


@pytest.mark.parametrize("kind", SEVERAL)
def test_with_the_same_base_every_advice_stands(kind: str, knowledge: Knowledge) -> None:
    """Whatever it is for; where nothing fitted, nothing still does."""
    before = kept(knowledge, SEVERAL[kind])
    checked = recheck(before, knowledge, file="a.json")
    assert outcome(checked) == ("stands", None)
    assert (checked.file, checked.notes, checked.kept) == ("a.json", (), checked.today)
    assert checked.moved in (0, None)
    assert checked.usd.before == checked.usd.after == checked.usd_today
    assert label_of(checked, knowledge) == "stands"


@settings(max_examples=rounds(quick=25, long=1_000))
@given(data=st.data())
def test_any_advice_stands_with_the_same_base(knowledge: Knowledge, data: st.DataObject) -> None:
    """Under either lens."""
    before = kept(knowledge, data.draw(facts(knowledge)), lens=data.draw(st.sampled_from(["today", "exam"])))
    assert outcome(recheck(before, knowledge)) == ("stands", None)


@pytest.mark.parametrize("kind", ON_MACHINES)
def test_a_price_that_fell_is_said_with_its_share(kind: str, knowledge: Knowledge) -> None:
    """A machine that became cheaper stays the choice; an eighth off is an eighth off."""
    before = kept(knowledge, SEVERAL[kind])
    checked = recheck(before, priced(knowledge, 0.875, chosen(before)))
    assert outcome(checked) == ("moved", "price")
    assert checked.moved == pytest.approx(-0.125)
    assert checked.usd.before is not None
    assert checked.usd.after == pytest.approx(checked.usd.before * 0.875)
    assert label_of(checked, knowledge) == "price moved by -12.5%"


@pytest.mark.parametrize(("tolerance", "status"), [(0, "moved"), (2.9, "moved"), (3.1, "stands"), (50, "stands")])
@pytest.mark.parametrize("factor", [0.97, 1.03])
def test_a_price_may_move_within_the_tolerance(advice: Advice, knowledge: Knowledge, factor: float, tolerance: float, status: str) -> None:
    """Up or down; that it moved is said all the same."""
    checked = recheck(advice, priced(knowledge, factor), tolerance=tolerance)
    assert outcome(checked) == (status, "price")
    assert checked.moved == pytest.approx(factor - 1)
    assert "217" in checked.text


def test_a_price_that_rose_may_make_another_the_choice(advice: Advice, knowledge: Knowledge) -> None:
    """It is named with both costs of the kept one, and the price is given as the reason."""
    checked = recheck(advice, priced(knowledge, 4, chosen(advice)))
    assert outcome(checked) == ("other", "price")
    assert checked.moved == pytest.approx(3)
    assert checked.kept is not None
    assert checked.today is not None
    assert checked.kept.instance_type != checked.today.instance_type
    assert "+300%" in checked.text
    assert f"instead of {checked.kept.instance_type} × 1 ($217 a month then, $867 a month now)" in checked.text


def test_a_rival_that_became_cheaper_is_named_with_its_cost_then(advice: Advice, knowledge: Knowledge) -> None:
    """The kept choice costs what it did; within the tolerance it stands."""
    name = rival(advice)
    cost = next(one.cost.usd_per_month for one in advice.alternatives if one.role == "runner-up")
    assert cost is not None
    assert plan(advice).cost.usd_per_month is not None
    base = priced(knowledge, 0.5 * (plan(advice).cost.usd_per_month or 0) / cost, name)
    checked = recheck(advice, base)
    assert outcome(checked) == ("other", "price")
    assert checked.moved == 0
    assert f"ml.{name} × " in checked.text
    assert f"was ${cost:,.0f} a month then" in checked.text
    assert outcome(recheck(advice, base, tolerance=5)) == ("other", "price")
    allowed = recheck(advice, base, tolerance=101)
    assert outcome(allowed) == ("stands", "price")
    assert allowed.today is not None
    assert allowed.today.instance_type == f"ml.{name}"
    assert name in allowed.text


GONE: dict[str, dict[str, Any]] = {
    "retired": {"status": "retired"},
    "is not offered in us-east-1": {"regions": "eu-west-1"},
    "not among the hosting names": {"ml": None},
    "has no price: withdrawn": {"price": None, "no_price_reason": "withdrawn"},
}


@pytest.mark.parametrize("reason", GONE)
def test_a_type_that_cannot_be_had_is_gone(reason: str, advice: Advice, knowledge: Knowledge) -> None:
    """Whichever way: it says which, and what is the choice then."""
    changes = GONE[reason]
    instance = knowledge.instances[chosen(advice)]
    if "price" in changes:
        assert instance.ml is not None
        changes = changes | {"ml": msgspec.structs.replace(instance.ml, price=None)}
    checked = recheck(advice, with_entry(knowledge, "instances", chosen(advice), **changes), tolerance=50)
    assert outcome(checked) == ("gone", "gone")
    assert reason in checked.text
    assert checked.usd.after is None
    assert checked.today is not None
    assert str(checked.today.instance_type) in checked.text
    assert label_of(checked, knowledge) == "no longer available"


def test_a_type_that_the_base_forgot_is_gone(advice: Advice, knowledge: Knowledge) -> None:
    """So is a place; and measurements of such a type do no harm."""
    name = chosen(advice)
    measured = [Trial(instance_type=name, instance_count=1, rate_per_s=20, latency_ms=12)]
    for before in (advice, kept(knowledge, NETWORK, measured=measured)):
        checked = recheck(before, without(knowledge, name))
        assert outcome(checked) == ("gone", "gone")
        assert f"ml.{name} is not in the base" in checked.text
    elsewhere = msgspec.structs.replace(advice, choice=msgspec.structs.replace(plan(advice), place="sagemaker-neo"))
    assert "sagemaker-neo is not in the base" in recheck(elsewhere, knowledge).text


def test_a_type_that_the_facts_ask_for_and_the_base_forgot_is_gone(knowledge: Knowledge) -> None:
    """There is no choice today then: what to do is said."""
    before = kept(knowledge, NETWORK | {"require": ["g5.xlarge"]})
    checked = recheck(before, without(knowledge, "g5.xlarge"), file="a.json")
    assert outcome(checked) == ("gone", "gone")
    assert checked.today is None
    assert "Advise anew" in checked.text
    assert "g5.xlarge" in checked.text


def test_facts_that_the_base_forgot_are_a_mistake_of_the_file(advice: Advice, knowledge: Knowledge) -> None:
    """The line names the file and the fact."""
    models = {name: model for name, model in knowledge.models.items() if name != "bert-base"}
    with pytest.raises(InputError, match=r"^a\.json: model: .*bert-base"):
        recheck(advice, other(knowledge, models=models), file="a.json")


def test_a_new_family_is_named_as_new(advice: Advice, knowledge: Knowledge) -> None:
    """One that the advice could not speak of."""
    before = kept(without(knowledge, str(plan(advice).family)), NETWORK)
    checked = recheck(before, knowledge)
    assert outcome(checked) == ("other", "new")
    assert f"did not know {plan(advice).family}" in checked.text


def test_hardware_that_falls_short_today_is_said_with_its_limit(knowledge: Knowledge) -> None:
    """A figure of the base was put right: the machine never had that memory."""
    before = kept(knowledge, SEVERAL["a queue"])
    checked = recheck(before, with_entry(knowledge, "instances", chosen(before), memory_gib=0.25))
    assert outcome(checked) == ("other", "limit")
    assert checked.usd.after is None
    assert "a month then)" in checked.text
    assert "0.24 GB" in checked.text


def test_a_place_that_takes_less_today_is_said_with_its_limit(knowledge: Knowledge) -> None:
    """The machine is as it was; requests of that size are not taken there any more."""
    limits = knowledge.places["sagemaker-async"].limits
    smaller = {**limits, "payload_mb": msgspec.structs.replace(limits["payload_mb"], value=100)}
    base = with_entry(knowledge, "places", "sagemaker-async", limits=smaller)
    for more, status in (({}, "nothing-fits"), ({"require": ["sagemaker-async", "ec2"]}, "other")):
        checked = recheck(kept(knowledge, SEVERAL["a queue"] | more), base)
        assert outcome(checked) == (status, "limit")
        assert "SageMaker Asynchronous Inference takes 100 MB a request" in checked.text


def test_a_default_that_is_another_today_is_named(knowledge: Knowledge) -> None:
    """The fact that nobody stated, as it was taken and as it is; stated, it changes nothing."""
    entry = knowledge.defaults["any"]
    arm = {**entry.assume, "arm_ok": msgspec.structs.replace(entry.assume["arm_ok"], value=True)}
    base = with_entry(knowledge, "defaults", "any", assume=arm)
    work = {"algorithm": "xgboost", "requests_per_second": 3000, "latency_p99_ms": 50}
    checked = recheck(kept(knowledge, work), base)
    assert outcome(checked) == ("other", "assumption")
    assert "was taken as no, and is taken as yes" in checked.text
    assert recheck(kept(knowledge, work | {"arm_ok": False}), base).status == "stands"
    stands = recheck(kept(knowledge, NETWORK), base)
    assert outcome(stands) == ("stands", None)
    assert ["taken as yes" in note for note in stands.notes] == [True]


def test_a_place_that_is_rated_otherwise_is_a_rule(knowledge: Knowledge) -> None:
    """Neither its price nor its estimate moved; what is left is what the base weighs."""
    before = kept(knowledge, SEVERAL["some hours a day"] | {"require": ["ec2", "sagemaker-realtime"]})
    place = plan(before).place
    checked = recheck(before, with_entry(knowledge, "places", place, complexity=60))
    assert checked.status == "other"
    assert checked.moved == 0
    assert checked.cause == "rule"
    assert checked.today is not None
    assert checked.today.place != place


def test_estimates_of_today_may_move_the_cost_or_the_number(knowledge: Knowledge) -> None:
    """The hours of a job; and the machines that a load takes."""
    sizing = knowledge.weights["sizing"]
    slower = {**sizing.thresholds, "job_start_hours": sizing.thresholds["job_start_hours"] * 3}
    job = recheck(kept(knowledge, SEVERAL["adapters"]), with_entry(knowledge, "weights", "sizing", thresholds=slower))
    assert outcome(job) == ("moved", "estimate")
    assert label_of(job, knowledge).startswith("cost moved by +")
    assert "price is the same" in job.text
    run = Trial(instance_type="c6i.xlarge", instance_count=1, rate_per_s=4.0, latency_ms=150.0)
    work = NETWORK | {"requests_per_second": 100, "require": ["c6i.xlarge"]}
    before = kept(knowledge, work)
    measured = msgspec.structs.replace(before, measured=(run,))
    load = recheck(measured, knowledge)
    assert outcome(load) == ("other", "estimate")
    assert f"instead of {plan(before).instance_count}." in load.text


def test_a_budget_that_prices_outgrow_leaves_nothing(knowledge: Knowledge) -> None:
    """All prices tripled; the reason is the price."""
    cost = plan(kept(knowledge, NETWORK)).cost.usd_per_month
    before = kept(knowledge, NETWORK | {"budget_usd_per_month": (cost or 0) * 1.5, "require": ["sagemaker-realtime"]})
    checked = recheck(before, priced(knowledge, 3))
    assert outcome(checked) == ("nothing-fits", "price")
    assert checked.today is None
    assert "budget" in checked.text
    assert label_of(checked, knowledge) == "nothing fits now"
    back = kept(priced(knowledge, 3), NETWORK | {"budget_usd_per_month": (cost or 0) * 1.5, "require": ["sagemaker-realtime"]})
    assert back.choice is None
    fits = recheck(back, knowledge)
    assert outcome(fits) == ("other", None)
    assert "nothing fitted" in fits.text


def test_own_terms_and_measurements_go_on_to_count(knowledge: Knowledge) -> None:
    """A discount, and a run that made a rival the choice."""
    policy = policy_from({"discounts": {"sagemaker": 0.2}}, knowledge)
    assert outcome(recheck(kept(knowledge, NETWORK, policy=policy), knowledge)) == ("stands", None)
    quick = [Trial(instance_type="g4dn.xlarge", instance_count=1, rate_per_s=20, latency_ms=3)]
    slow = [Trial(instance_type="inf1.xlarge", instance_count=1, rate_per_s=20, latency_ms=3000)]
    measured = kept(knowledge, NETWORK, measured=[*quick, *slow])
    assert chosen(measured) != chosen(kept(knowledge, NETWORK))
    assert outcome(recheck(measured, knowledge)) == ("stands", None)


def test_what_else_is_worth_knowing_is_noted(advice: Advice, knowledge: Knowledge) -> None:
    """A catalogue older than the advice's; successors of its family that it was not warned of."""
    stamp = msgspec.structs.replace(knowledge.stamp, as_of=dt.date(2020, 1, 1))
    older = recheck(advice, other(knowledge, **{"catalog.stamp": stamp}))
    assert outcome(older) == ("stands", None)
    assert "newer catalogue" in older.notes[0]
    family = str(plan(advice).family)
    quiet = msgspec.structs.replace(advice, choice=msgspec.structs.replace(plan(advice), cautions=()))
    noted = recheck(quiet, with_entry(knowledge, "families", family, superseded_by=("g6", "inf2")))
    assert outcome(noted) == ("stands", None)
    assert any("g6, inf2" in note for note in noted.notes)


@settings(max_examples=rounds(quick=25, long=1_000))
@given(data=st.data())
def test_whatever_changed_the_outcome_agrees_with_itself(knowledge: Knowledge, data: st.DataObject) -> None:
    """Prices that move and types that go: it stands without a tolerance only where plan and cost are the same; all is on one line."""
    before = kept(knowledge, data.draw(facts(knowledge)))
    factor = data.draw(st.sampled_from([0.3, 0.99, 1.0, 1.01, 3.0]))
    names = data.draw(st.lists(st.sampled_from(sorted(knowledge.families)), max_size=3))
    own = [plan(before).family] if before.choice is not None and data.draw(st.booleans()) else []
    base = priced(without(knowledge, *names, *filter(None, own)), factor)
    checked = checked_or_line(before, base)
    if isinstance(checked, str):
        assert checked.startswith("a.json: ")
        return
    assert "\n" not in "".join((checked.text, label_of(checked, base), *checked.notes))
    assert checked.text
    if checked.status == "stands":
        assert checked.kept == checked.today
        assert not checked.moved
    elif checked.status == "moved":
        assert checked.kept == checked.today
        assert checked.moved
    else:
        assert checked.kept != checked.today
    assert checked_or_line(before, base) == checked


def checked_or_line(advice: Advice, base: Knowledge) -> Checked | str:
    """What became of it, or the line on a fact that the base does not know."""
    try:
        return recheck(advice, base, file="a.json")
    except InputError as error:
        return str(error)


ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 5), st.floats(), st.text(max_size=5), st.just([]), st.just({}), st.just("spot")
)


@settings(max_examples=rounds(quick=40, long=2_000))
@given(data=st.data())
def test_a_damaged_file_is_refused_or_checked(knowledge: Knowledge, advice: Advice, data: st.DataObject) -> None:
    """Any value in it may be another: there is an outcome, or a line that names the file; nothing else."""
    document = msgspec.json.decode(msgspec.json.encode(advice_as_json(advice)))
    for _ in range(data.draw(st.integers(1, 3))):
        part: Any = document
        while isinstance(part, dict | list) and part:
            key = data.draw(st.sampled_from(sorted(part) if isinstance(part, dict) else range(len(part))))
            if not (isinstance(part[key], dict | list) and part[key]) or data.draw(st.integers(0, 5)) == 0:
                part[key] = data.draw(ANYTHING)
                break
            part = part[key]
    try:
        checked = recheck(advice_from(document, "a.json: "), knowledge, file="a.json", tolerance=1)
    except InputError as error:
        assert "a.json" in str(error)  # noqa: PT017  # either may happen
    else:
        assert "\n" not in checked.text
