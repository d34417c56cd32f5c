"""Every fact that the amounts of a message state."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from engine.intake.amounts import Amount, Kind
from engine.intake.message import Message
from engine.intake.quantities.amount_context import Around, Facts, Known
from engine.intake.quantities.corrections import as_rejected, corrected, instead_of
from engine.intake.quantities.counts import facts_of_count, facts_of_number, facts_of_tokens
from engine.intake.quantities.daily_hours import hours_in
from engine.intake.quantities.modality import Modality, Stated, is_about, money_standing_of, standing_of, targets_of
from engine.intake.quantities.rates import facts_of_rate, is_burst, multiple_of_usual, of_all, peak_and_usual
from engine.intake.quantities.sizes import facts_of_size
from engine.intake.quantities.times import facts_of_time, percentile_at
from engine.lazy_pattern import lazy_pattern
from knowledge.schema.instance import HOURS_A_MONTH

_REACH: Final = 220
"""Characters before and after a quantity that speak of it, within its sentence."""
_DEFAULT: Final = "dataset_gb"
"""What a size states where nothing tells what it is of."""
_OF_TOKENS: Final = frozenset({"time_to_first_token_ms", "time_per_output_token_ms"})
_MEMORY: Final = frozenset({"host_memory_gb", "accelerator_memory_gb"})
_NEAR: Final = 60
_MB_PER_GB: Final = 1e3
_Values = list[tuple[str, float | int | str]]
_BILLION: Final = 1e9
_PRICED = lazy_pattern(r"\b(?:ml\.)?[a-z]+\d\w*\.\w+\s*(?:\(|at|for|costs?|=|:)\s*$", re.IGNORECASE)
"""Before the price of a type: "g5.xlarge ($1.01/h)"."""
_TYPE_LENGTH = 40
_PERIODS: Final = {"month": "month", "paid_per_hour": "hour"}
"""Cue -> what a sum is paid per."""


def told_in(message: Message) -> Iterator[tuple[Amount, Modality, bool]]:
    """Every number that is not rejected, how it is said, and whether it is an approximate one."""
    for around in _arounds(message, message.amounts, {}):
        if not _is_rejected(around):
            yield around.amount, _standing(around), is_about(around)


def _arounds(message: Message, amounts: Sequence[Amount], known: Known) -> Iterator[Around]:
    """Every amount with what stands around it."""
    done = {word for found in message.cues["trained_already"] for word in range(found.first, found.last)}
    trains = any(found.first not in done for found in message.cues["training"])
    for preceding, amount, following in zip([None, *amounts], amounts, [*amounts[1:], None], strict=False):
        begin, finish = message.sentence(amount.start, amount.end)
        begin, finish = max(begin, amount.start - _REACH), min(finish, amount.end + _REACH)
        yield Around(message, amount, known, begin, finish, trains, following, preceding)


def _is_rejected(around: Around) -> bool:
    return around.follows("rejected") or around.leads("was")


def _standing(around: Around) -> Modality:
    return money_standing_of(around) if around.amount.kind == "money" else standing_of(around)


def quantities_in(message: Message) -> list[Stated]:
    """Every fact that a quantity states, from left to right; several may speak of one fact."""
    hours = [Stated("hours_per_day", *found) for found in hours_in(message)]
    amounts = message.amounts
    one_by_one = _Pass()
    for around in _arounds(message, amounts, one_by_one.known):
        of_hours = any(around.amount.start < stated.end and stated.start < around.amount.end for stated in hours)
        if not of_hours and message.clauses.states_amount(around.amount.start, around.amount.kind):
            one_by_one.read(around)
    found = targets_of([*(stated for stated in hours if stated.value), *one_by_one.found], message)
    found = peak_and_usual(of_all(found, amounts, message), message)
    found += multiple_of_usual(found, amounts, message)
    latency = next((stated for stated in found if stated.fact == "latency_p99_ms"), None)
    if latency is not None:
        found += (Stated("latency_percentile", *named) for named in percentile_at(message.text, latency.start))
    return sorted(found, key=lambda stated: stated.start)


class _Pass:
    """One pass over the amounts of a message; later ones may speak of earlier ones."""

    def __init__(self) -> None:
        self.found: list[Stated] = []
        self.known: dict[str, Amount] = {}
        self._rejected: Around | None = None
        """The last number that was taken back: "not 50 requests a second"."""
        self._measured: Stated | None = None
        """The last time or rate that tells how things are or were; its fact is empty where it states none."""
        self._paid: Amount | None = None
        """The last sum that is paid today."""
        self._timed: Amount | None = None
        """The last time of an answer, however it was said."""

    def read(self, around: Around) -> None:
        """Add what one amount states."""
        if _is_rejected(around):
            self._rejected = around
            return
        around, facts = self._meant(around)
        amount, standing = around.amount, _standing(around)
        if amount.kind == "money" and standing in {Modality.PLAIN, Modality.BESIDE} and self._is_listed(around):
            standing = Modality.NOW  # "took 31 h, roughly 680 dollars"
        if amount.kind == "time":
            standing = Modality.BESIDE if standing == Modality.PLAIN and self._is_listed(around) else standing
            facts = [(self._as_measured(fact, standing, around), value) for fact, value in facts]
        end = around.following.end if around.following and is_burst(amount, around.following, around.message) else amount.end
        stated = [Stated(fact, value, amount.start, end, is_about(around), standing, amount) for fact, value in facts]
        if amount.kind == "money" and standing >= Modality.NOW:
            self._paid = amount
        if amount.kind == "time" or (amount.kind == "rate" and standing == Modality.PAST):
            known = stated[0] if stated else Stated("", 0, amount.start, amount.end, standing=standing, amount=amount)
            self._measured = known if standing >= Modality.BESIDE else None
        for one in stated:
            self.known.setdefault(one.fact, amount)
            self._timed = amount if one.fact == "latency_p99_ms" else self._timed
        self.found += stated

    def _meant(self, around: Around) -> tuple[Around, _Values]:
        """The amount, in the unit of another one where it has none itself, and what it states."""
        meant = corrected(self._rejected.amount if self._rejected else None, around)
        facts = [] if meant is not None else _facts_of(around)
        if meant is None and not facts:
            meant = next((one for one in self._in_place_of_earlier(around) if one is not None), None)
        if meant is not None:
            around = msgspec.structs.replace(around, amount=meant)
            facts = _facts_of(around)
        if not facts or facts[0][0] == _DEFAULT:
            other = as_rejected(self._rejected, around)
            facts = (_facts_of(other) if other else []) or self._of_memory(around, facts)
        return around, facts

    def _in_place_of_earlier(self, around: Around) -> Iterator[Amount | None]:
        """A number that states nothing by itself, in the unit of what was told before it, the likeliest first."""
        if self._paid is not None and not self._is_timed_since(self._paid, around):
            yield instead_of(self._paid, around)  # "it took 31 h, 680 dollars; the next one under 400"
        if self._measured is not None:
            yield instead_of(self._measured.amount, around)
        if self._timed is not None and _standing(around) == Modality.TARGET:
            yield instead_of(self._timed, around)  # "p95 80 ms, sla 200"
        elif self._timed is not None:
            yield self._instead_of_observed(around)
        if self._paid is not None and around.clause_before("brings_down", _NEAR):
            yield instead_of(self._paid, around)  # "I pay $6,940; help me get that under 300"

    def _instead_of_observed(self, around: Around) -> Amount | None:
        """A number that would do in the place of the time before it, which so is how things are: "p95 40 ms, and 150 would be fine"."""
        last = self.found[-1] if self.found else None
        if (
            last is None
            or last.amount is not self._timed
            or self._timed is None
            or not (around.leads("would_do") or around.counts_first("would_do"))
        ):
            return None
        meant = instead_of(self._timed, around)
        if meant is not None:
            self.found[-1] = last._replace(standing=Modality.NOW)
        return meant

    def _is_timed_since(self, paid: Amount, around: Around) -> bool:
        """Whether a time or a rate stands between a sum and the number that is looked at."""
        return any(one.kind in {"time", "rate"} and paid.start < one.start < around.amount.start for one in around.message.amounts)

    def _of_memory(self, around: Around, facts: _Values) -> _Values:
        """A size that is wanted after one of memory is of memory too: "now 16 GB of RAM, we need 64 GB"."""
        last = self.found[-1] if self.found else None
        near = last is not None and last.fact in _MEMORY and around.amount.start - last.end <= _NEAR
        if around.amount.kind != "size" or last is None or not near or not around.clause_before("goal", _NEAR):
            return facts
        return [(last.fact, around.amount.value / _MB_PER_GB)]

    def _is_listed(self, around: Around) -> bool:
        """Whether a time comes in one sentence with one that was measured: "the GPU gave us 35 ms, the CPU 140 ms"."""
        last = self._measured
        return last is not None and last.standing >= Modality.NOW and last.start >= around.begin

    def _as_measured(self, fact: str, standing: Modality, around: Around) -> str:
        """A target that names nothing is of what was measured: "the first token takes 2.4 s, the contract says 700 ms"."""
        if fact != "latency_p99_ms" or self._measured is None or self._measured.fact not in _OF_TOKENS:
            return fact
        return fact if standing > Modality.GOAL or around.before("answer", 40) else self._measured.fact


def _facts_of(around: Around) -> _Values:
    return list(_READ[around.amount.kind](around.amount, around))


def _facts_of_machines(amount: Amount, around: Around) -> Facts:
    if not around.clause_before("quota", _NEAR):  # "4 x p5.48xlarge" says it alone
        yield "instances_wanted", round(amount.value)


def _facts_of_parameters(amount: Amount, around: Around) -> Facts:
    del around  # whatever stands beside them
    yield "parameters_b", amount.value / _BILLION


def _is_of_a_run(around: Around) -> bool:
    """Whether the money is for one run of a job, or for all that will ever be done: "60 dollars in total" for a training."""
    if around.after("of_whole_run", 34) or around.clause_before("a_run_costs", 40):
        return True
    works = around.trains or any(around.message.cues[cue] for cue in ("batch_once", "learner", "learns_from"))
    return works and not around.sentence("month")


def facts_of_money(amount: Amount, around: Around) -> Facts:
    """Yield the budget; what was saved, spent or given once is none."""
    if _PRICED.search(around.message.text, max(0, amount.start - _TYPE_LENGTH), amount.start):
        return
    if not amount.unit and _is_of_a_run(around):
        yield "budget_usd_per_run", amount.value
        return
    if around.near("whole_sum", 10, 30) or (around.near("other_money", 30, 20) and not around.clause_before("goal", 44)):
        return
    if not amount.unit and around.leads("sum_total"):
        return
    per = amount.unit or next((period for cue, period in _PERIODS.items() if around.near(cue, 40, 40)), "month")
    if per.startswith("h"):
        yield "budget_usd_per_hour", amount.value
    elif per.startswith("d"):
        yield "budget_usd_per_month", amount.value * HOURS_A_MONTH / 24
    else:
        yield "budget_usd_per_month", amount.value / (12 if per.startswith("y") else 1)


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
