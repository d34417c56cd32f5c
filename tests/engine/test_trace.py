"""Every number of an advice can be worked out again from the lines of its trace, and is the total that the choice was made with."""

from __future__ import annotations

import ast
import inspect
import itertools
import math
from pathlib import Path
from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.advice import Advice
from engine.decision.context import Option
from engine.decision.explanation import needs as needs_lines
from engine.decision.explanation import trace as choice_lines
from engine.measurement import Trial
from engine.pipeline import advise
from engine.policy import policy_from
from knowledge import Knowledge
from knowledge.schema.record import Lens
from tests.case_tables import for_each, read_table
from tests.depth import rounds
from tests.engine.arithmetic import Line, parse_line
from tests.engine.workloads import LENSES, SEVERAL, Facts, advise_on, decide_on, draw_facts, shared_cache, stated_workload

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("trace_cases.yaml"))
DRAWN: Final[dict[str, Facts]] = CASES["drawn"]
"""One workload of each situation and kind of place, to which facts of any kind are added."""


def numbers(advice: Advice) -> dict[str, float | None]:
    """Name of a line -> the number of the advice that it leads to."""
    memory, plan = advice.needs.memory_gb, advice.choice
    found: dict[str, float | None] = {
        "weights": memory.weights,
        "KV cache": memory.kv_cache,
        "activations": memory.activations,
        "gradients": memory.gradients,
        "optimizer": memory.optimizer,
        "overhead": memory.overhead,
        "memory": memory.total,
        "host": advice.needs.host_gb,
    }
    if plan is not None:
        found |= {
            "hour": plan.cost.usd_per_hour,
            "month": plan.cost.usd_per_month,
            "run": plan.cost.usd_per_run,
            "per million": plan.cost.usd_per_million,
            "p99": plan.latency_ms.estimate,
            "p99 at least": plan.latency_ms.low,
            "p99 at most": plan.latency_ms.high,
            "load": plan.utilization,
            "hours": plan.hours_per_run,
            "score": abs(math.fsum(plan.score.values())) if plan.cost.usd_per_month is not None else None,
        }
    return found


def assert_traced(advice: Advice) -> None:
    """Each line comes to its result, and each number of the advice is the result of a line."""
    lines: dict[str, Line] = {}
    for text in advice.trace:
        line = parse_line(text)
        assert line.right, text
        assert line.name not in lines, text
        lines[line.name] = line
    for name, value in numbers(advice).items():
        assert not value or lines[name].result.holds(value, 1e-6), (name, value, advice.trace)


@for_each(("facts", "lens"), [(facts, LENSES[number % 2]) for number, facts in enumerate(SEVERAL.values())])
def test_every_kind_of_number_can_be_worked_out_again(knowledge: Knowledge, facts: Facts, lens: Lens) -> None:
    """For every kind of work and of place, the lines lead to the numbers, as far as the digits go that are shown."""
    assert_traced(advise_on(knowledge, facts, lens))


@for_each("case", CASES["stated"].values())
def test_what_is_stated_stands_in_its_line(knowledge: Knowledge, case: dict[str, Any]) -> None:
    """A bill, a time or a block that is booked is what the number was taken from, and the line says so."""
    advice = advise_on(knowledge, case["facts"])
    assert_traced(advice)
    assert any(text.startswith(f"{case['line']} = ") and case["words"] in text for text in advice.trace), advice.trace


@for_each("facts", CASES["unpriced"].values())
def test_an_unknown_price_has_no_line(knowledge: Knowledge, facts: Facts) -> None:
    """Where no price is known, no cost is told and none worked out; a hosted model has no memory to work out either."""
    advice = advise_on(knowledge, facts)
    assert advice.choice is not None
    cost = advice.choice.cost
    assert (cost.usd_per_hour, cost.usd_per_month, cost.usd_per_run, cost.usd_per_million) == (None, None, None, None)
    names = {parse_line(text).name for text in advice.trace}
    assert not names & {"hour", "month", "run", "request", "per million", "score"}
    if advice.choice.place == "bedrock":
        assert not names & {"weights", "memory", "host", "work"}


