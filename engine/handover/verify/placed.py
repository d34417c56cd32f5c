"""To which machines a measurement belongs, and what it says of this workload: other tokens are reckoned, another model is refused."""

from __future__ import annotations

import re
from typing import Final

from engine.decision.choice import Decision
from engine.decision.limits.failure import amount
from engine.handover.verify.found import Found, unknown
from engine.intake.values import identity
from engine.trial import Trial
from engine.workload import Id
from knowledge import Knowledge
from knowledge.errors import InputError, shown
from knowledge.schema.record import Record
from knowledge.sentences import saying

_NAME: Final = re.compile(r"(?:ml\.)?([a-z][a-z0-9-]*\.(?:metal-)?(?:\d*xlarge|nano|micro|small|medium|large|metal|\d+xl))(?:-x(\d+))?")
"""An instance type in the name of a file or folder, and how many: "ml.g5.xlarge-x2"."""
_SERVERLESS: Final = ("sagemaker-serverless", "lambda")


class Given(Record):
    """What the person says of files that do not say it themselves."""

    instance_type: str | None = None
    instance_count: int | None = None


class Reading(Record):
    """One run of a file, as it counts."""

    tool: str
    where: str
    trial: Trial
    requests: float | None
    failed: float | None
    notes: tuple[str, ...]
    """What to know before trusting it."""


def placed(found: Found, given: Given, decision: Decision) -> Reading:
    """The measurement on its machines. Raises InputError where it is not known on which, or where it is not one of this workload."""
    knowledge = decision.context.knowledge
    _check_model(found, decision)
    _check_failures(found, knowledge)
    place, memory = _without_machines(found)
    name, count = (None, 1) if place else _machines(found, given, knowledge)
    reckoned, notes = _reckoned(found, decision)
    trial = Trial(
        instance_type=name,
        instance_count=count,
        place=place,
        memory_mb=memory,
        rate_per_s=reckoned.rate_per_s,
        is_capacity=found.is_capacity,
        latency_ms=reckoned.latency_ms,
        tail=found.tail,
        first_token_ms=found.first_token_ms,
        per_token_ms=found.per_token_ms,
        hours_per_run=found.hours_per_run,
        source=f"{found.tool}: {found.where}",
    )
    few = _few(found, knowledge)
    notes += [few] if few else []
    notes += [saying(knowledge, "verify")("note_full" if found.latency_ms else "note_capacity")] if found.is_capacity else []
    return Reading(tool=found.tool, where=found.where, trial=trial, requests=found.requests, failed=found.failed, notes=tuple(notes))


def _check_model(found: Found, decision: Decision) -> None:
    """A model that the base knows, and that is another one than the workload's, is no measurement of it."""
    context = decision.context
    wanted = context.workload.model
    if found.model is None or wanted is None or context.workload.is_assumed("model"):
        return
    try:
        had = identity("model", found.model, Id(("models",)), context.knowledge)
    except InputError:  # a name of the person's own
        return
    if had != wanted:
        raise InputError(f"{found.where}: it measured {shown(found.model)}; the advice is for {context.needs.name}.")


def _check_failures(found: Found, knowledge: Knowledge) -> None:
    """Where many requests failed, the times are those of a service that did not work."""
    most = knowledge.weights["verify"].thresholds["most_failed"]
    if found.requests and found.failed and found.failed / found.requests > most:
        told = f"{found.failed:,.0f} of {found.requests:,.0f} requests failed"
        raise InputError(f"{found.where}: {told}, more than {most:.0%}. Mend that, and measure again.")


def _without_machines(found: Found) -> tuple[str | None, int | None]:
    """A serverless place and its memory size; None where there are machines."""
    if not found.place or found.instance_type:
        return None, None
    if found.place not in _SERVERLESS:
        raise unknown(f"{found.where}: place", found.place, _SERVERLESS)
    if found.memory_mb is None:
        raise InputError(f"{found.where}: memory_mb: it is missing; {found.place} has no instances, so its size tells what was measured.")
    return found.place, found.memory_mb


def _machines(found: Found, given: Given, knowledge: Knowledge) -> tuple[str, int]:
    """The type and the number: of the file, of its name, or as the person says."""
    named = _NAME.search(found.where.rsplit(", ", 1)[0].lower())
    in_path = named[1] if named is not None and named[1] in knowledge.instances else None
    name = found.instance_type or in_path or given.instance_type
    if name is None:
        raise InputError(f"{found.where}: it does not say on which instance type. Give --instance, or name the folder ml.g5.xlarge-x1.")
    plain = identity(f"{found.where}: instance_type" if found.instance_type else "--instance", name, Id(("instances",)), knowledge)
    in_name = int(named[2]) if named is not None and named[2] and in_path == name else None
    return plain, max(found.instance_count or in_name or given.instance_count or 1, 1)


def _reckoned(found: Found, decision: Decision) -> tuple[Found, list[str]]:
    """The measurement for the workload's own number of answer tokens, and what is to be said of it."""
    context = decision.context
    say, needs = saying(context.knowledge, "verify"), context.needs
    if needs.kind != "language-model":
        return found, []
    notes, near = [], context.rates["same_run_tokens"]
    if found.input_tokens and not _near(found.input_tokens, needs.input_tokens, near):
        notes.append(say("note_prompt", had=amount(found.input_tokens, ""), want=amount(needs.input_tokens, "")))
    had, want = found.output_tokens, needs.output_tokens
    if not had or not want or _near(had, want, near):
        return found, notes
    if found.latency_ms and not found.per_token_ms:
        told = f"measured with {had:,.0f} answer tokens, where the workload has {want:,.0f}"
        raise InputError(f"{found.where}: {told}, and the time per token is not in it. Measure with as many.")
    notes.append(say("note_tokens", had=amount(had, ""), want=amount(want, "")))
    latency = max(found.latency_ms + (want - had) * (found.per_token_ms or 0.0), found.per_token_ms or 0.0) if found.latency_ms else None
    rate = found.rate_per_s * had / want if found.rate_per_s else None  # as many tokens a second
    return Found(**{name: getattr(found, name) for name in Found.__struct_fields__} | {"latency_ms": latency, "rate_per_s": rate}), notes


def _near(had: float, want: float, share: float) -> bool:
    return abs(had - want) <= share * want


def _few(found: Found, knowledge: Knowledge) -> str:
    """What is said where too few requests stand behind a percentile."""
    share = {"p99": 0.01, "p999": 0.001, "p95": 0.05, "p90": 0.1}.get(found.tail)
    least = knowledge.weights["verify"].thresholds["tail_answers"] / share if share else 0.0
    if not found.requests or not found.latency_ms or found.requests >= least:
        return ""
    return saying(knowledge, "verify")("note_few", count=amount(found.requests, ""), want=amount(least, ""), tail=found.tail)
