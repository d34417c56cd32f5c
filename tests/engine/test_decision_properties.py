"""What a decision owes to whoever states something: a demand costs, money buys speed, a must is kept, the same gets the same."""

from __future__ import annotations

import hashlib
import math
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.advice import Advice, Plan
from engine.decision.choice import Decision
from engine.decision.context import DecisionCache, Option
from engine.pipeline import Explain
from knowledge import Knowledge
from knowledge.schema.record import Lens
from tests.case_tables import for_each
from tests.depth import LONG, rounds
from tests.engine.musts import broken, demanding
from tests.engine.workloads import LENSES, SEVERAL, Facts, advise_on, decide_on, draw_facts, encode_advice

lenses = st.sampled_from(LENSES)


def spread(low: float, high: float) -> st.SearchStrategy[float]:
    """Numbers spread evenly over the orders of magnitude."""
    return st.floats(math.log(low), math.log(high)).map(math.exp)


# Demands. --------------------------------------------------------------------------------------------------------------------------


class Demand(NamedTuple):
    """A number that asks for more, the range it is drawn from, and the work it is asked of."""

    fact: str
    low: float
    high: float
    work: Facts
    more_is_more: bool = False


ONLINE_WORK: Facts = {"stage": st.just("inference")}
LANGUAGE: Facts = ONLINE_WORK | {"model": st.sampled_from(["llama-3-2-1b", "llama-3-8b", "mistral-7b", "llama-3-70b"])}
JOBS: Facts = {"stage": st.sampled_from(["training", "fine-tuning", "preprocessing"])}
DEMANDS: Mapping[str, Demand] = {
    "an answer sooner": Demand("latency_p99_ms", 5, 20_000, ONLINE_WORK),
    "a whole text sooner": Demand("latency_p99_ms", 500, 120_000, LANGUAGE),
    "the first token sooner": Demand("time_to_first_token_ms", 30, 5_000, LANGUAGE),
    "each token sooner": Demand("time_per_output_token_ms", 3, 200, LANGUAGE),
    "more requests": Demand("requests_per_second", 0.001, 1_000, ONLINE_WORK, more_is_more=True),
    "a higher peak": Demand("peak_requests_per_second", 0.01, 1_000, ONLINE_WORK, more_is_more=True),
    "an earlier end": Demand("training_deadline_hours", 0.2, 5_000, JOBS),
}

# Names order the choice by something besides its price.
_BESIDES_COST = ("require", "compare", "current_instance", "operations")


def cost(advice: Advice) -> float:
    """What the choice costs: a job by its run, all else by its month. Infinite where nothing fits, which is dearer than anything."""
    if advice.choice is None:
        return math.inf
    paid = advice.choice.cost
    found = paid.usd_per_run if paid.usd_per_run is not None else paid.usd_per_month
    assert found is not None
    return found


def assumed_load(advice: Advice) -> dict[str, object]:
    """What was assumed of the load, which is taken smaller where nothing fits the usual one."""
    return {one.fact: one.value for one in advice.assumptions if one.fact in ("requests_per_second", "output_tokens")}


@for_each("demand", DEMANDS.values())
def test_a_demand_never_makes_it_cheaper(knowledge: Knowledge, demand: Demand) -> None:
    """Under priority cost, to ask for more never lowers the bill of the same load."""
    fact, without = demand.fact, (*_BESIDES_COST, demand.fact)
    plain = draw_facts(knowledge, most=7, without=without, priority=st.just("cost"), **demand.work)

    @settings(max_examples=rounds(quick=10, long=2_000))
    @given(plain, spread(demand.low, demand.high), spread(1.01, 20), lenses)
    def holds(said: Facts, value: float, factor: float, lens: Lens) -> None:
        little, much = (value, value * factor) if demand.more_is_more else (value * factor, value)
        more, less = (advise_on(knowledge, said | {fact: asked}, lens) for asked in (much, little))
        if assumed_load(more) == assumed_load(less):
            assert cost(more) >= cost(less) * (1 - 1e-9)

    holds()


def slowness(advice: Advice) -> float:
    """Time of an answer, ms, or hours of a run; infinite where nothing fits. Tokens and notebooks have none."""
    if advice.choice is None:
        return math.inf
    return advice.choice.hours_per_run or advice.choice.latency_ms.estimate or 0.0


@settings(max_examples=rounds(quick=25, long=2_000))
@given(st.data(), st.sampled_from([("budget_usd_per_hour", 0.05, 200), ("budget_usd_per_month", 10, 100_000)]), spread(1.01, 20), lenses)
def test_more_money_never_makes_it_slower(
    knowledge: Knowledge, data: st.DataObject, budget: tuple[str, float, float], factor: float, lens: Lens
) -> None:
    """Under priority latency, a larger budget never leads to a slower choice.

    Neuron is ruled out and no algorithm is named: the effort of a port and the fit of the processor count beside speed.
    """
    fact, low, high = budget
    sure: Facts = {"neuron_compatible": st.sampled_from([False]), "quantization_ok": st.booleans()}
    said = data.draw(draw_facts(knowledge, most=7, without=(fact, "algorithm"), priority=st.just("latency"), **sure))
    least = data.draw(spread(low, high))
    rich, poor = (advise_on(knowledge, said | {fact: value}, lens) for value in (least * factor, least))
    assert slowness(rich) <= slowness(poor) * (1 + 1e-9)


