"""Why this plan: hardware, binding limit, place, count, purchase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.advice import Reason
from engine.decision.candidates import is_edge_device, is_redundant, minimum_instances
from engine.decision.choice import Decision
from engine.decision.context import ONLINE, Context, Option
from engine.decision.costs import break_even_rate, paid_share, sold_version, stops_by_components, token_option, token_price
from engine.decision.explanation.place_options import options_that_help
from engine.decision.explanation.purchase_reason import explain_purchase
from engine.decision.explanation.token_terms import list_token_reasons
from engine.decision.explanation.wording import has_sentence, say
from engine.decision.scoring import DERIVED, PLAN, is_open_rule_met, open_rules, rule_sentence
from engine.number_format import format_amount, format_duration, format_money, format_rate, format_significant
from engine.sizing.memory_fit import classic_footprint
from knowledge.schema.place import Place

_MAX_RULES: Final = 2
PLACE_FACTS: Final = ("traffic", "payload_mb")
"""What the reason for a place rests on."""
"""At most so many rules of thumb beside the plan's own reasons."""


def list_reasons(decision: Decision, option: Option) -> tuple[Reason, ...]:
    """The reasons for `option`, most telling first."""
    return tuple(
        reason
        for part in (
            _hardware_reasons,
            _binding_reasons,
            _algorithm_reasons,
            _place_reasons,
            _token_price_reasons,
            _count_reasons,
            _purchase_reasons,
            _rule_reasons,
        )
        for reason in part(decision, option)
    )


def _hardware_reasons(decision: Decision, option: Option) -> Iterator[Reason]:
    context, needs = decision.context, decision.context.needs
    if needs.kind == "classic":
        stated = context.workload.dataset_gb
        if context.situation == "training":
            values = {
                "name": needs.name,
                "need": format_amount(classic_footprint(needs).total, "GB"),
                "data": format_amount(stated, "GB") + " of data" if stated else f"{needs.rows:,.0f} rows",
                "has": format_amount(option.instance.memory_gb if option.instance else 0, "GB"),
                "what": option.what,
            }
            yield Reason(text=say(context, "reasons", "classic_memory", **values), facts=("rows", "columns"), sources=needs.sources)
        return
    device = context.device_for(option.instance) if option.instance else None
    if device is None or context.situation == "notebook":
        return
    training = context.situation == "training"
    devices = context.devices_used_by(option, device)
    memory = context.estimate_memory(device, devices, option.precision)
    need, has = (memory.per_device, device.memory_gb) if training else (memory.total, device.memory_gb * devices)
    key = "training_memory" if training else ("device_memory" if device.processor != "cpu" else "cpu_memory")
    text = say(
        context,
        "reasons",
        key,
        name=needs.name,
        precision=option.precision,
        need=format_amount(need, "GB"),
        device=device.name,
        devices=f"{devices:g}",
        has=format_amount(has, "GB"),
    )
    yield Reason(text=text, facts=("model", "precision"), sources=(*needs.sources[:1], *device.sources[:1]))


def _binding_reasons(decision: Decision, option: Option) -> Iterator[Reason]:
    """Latency or duration, and the limit that the next cheaper option breaks."""
    context = decision.context
    target = context.workload.latency_p99_ms
    if option.latency_ms is not None:
        key = "latency_kept" if target else "latency_free"
        text = say(
            context,
            "reasons",
            key,
            what=option.what,
            latency=format_duration(option.latency_ms),
            target=format_duration(target or 0),
            utilization=f"{(option.utilization or 0):.0%}",
            peak=format_rate(context.peak),
        )
        yield Reason(text=text, facts=("latency_p99_ms", "peak_requests_per_second"))
    if option.hours is not None:
        text = say(
            context,
            "reasons",
            "hours",
            what=option.what,
            hours=format_amount(option.hours, "h"),
            cost=format_money((option.usd_per_run or 0) * paid_share(context, option)),
        )
        yield Reason(text=text, facts=("items_per_run", "rows"))
    cheaper = [
        (o, f) for o, f in decision.candidates.near_misses if o.usd_per_month < option.usd_per_month and o.place.id == option.place.id
    ]
    if cheaper:
        near, failure = max(cheaper, key=lambda pair: (pair[0].usd_per_month, pair[0].what))
        limit = context.knowledge.limits[failure.limit]
        text = say(context, "reasons", "next_cheaper", what=near.what, limit=limit.name, has=failure.has, need=failure.need)
        yield Reason(text=text, facts=(limit.fact,) if limit.fact else (), sources=limit.sources)


