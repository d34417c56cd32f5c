"""Where the money goes, a day, the way to the choice: the figures are those of the advice, and of decisions beside it."""

from __future__ import annotations

import pytest

from engine.figures import compute_cost_shares, compute_day, compute_decision_path
from engine.pipeline import advise
from knowledge.schema.instance import HOURS_A_MONTH
from tests.case_tables import for_each
from tests.engine.figures.conftest import TurnFor

PLANTS = "identify plants from phone photos, answer within 200 ms, in production"
OFFICE = f"{PLANTS}, 8 a second, 10 hours a day"
PEAKY = f"{PLANTS}, 5 requests a second on average and 50 at the peak"
COMMITTED = f"{PLANTS}, we commit for 3 years"
TOKENS = "Claude Haiku on Bedrock for 20,000 summaries a day"
LAMBDA = "classify small pictures on Lambda, 1 request a second, cold starts are fine"
TUNING = "fine-tune Llama 3 8B with LoRA on 20,000 examples"
TOO_LARGE = "serve Llama 3.1 405B on g5"
SERVED = (PLANTS, OFFICE, PEAKY, COMMITTED, TOKENS, LAMBDA)


@for_each("text", [*SERVED, TUNING])
def test_the_shares_are_all_of_what_the_advice_costs(turn_for: TurnFor, text: str) -> None:
    """They sum to the month or the run that the advice tells; each is something."""
    turn = turn_for(text)
    figure = compute_cost_shares(turn.decision)
    choice = advise(turn.stated, turn.decision.context.knowledge, explain="choice").choice
    assert choice is not None
    told = choice.cost.usd_per_run if figure.of == "run" else choice.cost.usd_per_month
    assert sum(one.usd for one in figure.shares) == pytest.approx(told)
    assert sum(one.share for one in figure.shares) == pytest.approx(1)
    assert all(0 < one.share <= 1 for one in figure.shares)
    assert (figure.of == "run") == (text == TUNING)


def test_each_share_follows_from_the_load(turn_for: TurnFor) -> None:
    """Hours without use where an endpoint cannot stop, a part for a peak above the average, tokens where those are sold."""
    keys = {
        text: {one.key: one.share for one in compute_cost_shares(turn_for(text).decision).shares}
        for text in (OFFICE, PEAKY, TOKENS, TUNING)
    }
    assert keys[OFFICE]["unused_hours"] == pytest.approx(14 / 24)
    assert "unused_hours" not in keys[PEAKY]
    best = turn_for(PEAKY).decision.best
    assert best is not None
    assert keys[PEAKY]["peak"] == pytest.approx((50 - 5) / best.capacity)
    assert keys[PEAKY]["answering"] == pytest.approx(5 / best.capacity)
    assert set(keys[TOKENS]) == {"input_tokens", "output_tokens"}
    assert set(keys[TUNING]) == {"work", "start"}


@for_each("text", SERVED)
def test_the_days_of_a_month_cost_what_the_month_costs(turn_for: TurnFor, text: str) -> None:
    """Hour by hour; a place that is billed by the request counts no machines."""
    turn = turn_for(text)
    figure = compute_day(turn.decision)
    choice = advise(turn.stated, turn.decision.context.knowledge, explain="choice").choice
    assert choice is not None
    assert len(figure.hours) == 24
    assert figure.usd * HOURS_A_MONTH / 24 == pytest.approx(choice.cost.usd_per_month)
    assert all((hour.instances is None) == (choice.instance_type is None) for hour in figure.hours)


def test_a_day_has_its_hours_of_use_first(turn_for: TurnFor) -> None:
    """As told; without a word on them it is the whole day, and the figure says that this is assumed. A run has no day."""
    office, whole = compute_day(turn_for(OFFICE).decision), compute_day(turn_for(PLANTS).decision)
    assert [hour.peak > 0 for hour in office.hours] == [True] * 10 + [False] * 14
    assert (office.is_told, whole.is_told) == (True, False)
    assert all(hour.peak > 0 for hour in whole.hours)
    assert compute_day(turn_for(TUNING).decision).missing == "no_day"


@for_each("text", [PLANTS, OFFICE, PEAKY, TUNING])
def test_the_path_ends_at_the_choice_and_its_branches_lead_elsewhere(turn_for: TurnFor, text: str) -> None:
    """The last step leads to the choice; another answer is what the same decision says with that fact changed."""
    turn = turn_for(text)
    figure, best = compute_decision_path(turn), turn.decision.best
    assert best is not None
    assert figure.choice is not None
    assert (figure.choice.what, figure.choice.count, figure.choice.place) == (best.what, best.count, best.place.id)
    assert figure.steps
    assert figure.steps[-1].after == len(turn.decision.families)
    assert all(one.before == before.after for before, one in zip(figure.steps, figure.steps[1:], strict=False))
    for step in figure.steps:
        assert getattr(turn.stated, step.fact) == step.taken.value
        for other in step.others:
            found = turn.what_if.decide_with(step.fact, other.value)
            assert found.choice_key() != turn.decision.choice_key()
            assert found.best is not None
            assert (found.best.what, found.best.count) == (other.what, other.count)


def test_what_is_open_is_followed_to_each_of_its_answers(turn_for: TurnFor) -> None:
    """The likeliest to change the choice first; an answer may lead to nothing."""
    turn = turn_for(PLANTS)
    figure = compute_decision_path(turn)
    assert [branch.fact for branch in figure.open] == [one.fact for one in turn.what_if.next_questions()[:3]]
    assert all(len(branch.leaves) > 1 for branch in figure.open)
    assert any(leaf.what != figure.choice.what for branch in figure.open for leaf in branch.leaves if figure.choice is not None)


def test_where_nothing_fits_each_says_so(turn_for: TurnFor) -> None:
    """No figure is made up."""
    turn = turn_for(TOO_LARGE)
    assert turn.decision.best is None
    assert {compute_cost_shares(turn.decision).missing, compute_day(turn.decision).missing, compute_decision_path(turn).missing} == {
        "no_plan"
    }
