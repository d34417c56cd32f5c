"""What is told of tokens bought from Bedrock: their price, cheaper ways to ask for them, and how long the model stays."""

from __future__ import annotations

from collections.abc import Iterator

from engine.advice import Reason
from engine.decision.context import BATCH, Context
from engine.decision.costs import TokenSale, named_version, sold_version, token_rates, token_sale
from engine.decision.explanation.wording import say
from engine.number_format import format_percentage
from knowledge.schema.bedrock import BedrockOffer, TokenRates
from knowledge.schema.hosted_model import HostedModel
from knowledge.schema.record import Lens
from knowledge.sentences import write_day

_PRICED_REGION = "us-east-1"


def list_token_reasons(context: Context) -> Iterator[Reason]:
    """The price that the cost rests on, and what would change it."""
    sale = token_sale(context)
    if sale is None or context.workload.is_assumed("model") or not sale.offer.is_priced:
        return
    facts, sources = ("model", "input_tokens", "output_tokens"), sale.offer.price_facts[0].sources
    yield Reason(text=_price_sentence(context, sale), facts=facts, sources=sources)
    text = _batch_sentence(context, sale)
    if text:
        batch = sale.offer.batch
        yield Reason(text=text, facts=("callback_ok",), sources=batch.usd_per_million_input_tokens.sources if batch else sources)
    if sale.offer.usd_per_million_input_tokens is not None:
        yield from _cheaper_ways(context, sale)
    factor = sale.offer.regional_factor
    if factor is not None:
        more = format_percentage(factor.value_for(context.lens) - 1)
        yield Reason(text=say(context, "reasons", "tokens_regional", more=more), facts=("region",), sources=factor.sources)


def list_token_cautions(context: Context) -> Iterator[str]:
    """What to know of the model before it is built upon: its version, its end, its price, its context."""
    named, sale = named_version(context), token_sale(context)
    if sale is None or context.workload.is_assumed("model"):
        return
    if named is not None:
        yield from _version_cautions(context, named, sale)
    yield from _life_cautions(context, sale, named)
    if not sale.offer.is_priced:
        yield say(context, "cautions", "tokens_unpriced", name=sale.name)
    elif context.region != _PRICED_REGION:
        yield say(context, "cautions", "tokens_region", region=context.region, priced=_PRICED_REGION)


def _price_sentence(context: Context, sale: TokenSale) -> str:
    offer, as_of = sale.offer, max(fact.as_of for fact in sale.offer.price_facts)
    if offer.usd_per_item is not None and offer.usd_per_million_input_tokens is None:
        unit = offer.usd_per_item.unit.removeprefix("USD ")
        return say(
            context,
            "reasons",
            "tokens_price_item",
            name=sale.name,
            usd=_usd(offer.usd_per_item.value_for(context.lens)),
            unit=unit,
            as_of=write_day(as_of),
        )
    rates = token_rates(context, offer)
    long = offer.long_prompt if rates is offer.long_prompt else None
    told = rates if long is not None else _on_demand(offer)
    values = {"name": sale.name, "rates": _rates_text(told, context.lens), "as_of": write_day(as_of)}
    if long is not None:
        return say(context, "reasons", "tokens_price_long", above=f"{long.above_tokens.value:,}", **values)
    return say(context, "reasons", "tokens_price", **values)


def _batch_sentence(context: Context, sale: TokenSale) -> str:
    """What batch inference changes; "" where nobody publishes it and somebody waits."""
    batch, waits = sale.offer.batch, context.situation != BATCH
    if batch is None:
        return "" if waits else say(context, "reasons", "tokens_no_batch", name=sale.name)
    return say(context, "reasons", "tokens_may_batch" if waits else "tokens_batch", rates=_rates_text(batch, context.lens))


