"""A kept advice is held against a base in which prices moved, and types, limits, defaults and rules changed."""

from __future__ import annotations

import datetime as dt
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.advice import Advice, Plan
from engine.handover.advice_json import advice_as_json
from engine.handover.kept_advice import advice_from
from engine.handover.recheck import Checked, recheck_advice, status_label
from engine.measurement import Trial
from engine.policy import policy_from
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.depth import rounds
from tests.engine.handover.recheck.changed_bases import chosen_type, drop_types, replace_sections, save_advice, scale_prices, with_entry
from tests.engine.workloads import SEVERAL, draw_facts

NETWORK = SEVERAL["a network"]
PRICED = ["a network", "pretraining", "a notebook"]


@pytest.fixture(scope="module")
def advice(knowledge: Knowledge) -> Advice:
    """A kept advice for a network at an endpoint."""
    return save_advice(knowledge, NETWORK)


def choice_of(advice: Advice) -> Plan:
    """The choice."""
    assert advice.choice is not None
    return advice.choice


def rival_type(advice: Advice) -> str:
    """The runner-up's type, as the catalogue names it."""
    told = next(one for one in advice.alternatives if one.role == "runner-up")
    assert told.instance_type is not None
    return told.instance_type.removeprefix("ml.")


def status_and_cause(checked: Checked) -> tuple[str, str | None]:
    """How it ended, and what changed."""
    return checked.status, checked.cause


@pytest.mark.parametrize("kind", SEVERAL)
def test_every_advice_stands_till_its_price_falls(kind: str, knowledge: Knowledge) -> None:
    """Whatever it is for; where nothing fitted, nothing still does."""
    before = save_advice(knowledge, SEVERAL[kind])
    checked = recheck_advice(before, knowledge, file="a.json")
    assert status_and_cause(checked) == ("stands", None)
    assert (checked.file, checked.notes, checked.kept) == ("a.json", (), checked.today)
    assert checked.moved in (0, None)
    assert checked.usd.before == checked.usd.after == checked.usd_today
    assert status_label(checked, knowledge) == "stands"
    if kind in PRICED:
        check_price_that_fell(before, knowledge)


@settings(max_examples=rounds(quick=4, long=1_000))
@given(data=st.data())
def test_any_advice_stands_with_the_same_base(knowledge: Knowledge, data: st.DataObject) -> None:
    """Under either lens."""
    before = save_advice(knowledge, data.draw(draw_facts(knowledge)), lens=data.draw(st.sampled_from(["today", "exam"])))
    assert status_and_cause(recheck_advice(before, knowledge)) == ("stands", None)


def check_price_that_fell(before: Advice, knowledge: Knowledge) -> None:
    """A machine that became cheaper stays the choice; an eighth off is said to be an eighth off."""
    checked = recheck_advice(before, scale_prices(knowledge, 0.875, chosen_type(before)))
    assert status_and_cause(checked) == ("moved", "price")
    assert checked.moved == pytest.approx(-0.125)
    assert checked.usd.before is not None
    assert checked.usd.after == pytest.approx(checked.usd.before * 0.875)
    assert status_label(checked, knowledge) == "price moved by -12.5%"


@pytest.mark.parametrize(
    ("factor", "tolerance", "status"), [(1.03, 0, "moved"), (0.97, 2.9, "moved"), (1.03, 3.1, "stands"), (0.97, 50, "stands")]
)
def test_a_price_may_move_within_the_tolerance(advice: Advice, knowledge: Knowledge, factor: float, tolerance: float, status: str) -> None:
    """Up or down; that it moved is said all the same."""
    checked = recheck_advice(advice, scale_prices(knowledge, factor), tolerance=tolerance)
    assert status_and_cause(checked) == (status, "price")
    assert checked.moved == pytest.approx(factor - 1)
    assert "538" in checked.text


def test_a_price_that_rose_may_make_another_the_choice(advice: Advice, knowledge: Knowledge) -> None:
    """It is named with both costs of the kept one, and the price is given as the reason."""
    checked = recheck_advice(advice, scale_prices(knowledge, 4, chosen_type(advice)))
    assert status_and_cause(checked) == ("other", "price")
    assert checked.moved == pytest.approx(3)
    assert checked.kept is not None
    assert checked.today is not None
    assert checked.kept.instance_type != checked.today.instance_type
    assert "+300%" in checked.text
    assert f"instead of {checked.kept.instance_type} × 1 ($538 a month then, $2,150 a month now)" in checked.text


