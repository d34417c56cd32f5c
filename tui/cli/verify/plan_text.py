"""A plan of measurements as people read it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from engine.handover.verify.plan_record import Finalist, LoadTest, RecommenderJob, Step, VerifyPlan
from engine.number_format import format_duration, format_significant
from engine.plan_wording import name_hardware
from knowledge import Knowledge
from knowledge.sentences import Say, bind_subject
from tui.cli.table import Column, render_table
from tui.views.text_lines import Line, as_text, bullet_lines, wrap_text


def render_plan(plan: VerifyPlan, knowledge: Knowledge) -> str:
    """The whole plan; ends with a line break."""
    say = bind_subject(knowledge, "verify")
    parts = [wrap_text(plan.title, tone="head"), *([*_render_finalist(one, say)] for one in plan.finalists)]
    parts += [[*_render_job(job, say)] for job in plan.jobs]
    parts += [[line for note in plan.notes for line in wrap_text(note)], [*_render_blanks(plan, say)], [*_render_next_step(plan, say)]]
    return as_text(chain.from_iterable((*lines, Line("")) for lines in parts if lines)).rstrip() + "\n"


def _render_finalist(one: Finalist, say: Say) -> Iterator[Line]:
    machines = name_hardware(one.plan) if one.plan.instance_type or one.plan.memory_mb else one.place
    yield from wrap_text(say("finalist", role=one.role, plan=f"{machines} · {one.place}"), indent="  ", tone="head")
    yield from wrap_text(_describe_expectation(one, say), indent="  ")
    yield from bullet_lines("●", one.trial) if one.test is None else _render_test(one, one.test, say)


def _describe_expectation(one: Finalist, say: Say) -> str:
    latency = one.latency_ms
    if one.hours_per_run is not None:
        return say("expect_run", hours=format_significant(one.hours_per_run, 2), cost=one.cost)
    if latency.estimate is None or latency.low is None or latency.high is None or one.capacity_per_s is None:
        return one.cost
    times = {"latency": format_duration(latency.estimate), "low": format_duration(latency.low), "high": format_duration(latency.high)}
    return say("expect", **times, capacity=f"{one.capacity_per_s:,.3g}", load=f"{one.utilization or 0:.0%}", cost=one.cost)


def _render_test(one: Finalist, test: LoadTest, say: Say) -> Iterator[Line]:
    yield from bullet_lines("●", test.send)
    yield from bullet_lines("●", say("warm_up", seconds=f"{test.warm_up_seconds} s"))
    yield Line("")
    yield from map(Line, render_table(_step_columns(test.steps, say)))
    yield Line("")
    yield from bullet_lines("●", say("repeat", count=test.repetitions, spread=f"{test.repeat_spread:.0%}"))
    yield from bullet_lines("●", say("percentiles", names=", ".join(test.percentiles)))
    yield from (line for rule in test.stop_when for line in bullet_lines("●", rule))
    yield from (line for sum_ in test.arithmetic for line in wrap_text(f"  {sum_}", indent="    ", tone="dim"))
    shown: set[str] = set()
    for command in one.commands:
        if command.step == "peak" and command.tool not in shown:
            shown.add(command.tool)
            yield Line("")
            yield from map(Line, command.text.splitlines())


def _step_columns(steps: tuple[Step, ...], say: Say) -> list[Column]:
    rates = [f"{step.rate_per_s:g}" if step.rate_per_s is not None else "-" for step in steps]
    numbers = {"rate": rates, "requests": [f"{step.requests:,}" for step in steps], "seconds": [f"{step.seconds:,}" for step in steps]}
    numbers["users"] = [f"{step.users:,}" for step in steps]
    names = Column("run", say("steps_head"), "", [say(f"step_{step.name}") for step in steps], numeric=False)
    return [names, *(Column(name, say(f"steps_{name}"), "", cells, numeric=True) for name, cells in numbers.items())]


def _render_job(job: RecommenderJob, say: Say) -> Iterator[Line]:
    kind = say(f"recommender_{job.kind.lower()}")
    yield from wrap_text(say("recommender", kind=job.kind.lower(), name=kind), indent="  ", tone="head")
    yield Line(say("recommender_run", file=f"{job.name}.json"))
    yield Line(say("recommender_read", name=job.name, folder="results"))


def _render_blanks(plan: VerifyPlan, say: Say) -> Iterator[Line]:
    if plan.fill_in:
        yield Line(say("fill_head"), "head")
        yield from (line for one in plan.fill_in for line in bullet_lines("●", f"{one.name}: {one.meaning}"))


def _render_next_step(plan: VerifyPlan, say: Say) -> Iterator[Line]:
    yield from wrap_text(say("read_back", files="results" if any(one.commands for one in plan.finalists) else "measured.csv"), indent="  ")
