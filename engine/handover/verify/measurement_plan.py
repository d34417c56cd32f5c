"""What to measure for an advice: the choice and its rivals, each with its load test, the jobs, and the blanks to fill in."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from engine.advice import Advice, Plan
from engine.decision.candidates import items_per_run
from engine.handover.verify.commands import build_commands, endpoint_variable, results_folder
from engine.handover.verify.load_test import describe_request, plan_load_test
from engine.handover.verify.plan_facts import PlanFacts
from engine.handover.verify.plan_record import Blank, Finalist, RecommenderJob, VerifyPlan
from engine.handover.verify.recommender_job import PACKAGE, ROLE, build_recommender_jobs
from engine.number_format import format_amount, format_significant
from engine.plan_wording import entry_name, format_plan_cost, name_hardware, shorten_plan
from engine.sizing.speed.training_speed import training_units
from knowledge import Knowledge
from knowledge.errors import InputError, quote_value, suggest_name
from knowledge.sentences import fill_sentence

_SECONDS: Final = 3600.0
_LEAST_HOURS: Final = 1e-6
_OTHER_LENS: Final = {"today": "exam", "exam": "today"}
_MODEL, _BODY = "MODEL", ("PAYLOAD_FILE", "CONTENT_TYPE")
_WITH_BODY: Final = frozenset({"locust", "k6"})


def plan_measurements(advice: Advice, knowledge: Knowledge) -> VerifyPlan:
    """The plan for the choice and the alternatives of the advice's own lens.

    Raises InputError where nothing fits, and for a plan that the base does not know, as one of a file may be.
    """
    if advice.choice is None:
        raise InputError(fill_sentence(knowledge, "verify", "nothing"))
    facts = PlanFacts(advice, knowledge)
    plans = [advice.choice, *(plan for plan in advice.alternatives if plan.role != _OTHER_LENS[advice.lens])]
    for plan in plans:
        _refuse_unknown(plan, knowledge)
    finalists = tuple(_plan_finalist(facts, plan) for plan in plans)
    jobs = build_recommender_jobs(facts, plans)
    notes = [facts.say("recommender_generative")] if jobs and facts.generates_text else []
    if any(command.tool == "llmperf" and one.plan.place.startswith("sagemaker") for one in finalists for command in one.commands):
        notes.append(facts.say("llmperf_credentials"))
    return VerifyPlan(
        title=facts.say("title", what=facts.subject),
        finalists=finalists,
        jobs=jobs,
        fill_in=tuple(_list_blanks(facts, finalists, jobs)),
        notes=tuple(notes),
    )


def _refuse_unknown(plan: Plan, knowledge: Knowledge) -> None:
    """Raise InputError for a plan with unknown names, since folders and commands are named after it."""
    if plan.place not in knowledge.places:
        raise InputError(f"place: there is no place {quote_value(plan.place)}.{suggest_name(plan.place, knowledge.places)}")
    if plan.instance_type is not None and plan.instance_type.removeprefix("ml.") not in knowledge.instances:
        raise InputError(f"instance_type: there is no {quote_value(plan.instance_type)} today. Advise anew.")


def _plan_finalist(facts: PlanFacts, plan: Plan) -> Finalist:
    test = plan_load_test(facts, plan) if _takes_load_test(facts, plan) else None
    folder = results_folder(plan)
    return Finalist(
        role=plan.role or facts.say("choice"),
        plan=shorten_plan(plan),
        place=entry_name(facts.knowledge.places, plan.place),
        latency_ms=plan.latency_ms,
        capacity_per_s=facts.plan_capacity(plan) or None,
        utilization=plan.utilization,
        hours_per_run=plan.hours_per_run,
        cost=format_plan_cost(plan),
        test=test,
        trial="" if test is not None else _describe_trial(facts, plan),
        folder=folder,
        endpoint=endpoint_variable(plan) if test is not None else "",
        commands=build_commands(facts, plan, test, folder) if test is not None else (),
    )


def _takes_load_test(facts: PlanFacts, plan: Plan) -> bool:
    place = facts.knowledge.places.get(plan.place)
    return place is not None and place.answers == "synchronous" and place.billing.by not in ("token", "device")


def _describe_trial(facts: PlanFacts, plan: Plan) -> str:
    """What to do instead of a load test: a short run, emptying a queue, or nothing."""
    place = facts.knowledge.places.get(plan.place)
    billed = place.billing.by if place is not None else ""
    if billed in ("token", "device"):
        return facts.say("tokens_bought" if billed == "token" else "device")
    if place is not None and place.answers == "queued":
        requests = math.ceil(facts.plan_capacity(plan) * facts.rates["run_seconds_least"]) or 1
        return facts.say("send_queue", requests=format_amount(requests, ""), send=describe_request(facts))
    if plan.hours_per_run is None:
        return facts.say("notebook")
    return _describe_short_run(facts, max(plan.hours_per_run - facts.context.rates["job_start_hours"], _LEAST_HOURS))


def _describe_short_run(facts: PlanFacts, hours: float) -> str:
    """Some steps of a training run, or minutes of a batch; all of it if no part stands for the rest. `hours` excludes the start."""
    context, rates = facts.context, facts.rates
    expected = hours * _SECONDS
    if context.situation == "training" and context.needs.kind != "classic":
        unit = "tokens" if context.needs.kind == "language-model" else "samples"
        steps = {"steps": f"{rates['training_warm_steps'] + rates['training_steps']:g}", "warm": f"{rates['training_warm_steps']:g}"}
        rate = training_units(context.needs, context.workload) / expected
        return facts.say("training", **steps, unit=facts.say(f"unit_{unit}"), expected=format_significant(rate))
    if context.situation == "batch":
        rate, seconds = items_per_run(context) / expected, rates["batch_sample_seconds"]
        sample = min(items_per_run(context), max(math.ceil(rate * seconds), 1))
        return facts.say("batch", items=format_amount(sample, ""), minutes=f"{seconds / 60:g}", expected=format_significant(rate))
    return facts.say("whole_run", hours=format_amount(hours, "h"))


def _list_blanks(facts: PlanFacts, finalists: Sequence[Finalist], jobs: Sequence[RecommenderJob]) -> Iterator[Blank]:
    """What must be filled in before anything runs: for each finalist where its requests go, since each is a service of its own."""
    if jobs:
        yield from (Blank(name=name, meaning=facts.say(f"fill_{name}")) for name in (ROLE, PACKAGE))
    for one in finalists:
        if one.commands:
            kind = "name" if one.plan.place.startswith("sagemaker") else "server" if facts.generates_text else "address"
            yield Blank(name=one.endpoint, meaning=facts.say(f"fill_{kind}", role=one.role, plan=f"{name_hardware(one.plan)}, {one.place}"))
    commands = [command for one in finalists for command in one.commands]
    if any(f"${_MODEL}" in command.text for command in commands):
        yield Blank(name=_MODEL, meaning=facts.say(f"fill_{_MODEL}"))
    if any(command.tool in _WITH_BODY for command in commands):
        yield from (Blank(name=name, meaning=facts.say(f"fill_{name}")) for name in _BODY)