@for_each(("terms", "facts"), list(itertools.product(CASES["policies"].values(), SEVERAL.values())))
def test_a_persons_own_terms_stand_in_the_lines(knowledge: Knowledge, terms: dict[str, object], facts: Facts) -> None:
    """Discounts and Savings Plans that are owned lead to the numbers too."""
    workload, policy = stated_workload(knowledge, **facts), policy_from(terms, knowledge)
    assert_traced(advise(workload, knowledge, explain="choice", memo=shared_cache(knowledge), policy=policy))


@for_each("case", CASES["measured"].values())
def test_what_was_measured_stands_in_the_lines(knowledge: Knowledge, case: dict[str, Any]) -> None:
    """The rate of a line is the measured one, where the number is."""
    workload = stated_workload(knowledge, **case["workload"])
    assert_traced(advise(workload, knowledge, explain="choice", measurements=[Trial(**case["trial"])]))


@settings(max_examples=rounds(quick=20, long=3_000))
@given(st.data(), st.sampled_from(LENSES))
def test_every_number_can_be_worked_out_again(knowledge: Knowledge, data: st.DataObject, lens: Lens) -> None:
    """Cost, time, load and memory of any advice follow from the lines of its trace, and each line is right."""
    assert_traced(advise_on(knowledge, data.draw(draw_facts(knowledge, most=8)), lens))


@for_each("kept", DRAWN.values())
@settings(max_examples=rounds(quick=3, long=300))
@given(st.data(), st.sampled_from(LENSES))
def test_in_every_situation_the_lines_lead_to_the_numbers(knowledge: Knowledge, kept: Facts, data: st.DataObject, lens: Lens) -> None:
    """Online, batch, training, processing, serverless, Bedrock, a device: with any further facts."""
    assert_traced(advise_on(knowledge, data.draw(draw_facts(knowledge, most=4)) | kept, lens))


@for_each("facts", [*SEVERAL.values(), *(case["facts"] for case in CASES["stated"].values())])
def test_every_option_is_ranked_by_the_totals_of_its_records(knowledge: Knowledge, facts: Facts) -> None:
    """What a line words is what the option was compared with, not a second computation."""
    for option in decide_on(knowledge, facts).ranked_options:
        assert _totals(option) == (
            option.latency_ms,
            option.hours,
            *((option.usd_per_hour, option.usd_per_month) if option.list_cost is not None else (0.0, 0.0)),
            option.usd_per_run,
        )


def _totals(option: Option) -> tuple[float | None, ...]:
    """Latency, hours, USD an hour, a month and a run, of the records of an option."""
    answer, run, cost = option.answer_time, option.run_time, option.list_cost
    return (
        answer.total if answer is not None else None,
        run.hours if run is not None else None,
        cost.usd_per_hour if cost is not None else 0.0,
        cost.usd_per_month if cost is not None else 0.0,
        getattr(cost, "usd_per_run", None),
    )


@for_each("module", [needs_lines, choice_lines])
def test_lines_word_numbers_and_compute_none(module: Any) -> None:  # noqa: ANN401  # a module
    """No formula stands in the explanation: but for the sign of points, it neither adds, nor multiplies, nor divides."""
    operations = [node for node in ast.walk(ast.parse(inspect.getsource(module))) if isinstance(node, ast.BinOp)]
    computed = [ast.unparse(node) for node in operations if not isinstance(node.op, ast.BitOr)]
    assert [code for code in computed if not code.startswith("sign * ") and "'" not in code] == []


def test_a_wrong_line_is_found(knowledge: Knowledge) -> None:
    """The proof would notice: a line with another result is not right, nor does it lead to the number."""
    advice = advise_on(knowledge, SEVERAL["a network"])
    month = next(text for text in advice.trace if text.startswith("month"))
    assert not parse_line(month.replace("730 h", "720 h")).right
    assert parse_line("x = (2 + 3 B in fp16) × 4 ÷ 2 − 1 = 9").right
    assert not parse_line("x = 2 × 3 = 6.01").right