def test_a_rival_that_became_cheaper_is_named_with_its_cost_then(advice: Advice, knowledge: Knowledge) -> None:
    """The kept choice costs what it did; within the tolerance it stands."""
    name = rival_type(advice)
    cost = next(one.cost.usd_per_month for one in advice.alternatives if one.role == "runner-up")
    assert cost is not None
    assert choice_of(advice).cost.usd_per_month is not None
    base = scale_prices(knowledge, 0.5 * (choice_of(advice).cost.usd_per_month or 0) / cost, name)
    checked = recheck_advice(advice, base)
    assert status_and_cause(checked) == ("other", "price")
    assert checked.moved == 0
    assert f"ml.{name} × " in checked.text
    assert f"was ${cost:,.0f} a month then" in checked.text
    assert status_and_cause(recheck_advice(advice, base, tolerance=5)) == ("other", "price")
    allowed = recheck_advice(advice, base, tolerance=101)
    assert status_and_cause(allowed) == ("stands", "price")
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
    instance = knowledge.instances[chosen_type(advice)]
    if "price" in changes:
        assert instance.ml is not None
        changes = changes | {"ml": msgspec.structs.replace(instance.ml, price=None)}
    checked = recheck_advice(advice, with_entry(knowledge, "instances", chosen_type(advice), **changes), tolerance=50)
    assert status_and_cause(checked) == ("gone", "gone")
    assert reason in checked.text
    assert checked.usd.after is None
    assert checked.today is not None
    assert str(checked.today.instance_type) in checked.text
    assert status_label(checked, knowledge) == "no longer available"


def test_a_type_that_the_base_forgot_is_gone(advice: Advice, knowledge: Knowledge) -> None:
    """So is a place; and measurements of such a type do no harm."""
    name = chosen_type(advice)
    measured = [Trial(instance_type=name, instance_count=1, rate_per_s=20, latency_ms=12)]
    for before in (advice, save_advice(knowledge, NETWORK, measurements=measured)):
        checked = recheck_advice(before, drop_types(knowledge, name))
        assert status_and_cause(checked) == ("gone", "gone")
        assert f"ml.{name} is no longer in the base" in checked.text
    elsewhere = msgspec.structs.replace(advice, choice=msgspec.structs.replace(choice_of(advice), place="sagemaker-neo"))
    assert "sagemaker-neo is no longer in the base" in recheck_advice(elsewhere, knowledge).text


def test_a_type_that_the_facts_ask_for_and_the_base_forgot_is_gone(knowledge: Knowledge) -> None:
    """There is no choice today then: what to do is said."""
    before = save_advice(knowledge, NETWORK | {"require": ["g5.xlarge"]})
    checked = recheck_advice(before, drop_types(knowledge, "g5.xlarge"), file="a.json")
    assert status_and_cause(checked) == ("gone", "gone")
    assert checked.today is None
    assert "Ask for new advice" in checked.text
    assert "g5.xlarge" in checked.text


def test_facts_that_the_base_forgot_are_a_mistake_of_the_file(advice: Advice, knowledge: Knowledge) -> None:
    """The line names the file and the fact."""
    models = {name: model for name, model in knowledge.models.items() if name != "bert-base"}
    with pytest.raises(InputError, match=r"^a\.json: model: .*bert-base"):
        recheck_advice(advice, replace_sections(knowledge, models=models), file="a.json")


def test_a_new_family_is_named_as_new(advice: Advice, knowledge: Knowledge) -> None:
    """One that the advice could not speak of."""
    before = save_advice(drop_types(knowledge, str(choice_of(advice).family)), NETWORK)
    checked = recheck_advice(before, knowledge)
    assert status_and_cause(checked) == ("other", "new")
    assert f"did not know {choice_of(advice).family}" in checked.text


