"""What a plan costs: purchases and Savings Plans, billed hours, the price of tokens."""

from engine.decision.costs.purchasing import (
    advised_purchase,
    advised_saving,
    allowed_purchase,
    booked_factor,
    is_booked,
    is_sold_for,
    list_purchases,
    months_to_break_even,
    paid_share,
    price_share_with_owned_plans,
    used_savings_plans,
)
from engine.decision.costs.spot import Interruptions, expect_interruptions, is_resumed, leaves_time_for_one, may_be_interrupted
from engine.decision.costs.token_prices import (
    TokenSale,
    break_even_rate,
    named_version,
    sold_version,
    token_option,
    token_price,
    token_rates,
    token_sale,
)
from engine.decision.costs.uptime import can_stop, running_hours_share, scaled_up_share, stops_by_components

__all__ = [
    "Interruptions",
    "TokenSale",
    "advised_purchase",
    "advised_saving",
    "allowed_purchase",
    "booked_factor",
    "break_even_rate",
    "can_stop",
    "expect_interruptions",
    "is_booked",
    "is_resumed",
    "is_sold_for",
    "leaves_time_for_one",
    "list_purchases",
    "may_be_interrupted",
    "months_to_break_even",
    "named_version",
    "paid_share",
    "price_share_with_owned_plans",
    "running_hours_share",
    "scaled_up_share",
    "sold_version",
    "stops_by_components",
    "token_option",
    "token_price",
    "token_rates",
    "token_sale",
    "used_savings_plans",
]
