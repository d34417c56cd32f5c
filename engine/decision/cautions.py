"""What to mind before acting on a plan, and what has to be installed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.decision.choice import Decision
from engine.decision.context import Context
from engine.decision.edge import is_device, memory_on_device
from engine.decision.fewer_bits import CONDITION
from engine.decision.guidance import applies_to, rules_for, said
from engine.decision.limits.failure import amount
from engine.decision.option import Option
from engine.decision.place_options import kept_warm
from engine.decision.wording import say
from engine.sizing.memory.storage import weights_gb
from engine.sizing.start.duration import told
from engine.sizing.start.parts import FunctionService, ModelIn, cold_start
from knowledge.schema.instance import Instance
from knowledge.schema.processor import NEURON

_COLD: Final[dict[str, tuple[FunctionService, ModelIn]]] = {
    "lambda": ("lambda", "image"),
    "sagemaker-serverless": ("sagemaker-serverless", "s3"),
}
"""Place that starts cold -> how its start is reckoned, and where the model comes from."""


def cautions(decision: Decision, option: Option) -> tuple[str, ...]:
    """What to mind, most urgent first."""
    context, instance = decision.context, option.instance
    found = [*_use(context, option)]
    if is_device(option):
        found.append(say(context, "cautions", "edge", need=amount(memory_on_device(context, option), "GB")))
    if instance is not None:
        found += [*_age(context, instance), *_access(context, option, instance)]
    found += _cold(context, option)
    return (*found, *_disputed(context, option))


def software(decision: Decision, option: Option) -> tuple[str, ...]:
    """What has to be installed or compiled."""
    subject = decision.context.knowledge.wording["software"].texts
    keys = (option.processor, f"{option.processor}_{decision.context.workload.framework or ''}", option.place.id)
    return tuple(subject[key] for key in keys if key in subject)


def _use(context: Context, option: Option) -> Iterator[str]:
    """What a rule of thumb warns of; a condition nobody confirmed."""
    for rule in rules_for(context, ("avoid", "caution")):
        if applies_to(rule, context, option):
            yield said(rule.rule, context, option)
    if option.open_condition == CONDITION:
        yield say(context, "cautions", "fewer_bits", precision=option.precision)
    elif option.open_condition or (option.processor in NEURON and context.workload.is_assumed("neuron_compatible")):
        yield say(context, "cautions", "neuron_open")


def _age(context: Context, instance: Instance) -> Iterator[str]:
    """Retired, of a previous generation, or with a successor."""
    status, family = context.status(instance), context.family(instance)
    if instance.status == "retired":
        yield say(context, "cautions", "status_retired", what=instance.instance_type)
    elif status in ("previous", "capacity-only"):
        yield say(context, "cautions", f"status_{status}", what=instance.instance_type)
    elif family is not None and family.superseded_by and context.lens == "today":
        yield say(context, "cautions", "superseded", family=family.name, newer=", ".join(family.superseded_by[:2]))


def _access(context: Context, option: Option, instance: Instance) -> Iterator[str]:
    """Prices of another region, and quotas."""
    priced = context.knowledge.stamp.price_region
    if context.region != priced:
        yield say(context, "cautions", "region_price", region=context.region, priced=priced)
    if option.place.job_kind and context.policy.held(option.place, instance) is None:
        yield say(context, "cautions", "quota", what=f"ml.{instance.instance_type}")


def _cold(context: Context, option: Option) -> Iterator[str]:
    """How long the first answer after a pause takes, where no copy is kept warm."""
    if option.place.id not in _COLD or option.memory_mb is None or kept_warm(context, option):
        return
    service, model_in = _COLD[option.place.id]
    shape = context.needs.shape
    model_gb = weights_gb(shape, option.precision or "fp32") if shape is not None else 0.0
    time = cold_start(model_gb, option.memory_mb, context.knowledge.starts, service=service, model_in=model_in)
    yield say(context, "cautions", "cold_start", time=told(time.estimate), low=told(time.low), high=told(time.high))


def _disputed(context: Context, option: Option) -> Iterator[str]:
    """A payload within the limit in use, and above what another source says."""
    limit, need = option.place.limits.get("payload_mb"), context.workload.payload_mb
    if limit is None or need is None or not limit.others:
        return
    least = min(float(claim.value) for claim in limit.others)
    if least < need:
        yield say(context, "cautions", "payload_disputed", need=amount(need, "MB"), least=amount(least, "MB"))
