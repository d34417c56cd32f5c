"""What plans cost."""

from __future__ import annotations

from typing import Final

from knowledge import Knowledge
from knowledge.schema.bedrock import BedrockOffer
from knowledge.schema.instance import HOURS_A_MONTH
from quizzes.generated.formulas.solution import DrawnValues, Solution, format_price, ml_price

_DAYS_A_MONTH: Final = 30
_HOURS_A_YEAR: Final = 8760
_HOUR_S: Final = 3600


def endpoint_month(drawn: DrawnValues, knowledge: Knowledge) -> Solution:
    """USD a month of an endpoint that is always up."""
    price, count = ml_price(drawn.get_word("instance"), knowledge), drawn.get_number("count")
    answer = price * count * HOURS_A_MONTH
    slips = {
        "one_instance": price * HOURS_A_MONTH,
        "720_hours": price * count * 720,
        "one_day": price * count * 24,
        "working_hours": price * count * 8 * 22,
        "year": price * count * _HOURS_A_YEAR,
    }
    return Solution(answer, {"price": format_price(price)}, slips)


def endpoint_hours(drawn: DrawnValues, knowledge: Knowledge) -> Solution:
    """USD a month of an endpoint that is taken down at night and on other days."""
    price, count, hours, days = (
        ml_price(drawn.get_word("instance"), knowledge),
        *(drawn.get_number(name) for name in ("count", "hours", "days")),
    )
    answer = price * count * hours * days
    slips = {
        "one_instance": price * hours * days,
        "every_day": price * count * hours * _DAYS_A_MONTH,
        "always_up": price * count * HOURS_A_MONTH,
        "always_up_on_days": price * count * 24 * days,
    }
    return Solution(answer, {"price": format_price(price), "billed": hours * days * count}, slips)


def job_against_endpoint(drawn: DrawnValues, knowledge: Knowledge) -> Solution:
    """USD a month that a job saves against an endpoint on the same instances."""
    price, count, minutes, runs = (
        ml_price(drawn.get_word("instance"), knowledge),
        *(drawn.get_number(name) for name in ("count", "minutes", "runs")),
    )
    endpoint, job = price * count * HOURS_A_MONTH, price * count * minutes / 60 * runs
    slips = {
        "endpoint": endpoint,
        "job": job,
        "one_run": endpoint - job / runs,
        "one_instance": (endpoint - job) / count,
        "sum": endpoint + job,
    }
    return Solution(
        endpoint - job, {"price": format_price(price), "endpoint": endpoint, "job": job, "job_hours": minutes / 60 * runs}, slips
    )


def serverless_month(drawn: DrawnValues, knowledge: Knowledge) -> Solution:
    """USD a month of a function: GB-seconds and requests."""
    rates = knowledge.places["lambda"].billing.rates
    second, million = rates["usd_per_gb_second"].value, rates["usd_per_million_requests"].value
    millions, milliseconds, gb = drawn.get_number("millions"), drawn.get_number("milliseconds"), drawn.get_number("memory_gb")
    spent = millions * 1e6 * milliseconds / 1e3 * gb * second
    fee = millions * million
    slips = {"no_fee": spent, "one_gb": spent / gb + fee, "fee_only": fee, "ten_times": spent * 10 + fee}
    parts: dict[str, float | str] = {
        "second": f"{second:.10f}".rstrip("0"),
        "million": format_price(million),
        "spent": spent,
        "fee": fee,
        "gb_seconds": spent / second,
    }
    return Solution(spent + fee, parts, slips)


def break_even(drawn: DrawnValues, knowledge: Knowledge) -> Solution:
    """Requests a month from which an endpoint costs less than serverless inference; data in and out left aside."""
    price = ml_price(drawn.get_word("instance"), knowledge)
    rate = knowledge.places["sagemaker-serverless"].billing.rates["usd_per_gb_second"].value
    milliseconds, gb = drawn.get_number("milliseconds"), drawn.get_number("memory_gb")
    month, each = price * HOURS_A_MONTH, milliseconds / 1e3 * gb * rate
    slips = {"no_memory": month / each * gb, "one_day": price * 24 / each, "one_hour": price / each, "ten_times": month / each * 10}
    slips = {name: value / 1e6 for name, value in slips.items()}
    return Solution(
        month / each / 1e6,
        {"price": format_price(price), "month": month, "rate": f"{rate:.8f}".rstrip("0"), "each_micro": each * 1e6},
        slips,
    )


