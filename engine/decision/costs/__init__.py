"""What a plan costs: purchases and Savings Plans, billed hours, the price of tokens."""

from engine.decision.costs.paid_cost import PaidCost, ServiceDemand, paid_cost
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
from engine.decision.costs.token_prices import break_even_rate, token_option, token_price
from engine.decision.costs.uptime import billed_hours_at, can_stop, hours_per_day, requests_of, running_hours_share, scaled_up_share

__all__ = [
    "Interruptions",
    "PaidCost",
    "ServiceDemand",
    "advised_purchase",
    "advised_saving",
    "allowed_purchase",
    "billed_hours_at",
    "booked_factor",
    "break_even_rate",
    "can_stop",
    "expect_interruptions",
    "hours_per_day",
    "is_booked",
    "is_resumed",
    "is_sold_for",
    "leaves_time_for_one",
    "list_purchases",
    "may_be_interrupted",
    "months_to_break_even",
    "paid_cost",
    "paid_share",
    "price_share_with_owned_plans",
    "requests_of",
    "running_hours_share",
    "scaled_up_share",
    "token_option",
    "token_price",
    "used_savings_plans",
]
