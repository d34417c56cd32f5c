"""What the rates of a message say together: of each of many, the usual one and the peak, a multiple of the usual one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from engine.intake.late import late
from engine.intake.message import Message
from engine.intake.quantities.amounts import Amount
from engine.intake.quantities.observed import Stated
from engine.intake.quantities.sources import is_total, per_each

_RATES: Final = frozenset({"requests_per_second", "peak_requests_per_second"})
_X: Final = late(r"\s?[x×] (?:that|the|this|our|it|more|as)\b", re.IGNORECASE)
_PAIR: Final = 2


def of_all(found: list[Stated], amounts: Sequence[Amount], message: Message) -> list[Stated]:
    """Rates of each of many times their number, unless the whole is stated too."""
    whole = {stated.value for stated in found if stated.fact in _RATES and stated.amount and is_total(stated.amount, message)}
    kept: list[Stated] = []
    for stated in found:
        if stated.fact in _RATES and stated.amount is not None and stated.value not in whole:
            many = per_each(stated.amount, amounts, message)
            value = float(stated.value) * many
            if many > 1 and value in whole:
                continue  # "24 cameras at 5 frames a second, 120 in total"
            kept.append(stated._replace(value=value))
        else:
            kept.append(stated)
    return kept


def multiple_of_usual(found: Sequence[Stated], amounts: Sequence[Amount], message: Message) -> Iterator[Stated]:
    """A peak told by the usual rate: "in summer three times more"."""
    usual = [stated for stated in found if stated.fact in _RATES]
    if len(usual) != 1 or usual[0].fact != "requests_per_second":
        return
    for amount in amounts:
        begin, finish = message.sentence(amount.start, amount.end)
        times = amount.kind in {"count", "bare"} and (
            message.begins_at("times_more", message.word_at(amount.thing_start or amount.end)) or _X.match(message.text, amount.end)
        )
        if times and amount.value > 1 and any(message.has(cue, begin, finish) for cue in ("peak", "rises", "season")):
            yield Stated(
                "peak_requests_per_second", float(usual[0].value) * amount.value, amount.start, amount.end, about=True, amount=amount
            )
            return


def peak_and_usual(found: list[Stated], message: Message) -> list[Stated]:
    """Two rates of which none is called a peak: the higher one is."""
    rates = [stated for stated in found if stated.fact == "requests_per_second"]
    if len(rates) == _PAIR and message.has("takes_back", rates[0].end, rates[1].start):
        return [stated for stated in found if stated is not rates[0]]
    if len({stated.value for stated in rates}) != _PAIR or any(stated.fact == "peak_requests_per_second" for stated in found):
        return found
    highest = max(rates, key=lambda stated: float(stated.value))
    return [stated._replace(fact="peak_requests_per_second") if stated is highest else stated for stated in found]