# Musts. ----------------------------------------------------------------------------------------------------------------------------


@settings(max_examples=rounds(quick=60, long=2_000))
@given(st.data(), lenses)
def test_no_accepted_option_breaks_a_must(knowledge: Knowledge, data: st.DataObject, lens: Lens) -> None:
    """Every option that is ranked keeps every must, whether it is shown or not."""
    said = data.draw(demanding(knowledge))
    decision = decide_on(knowledge, said, lens)
    for option in decision.ranked_options:
        assert list(broken(decision.context, option, said)) == [], (option.place.id, option.what)


def _plans_of_this_lens(advice: Advice) -> list[Plan]:
    """Plans that are said to do it: not those of the other lens."""
    plans = [advice.choice, *advice.alternatives, *(one for one in advice.comparison if isinstance(one, Plan))]
    return [plan for plan in plans if plan is not None and plan.role not in ("exam", "today")]


def _option_of(plan: Plan, decision: Decision) -> Option | None:
    """The ranked option that a plan shows; None for one that never was ranked."""
    what = (plan.instance_type or "").removeprefix("ml.")
    for option in decision.ranked_options:
        same = option.what == what if what else option.instance is None and option.memory_mb == plan.memory_mb
        if same and option.place.id == plan.place:
            return option
    return None


# Models that Bedrock sells: their tokens are the one alternative that no ranking holds.
_SOLD = ("llama-3-8b", "llama-3-70b", "mistral-7b")


@settings(max_examples=rounds(quick=30, long=2_000))
@given(st.data(), st.booleans(), lenses)
def test_no_plan_that_is_shown_breaks_a_must(knowledge: Knowledge, data: st.DataObject, sold: bool, lens: Lens) -> None:  # noqa: FBT001
    """Choice, alternatives and what is asked about keep every must, also where they come from beside the ranking."""
    fixed: Facts = {"stage": st.just("inference"), "model": st.sampled_from(_SOLD)} if sold else {}
    said = data.draw(demanding(knowledge, **fixed))
    advice, decision = advise_on(knowledge, said, lens), decide_on(knowledge, said, lens)
    for plan in _plans_of_this_lens(advice):
        option = _option_of(plan, decision)
        if option is not None:
            assert list(broken(decision.context, option, said)) == [], plan
            continue
        names = {plan.place, plan.processor, plan.purchase}
        limits = {name: fact.value_for(lens) for name, fact in knowledge.places[plan.place].limits.items()}
        assert plan.place == "bedrock"
        assert not names & set(said.get("exclude", ()))
        assert "require" not in said
        assert (plan.cost.usd_per_hour or 0) <= said.get("budget_usd_per_hour", math.inf)
        assert (plan.cost.usd_per_month or 0) <= said.get("budget_usd_per_month", math.inf)
        assert said.get("payload_mb", 0) <= limits["payload_mb"]
        assert not said.get("custom_cuda_kernels")


@settings(max_examples=rounds(quick=60, long=2_000))
@given(st.data(), lenses)
def test_the_choice_is_the_first_of_all_ranked(knowledge: Knowledge, data: st.DataObject, lens: Lens) -> None:
    """The choice, for which not every option is scored, is the one that comes first where all are."""
    decision = decide_on(knowledge, data.draw(draw_facts(knowledge, most=7)), lens)
    assert decision.best is next(iter(decision.ranked_options), None)


# Repetition. -----------------------------------------------------------------------------------------------------------------------


def digest(knowledge: Knowledge, cache: DecisionCache | None) -> str:
    """All of several advices, as one number; in a long run all in full and under both lenses, else every sixth in full, under one."""
    whole = hashlib.sha256()
    for number, said in enumerate(SEVERAL.values()):
        for lens in LENSES if LONG else (LENSES[number % 2],):
            explain: Explain = "full" if LONG or number % 6 == 0 else "choice"
            whole.update(encode_advice(advise_on(knowledge, said, lens, explain, cache or DecisionCache())))
    return whole.hexdigest()


def test_the_same_facts_give_the_same_bytes_in_another_process(knowledge: Knowledge, warm: Path) -> None:
    """Whatever order another interpreter hashes in, and with a cache here and none there, the bytes are the same."""
    here = digest(knowledge, DecisionCache())
    code = (
        "import sys; from pathlib import Path; from knowledge import load; from tests.engine.test_decision_properties import digest; "
        "print(digest(load(cache=Path(sys.argv[1])), None))"
    )
    seed = "4711" if os.environ.get("PYTHONHASHSEED") != "4711" else "0"  # this process hashes by chance, or by another seed
    command = [sys.executable, "-c", code, str(warm)]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == here