def plan_saving(drawn: DrawnValues, knowledge: Knowledge) -> Solution:
    """USD a year that a Savings Plan saves on instances that are always up."""
    price, count, share = ml_price(drawn.get_word("instance"), knowledge), drawn.get_number("count"), drawn.get_number("saving")
    year = price * count * _HOURS_A_YEAR
    slips = {"paid": year * (1 - share / 100), "month": year / 12 * share / 100, "one_instance": year / count * share / 100, "year": year}
    return Solution(year * share / 100, {"price": format_price(price), "year": year}, slips)


def plan_break_even(drawn: DrawnValues, _knowledge: Knowledge) -> Solution:
    """Hours a day of use from which a Savings Plan, which is paid around the clock, costs less than on demand."""
    share = drawn.get_number("saving")
    answer = 24 * (1 - share / 100)
    slips = {"saved": 24 * share / 100, "half": 12.0, "always": 24.0, "half_of_saved": 24 * share / 200}
    return Solution(answer, {"paid": 100 - share}, slips)


def spot_run(drawn: DrawnValues, knowledge: Knowledge) -> Solution:
    """USD of a Spot run with interruptions, after each of which some work is done again."""
    price, hours, saving, times, minutes = (
        ml_price(drawn.get_word("instance"), knowledge),
        *(drawn.get_number(name) for name in ("hours", "saving", "interruptions", "minutes")),
    )
    again = times * minutes / 60
    paid = price * (1 - saving / 100)
    slips = {
        "nothing_lost": paid * hours,
        "on_demand": price * (hours + again),
        "saved": price * saving / 100 * (hours + again),
        "minutes_as_hours": paid * (hours + times * minutes),
        "every_run_anew": paid * hours * (1 + times),
    }
    return Solution(
        paid * (hours + again), {"price": format_price(price), "paid": paid, "again": again, "total_hours": hours + again}, slips
    )


def per_million(drawn: DrawnValues, knowledge: Knowledge) -> Solution:
    """USD of a million requests on one instance that is kept busy for a share of its time."""
    price, rate, share = ml_price(drawn.get_word("instance"), knowledge), drawn.get_number("rate"), drawn.get_number("utilization")
    answered = rate * share / 100 * _HOUR_S
    slips = {
        "fully_busy": price / (rate * _HOUR_S) * 1e6,
        "times_share": price / (rate * _HOUR_S) * 1e6 * share / 100,
        "minutes": price / (rate * share / 100 * 60) * 1e6,
        "thousand": price / answered * 1e3,
    }
    return Solution(price / answered * 1e6, {"price": format_price(price), "answered": answered}, slips)


def tokens_month(drawn: DrawnValues, knowledge: Knowledge) -> Solution:
    """USD a month of tokens bought one by one."""
    model = knowledge.models[drawn.get_word("model")]
    price_in, price_out = _token_prices(model.bedrock)
    daily, tokens_in, tokens_out = (drawn.get_number(name) for name in ("daily", "tokens_in", "tokens_out"))
    millions = daily * _DAYS_A_MONTH / 1e6
    cost_in, cost_out = millions * tokens_in * price_in, millions * tokens_out * price_out
    slips = {
        "one_day": (cost_in + cost_out) / _DAYS_A_MONTH,
        "output_only": cost_out,
        "input_only": cost_in,
        "swapped": millions * (tokens_in * price_out + tokens_out * price_in),
        "thousands": (cost_in + cost_out) * 1e3,
    }
    parts: dict[str, float | str] = {
        "name": model.name, "price_in": format_price(price_in), "price_out": format_price(price_out), "cost_in": cost_in,
        "cost_out": cost_out, "requests": daily * _DAYS_A_MONTH,
    }  # fmt: skip
    return Solution(cost_in + cost_out, parts, slips)


def _token_prices(offer: BedrockOffer | None) -> tuple[float, float]:
    """USD per million input tokens and per million output tokens; 0 where none is published."""
    prices = (offer.usd_per_million_input_tokens, offer.usd_per_million_output_tokens) if offer is not None else (None, None)
    into, out = (fact.value if fact is not None else 0.0 for fact in prices)
    return into, out