def test_hardware_that_falls_short_today_is_said_with_its_limit(knowledge: Knowledge) -> None:
    """A figure of the base was put right: the machine never had that memory."""
    before = save_advice(knowledge, SEVERAL["a queue"])
    checked = recheck_advice(before, with_entry(knowledge, "instances", chosen_type(before), memory_gib=0.25))
    assert status_and_cause(checked) == ("other", "limit")
    assert checked.usd.after is None
    assert "a month then)" in checked.text
    assert "0.24 GB" in checked.text


def test_a_place_that_takes_less_today_is_said_with_its_limit(knowledge: Knowledge) -> None:
    """The machine is as it was; requests of that size are not taken there any more."""
    limits = knowledge.places["sagemaker-async"].limits
    smaller = {**limits, "payload_mb": msgspec.structs.replace(limits["payload_mb"], value=100)}
    base = with_entry(knowledge, "places", "sagemaker-async", limits=smaller)
    for more, status in (({}, "nothing-fits"), ({"require": ["sagemaker-async", "ec2"]}, "other")):
        checked = recheck_advice(save_advice(knowledge, SEVERAL["a queue"] | more), base)
        assert status_and_cause(checked) == (status, "limit")
        assert "SageMaker Asynchronous Inference takes 100 MB a request" in checked.text


def test_a_default_that_is_another_today_is_named(knowledge: Knowledge) -> None:
    """The fact that nobody stated, as it was taken and as it is; stated, it changes nothing."""
    entry = knowledge.defaults["any"]
    arm = {**entry.assume, "arm_ok": msgspec.structs.replace(entry.assume["arm_ok"], value=True)}
    base = with_entry(knowledge, "defaults", "any", assume=arm)
    work = {"algorithm": "xgboost", "requests_per_second": 3000, "latency_p99_ms": 50}
    checked = recheck_advice(save_advice(knowledge, work), base)
    assert status_and_cause(checked) == ("other", "assumption")
    assert "was assumed to be no, and is now assumed to be yes" in checked.text
    assert recheck_advice(save_advice(knowledge, work | {"arm_ok": False}), base).status == "stands"
    stands = recheck_advice(save_advice(knowledge, NETWORK), base)
    assert status_and_cause(stands) == ("stands", None)
    assert ["assumed to be yes" in note for note in stands.notes] == [True]


def test_a_place_that_is_rated_otherwise_is_a_rule(knowledge: Knowledge) -> None:
    """Neither its price nor its estimate moved; what is left is what the base weighs."""
    before = save_advice(knowledge, SEVERAL["some hours a day"] | {"require": ["ec2", "sagemaker-realtime"]})
    place = choice_of(before).place
    checked = recheck_advice(before, with_entry(knowledge, "places", place, complexity=60))
    assert checked.status == "other"
    assert checked.moved == 0
    assert checked.cause == "rule"
    assert checked.today is not None
    assert checked.today.place != place


def test_estimates_of_today_may_move_the_cost_or_the_number(knowledge: Knowledge) -> None:
    """The hours of a job; and the machines that a load takes."""
    sizing = knowledge.weights["sizing"]
    slower = {**sizing.thresholds, "job_start_hours": sizing.thresholds["job_start_hours"] * 3}
    job = recheck_advice(save_advice(knowledge, SEVERAL["adapters"]), with_entry(knowledge, "weights", "sizing", thresholds=slower))
    assert status_and_cause(job) == ("moved", "estimate")
    assert status_label(job, knowledge).startswith("cost moved by +")
    assert "price is the same" in job.text
    run = Trial(instance_type="c6i.xlarge", instance_count=1, rate_per_s=4.0, latency_ms=150.0)
    work = NETWORK | {"requests_per_second": 100, "require": ["c6i.xlarge"]}
    before = save_advice(knowledge, work)
    measured = msgspec.structs.replace(before, measured=(run,))
    load = recheck_advice(measured, knowledge)
    assert status_and_cause(load) == ("other", "estimate")
    assert f"instead of {choice_of(before).instance_count}." in load.text


