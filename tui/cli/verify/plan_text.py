"""A plan of measurements as people read it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from engine.decision.limits.failure import duration
from engine.handover.in_words import what
from engine.handover.verify.plan_record import Finalist, LoadTest, RecommenderJob, Step, VerifyPlan
from engine.words import significant
from knowledge import Knowledge
from knowledge.sentences import Say, saying
from tui.cli.table import Column, table
from tui.views.line import Line, as_text, bullet, wrapped


def plan_text(plan: VerifyPlan, knowledge: Knowledge) -> str:
    """The whole plan; ends with a line break."""
    say = saying(knowledge, "verify")
    parts = [wrapped(plan.title, tone="head"), *([*_finalist(one, say)] for one in plan.finalists)]
    parts += [[*_job(job, say)] for job in plan.jobs]
    parts += [[line for note in plan.notes for line in wrapped(note)], [*_blanks(plan, say)], [*_then(plan, say)]]
    return as_text(chain.from_iterable((*lines, Line("")) for lines in parts if lines)).rstrip() + "\n"


def _finalist(one: Finalist, say: Say) -> Iterator[Line]:
    machines = what(one.plan) if one.plan.instance_type or one.plan.memory_mb else one.place
    yield from wrapped(say("finalist", role=one.role, plan=f"{machines} · {one.place}"), indent="  ", tone="head")
    yield from wrapped(_expected(one, say), indent="  ")
    yield from bullet("●", one.trial) if one.test is None else _test(one, one.test, say)


def _expected(one: Finalist, say: Say) -> str:
    latency = one.latency_ms
    if one.hours_per_run is not None:
        return say("expect_run", hours=significant(one.hours_per_run, 2), cost=one.cost)
    if latency.estimate is None or latency.low is None or latency.high is None or one.capacity_per_s is None:
        return one.cost
    times = {"latency": duration(latency.estimate), "low": duration(latency.low), "high": duration(latency.high)}
    return say("expect", **times, capacity=f"{one.capacity_per_s:,.3g}", load=f"{one.utilization or 0:.0%}", cost=one.cost)


def _test(one: Finalist, test: LoadTest, say: Say) -> Iterator[Line]:
    yield from bullet("●", test.send)
    yield from bullet("●", say("warm_up", seconds=f"{test.warm_up_seconds} s"))
    yield Line("")
    yield from map(Line, table(_columns(test.steps, say)))
    yield Line("")
    yield from bullet("●", say("repeat", count=test.repetitions, spread=f"{test.repeat_spread:.0%}"))
    yield from bullet("●", say("percentiles", names=", ".join(test.percentiles)))
    yield from (line for rule in test.stop_when for line in bullet("●", rule))
    yield from (line for sum_ in test.arithmetic for line in wrapped(f"  {sum_}", indent="    ", tone="dim"))
    for command in one.commands:
        if command.step == "peak":
            yield Line("")
            yield from map(Line, command.text.splitlines())


def _columns(steps: tuple[Step, ...], say: Say) -> list[Column]:
    rates = [f"{step.rate_per_s:g}" if step.rate_per_s is not None else "-" for step in steps]
    numbers = {"rate": rates, "requests": [f"{step.requests:,}" for step in steps], "seconds": [f"{step.seconds:,}" for step in steps]}
    numbers["users"] = [f"{step.users:,}" for step in steps]
    names = Column("run", say("steps_head"), "", [say(f"step_{step.name}") for step in steps], numeric=False)
    return [names, *(Column(name, say(f"steps_{name}"), "", cells, numeric=True) for name, cells in numbers.items())]


def _job(job: RecommenderJob, say: Say) -> Iterator[Line]:
    kind = say(f"recommender_{job.kind.lower()}")
    yield from wrapped(say("recommender", kind=job.kind.lower(), name=kind), indent="  ", tone="head")
    yield Line(say("recommender_run", file=f"{job.name}.json"))
    yield Line(say("recommender_read", name=job.name, folder="results"))


def _blanks(plan: VerifyPlan, say: Say) -> Iterator[Line]:
    if plan.fill_in:
        yield Line(say("fill_head"), "head")
        yield from (line for one in plan.fill_in for line in bullet("●", f"{one.name}: {one.meaning}"))


def _then(plan: VerifyPlan, say: Say) -> Iterator[Line]:
    yield from wrapped(say("read_back", files="results" if any(one.commands for one in plan.finalists) else "measured.csv"), indent="  ")
