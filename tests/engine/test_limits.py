"""Every hard limit stops what it must and nothing else, and every limit has its words."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from pathlib import Path
from string import Template
from typing import NamedTuple

import engine.decision
from engine.decision.choice import decide
from engine.decision.context import Context, Option, complete_workload
from engine.decision.limits import (
    ACCESS_LIMITS,
    FAMILY_LIMITS,
    FITNESS_LIMITS,
    PAYMENT_LIMITS,
    PLACE_LIMITS,
    PLAN_LIMITS,
    Failure,
    job_name,
)
from engine.decision.scoring import Score
from engine.policy import Policy, policy_from
from engine.workload import FACT_NAMES, Workload
from knowledge import Knowledge
from knowledge.schema.record import Lens
from tests.case_tables import for_each, read_table
from tests.engine.workloads import Facts, stated_workload

OF_PLACES = {check.__name__ for check in PLACE_LIMITS}
OF_MACHINES = {check.__name__ for check in (job_name, *ACCESS_LIMITS, *FAMILY_LIMITS, *FITNESS_LIMITS)}
CHECKS: tuple[Callable[..., Failure | None], ...] = (
    *PLACE_LIMITS,
    job_name,
    *ACCESS_LIMITS,
    *FAMILY_LIMITS,
    *FITNESS_LIMITS,
    *PLAN_LIMITS,
    *PAYMENT_LIMITS,
)
LIMITS = {check.__name__: check for check in CHECKS}


class Case(NamedTuple):
    """A limit, the facts that make it stop a subject, and the facts under which it lets the subject pass; `policy` among them is one."""

    check: str
    stops: Facts
    passes: Facts
    place: str = "sagemaker-realtime"
    instance: str | None = None
    limit: str = ""
    """The id it stops with; the name of the function where that is the same."""
    lens: Lens = "today"


BERT: Facts = {"model": "bert-base", "requests_per_second": 20}
PLACES, MACHINES, PLANS = ([Case(**row) for row in rows] for rows in read_table(Path(__file__).with_name("limits_cases.yaml")).values())


def _failure_text(case: Case, facts: Facts, knowledge: Knowledge) -> Failure | None:
    """What the limit says of the case's subject under these facts."""
    if {"model", "algorithm"}.isdisjoint(facts):
        facts = BERT | facts
    workload, policy = _terms(facts, knowledge)
    context = Context.for_workload(complete_workload(workload, knowledge), knowledge, case.lens, policy=policy)
    place = knowledge.places[case.place]
    if case.check in OF_PLACES:
        return LIMITS[case.check](context, place)
    if case.check in OF_MACHINES:
        place = knowledge.places["ec2"] if facts.get("require") == ["ec2"] else place
        return LIMITS[case.check](context, place, knowledge.instances[case.instance or ""])
    return LIMITS[case.check](context, _plan(case, facts, knowledge))


def _plan(case: Case, facts: Facts, knowledge: Knowledge) -> Option:
    workload, policy = _terms(facts, knowledge)
    decision = decide(workload, knowledge, case.lens, None, policy)
    made = [*decision.ranked_options, *(option for option, _ in decision.candidates.near_misses)]
    return next(one for one in made if one.place.id == case.place and one.what == case.instance)


def _terms(facts: Facts, knowledge: Knowledge) -> tuple[Workload, Policy]:
    """A workload of the facts, and the policy that stands among them."""
    said = {name: value for name, value in facts.items() if name != "policy"}
    return stated_workload(knowledge, **said), policy_from(facts.get("policy", {}), knowledge)


def _name(case: Case) -> str:
    return f"{case.check}-{case.instance or case.place}"


@for_each("case", [*PLACES, *MACHINES, *PLANS])
def test_a_limit_stops_what_breaks_it(knowledge: Knowledge, case: Case) -> None:
    """Under the facts that break it, the limit names itself, what is needed and what there is."""
    failure = _failure_text(case, case.stops, knowledge)
    assert failure is not None
    assert failure.limit == (case.limit or case.check)
    assert failure.need
    assert failure.has
    assert failure.shortfall == 0 or failure.shortfall > 1


@for_each("case", [case for case in (*PLACES, *MACHINES, *PLANS) if case.stops != case.passes])
def test_a_limit_lets_pass_what_keeps_it(knowledge: Knowledge, case: Case) -> None:
    """Under other facts, the same limit lets the same subject pass."""
    assert _failure_text(case, case.passes, knowledge) is None


@for_each("check", sorted(OF_MACHINES))
def test_an_ordinary_machine_passes(knowledge: Knowledge, check: str) -> None:
    """No limit stops a g6.xlarge from serving BERT."""
    assert _failure_text(Case(check, {}, {}, instance="g6.xlarge"), {}, knowledge) is None


def test_hardware_without_figures_is_stopped(knowledge: Knowledge) -> None:
    """A type whose processor has no published figures is not proposed, whatever the work."""
    context = Context.for_workload(complete_workload(stated_workload(knowledge, **BERT), knowledge), knowledge, "today")
    unknown = [one for one in knowledge.instances.values() if context.device_for(one) is None]
    stopped = [LIMITS["known_hardware"](context, knowledge.places["ec2"], one) for one in unknown]
    assert stopped
    assert all(failure is not None and failure.limit == "known_hardware" for failure in stopped)


def test_every_limit_is_tried() -> None:
    """No limit without a subject that it stops."""
    assert {case.check for case in (*PLACES, *MACHINES, *PLANS)} | {"known_hardware"} == set(LIMITS)


def test_every_limit_has_words(knowledge: Knowledge) -> None:
    """The ids that code can stop with and the files of words are the same."""
    assert {name for name in _ids_in_code(set(knowledge.limits)) if name in knowledge.limits} == set(knowledge.limits)
    assert _failures() <= set(knowledge.limits)


@cache
def _trees() -> tuple[ast.AST, ...]:
    """Every node of the code that decides."""
    paths = Path(next(iter(engine.decision.__path__))).rglob("*.py")
    return tuple(node for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def _ids_in_code(known: set[str]) -> set[str]:
    """Ids that stand as a text of their own in the code of the engine, or name a term of the score."""
    told = {node.value for node in _trees() if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return (told | set(Score._fields)) & known


def _failures() -> set[str]:
    """First arguments of every failure that is made; each term of the score is one."""
    calls = [node for node in _trees() if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Failure"]
    first = [call.args[0] for call in calls if call.args]
    return {str(node.value) for node in first if isinstance(node, ast.Constant)} | set(Score._fields)


def test_every_placeholder_is_filled(knowledge: Knowledge) -> None:
    """The words of a limit use what a failure holds, and name a fact that exists."""
    for limit in knowledge.limits.values():
        assert set(Template(limit.text).get_identifiers()) <= {"what", "need", "has"}, limit.id
        assert set(Template(limit.relax).get_identifiers()) <= {"what", "need", "has", "to"}, limit.id
        assert Template(limit.text).is_valid()
        assert Template(limit.relax).is_valid()
        assert limit.fact in ("", *FACT_NAMES)
        assert limit.name
