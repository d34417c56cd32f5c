"""Tokens bought from Amazon Bedrock: their cost, and the load from which own machines are cheaper."""

from __future__ import annotations

from engine.decision.context import ONLINE, Context, Option, RequestCost, TokenCharge
from engine.decision.costs.uptime import requests_of, running_hours_share
from knowledge.schema.instance import HOURS_A_MONTH
from knowledge.schema.model import TokenPrice
from knowledge.schema.place import Place


def token_price(context: Context) -> TokenPrice | None:
    """The price of the model's tokens; None where Bedrock does not sell it or is not approved.

    None too for a model that is only assumed, unless Bedrock is where it has to be: then its price stands for that of any such model.
    """
    work = context.workload
    model = context.knowledge.models.get(work.model or "")
    online = context.situation == ONLINE and (not work.is_assumed("model") or "bedrock" in (work.require or ()))
    approved = "bedrock" in (context.policy.approved_places or ("bedrock",))
    return model.bedrock if model is not None and online and approved else None


def token_charge(context: Context, price: TokenPrice) -> TokenCharge:
    """What the tokens of one request cost at the list price."""
    return TokenCharge(
        input_tokens=context.needs.input_tokens,
        output_tokens=context.needs.output_tokens,
        usd_per_million_input_tokens=price.usd_per_million_input_tokens.value_for(context.lens),
        usd_per_million_output_tokens=price.usd_per_million_output_tokens.value_for(context.lens),
    )


def token_option(context: Context, place: Place) -> Option | None:
    """The option of buying tokens for a month at the workload's rate; None where they are not sold. Its speed is unknown."""
    price = token_price(context)
    if price is None:
        return None
    cost = RequestCost(requests=requests_of(context), charge=token_charge(context, price), price_share=context.policy.price_share(place))
    return Option(
        place=place,
        usd_per_hour=cost.usd_per_hour,
        usd_per_month=cost.usd_per_month,
        list_cost=cost,
        complexity=place.complexity,
    )


def break_even_rate(context: Context, option: Option, price: TokenPrice) -> float:
    """Average requests a second above which `option` costs less than tokens."""
    seconds = 3600 * HOURS_A_MONTH * running_hours_share(context)
    usd_per_request = token_charge(context, price).usd * context.policy.price_share(context.knowledge.places["bedrock"])
    return option.usd_per_month / (usd_per_request * seconds)
