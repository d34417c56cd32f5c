"""Tokens bought from Amazon Bedrock: which model is sold, what they cost, and the load from which own machines are cheaper."""

from __future__ import annotations

from typing import NamedTuple

from engine.decision.context import BATCH, ONLINE, Context, Option, RequestCost, TokenCharge
from engine.decision.costs.uptime import requests_of, running_hours_share
from knowledge.schema.bedrock import BedrockOffer, TokenRates
from knowledge.schema.hosted_model import HostedModel
from knowledge.schema.instance import HOURS_A_MONTH
from knowledge.schema.place import Place


class TokenSale(NamedTuple):
    """A model that Bedrock sells in place of the one that was named, or that one."""

    name: str
    offer: BedrockOffer
    is_hosted: bool
    """True for a model that nobody can run, so that its tokens are the only way to it."""


def token_sale(context: Context) -> TokenSale | None:
    """What Bedrock sells to the workload; None where it sells nothing, or is not approved.

    The name of a line stands for its current version, and a hosted model that has ended for its successor. None too for a model that
    is only assumed, unless Bedrock is where it has to be: then its price stands for that of any such model.
    """
    work = context.workload
    asked = "bedrock" in (work.require or ())
    if (work.is_assumed("model") and not asked) or "bedrock" not in (context.policy.approved_places or ("bedrock",)):
        return None
    hosted = sold_version(context)
    if hosted is not None:
        return TokenSale(hosted.name, hosted.bedrock, is_hosted=True) if hosted.bedrock is not None else None
    model = context.knowledge.models.get(work.model or "")
    offer = model.bedrock if model is not None else None
    is_time = context.situation == ONLINE or (asked and context.situation == BATCH and offer is not None and offer.batch is not None)
    if model is None or offer is None or not offer.is_priced or not is_time or (offer.is_gone and context.lens == "today"):
        return None
    return TokenSale(model.name, offer, is_hosted=False)


def named_version(context: Context) -> HostedModel | None:
    """The hosted model that the workload names, of a line its current version; None for any other model."""
    named = context.knowledge.hosted_models.get(context.workload.model or "")
    return context.knowledge.hosted_models[named.current] if named is not None and named.current else named


def sold_version(context: Context) -> HostedModel | None:
    """The hosted model that is bought: the named one, or what came after it when that has ended; None where nothing did."""
    model = named_version(context)
    while model is not None and context.lens == "today" and model.bedrock is not None and model.bedrock.is_gone:
        model = context.knowledge.hosted_models[model.successor] if model.successor else None
    return model


def token_price(context: Context) -> BedrockOffer | None:
    """The offer with the price of the workload's tokens; None where they are not sold, or no price is known."""
    sale = token_sale(context)
    return sale.offer if sale is not None and sale.offer.is_priced else None


def token_rates(context: Context, offer: BedrockOffer) -> TokenRates | None:
    """The rates that the workload pays: those of a batch where nobody waits, of long prompts, else on demand; None without tokens."""
    if context.situation == BATCH and offer.batch is not None:
        return offer.batch
    if offer.long_prompt is not None and context.needs.input_tokens > offer.long_prompt.above_tokens.value:
        return offer.long_prompt
    if offer.usd_per_million_input_tokens is None:
        return None
    return TokenRates(
        usd_per_million_input_tokens=offer.usd_per_million_input_tokens,
        usd_per_million_output_tokens=offer.usd_per_million_output_tokens,
    )


def token_charge(context: Context, offer: BedrockOffer) -> TokenCharge:
    """What one request costs at the list price: its tokens, or the image or query that it is billed as."""
    rates, lens = token_rates(context, offer), context.lens
    made = rates.usd_per_million_output_tokens if rates is not None else None
    return TokenCharge(
        input_tokens=context.needs.input_tokens,
        output_tokens=context.needs.output_tokens,
        usd_per_million_input_tokens=rates.usd_per_million_input_tokens.value_for(lens) if rates is not None else None,
        usd_per_million_output_tokens=made.value_for(lens) if made is not None else None,
        usd_per_item=offer.usd_per_item.value_for(lens) if offer.usd_per_item is not None else None,
    )


def token_option(context: Context, place: Place) -> Option | None:
    """The option of buying tokens, for a month at the workload's rate or for its runs; None where they are not sold.

    Its speed is unknown, and so is its cost where the base has no price of a hosted model.
    """
    sale = token_sale(context)
    if sale is None:
        return None
    if not sale.offer.is_priced:
        return Option(place=place, usd_per_hour=0.0, usd_per_month=0.0, complexity=place.complexity, is_priced=False)
    charge = token_charge(context, sale.offer)
    cost = RequestCost(requests=requests_of(context), charge=charge, price_share=context.policy.price_share(place))
    return Option(
        place=place,
        usd_per_hour=cost.usd_per_hour,
        usd_per_month=cost.usd_per_month,
        usd_per_run=cost.usd_per_run,
        list_cost=cost,
        complexity=place.complexity,
    )


def break_even_rate(context: Context, option: Option, offer: BedrockOffer) -> float:
    """Average requests a second above which `option` costs less than tokens."""
    seconds = 3600 * HOURS_A_MONTH * running_hours_share(context)
    usd_per_request = token_charge(context, offer).usd * context.policy.price_share(context.knowledge.places["bedrock"])
    return option.usd_per_month / (usd_per_request * seconds)
