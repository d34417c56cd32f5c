"""What a person states as a must, and whether an option keeps it; reckoned from the records, not by the limits of the engine."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from hypothesis import strategies as st

from engine.decision.context import ONLINE, Context, Option
from engine.decision.costs import allowed_purchase, paid_share
from knowledge import Knowledge
from knowledge.schema.instance import Instance
from tests.engine.workloads import Facts, draw_facts, values_of_fact

_NAMED: Mapping[str, tuple[str, ...]] = {
    "require": (
        *("cpu", "gpu", "inferentia", "trainium", "c5", "g5", "m5.xlarge", "g6.xlarge"),
        *("sagemaker-realtime", "sagemaker-serverless", "sagemaker-async", "sagemaker-batch-transform", "sagemaker-training"),
        *("lambda", "ec2", "eks", "bedrock", "edge", "on-demand", "spot", "savings-plan", "reserved", "capacity-block"),
    ),
    "exclude": (
        *("cpu", "gpu", "inferentia", "trainium", "m5", "g4dn", "g5.xlarge", "sagemaker-realtime", "sagemaker-async", "lambda", "bedrock"),
        *("on-demand", "spot", "savings-plan"),
    ),
    "compare": (
        "cpu",
        "gpu",
        "inferentia",
        "c5",
        "g5",
        "g6.xlarge",
        "p3.2xlarge",
        "sagemaker-realtime",
        "lambda",
        "ec2",
        "bedrock",
        "spot",
    ),
}
_MUSTS = (
    *("require", "exclude", "budget_usd_per_hour", "budget_usd_per_month", "instances_wanted", "training_deadline_hours", "region"),
    *("latency_p99_ms", "time_to_first_token_ms", "time_per_output_token_ms", "payload_mb", "processing_seconds", "survive_zone_loss"),
    *("custom_cuda_kernels", "neuron_compatible", "arm_ok", "network_isolation", "data_capture", "host_memory_gb"),
)


def demanding(knowledge: Knowledge, **fixed: st.SearchStrategy[object]) -> st.SearchStrategy[Facts]:
    """Up to four musts, something the person asks about, and a few other facts."""

    def of(name: str) -> st.SearchStrategy[object]:
        if name not in _NAMED:
            return values_of_fact(name, knowledge)
        return st.lists(st.sampled_from(_NAMED[name]), min_size=1, max_size=3, unique=True).map(tuple)

    chosen = st.lists(st.sampled_from(_MUSTS), min_size=1, max_size=4, unique=True)
    return chosen.flatmap(
        lambda names: draw_facts(
            knowledge, most=4, without=(*_MUSTS, "compare"), compare=of("compare"), **{name: of(name) for name in names}, **fixed
        )
    )


def broken(context: Context, option: Option, said: Facts) -> Iterator[str]:
    """The stated musts that an accepted option breaks; what nobody knows of it breaks none."""
    yield from _named_wrongly(context, option, said)
    paid, instance = paid_share(context, option), option.instance
    numbers: dict[str, float | None] = {
        "budget_usd_per_hour": option.usd_per_hour * min(paid, 1.0),  # what is committed for longer costs no more an hour
        "budget_usd_per_month": option.usd_per_month * paid,
        "latency_p99_ms": option.latency_ms,
        "time_to_first_token_ms": option.first_token_ms,
        "time_per_output_token_ms": option.per_token_ms,
        "training_deadline_hours": option.hours,
        "instances_wanted": option.count if instance is not None else None,
    }
    limits: dict[str, float] = {name: fact.value_for(context.lens) for name, fact in option.place.limits.items()}
    for name, value in numbers.items():
        if value is not None and value > said.get(name, math.inf) * (1 + 1e-9):
            yield name
    for name in ("payload_mb", "processing_seconds"):
        if said.get(name, 0) > limits.get(name, math.inf):
            yield name
    if option.memory_mb is not None and said.get("host_memory_gb", 0) * 1e3 > option.memory_mb:
        yield "host_memory_gb"
    patient = said.get("latency_p99_ms", 0) >= context.thresholds["queue_latency_ms"]  # then it may stream past the place's limit
    if (option.alone_ms or 0) / 1e3 > limits.get("processing_seconds", math.inf) and not patient:
        yield "the time that its place allows"
    lacks = " ".join(option.place.unsupported).lower()
    if (said.get("network_isolation") and "isolation" in lacks) or (said.get("data_capture") and "data capture" in lacks):
        yield "what its place supports"


def _named_wrongly(context: Context, option: Option, said: Facts) -> Iterator[str]:
    """Names that are required and lacking, or ruled out and there; and hardware that cannot be used."""
    knowledge, instance = context.knowledge, option.instance
    names = {option.place.id, option.processor, allowed_purchase(context, option)}
    names |= {instance.instance_type, instance.family} if instance is not None else set()
    if names & set(said.get("exclude", ())):
        yield "exclude"
    for records in (knowledge.processors, knowledge.families, knowledge.instances, knowledge.places, knowledge.purchases):
        wanted = {name for name in said.get("require", ()) if name in records}
        device = option.place.billing.by == "device" and records is knowledge.processors  # whatever the device has
        if wanted and not wanted & names and not device:
            yield "require"
    if said.get("custom_cuda_kernels") and option.processor not in ("gpu", None):
        yield "custom_cuda_kernels"
    if said.get("neuron_compatible") is False and option.processor in ("inferentia", "trainium"):
        yield "neuron_compatible"
    if instance is not None:
        yield from _machine_wrongly(context, instance, said)
        if said.get("survive_zone_loss") and context.situation == ONLINE and option.count < 2:
            yield "survive_zone_loss"


def _machine_wrongly(context: Context, instance: Instance, said: Facts) -> Iterator[str]:
    """Not in the region, Arm without leave, too little memory."""
    known_then = context.lens == "exam" and context.status_of(instance) != instance.status
    there = instance.offered_in(said.get("region", "us-east-1")) or known_then or context.status_of(instance) == "capacity-only"
    if not there or context.status_of(instance) == "retired":
        yield "region"
    if instance.arch == "arm64" and said.get("arm_ok") is not True:
        yield "arm_ok"
    if said.get("host_memory_gb", 0) > instance.memory_gb:
        yield "host_memory_gb"
