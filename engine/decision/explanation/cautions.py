"""What to mind before acting on a plan, and what has to be installed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from engine.decision.candidates import FEWER_BITS, is_edge_device, memory_on_device
from engine.decision.choice import Decision
from engine.decision.context import Context, Option, miss_probability
from engine.decision.costs import advised_purchase, booked_factor, is_booked, list_purchases, stops_by_components
from engine.decision.explanation.place_options import warm_copies
from engine.decision.explanation.token_terms import list_token_cautions
from engine.decision.explanation.wording import say
from engine.decision.scoring import is_open_rule_met, open_rules, rule_sentence
from engine.number_format import format_amount, format_duration
from engine.sizing.memory.weights import weights_gb
from engine.sizing.startup.duration import format_seconds
from engine.sizing.startup.parts import FunctionService, ModelIn, cold_start_time
from knowledge.schema.instance import HOURS_A_MONTH, Instance
from knowledge.schema.processor import NEURON

_COLD_START_PLACES: Final[dict[str, tuple[FunctionService, ModelIn]]] = {
    "lambda": ("lambda", "image"),
    "sagemaker-serverless": ("sagemaker-serverless", "s3"),
}
"""Place with cold starts -> the service whose start is computed, and where the model is loaded from."""

_COMMITMENTS: Final = frozenset({"savings-plan", "reserved"})
"""Purchases with a term of years."""
_UNDEVELOPED: Final = frozenset({"maintenance", "frozen", "archived"})
"""States of software to which nothing new comes."""


def list_cautions(decision: Decision, option: Option) -> tuple[str, ...]:
    """Cautions, most urgent first."""
    context, instance = decision.context, option.instance
    found = [*_rule_cautions(context, option)]
    if is_edge_device(option):
        found.append(say(context, "cautions", "edge", need=format_amount(memory_on_device(context, option), "GB")))
    if option.place.billing.by == "token":
        found += list_token_cautions(context)
        if context.workload.is_assumed("model"):
            found.append(say(context, "cautions", "tokens_assumed", name=context.needs.name))
    if instance is not None:
        found += [*_generation_cautions(context, instance), *_commitment_cautions(context, option, instance)]
        found += _access_cautions(context, option, instance)
    found += [*_risk_cautions(context, option), *_calendar_cautions(context, option)]
    found += _cold_start_cautions(context, option)
    if stops_by_components(context, option.place):
        found.append(say(context, "cautions", "components_stopped"))
    return (*found, *_payload_cautions(context, option))


def list_software(decision: Decision, option: Option) -> tuple[str, ...]:
    """Software to install, or to compile the model with."""
    subject = decision.context.knowledge.wording["software"].texts
    keys = (option.processor, f"{option.processor}_{decision.context.workload.framework or ''}", option.place.id)
    return tuple(subject[key] for key in keys if key in subject)


def _rule_cautions(context: Context, option: Option) -> Iterator[str]:
    """Warnings of rules of thumb, and conditions that are not confirmed."""
    for rule in open_rules(context, ("avoid", "caution")):
        if is_open_rule_met(rule, context, option):
            yield rule_sentence(rule.rule, context, option)
    if option.open_condition == FEWER_BITS:
        yield say(context, "cautions", "fewer_bits", precision=option.precision)
    elif option.open_condition or (option.processor in NEURON and context.workload.is_assumed("neuron_compatible")):
        yield say(context, "cautions", "neuron_open")


def _generation_cautions(context: Context, instance: Instance) -> Iterator[str]:
    """The instance is retired, of a previous generation, has a successor, or needs software that is only mended."""
    status, family = context.status_of(instance), context.family_of(instance)
    if instance.status == "retired":
        yield say(context, "cautions", "status_retired", what=instance.instance_type)
    elif status in ("previous", "capacity-only"):
        yield say(context, "cautions", f"status_{status}", what=instance.instance_type)
    elif family is not None and family.superseded_by and context.lens == "today":
        yield say(context, "cautions", "superseded", family=family.name, newer=", ".join(family.superseded_by[:2]))
    if context.lens == "today" and family is not None and family.software is not None and family.software.value == "maintenance":
        yield say(context, "cautions", "software_maintenance", family=family.name)


def _commitment_cautions(context: Context, option: Option, instance: Instance) -> Iterator[str]:
    """A term of years is signed for, and the software that the family needs is no longer developed."""
    family, kind = context.family_of(instance), advised_purchase(context, option)
    if context.lens != "today" or family is None or family.software is None or family.software.value not in _UNDEVELOPED:
        return
    if not context.workload.commitment_years and kind not in _COMMITMENTS:
        return
    bought = next((one for one in list_purchases(context, option, kind) if one.advised), None)
    years = context.workload.commitment_years or (bought.term_years if bought is not None else 0)
    plans = context.knowledge.purchases[kind].plans
    binds = kind == "reserved" or any(plan.binds_family for plan in plans if bought is not None and plan.name == bought.name)
    values = {"years": say(context, "plots", f"prices_years_{years or 1}"), "family": family.name}
    state = say(context, "cautions", f"software_is_{family.software.value}")
    yield say(context, "cautions", "commitment_binds" if binds else "commitment_frees", state=state, **values)


def _access_cautions(context: Context, option: Option, instance: Instance) -> Iterator[str]:
    """Prices are those of another region; a quota may have to be raised."""
    priced = context.knowledge.stamp.price_region
    if context.region != priced:
        yield say(context, "cautions", "region_price", region=context.region, priced=priced)
    if option.place.job_kind and context.policy.quota_for(option.place, instance) is None:
        yield say(context, "cautions", "quota", what=f"ml.{instance.instance_type}")


def _risk_cautions(context: Context, option: Option) -> Iterator[str]:
    """The range of the estimate reaches beyond a stated target."""
    chance, target = miss_probability(context, option), context.workload.latency_p99_ms
    if chance >= context.thresholds["told_risk"] and target is not None:
        yield say(context, "cautions", "may_miss", chance=f"{chance:.0%}", target=format_duration(target))


def _calendar_cautions(context: Context, option: Option) -> Iterator[str]:
    """The runs of a month take longer than it has, or a block is paid for longer than the run takes."""
    runs, hours = context.workload.runs_per_month or 1.0, option.hours or 0.0
    if runs * hours > HOURS_A_MONTH:
        at_once = math.ceil(runs * hours / HOURS_A_MONTH)
        values = {"runs": f"{runs:g}", "hours": format_amount(hours, "h"), "total": format_amount(runs * hours, "h"), "at_once": at_once}
        yield say(context, "cautions", "runs_overlap", **values)
    if hours and is_booked(context, option):
        yield say(context, "cautions", "booked", days=f"{booked_factor(context, option) * hours / 24:g}", hours=format_amount(hours, "h"))


def _cold_start_cautions(context: Context, option: Option) -> Iterator[str]:
    """How long the first answer after a pause takes where no copy is kept warm."""
    if option.place.id not in _COLD_START_PLACES or option.memory_mb is None or warm_copies(context, option):
        return
    service, model_in = _COLD_START_PLACES[option.place.id]
    shape = context.needs.shape
    model_gb = weights_gb(shape, option.precision or "fp32") if shape is not None else 0.0
    time = cold_start_time(model_gb, option.memory_mb, context.knowledge.starts, service=service, model_in=model_in)
    yield say(
        context, "cautions", "cold_start", time=format_seconds(time.estimate), low=format_seconds(time.low), high=format_seconds(time.high)
    )


def _payload_cautions(context: Context, option: Option) -> Iterator[str]:
    """The payload is within the limit that is used, but above the one that another source gives."""
    limit, need = option.place.limits.get("payload_mb"), context.workload.payload_mb
    if limit is None or need is None or not limit.others:
        return
    least = min(float(claim.value) for claim in limit.others)
    if least < need:
        yield say(context, "cautions", "payload_disputed", need=format_amount(need, "MB"), least=format_amount(least, "MB"))