def test_a_budget_that_prices_outgrow_leaves_nothing(knowledge: Knowledge) -> None:
    """All prices tripled; the reason is the price."""
    cost = choice_of(save_advice(knowledge, NETWORK)).cost.usd_per_month
    work = NETWORK | {"budget_usd_per_month": (cost or 0) * 1.5, "require": ["sagemaker-realtime", "gpu"]}
    before = save_advice(knowledge, work)
    checked = recheck_advice(before, scale_prices(knowledge, 3))
    assert status_and_cause(checked) == ("nothing-fits", "price")
    assert checked.today is None
    assert "budget" in checked.text
    assert status_label(checked, knowledge) == "nothing fits now"
    back = save_advice(scale_prices(knowledge, 3), work)
    assert back.choice is None
    fits = recheck_advice(back, knowledge)
    assert status_and_cause(fits) == ("other", None)
    assert "nothing fitted" in fits.text


def test_own_terms_and_measurements_go_on_to_count(knowledge: Knowledge) -> None:
    """A discount, and a run that made a rival the choice."""
    policy = policy_from({"discounts": {"sagemaker": 0.2}}, knowledge)
    assert status_and_cause(recheck_advice(save_advice(knowledge, NETWORK, policy=policy), knowledge)) == ("stands", None)
    quick = [Trial(instance_type="g6.xlarge", instance_count=1, rate_per_s=20, latency_ms=3)]
    slow = [Trial(instance_type="g4dn.xlarge", instance_count=1, rate_per_s=20, latency_ms=3000)]
    measured = save_advice(knowledge, NETWORK, measurements=[*quick, *slow])
    assert chosen_type(measured) != chosen_type(save_advice(knowledge, NETWORK))
    assert status_and_cause(recheck_advice(measured, knowledge)) == ("stands", None)


def test_what_else_is_worth_knowing_is_noted(advice: Advice, knowledge: Knowledge) -> None:
    """A catalogue older than the advice's; successors of its family that it was not warned of."""
    stamp = msgspec.structs.replace(knowledge.stamp, as_of=dt.date(2020, 1, 1))
    older = recheck_advice(advice, replace_sections(knowledge, **{"catalog.stamp": stamp}))
    assert status_and_cause(older) == ("stands", None)
    assert "newer catalogue" in older.notes[0]
    family = str(choice_of(advice).family)
    quiet = msgspec.structs.replace(advice, choice=msgspec.structs.replace(choice_of(advice), cautions=()))
    noted = recheck_advice(quiet, with_entry(knowledge, "families", family, superseded_by=("g6", "inf2")))
    assert status_and_cause(noted) == ("stands", None)
    assert any("g6, inf2" in note for note in noted.notes)


@settings(max_examples=rounds(quick=5, long=1_000))
@given(data=st.data())
def test_whatever_changed_the_outcome_agrees_with_itself(knowledge: Knowledge, data: st.DataObject) -> None:
    """Prices that move and types that go: it stands without a tolerance only where plan and cost are the same; all is on one line."""
    before = save_advice(knowledge, data.draw(draw_facts(knowledge)))
    factor = data.draw(st.sampled_from([0.3, 0.99, 1.0, 1.01, 3.0]))
    names = data.draw(st.lists(st.sampled_from(sorted(knowledge.families)), max_size=3))
    own = [choice_of(before).family] if before.choice is not None and data.draw(st.booleans()) else []
    base = scale_prices(drop_types(knowledge, *names, *filter(None, own)), factor)
    checked = recheck_or_refuse(before, base)
    if isinstance(checked, str):
        assert checked.startswith("a.json: ")
        return
    assert "\n" not in "".join((checked.text, status_label(checked, base), *checked.notes))
    assert checked.text
    if checked.status == "stands":
        assert checked.kept == checked.today
        assert not checked.moved
    elif checked.status == "moved":
        assert checked.kept == checked.today
        assert checked.moved
    else:
        assert checked.kept != checked.today
    assert recheck_or_refuse(before, base) == checked


def recheck_or_refuse(advice: Advice, base: Knowledge) -> Checked | str:
    """What became of it, or the line on a fact that the base does not know."""
    try:
        return recheck_advice(advice, base, file="a.json")
    except InputError as error:
        return str(error)


ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 5), st.floats(), st.text(max_size=5), st.just([]), st.just({}), st.just("spot")
)


@settings(max_examples=rounds(quick=20, long=2_000))
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
        checked = recheck_advice(advice_from(document, "a.json: "), knowledge, file="a.json", tolerance=1)
    except InputError as error:
        assert "a.json" in str(error)  # noqa: PT017  # either may happen
    else:
        assert "\n" not in checked.text