def _cheaper_ways(context: Context, sale: TokenSale) -> Iterator[Reason]:
    """Prompt caching and the service tiers."""
    offer, lens, place = sale.offer, context.lens, context.knowledge.places["bedrock"]
    read, written = offer.usd_per_million_cached_tokens, offer.usd_per_million_tokens_to_cache
    if read is not None and offer.usd_per_million_input_tokens is not None and context.situation != BATCH:
        values = {"read": _usd(read.value_for(lens)), "plain": _usd(offer.usd_per_million_input_tokens.value_for(lens))}
        key = "tokens_cache" if written is None else "tokens_cache_written"
        values |= {} if written is None else {"written": _usd(written.value_for(lens))}
        yield Reason(text=say(context, "reasons", key, **values), facts=("input_tokens",), sources=read.sources)
    model = sold_version(context)
    if context.situation == BATCH or (offer.tiers is None and model is not None and not model.generates_text):
        return  # the tiers are for models that generate; of others a source has to tell them
    sources = offer.tiers.sources if offer.tiers is not None else place.terms["service-tiers"].sources
    yield Reason(text=_tiers_sentence(context, sale), facts=("priority",), sources=sources)


def _tiers_sentence(context: Context, sale: TokenSale) -> str:
    offer, lens = sale.offer, context.lens
    if offer.flex is not None and offer.priority is not None:
        values = {"flex": _rates_text(offer.flex, lens), "priority": _rates_text(offer.priority, lens)}
        return say(context, "reasons", "tokens_tiers_priced", **values)
    if offer.tiers is not None and not offer.tiers.value:
        return say(context, "reasons", "tokens_tiers_none", name=sale.name)
    return say(context, "reasons", "tokens_tiers", name=sale.name)


def _version_cautions(context: Context, named: HostedModel, sale: TokenSale) -> Iterator[str]:
    """No version was named, or the one that was has ended."""
    line = context.knowledge.hosted_models[context.workload.model or ""]
    if line.current is not None:
        yield say(context, "cautions", "tokens_line", line=line.name, name=named.name)
    if named.bedrock is None or not named.bedrock.is_gone or named.name == sale.name:
        return
    life = named.bedrock.life_cycle
    day = write_day(life.ends_on) if life is not None else ""
    yield say(context, "cautions", "tokens_ended" if day else "tokens_ended_undated", named=named.name, name=sale.name, day=day)


def _life_cautions(context: Context, sale: TokenSale, named: HostedModel | None) -> Iterator[str]:
    """What is bought will end soon, or ended but for the exam."""
    life = sale.offer.life_cycle
    if life is None or life.state.value != "legacy":
        return
    successor = context.knowledge.hosted_models.get(named.successor or "") if named is not None else None
    values = {
        "name": sale.name,
        "since": write_day(life.legacy_on) or "some time",
        "ends": write_day(life.ends_on) or "a day to come",
        "successor": successor.name if successor is not None else "a model that is active",
    }
    yield say(context, "cautions", "tokens_legacy", **values)
    if life.extended_access_on is not None:
        yield say(context, "cautions", "tokens_extended", name=sale.name, day=write_day(life.extended_access_on))


def _on_demand(offer: BedrockOffer) -> TokenRates | None:
    given = offer.usd_per_million_input_tokens
    if given is None:
        return None
    return TokenRates(usd_per_million_input_tokens=given, usd_per_million_output_tokens=offer.usd_per_million_output_tokens)


def _rates_text(rates: TokenRates | None, lens: Lens) -> str:
    """Both prices in words: "$1 in and $5 out"."""
    if rates is None:
        return ""
    given, made = rates.usd_per_million_input_tokens.value_for(lens), rates.usd_per_million_output_tokens
    return f"{_usd(given)} in and {_usd(made.value_for(lens))} out" if made is not None else _usd(given)


def _usd(price: float) -> str:
    """A price with its cents, or with all digits that it has beyond them."""
    return f"${price:.2f}" if round(price, 2) == price else f"${price:g}"
