"""A later message about the same workload: what it adds, changes, takes back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.intake.amounts import SECONDS, Amount, amounts_in
from engine.intake.clauses import Hearing
from engine.intake.denial import is_denied
from engine.intake.lexica import lexica_of
from engine.intake.message import Message
from engine.intake.patterns import Found
from engine.intake.quantities.modality import Modality
from engine.intake.quantities.quantity_facts import told_in
from engine.intake.reader import NO_PROPOSALS, Proposals
from engine.intake.understand import Understood, understand
from engine.lazy_pattern import lazy_pattern
from engine.model_families import member_of_size
from engine.workload import Origin, Workload
from knowledge import Knowledge

_TIMES: Final = ("latency_p99_ms", "time_to_first_token_ms", "time_per_output_token_ms", "training_deadline_hours", "processing_seconds")
_RATES: Final = ("requests_per_second", "peak_requests_per_second", "tokens_per_second")
_BUDGETS: Final = ("budget_usd_per_month", "budget_usd_per_hour")
_TOO_LONG: Final = frozenset({"month", "year", "yr"})
"""Units of times that no answer and no job takes."""
_MONTHS: Final = frozenset({"month", "mo"})
_OWN: Final = 20
"""Characters between "I have" and an amount of money."""
_MS_OF: Final = {"training_deadline_hours": 3.6e6, "processing_seconds": 1e3}
_SCALES: Final = {"double": 2.0, "triple": 3.0, "ten_times": 10.0, "half": 0.5}
_SCALED: Final = {
    "of_budget": _BUDGETS,
    "of_load": _RATES,
    "of_volume": (*_RATES, "items_per_run"),
    "of_time": _TIMES,
    "of_length": ("input_tokens", "output_tokens"),
    "of_prompt": ("input_tokens",),
    "of_answer": ("output_tokens",),
    "of_data": ("dataset_gb", "rows"),
}
"""Cue -> the facts it may mean, the likeliest first."""
_SIZE: Final = lazy_pattern(r"(?<=-)\d+(?:-\d)?b\b")
"""The size in the id of a model: "llama-3-70b"."""
_PERIODS: Final = {"per_second": 1.0, "per_minute": 60.0, "per_hour": 3600.0, "per_day": 86400.0}
"""Cue of a period -> its seconds."""
_LONGEST_ANSWER: Final = 300_000.0
"""Milliseconds up to which a time without a name is one of an answer."""
_LEARNS: Final = frozenset({"training", "fine-tuning", "preprocessing"})
_WISHES: Final = {"cheaper": "cost", "faster": "latency", "simpler": "simplicity"}


def follow_up(
    text: str, before: Workload, knowledge: Knowledge, hearing: Hearing = "later", proposals: Proposals = NO_PROPOSALS
) -> Understood:
    """The workload after `text`, with what a second reader proposes. What it does not speak of stays as it was."""
    found = understand(text, knowledge, hearing=hearing, proposals=proposals)
    work = before
    for name, value in found.workload.known_facts().items():
        if found.workload.origins[name].kind == "said" or getattr(before, name) is None:
            work = work.with_fact(name, value, found.workload.origins[name])
    message = Message(text, lexica_of(knowledge), hearing=hearing)
    work = _of_other_family(before, _other_size(message, before, work, knowledge), knowledge)
    work = _first_word_instead(before, work)
    for change in (_of_the_same_things, _corrected_numbers, _bare_amounts, _scaled, _wishes, _allowed):
        work = change(message, before, work)
    return Understood(work, found.other_workloads, found.contradictions, found.not_understood)


def _corrected_numbers(message: Message, before: Workload, work: Workload) -> Workload:
    """Read "it's 40, not 400", "sorry, I meant 19 minutes", "no wait, per minute": another number or period for what was stated last."""
    if not message.cues["corrects_it"] and not message.cues["corrects"] and not message.cues["rejects"]:
        return work
    stated = [
        name
        for name, origin in reversed(list(before.origins.items()))
        if origin.quote and _is_number(getattr(before, name)) and work.origins.get(name) == origin
    ]
    fresh = [
        amount
        for amount, _, _ in told_in(message)
        if message.clauses.states_facts(amount.start) and not any(overlap(message.text, one, amount) for one in _new_quotes(before, work))
    ]
    if not fresh:
        return _in_another_period(message, before, work, stated)
    wrong = next((amount for amount in message.amounts if message.ends_at("rejects", message.word_at(amount.start)) is not None), None)
    right = next((amount for amount in fresh if amount != wrong and amount.value > 0), None)
    if right is None:
        return work
    for fact in stated:
        old = _amount_of(before.origins[fact].quote, right, wrong)
        if old is not None:
            factor = _ratio(right, old)
            quote = message.text[right.start : right.end].strip()
            return _said(work, fact, getattr(before, fact) * factor, quote) if factor else work
    return work


def _first_word_instead(before: Workload, work: Workload) -> Workload:
    """Read "the first word within 2 s is enough" after "answers within 2 s": the same target, of the first word and not of the last."""
    first = work.time_to_first_token_ms
    is_new = first is not None and before.time_to_first_token_ms is None
    return work.without_fact("latency_p99_ms") if is_new and first == before.latency_p99_ms == work.latency_p99_ms else work


def _of_the_same_things(message: Message, before: Workload, work: Workload) -> Workload:
    """Read "what if 20 million customers" after "we score 5 million customers a night": so many more of what was counted before."""
    for amount, _, about in told_in(message):
        found = _counted_before(amount, before) if amount.kind == "count" and message.clauses.states_facts(amount.start) else None
        if found is None:
            continue
        fact, old = found
        read = [
            name
            for name, origin in work.origins.items()
            if origin != before.origins.get(name) and overlap(message.text, origin.quote, amount)
        ]
        if fact in read or not _ratio(amount, old):
            continue
        for name in read:
            value = getattr(before, name)
            work = work.without_fact(name) if value is None else work.with_fact(name, value, before.origins[name])
        quote = message.text[amount.start : amount.end].strip()
        work = _said(work, fact, getattr(before, fact) * _ratio(amount, old), quote, about=about)
    return work


def _counted_before(amount: Amount, before: Workload) -> tuple[str, Amount] | None:
    """The fact that was told by a number of the same things, and that number."""
    for fact, origin in before.origins.items():
        if origin.quote and _is_number(getattr(before, fact)):
            for old in amounts_in(origin.quote):
                if old.value > 0 and old.thing and old.thing.split()[0] == amount.thing.split()[0]:
                    return fact, old
    return None


def _other_size(message: Message, before: Workload, work: Workload, knowledge: Knowledge) -> Workload:
    """Read "the 8B, not the 70B": the same model in another size, where the base has it."""
    family = knowledge.model_families.get(before.model_family or "")
    if (before.model is None and family is None) or work.model != before.model:
        return work
    for amount in message.amounts:
        if amount.kind != "parameters" or message.ends_at("rejects", message.word_at(amount.start) - 1) is not None:
            continue
        member = member_of_size(family, amount.value / 1e9, knowledge) if family is not None else None
        sibling = member.id if member is not None else _SIZE.sub(f"{amount.value / 1e9:g}".replace(".", "-") + "b", before.model or "")
        if sibling != before.model and sibling in knowledge.models:
            return _said(work, "model", sibling, message.text[amount.start : amount.end]).without_fact("parameters_b")
    return work


def _of_other_family(before: Workload, work: Workload, knowledge: Knowledge) -> Workload:
    """Without the model that was meant before, where a family is named that it does not belong to."""
    family = knowledge.model_families.get(work.model_family or "")
    if family is None or work.model_family == before.model_family or work.model is None or work.model != before.model:
        return work
    return work if work.model in family.members else work.without_fact("model")


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _amount_of(quote: str, right: Amount, wrong: Amount | None) -> Amount | None:
    """The amount of a quote that `right` stands for: the one that is called wrong, else the only one of its kind."""
    for old in amounts_in(quote):
        same = wrong is not None and old.value > 0 and _digits(old) == _digits(wrong)
        if same or (wrong is None and old.value > 0 and right.kind == old.kind and right.kind not in {"bare", "count"}):
            return old
    return None


def _digits(amount: Amount) -> float:
    """The number itself, without its unit."""
    return amount.value * SECONDS.get(amount.unit, 1.0) if amount.kind == "rate" else amount.value


def _ratio(right: Amount, old: Amount) -> float:
    """How many times the old value the new one is; a bare number takes over the unit of the old one."""
    if right.kind == old.kind:
        return right.value / old.value
    if right.kind in {"bare", "count"}:
        return right.value / _digits(old) if _digits(old) else 0.0
    return 0.0


def _in_another_period(message: Message, before: Workload, work: Workload, stated: Sequence[str]) -> Workload:
    """Read "no wait, per minute": the last rate, of another period."""
    rate = next((name for name in stated if name in _RATES), None)
    period = next((seconds for cue, seconds in _PERIODS.items() if message.cues[cue]), None)
    if rate is None or period is None or message.amounts:
        return work
    old = next((amount for amount in amounts_in(before.origins[rate].quote) if amount.kind == "rate"), None)
    if old is None or old.unit not in SECONDS or SECONDS[old.unit] == period:
        return work
    return _said(work, rate, getattr(before, rate) * SECONDS[old.unit] / period, message.text.strip())


def _new_quotes(before: Workload, work: Workload) -> list[str]:
    """The words of facts that the message itself states."""
    return [origin.quote for name, origin in work.origins.items() if origin != before.origins.get(name) and origin.quote]


def _said(work: Workload, fact: str, value: float | str, quote: str, *, about: bool = False) -> Workload:
    return work.with_fact(fact, value, Origin(kind="said", quote=quote, about=about))


def _bare_amounts(message: Message, before: Workload, work: Workload) -> Workload:
    """Read "make it 50 ms": a quantity without its noun is of the fact that was stated in such a unit before."""
    for amount, standing, about in told_in(message):
        is_told = standing >= Modality.NOW or (standing == Modality.BESIDE and message.cues["complaint"])
        if is_told and message.hearing != "what-if":
            continue  # how things are; what is only tried is said in the past tense
        if not message.clauses.states_facts(amount.start):
            continue
        quote = message.text[amount.start : amount.end]
        if any(overlap(message.text, one, amount) for one in _new_quotes(before, work)):
            continue
        fact = _meant(amount, before, message) or _targeted(amount, before, standing)
        if fact is not None:
            work = _said(work, fact, _in_its_unit(fact, amount), quote, about=about)
    return work


def _in_its_unit(fact: str, amount: Amount) -> float:
    """The number in the unit of the fact; money a month was read as things a second."""
    return amount.value * SECONDS[amount.unit] if fact in _BUDGETS and amount.kind == "rate" else amount.value / _MS_OF.get(fact, 1.0)


def overlap(text: str, quote: str, amount: Amount) -> bool:
    """Whether a fact with that quote was read from the words of an amount of `text`; False where it has no quote."""
    start = text.find(quote) if quote else -1
    return start >= 0 and start < amount.end and amount.start < start + len(quote)


def _meant(amount: Amount, before: Workload, message: Message) -> str | None:
    if amount.kind == "rate" and not amount.thing and amount.unit in _MONTHS and before.budget_usd_per_month is not None:
        return "budget_usd_per_month" if message.has("own_money", max(0, amount.start - _OWN), amount.start) else None
    if amount.kind == "count" and before.concurrency is not None and message.has("people", amount.thing_start, amount.end):
        return "concurrency"
    names = {"time": _TIMES, "rate": _RATES, "money": _BUDGETS, "tokens": ("input_tokens", "output_tokens")}.get(amount.kind, ())
    if amount.kind == "time" and amount.unit in _TOO_LONG:
        return None
    stated = [name for name in names if getattr(before, name) is not None]
    return stated[0] if len(stated) == 1 else None


def _targeted(amount: Amount, before: Workload, standing: Modality) -> str | None:
    """A time that is wanted, where the kind of work tells what of: the end of a job, or an answer."""
    if amount.kind != "time" or standing > Modality.GOAL:
        return None
    if before.stage in _LEARNS:
        return "training_deadline_hours"
    return "latency_p99_ms" if before.stage == "inference" and amount.value <= _LONGEST_ANSWER else None


def _scaled(message: Message, before: Workload, work: Workload) -> Workload:
    """Read "what if the budget doubles": the same fact, times two."""
    for scale, factor in _SCALES.items():
        for noun, names in _SCALED.items():
            fact = next((name for name in names if getattr(before, name) is not None), None)
            if fact is not None and message.cues[scale] and message.cues[noun] and not _is_in_an_amount(message, message.cues[scale][0]):
                starts, ends = zip(message.span(message.cues[scale][0]), message.span(message.cues[noun][0]), strict=True)
                return _said(work, fact, getattr(before, fact) * factor, message.text[min(starts) : max(ends)])
    return work


def _is_in_an_amount(message: Message, found: Found) -> bool:
    """Whether a word of scale belongs to a number: "half a million rows"."""
    start, end = message.span(found)
    return any(amount.start < end and start < amount.end for amount in message.amounts)


def _wishes(message: Message, before: Workload, work: Workload) -> Workload:
    """Read "cheaper", "faster", "simpler": another priority."""
    del before
    for wish, priority in _WISHES.items():
        for found in message.cues[wish][:1]:
            start, end = message.span(found)
            if is_denied(message, start):
                continue
            return _said(work, "priority", priority, message.text[start:end])
    return work


def _allowed(message: Message, before: Workload, work: Workload) -> Workload:
    """Read "GPUs are allowed now": what was ruled out is so no longer; what else was ruled out stays."""
    denied = tuple(work.exclude or ())
    kept = tuple(name for name in before.exclude or () if name not in denied)
    for found in message.cues["allowed_again"][:1]:
        told = message.text[: message.span(found)[1]].lower()
        freed = {name for name in before.exclude or () if name.split("-")[0] in told}
        denied, kept = tuple(name for name in denied if name not in freed), tuple(name for name in kept if name not in freed)
    whole = (*kept, *denied)
    if not whole:
        return work.without_fact("exclude") if work.exclude else work
    if whole == tuple(work.exclude or ()):
        return work
    return work.with_fact("exclude", whole, work.origins.get("exclude") or before.origins["exclude"])
