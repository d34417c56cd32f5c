"""Every fact that a quantity of a message states."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from engine.intake.message import Message
from engine.intake.quantities.amounts import Amount, Kind, amounts_in
from engine.intake.quantities.around import Around, Facts
from engine.intake.quantities.counts import facts_of_count, facts_of_number
from engine.intake.quantities.hours import hours_in
from engine.intake.quantities.money import facts_of_money
from engine.intake.quantities.percentile import percentile_at
from engine.intake.quantities.rates import facts_of_rate
from engine.intake.quantities.sizes import facts_of_size
from engine.intake.quantities.times import facts_of_time
from engine.intake.quantities.tokens import facts_of_tokens

_REACH: Final = 220
"""Characters before and after a quantity that speak of it, within its sentence."""
_BILLION: Final = 1e9


class Stated(NamedTuple):
    """One fact as the text states it."""

    fact: str
    value: float | int | str
    start: int
    end: int


def quantities_in(message: Message) -> list[Stated]:
    """Every fact that a quantity states, from left to right; several may speak of one fact."""
    found = [Stated("hours_per_day", *hours) for hours in hours_in(message.text)]
    taken = [(stated.start, stated.end) for stated in found]
    known: dict[str, Amount] = {}
    trains = bool(message.cues["training"])
    amounts = amounts_in(message.text)
    for preceding, amount, following in zip([None, *amounts], amounts, [*amounts[1:], None], strict=False):
        if any(amount.start < end and start < amount.end for start, end in taken):
            continue
        begin, finish = message.sentence(amount.start, amount.end)
        around = Around(
            message, amount, known, max(begin, amount.start - _REACH), min(finish, amount.end + _REACH), trains, following, preceding
        )
        if around.follows("rejected") or around.leads("was"):
            continue
        for fact, value in _READ[amount.kind](amount, around):
            known.setdefault(fact, amount)
            found.append(Stated(fact, value, amount.start, amount.end))
    found = _peak_and_usual(found)
    latency = next((stated for stated in found if stated.fact == "latency_p99_ms"), None)
    if latency is not None:
        found += (Stated("latency_percentile", *named) for named in percentile_at(message.text, latency.start))
    return sorted(found, key=lambda stated: stated.start)


def _peak_and_usual(found: list[Stated]) -> list[Stated]:
    """Two rates of which none is called a peak: the higher one is."""
    rates = [stated for stated in found if stated.fact == "requests_per_second"]
    if len({stated.value for stated in rates}) != 2 or any(stated.fact == "peak_requests_per_second" for stated in found):  # noqa: PLR2004  # a pair
        return found
    highest = max(rates, key=lambda stated: float(stated.value))
    return [stated._replace(fact="peak_requests_per_second") if stated is highest else stated for stated in found]


def _facts_of_machines(amount: Amount, around: Around) -> Facts:
    del around  # "4 x p5.48xlarge" says it alone
    yield "instances_wanted", round(amount.value)


def _facts_of_parameters(amount: Amount, around: Around) -> Facts:
    del around  # whatever stands beside them
    yield "parameters_b", amount.value / _BILLION


_READ: Final[Mapping[Kind, Callable[[Amount, Around], Facts]]] = {
    "money": facts_of_money,
    "rate": facts_of_rate,
    "time": facts_of_time,
    "size": facts_of_size,
    "tokens": facts_of_tokens,
    "parameters": _facts_of_parameters,
    "machines": _facts_of_machines,
    "count": facts_of_count,
    "bare": facts_of_number,
}
