"""Limits on a place, whatever the hardware."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.decision.context import BATCH, ONLINE, PLACES, Context
from engine.decision.costs import named_version
from engine.decision.limits.failure import Failure
from engine.decision.limits.hardware import leaves_accelerator
from engine.decision.limits.policy_terms import is_only_approved_way, unapproved_place
from engine.number_format import format_amount, format_duration
from knowledge.schema.hosted_model import HostedModel
from knowledge.schema.place import Place, PlaceLimit
from knowledge.sentences import write_day

_UNATTENDED: Final = ("event", "queue")
"""What starts work for which no caller waits."""
PlaceCheck = Callable[[Context, Place], Failure | None]


def hosted_only(context: Context, place: Place) -> Failure | None:
    """A model whose weights nobody gets, or whose size the base does not know, is bought by the token."""
    model = context.knowledge.hosted_models.get(context.workload.model or "")
    if model is None or place.billing.by == "token":
        return None
    if model.open_weights:
        return Failure("size_unknown", model.name, place.name)
    named = named_version(context) or model
    return Failure("hosted_only", model.name, named.billed_unit)


def excluded_place(context: Context, place: Place) -> Failure | None:
    """The person ruled it out."""
    return Failure("excluded", "without it", place.name) if place.id in (context.workload.exclude or ()) else None


def required_place(context: Context, place: Place) -> Failure | None:
    """The person asked for another."""
    wanted = [name for name in context.workload.require or () if name in context.knowledge.places]
    return Failure("required", " or ".join(wanted), place.id) if wanted and place.id not in wanted else None


def operations(context: Context, place: Place) -> Failure | None:
    """Containers, clusters and bare machines are considered only on request."""
    wanted = context.workload.operations
    if place.id == context.workload.current_place:
        return None  # whoever runs it there can
    if place.id in (context.workload.require or ()) or (context.workload.is_assumed("operations") and is_only_approved_way(context, place)):
        return None
    if wanted in (None, "managed", "serverless"):
        only_serverless = wanted == "serverless" and not context.workload.is_assumed("operations")
        welcome = ("serverless",) if only_serverless and context.situation == "online" else ("managed", "serverless")
        return None if place.operations in welcome else Failure("operations", wanted or "managed", place.operations)
    return None if place.operations == wanted else Failure("operations", wanted, place.operations)


def kind_of_run(context: Context, place: Place) -> Failure | None:
    """A place that was asked for must do such work: a function trains nothing, and a job answers no callers."""
    if place.id in PLACES[context.situation]:
        return None
    stage, online = context.workload.stage or "", context.situation == ONLINE
    called = (
        place.instances or online or (context.situation == BATCH and (place.billing.by == "gb-second" or _sells_batches(context, place)))
    )
    if stage in place.stages and called and not (online and place.answers in ("job", "none")):
        return None
    return Failure("not_in_question", "requests" if online else stage, place.id)


def _sells_batches(context: Context, place: Place) -> bool:
    """True where tokens of the model are sold for items that nobody waits for."""
    model = context.knowledge.find_model(context.workload.model)
    if place.billing.by != "token" or model is None:
        return False
    return isinstance(model, HostedModel) or (model.bedrock is not None and model.bedrock.batch is not None)


def payload(context: Context, place: Place) -> Failure | None:
    """One request must fit."""
    return _check_place_limit(context, place, "payload_mb", context.workload.payload_mb, unit="MB", name="payload")


def processing_time(context: Context, place: Place) -> Failure | None:
    """One request must end in time."""
    return _check_place_limit(context, place, "processing_seconds", context.workload.processing_seconds, unit="s", name="processing_time")


def answers_in_time(context: Context, place: Place) -> Failure | None:
    """A queue answers when it can: only for callers who said that they wait, or requests too large or too slow for anything else."""
    work, target = context.workload, context.workload.latency_p99_ms
    if place.answers != "queued" or context.situation != "online" or place.id in (work.require or ()):
        return None
    if target is None and (work.callback_ok or work.trigger in _UNATTENDED):
        return None
    if target is not None:
        waits = target >= context.thresholds["queue_latency_ms"]
        return None if waits else Failure("answers_in_time", format_duration(target), "a queue")
    direct = context.knowledge.places["sagemaker-realtime"]
    beyond = payload(context, direct) or processing_time(context, direct)
    return None if work.cold_start_ok or beyond else Failure("answers_in_time", "a caller who said nothing of waiting", "a queue")


def cold_start(context: Context, place: Place) -> Failure | None:
    """Serverless starts cold after a pause; a tight target or a refusal rules that out."""
    if place.billing.by != "gb-second" or context.workload.cold_start_ok:
        return None
    work = context.workload
    asked = (work.operations == "serverless" and not work.is_assumed("operations")) or place.id in (work.require or ())
    if asked and "provisioned_concurrency" in place.options and place.options["provisioned_concurrency"].value_for(context.lens):
        return None  # copies can be kept warm
    if work.cold_start_ok is False:
        return Failure("cold_start", "no cold start", "seconds after a pause")
    if work.latency_p99_ms is not None and work.latency_p99_ms < context.thresholds["cold_start_latency_ms"]:
        return Failure("cold_start", format_duration(work.latency_p99_ms), "seconds after a pause")
    if work.priority == "latency":
        return Failure("cold_start", "the quickest answer", "seconds after a pause")
    is_of_today = place.id == work.current_place and work.is_assumed("traffic")  # it serves there, whatever the traffic is
    pauses = (
        is_of_today
        or work.traffic in ("intermittent", "scheduled")
        or work.trigger in _UNATTENDED
        or work.environment in ("development", "test")
    )
    return None if pauses or asked else Failure("always_up", "always up", "pauses and cold starts")


def not_sold_failure(context: Context) -> Failure:
    """The failure of a place that sells tokens: nobody named a model, it is sold there no more, or the base has no price of it."""
    if context.workload.is_assumed("model"):
        return Failure("model_not_named", "a model", "none named")
    model = context.knowledge.find_model(context.workload.model)
    if model is not None and model.bedrock is not None and model.bedrock.is_gone and context.lens == "today":
        life = model.bedrock.life_cycle
        day = write_day(life.ends_on) if life is not None else ""
        return Failure("model_ended", model.name, f"ended on {day}" if day else "ended", 0, life.state.sources if life is not None else ())
    return Failure("not_sold", context.needs.name, "none")


def place_hardware(context: Context, place: Place) -> Failure | None:
    """A place without instances has CPUs and a little memory, or lets nobody choose: it cannot keep a demand for other hardware."""
    work, knowledge = context.workload, context.knowledge
    if place.instances:
        return None
    open_to = {"gb-second": ("cpu",), "device": tuple(knowledge.processors)}.get(place.billing.by, ())
    wanted = [name for name in work.require or () if name not in knowledge.places and name not in knowledge.purchases]
    named = [name for name in wanted if name not in open_to]
    if place.billing.by == "gb-second":
        return _check_serverless_hardware(context, named)
    if named:
        return Failure("place_hardware", " or ".join(named), "no type to choose")
    own = work.custom_cuda_kernels and place.billing.by == "token"
    return Failure("place_hardware", "CUDA kernels of one's own", "models as they are sold") if own else None


def _check_serverless_hardware(context: Context, named: list[str]) -> Failure | None:
    """What CPUs of no name cannot be: hardware that is named, CUDA, another data type than fp32."""
    work = context.workload
    if named:
        return Failure("place_hardware", " or ".join(named), "CPUs of no name")
    if "cpu" in (work.exclude or ()):
        return Failure("place_hardware", "no CPU", "CPUs")
    if work.custom_cuda_kernels or work.accelerator_memory_gb:
        return Failure("place_hardware", "a GPU", "CPUs")
    if leaves_accelerator(context):
        return Failure("unproven_on_cpu", "an accelerator, as today", "CPUs")
    if work.precision is not None and work.precision != "fp32":
        return Failure("place_hardware", work.precision, "fp32 on CPUs of no name")
    return None


def place_memory(context: Context, place: Place) -> Failure | None:
    """The memory that was asked for must be on offer."""
    need, most = context.workload.host_memory_gb, place.limits.get("memory_mb_max")
    share = context.thresholds["tight"]
    if place.instances or need is None or most is None or need * 1e3 <= most.value_for(context.lens) * share:
        return None
    return Failure("place_memory", format_amount(need, "GB"), format_amount(most.value_for(context.lens) / 1e3, "GB"), 0, most.sources)


def several_models(context: Context, place: Place) -> Failure | None:
    """Many models want a place that they share: a serverless or asynchronous one has an endpoint for each."""
    count = context.workload.model_count or 1
    own = place.operations in ("containers", "kubernetes", "self-managed")
    shares = own or any(place.options[name].value_for(context.lens) for name in _SHARED if name in place.options)
    if shares or place.billing.by == "token" or count <= context.thresholds["most_endpoints"]:
        return None
    return Failure("several_models", f"a place for {count:,.0f} models", "one model each")


def network_isolation(context: Context, place: Place) -> Failure | None:
    """Some places cannot cut a model off from the network."""
    lacks = any("isolation" in feature.lower() for feature in place.unsupported)
    return Failure("network_isolation", "network isolation", "not supported") if context.workload.network_isolation and lacks else None


def data_capture(context: Context, place: Place) -> Failure | None:
    """Some places cannot record requests."""
    lacks = any("data capture" in feature.lower() for feature in place.unsupported)
    return Failure("data_capture", "data capture", "not supported") if context.workload.data_capture and lacks else None


def _check_place_limit(context: Context, place: Place, limit: PlaceLimit, need: float | None, *, unit: str, name: str) -> Failure | None:
    fact = place.limits.get(limit)
    if fact is None or need is None:
        return None
    has = fact.value_for(context.lens)
    return Failure(name, format_amount(need, unit), format_amount(has, unit), need / has, fact.sources) if need > has else None


_SHARED: Final = ("multi_model", "multi_container", "inference_components")

PLACE_FACTS: Final = (
    "payload_mb",
    "network_isolation",
    "data_capture",
    "operations",
    "current_place",
)
"""Facts that these limits look at and nothing after them does."""

PLACE_LIMITS: Final[tuple[PlaceCheck, ...]] = (
    hosted_only,
    required_place,
    excluded_place,
    kind_of_run,
    unapproved_place,
    operations,
    payload,
    processing_time,
    answers_in_time,
    cold_start,
    place_hardware,
    place_memory,
    several_models,
    network_isolation,
    data_capture,
)