def _algorithm_reasons(decision: Decision, option: Option) -> Iterator[Reason]:
    context = decision.context
    phase = context.phase_advice
    if context.situation == "processing":
        yield Reason(text=say(context, "reasons", "preparing"), facts=("stage",), sources=context.knowledge.processors["cpu"].sources[:1])
        return
    if phase is not None and context.needs.kind == "classic":
        yield Reason(text=phase.advice.value_for(context.lens), facts=("algorithm",), sources=phase.advice.sources)
    if option.processor == "cpu" and context.needs.kind == "classic":
        yield Reason(
            text=say(context, "reasons", "no_gpu", name=context.needs.name),
            facts=("algorithm",),
            sources=context.knowledge.processors["gpu"].sources[:1],
        )
    if option.processor == "inferentia" and not option.open_condition:
        yield Reason(
            text=say(context, "reasons", "neuron", name=context.needs.name),
            facts=("neuron_compatible",),
            sources=context.knowledge.processors["inferentia"].sources[:1],
        )


def _place_key(context: Context, place: Place) -> str:
    """The sentence on a place; where models are sold, the one on what the model returns."""
    model = sold_version(context) if place.billing.by == "token" else None
    special = f"place_{place.id}_{model.returns}" if model is not None else ""
    return special if special and has_sentence(context, "reasons", special) else f"place_{place.id}"


def _place_reasons(decision: Decision, option: Option) -> Iterator[Reason]:
    if stops_by_components(decision.context, option.place):
        hours = f"{decision.context.workload.hours_per_day or 24:g}"
        text = say(decision.context, "reasons", "components_stop", hours=hours)
        yield Reason(text=text, facts=("hours_per_day", "model_count"), sources=option.place.options["scale_to_zero"].sources)
    elif has_sentence(decision.context, "reasons", f"place_{option.place.id}"):
        yield Reason(
            text=say(decision.context, "reasons", _place_key(decision.context, option.place)),
            facts=PLACE_FACTS,
            sources=option.place.sources[:2],
        )
    pools = option.place.options.get("instance_pools")
    if pools is not None and "instance_pools" in options_that_help(decision.context):
        yield Reason(text=say(decision.context, "reasons", "instance_pools", what=option.what), facts=("symptoms",), sources=pools.sources)


def _token_price_reasons(decision: Decision, option: Option) -> Iterator[Reason]:
    """What tokens from Bedrock would cost, and the load from which machines are cheaper."""
    if option.place.billing.by == "token":
        yield from list_token_reasons(decision.context)
        return
    context, price = decision.context, token_price(decision.context)
    tokens = token_option(context, context.knowledge.places["bedrock"]) if price is not None else None
    if price is None or tokens is None or option.processor is None:
        return
    if context.situation != ONLINE:
        return  # no rate of requests to compare at
    even, newest = break_even_rate(context, option, price), max(price.price_facts, key=lambda fact: fact.as_of)
    values = {
        "tokens": format_money(tokens.usd_per_month),
        "even": format_significant(even, 2),
        "as_of": f"{newest.as_of:%Y-%m}",
    }
    key = "tokens_cheaper" if tokens.usd_per_month < option.usd_per_month else "tokens_dearer"
    yield Reason(text=say(context, "reasons", key, **values), facts=("requests_per_second",), sources=newest.sources)


def _count_reasons(decision: Decision, option: Option) -> Iterator[Reason]:
    context = decision.context
    if option.instance is None or option.count == 1:
        return
    watched = is_redundant(context.workload)
    key = (
        "count_available"
        if watched and option.count == minimum_instances(context, option.place)
        else ("count_load" if context.situation == ONLINE else "count_time")
    )
    yield Reason(
        text=say(context, "reasons", key, count=option.count, peak=format_rate(context.peak), what=option.what), facts=("environment",)
    )


def _purchase_reasons(decision: Decision, option: Option) -> Iterator[Reason]:
    if not is_edge_device(option):
        yield explain_purchase(decision, option)


def _rule_reasons(decision: Decision, option: Option) -> Iterator[Reason]:
    """The weightiest rules of thumb that speak for the plan."""
    context = decision.context
    found = [one.rule for one in open_rules(context, ("prefer", "explain")) if is_open_rule_met(one, context, option)]
    for rule in sorted(found, key=lambda one: (-one.weight, one.id))[:_MAX_RULES]:
        facts = tuple(test.fact for test in rule.when.every if not test.fact.startswith(PLAN) and test.fact not in DERIVED)
        yield Reason(text=rule_sentence(rule, context, option), facts=facts, sources=rule.sources[:1])
