"""Why this plan: what the work needs, what binds, why that place, that count, that purchase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.advice import Reason
from engine.decision.choice import Decision
from engine.decision.edge import is_device
from engine.decision.guidance import DERIVED, PLAN, applies_to, rules_for, said
from engine.decision.limits.failure import amount, duration, rate
from engine.decision.online import least_instances
from engine.decision.option import Option
from engine.decision.purchasing import advised_purchase, used_of
from engine.decision.situation import ONLINE
from engine.decision.tokens import break_even_rate, token_option, token_price
from engine.decision.wording import has_words, money, say
from engine.sizing.held import classic_memory
from engine.words import significant

_RULES: Final = 2
"""Rules of thumb beside the reasons of the plan itself."""


def reasons(decision: Decision, option: Option) -> tuple[Reason, ...]:
    """The reasons for `option`, most telling first."""
    return tuple(
        reason
        for part in (_hardware, _binding, _algorithm, _place, _tokens, _count, _purchase, _rules)
        for reason in part(decision, option)
    )


def _hardware(decision: Decision, option: Option) -> Iterator[Reason]:
    context, needs = decision.context, decision.context.needs
    if needs.kind == "classic":
        stated = context.workload.dataset_gb
        if context.situation == "training":
            values = {
                "name": needs.name,
                "need": amount(classic_memory(needs).total, "GB"),
                "data": amount(stated, "GB") + " of data" if stated else f"{needs.rows:,.0f} rows",
                "has": amount(option.instance.memory_gb if option.instance else 0, "GB"),
                "what": option.what,
            }
            yield Reason(text=say(context, "reasons", "classic_memory", **values), facts=("rows", "columns"), sources=needs.sources)
        return
    device = context.device(option.instance) if option.instance else None
    if device is None or context.situation == "notebook":
        return
    training = context.situation == "training"
    devices = context.devices_of(option, device)
    held = context.held(device, devices, option.precision)
    need, has = (held.per_device, device.memory_gb) if training else (held.total, device.memory_gb * devices)
    key = "training_memory" if training else ("device_memory" if device.processor != "cpu" else "cpu_memory")
    text = say(
        context,
        "reasons",
        key,
        name=needs.name,
        precision=option.precision,
        need=amount(need, "GB"),
        device=device.name,
        devices=f"{devices:g}",
        has=amount(has, "GB"),
    )
    yield Reason(text=text, facts=("model", "precision"), sources=(*needs.sources[:1], *device.sources[:1]))


def _binding(decision: Decision, option: Option) -> Iterator[Reason]:
    """What a cheaper one would break: the limit that makes this the choice."""
    context = decision.context
    target = context.workload.latency_p99_ms
    if option.latency_ms is not None:
        key = "latency_kept" if target else "latency_free"
        text = say(
            context,
            "reasons",
            key,
            what=option.what,
            latency=duration(option.latency_ms),
            target=duration(target or 0),
            utilization=f"{(option.utilization or 0):.0%}",
            peak=rate(context.peak),
        )
        yield Reason(text=text, facts=("latency_p99_ms", "peak_requests_per_second"))
    if option.hours is not None:
        text = say(context, "reasons", "hours", what=option.what, hours=amount(option.hours, "h"), cost=money(option.usd_per_run or 0))
        yield Reason(text=text, facts=("items_per_run", "rows"))
    cheaper = [(o, f) for o, f in decision.fallen.missed if o.usd_per_month < option.usd_per_month and o.place.id == option.place.id]
    if cheaper:
        near, failure = max(cheaper, key=lambda pair: (pair[0].usd_per_month, pair[0].what))
        limit = context.knowledge.limits[failure.limit]
        text = say(context, "reasons", "next_cheaper", what=near.what, limit=limit.name, has=failure.has, need=failure.need)
        yield Reason(text=text, facts=(limit.fact,) if limit.fact else (), sources=limit.sources)


def _algorithm(decision: Decision, option: Option) -> Iterator[Reason]:
    context = decision.context
    phase = context.phase
    if context.situation == "processing":
        yield Reason(text=say(context, "reasons", "preparing"), facts=("stage",), sources=context.knowledge.processors["cpu"].sources[:1])
        return
    if phase is not None and context.needs.kind == "classic":
        yield Reason(text=phase.advice.under(context.lens), facts=("algorithm",), sources=phase.advice.sources)
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


def _place(decision: Decision, option: Option) -> Iterator[Reason]:
    if has_words(decision.context, "reasons", f"place_{option.place.id}"):
        yield Reason(
            text=say(decision.context, "reasons", f"place_{option.place.id}"),
            facts=("traffic", "payload_mb"),
            sources=option.place.sources[:2],
        )


def _tokens(decision: Decision, option: Option) -> Iterator[Reason]:
    """What the model's tokens cost at Bedrock, and from which load machines are cheaper."""
    context, price = decision.context, token_price(decision.context)
    tokens = token_option(context, context.knowledge.places["bedrock"]) if price is not None else None
    if price is None or tokens is None or option.processor is None:
        return
    out = price.usd_per_million_output_tokens
    even = break_even_rate(context, option, price)
    values = {
        "tokens": money(tokens.usd_per_month),
        "even": significant(even, 2),
        "as_of": f"{out.as_of:%Y-%m}",
    }
    key = "tokens_cheaper" if tokens.usd_per_month < option.usd_per_month else "tokens_dearer"
    yield Reason(text=say(context, "reasons", key, **values), facts=("requests_per_second",), sources=out.sources)


def _count(decision: Decision, option: Option) -> Iterator[Reason]:
    context = decision.context
    if option.instance is None or option.count == 1:
        return
    watched = context.workload.environment == "production" or context.workload.survive_zone_loss
    key = (
        "count_available"
        if watched and option.count == least_instances(context, option.place)
        else ("count_load" if context.situation == ONLINE else "count_time")
    )
    yield Reason(text=say(context, "reasons", key, count=option.count, peak=rate(context.peak), what=option.what), facts=("environment",))


def _purchase(decision: Decision, option: Option) -> Iterator[Reason]:
    context = decision.context
    if is_device(option):
        return
    kind = advised_purchase(context, option)
    owned = used_of(context, option, kind)
    if owned is not None:
        key = "purchase_owned" if owned.whole else "purchase_owned_part"
        values = {"name": owned.name, "commitment": money(owned.commitment), "share": f"{owned.covered:.0%}"}
        yield Reason(text=say(context, "reasons", key, **values), sources=context.knowledge.purchases[kind].sources[:1])
        return
    yield Reason(
        text=say(context, "reasons", f"purchase_{kind}"),
        facts=("commitment_years", "interruptible"),
        sources=context.knowledge.purchases[kind].sources[:1],
    )


def _rules(decision: Decision, option: Option) -> Iterator[Reason]:
    """The weightiest rules of thumb that speak for the plan."""
    context = decision.context
    found = [one.rule for one in rules_for(context, ("prefer", "explain")) if applies_to(one, context, option)]
    for rule in sorted(found, key=lambda one: (-one.weight, one.id))[:_RULES]:
        facts = tuple(test.fact for test in rule.when.every if not test.fact.startswith(PLAN) and test.fact not in DERIVED)
        yield Reason(text=said(rule, context, option), facts=facts, sources=rule.sources[:1])
