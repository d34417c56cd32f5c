"""Marks a number that somebody typed: by value and unit, and by the mistake where one is known by its number."""

from __future__ import annotations

from knowledge import Knowledge
from quizzes.generated.amounts import Amount, amounts_in
from quizzes.generated.numbers import NumberQuestion, Slip
from quizzes.generated.told import Told
from quizzes.generated.words import figure, say


def mark_number(item: NumberQuestion, answer: str, knowledge: Knowledge) -> Told:
    """The grade of an answer. Several numbers, of which nobody says which one is meant, leave the word to the learner."""
    amounts = amounts_in(answer, item.unit)
    values = [amount for amount in amounts if amount.fits_unit]
    if not amounts:
        return Told(verdict="incorrect", score=0.0, missing=(say(knowledge, "a_number", unit=item.unit),))
    if not values:
        return Told(verdict="incorrect", score=0.0, contradicted=(say(knowledge, "other_unit", unit=item.unit),))
    if len({round(amount.value, 9) for amount in values}) > 1:
        return Told(verdict="unsure", score=0.5, missing=(say(knowledge, "one_number"),))
    return _marked(item, values[0], knowledge)


def _marked(item: NumberQuestion, amount: Amount, knowledge: Knowledge) -> Told:
    told = f"{figure(amount.value)} {item.unit}"
    if _is_near(amount.value, item.value, item):
        return Told(verdict="correct", score=1.0, found=(f"{told}.",))
    slip = next((slip for slip in item.slips if _is_near(amount.value, slip.value, item)), None)
    return Told(verdict="incorrect", score=0.0, contradicted=(_why(told, slip, amount.value, item, knowledge),))


def _is_near(value: float, wanted: float, item: NumberQuestion) -> bool:
    room = 0.001 if item.whole else item.tolerance * abs(wanted)
    return abs(value - wanted) <= room + 1e-12


def _why(told: str, slip: Slip | None, value: float, item: NumberQuestion, knowledge: Knowledge) -> str:
    """What went wrong: the known mistake, else how far off the number is."""
    if slip is not None:
        return f"{told}. {slip.why}"
    if value <= 0:
        return f"{told}."
    ratio = max(value / item.value, item.value / value)
    return say(knowledge, "too_much" if value > item.value else "too_little", told=told, times=figure(ratio))
