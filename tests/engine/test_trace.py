"""Every number of an advice can be worked out again from the lines of its trace."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.advice import Advice
from knowledge import Knowledge
from knowledge.schema.record import Lens
from tests.case_tables import for_each
from tests.depth import rounds
from tests.engine.arithmetic import Line, parse_line
from tests.engine.workloads import LENSES, SEVERAL, Facts, advise_on, draw_facts


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
        }
    return found


def _traced(advice: Advice) -> None:
    lines: dict[str, Line] = {}
    for text in advice.trace:
        line = parse_line(text)
        assert line.right, text
        assert line.name not in lines, text
        lines[line.name] = line
    for name, value in numbers(advice).items():
        assert not value or lines[name].result.holds(value, 1e-6), (name, value, advice.trace)


@for_each(("said", "lens"), [(said, LENSES[number % 2]) for number, said in enumerate(SEVERAL.values())])
def test_every_kind_of_number_can_be_worked_out_again(knowledge: Knowledge, said: Facts, lens: Lens) -> None:
    """For every kind of work and of place, the lines lead to the numbers, as far as the digits go that are shown."""
    _traced(advise_on(knowledge, said, lens))


@settings(max_examples=rounds(quick=20, long=3_000))
@given(st.data(), st.sampled_from(LENSES))
def test_every_number_can_be_worked_out_again(knowledge: Knowledge, data: st.DataObject, lens: Lens) -> None:
    """Cost, time, load and memory of any advice follow from the lines of its trace, and each line is right."""
    _traced(advise_on(knowledge, data.draw(draw_facts(knowledge, most=8)), lens))


def test_a_wrong_line_is_found(knowledge: Knowledge) -> None:
    """The proof would notice: a line with another result is not right, nor does it lead to the number."""
    advice = advise_on(knowledge, SEVERAL["a network"])
    month = next(text for text in advice.trace if text.startswith("month"))
    assert not parse_line(month.replace("730 h", "720 h")).right
    assert parse_line("x = (2 + 3 B in fp16) × 4 ÷ 2 − 1 = 9").right
    assert not parse_line("x = 2 × 3 = 6.01").right
