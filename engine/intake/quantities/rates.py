"""Rates: requests or the items of a run, the rate of each of many, the usual rate and the peak."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator, Sequence
from typing import Final

from engine.intake.amounts import SECONDS, Amount
from engine.intake.message import Message
from engine.intake.quantities.amount_context import Around, Facts
from engine.intake.quantities.modality import Stated
from engine.lazy_pattern import lazy_pattern
from knowledge.schema.instance import HOURS_A_MONTH

RUNS: Final = {
    "night": 30, "nightly": 30, "overnight": 30, "evening": 30, "day": 30, "workday": 22, "weekday": 22, "d": 30, "daily": 30,
    "week": 4, "wk": 4, "w": 4, "weekly": 4, "weekend": 4,
    "month": 1, "mo": 1, "mth": 1, "monthly": 1, "quarter": 1 / 3, "quarterly": 1 / 3, "hourly": HOURS_A_MONTH,
    "year": 1 / 12, "yearly": 1 / 12,
}  # fmt: skip
"""Period -> runs a month."""
_X: Final = lazy_pattern(r"\d+\s*[x×]\s*(?:per|an?|each|every|/)", re.IGNORECASE)
_BATCH_PERIODS: Final = frozenset({"night", "nightly", "overnight", "weekend", "evening", "quarter", "quarterly"})
"""Nobody waits for the answers of such a period one by one."""
_LONG: Final = frozenset({"week", "wk", "w", "weekly", "month", "mo", "mth", "monthly"})
"""Periods whose work is done in one run unless requests are spoken of."""
_MONTHS: Final = frozenset({"month", "mo", "mth", "year"})
_TIMES: Final = frozenset({"time", "times"})
_JOBS: Final = frozenset(
    {
        "run",
        "runs",
        "training",
        "trainings",
        "retrainings",
        "retrains",
        "job",
        "jobs",
        "experiments",
        "sweeps",
        "cases",
        "campaigns",
        "surveys",
    }
)
"""What is done so often: "3 runs a week"."""
_OF_EACH: Final = 60
"""Characters around a rate in which words tell that it is of one of many."""
_APART: Final = 160
"""Characters between the many and what each of them does."""
_TOTAL: Final = 40
_SOME: Final = 2
_PAIR: Final = 2
_EACH_BEHIND: Final = 14
"""Characters between the many and the word that says that each does it."""
_WORDS: Final = 3
"""Words between "everyone" and how many."""
_OF_NAME: Final = 3
"""Words of what is counted that name it; what stands behind them is said of it."""
_LETTERS: Final = 3
"""Letters below which a word names no thing."""
_SUBJECT: Final = 60
"""Characters before a rate in which who does it stands."""
_APIECE: Final = lazy_pattern(r"\s*,?\s*(?:each|apiece|per (?:person|head|user|capita))\b", re.IGNORECASE)
"""Behind a rate of each: "two essays a week each"."""
_DAY: Final = 8.64e7
"""Milliseconds."""
_WITHIN: Final = lazy_pattern(
    r"\s*(?:within|in|over|inside|during)\s+(?:(?:about|only|just|some|roughly|the first|less than|under)\s+)?", re.IGNORECASE
)
"""Between requests and the time in which they come."""
_CHANGES: Final = 24
"""Characters between a rate and the word that tells that data changes so fast."""
_RATES: Final = frozenset({"requests_per_second", "peak_requests_per_second"})
_TIMES_THAT: Final = lazy_pattern(
    r"\s?[x×] (?:that|the|this|our|it|more|as)\b|\s?(?:[x×]|times|fold)\s*(?:$|[.,;:!?)]|and\b|on\b|in\b|during\b|for\b)", re.IGNORECASE
)


def facts_of_rate(amount: Amount, around: Around) -> Facts:
    """Yield tokens or requests a second, or the items of a run and how often it comes."""
    if around.counts("column", 1):
        yield "columns", round(amount.value * SECONDS[amount.unit])
        if amount.unit in RUNS:
            yield "runs_per_month", RUNS[amount.unit]
    elif not amount.thing and amount.unit in _MONTHS and _is_money(around):
        yield from _of_money(amount, around)
    elif around.counts("token") and around.after("each_user", 22):
        yield "time_per_output_token_ms", 1e3 / amount.value
    elif around.counts("token") and amount.spoken:
        yield "time_per_output_token_ms", 1e3 / amount.value  # "one token each 60 ms"
    elif around.counts("token"):
        yield "tokens_per_second", amount.value
    elif _is_times(amount, around) and amount.unit in RUNS and (amount.thing not in _TIMES or _is_beside_job(around)):
        yield "runs_per_month", amount.value * SECONDS[amount.unit] * RUNS[amount.unit]
    elif _is_batch(amount, around):
        learned = around.sentence("training", "learns") and not around.sentence("trained_already")
        yield "rows" if learned else "items_per_run", round(amount.value * SECONDS[amount.unit])
        yield "runs_per_month", RUNS.get(amount.unit, 30)
    elif _may_be_requests(amount, around):
        yield from _of_requests(amount, around)


def _may_be_requests(amount: Amount, around: Around) -> bool:
    """Whether what comes so often may be asked of a model; what data changes by is not."""
    if not amount.thing and around.clause_before("changes_by", _CHANGES):
        return False
    return not around.counts("not_requests") or (amount.thing in _TIMES and around.sentence("is_called"))


def is_burst(things: Amount | None, time: Amount | None, message: Message) -> bool:
    """Whether requests are told to come in so long a time: "5,000 requests within ten minutes"."""
    if things is None or time is None or (things.kind, time.kind) != ("count", "time") or things.value < _SOME or time.value > _DAY:
        return False
    named = message.has("request", things.thing_start, things.thing_start + len(" ".join(things.thing.split()[:_OF_NAME])))
    return named and _WITHIN.fullmatch(message.text, things.end, time.start) is not None


def facts_of_burst(amount: Amount, around: Around) -> Facts:
    """How fast the requests of a burst come: the peak, where the load is told to come in waves or a usual rate is told."""
    if around.following is not None:
        waves = _RATES & around.known.keys() or any(around.message.cues[cue] for cue in ("in_bursts", "peak", "rises"))
        yield "peak_requests_per_second" if waves else "requests_per_second", amount.value / (around.following.value / 1e3)


def _is_money(around: Around) -> bool:
    """Whether a bare number a month is one of dollars: "no more than 300/mo", "the bill eats 1,850 a month"."""
    if around.sentence("request"):
        return False
    return around.clause_before("own_money", 20) or around.sentence("money_word", "granted") or around.clause_before("goal", 44)


def _of_money(amount: Amount, around: Around) -> Facts:
    if around.clause_before("goal", 44) or around.clause_before("own_money", 20) or around.sentence("granted"):
        yield "budget_usd_per_month", amount.value * SECONDS[amount.unit] / (12 if amount.unit == "year" else 1)


def _of_requests(amount: Amount, around: Around) -> Facts:
    """The usual rate or the peak; both, where it rises from one to the other."""
    if amount.low < amount.high and around.follows("rises_from"):
        yield "requests_per_second", amount.low
        yield "peak_requests_per_second", amount.high
    else:
        peak = (around.is_said_of("peak") or around.leads("at_peak")) and not around.is_said_of("usual") and not around.leads("in_bursts")
        peak = peak and (SECONDS[amount.unit] < SECONDS["day"] or around.near("peak", 16, 16))
        yield "peak_requests_per_second" if peak else "requests_per_second", amount.value


def _is_beside_job(around: Around) -> bool:
    return around.near("batch", 60, 40) or around.near("training", 60, 40)


def _is_times(amount: Amount, around: Around) -> bool:
    """Whether it tells how often: "twice a week", "2x per week"."""
    last = amount.thing.rsplit(" ", 1)[-1]
    return amount.thing in _TIMES or last in _JOBS or _X.match(around.message.text, amount.start) is not None


def _is_batch(amount: Amount, around: Around) -> bool:
    if amount.unit in _BATCH_PERIODS or around.counts("at_one_go"):
        return True
    if amount.unit not in RUNS or around.counts("request") or around.sentence("streams_in"):
        return False
    if around.counts("of_data") and around.sentence("training") and not around.sentence("trained_already"):
        return True  # rows that a training goes through are no requests
    through = amount.unit in _LONG and (around.sentence("works_through") or bool(around.message.cues["batch_job"]))
    return around.sentence("batch") or through


def is_total(rate: Amount, message: Message) -> bool:
    """Whether a rate is said to be of all together."""
    begin, finish = message.clause(rate.start, rate.end)
    return message.has("in_all", max(begin, rate.start - _TOTAL), min(finish, rate.end + _TOTAL))


def per_each(rate: Amount, amounts: Sequence[Amount], message: Message) -> float:
    """How many do what a rate tells of one; 1 where it tells of all."""
    if is_total(rate, message):
        return 1.0
    begin, finish = message.sentence(rate.start, rate.end)
    of_things = _of_every_thing(rate, amounts, message)
    if of_things > 1:
        return of_things
    apiece = rate.thing == "each" or rate.thing.endswith(" each") or _APIECE.match(message.text, rate.end) is not None
    sources = [one for one in _near(rate, amounts) if _are_sources(one, message, each=apiece)]
    if len(sources) == _PAIR and _is_of_each(sources[1], message) and sources[0].start < sources[1].start < rate.start:
        return sources[0].value * sources[1].value  # "15 shops with 20 cameras each"
    if len(sources) != 1:
        return 1.0
    each = apiece or message.has("of_each", max(begin, rate.start - _OF_EACH), min(finish, rate.end + _OF_EACH))
    each = each or _is_said_of_each(rate, sources[0], message)
    camera = message.has("camera", sources[0].start, sources[0].thing_start + len(sources[0].thing)) and sources[0].end <= rate.start
    framed = camera and message.has("frames", rate.start, rate.end)
    return sources[0].value if each or framed else 1.0


def _is_said_of_each(rate: Amount, source: Amount, message: Message) -> bool:
    """Whether many do one thing so often: "the sensors send one value every minute"."""
    begin, _ = message.clause(rate.start, rate.end)
    noun = source.thing.split(" ")[-1] if source.thing else ""
    one = message.text[rate.start : rate.end].lower().startswith(("one ", "a ", "an ", "1 "))
    subject = re.compile(rf"\b{re.escape(noun)}\s+(?:[a-z]+\s+){{1,2}}$", re.IGNORECASE)
    return one and noun.endswith("s") and subject.search(message.text[max(begin, rate.start - _SUBJECT) : rate.start]) is not None


def _is_of_each(amount: Amount, message: Message) -> bool:
    """Whether each of the many has so many: "15 shops with 20 cameras each", "12 lines, each with 3 cameras"."""
    before = message.ends_at("each_has", message.word_at(amount.start))
    return before is not None or message.begins_at("each_one", message.word_at(amount.thing_start) + 1) is not None


def _near(rate: Amount, amounts: Sequence[Amount]) -> list[Amount]:
    """The other amounts that stand near one; they are in order."""
    first = bisect.bisect_left(amounts, rate.start - _APART, key=lambda one: one.start)
    last = bisect.bisect_right(amounts, rate.start + _APART, key=lambda one: one.start)
    return [one for one in amounts[first:last] if one.start != rate.start]


def _are_sources(amount: Amount, message: Message, *, each: bool) -> bool:
    """Whether each of what is counted may do something; people too, where `each` is said of them."""
    if amount.kind != "count" or amount.value < _SOME or (amount.spoken and amount.value <= 1):
        return False
    words = amount.thing.split()
    if amount.thing.startswith("of them") or message.has("each_does", amount.end, amount.end + _EACH_BEHIND):
        return True  # "60 brokers, each clicking twice a minute"
    if each and message.begins_at("people", message.word_at(amount.thing_start)) is not None:
        return True
    return message.has("source", amount.thing_start, amount.thing_start + len(" ".join(words[:_OF_NAME])))


def _of_every_thing(rate: Amount, amounts: Sequence[Amount], message: Message) -> float:
    """How many come of each thing that a rate counts: "every parcel we make 2 photos"."""
    of_people = message.has("people", rate.thing_start, rate.thing_start + len(rate.thing))
    noun = rate.thing.split(" ")[0].removesuffix("s")
    if len(noun) < _LETTERS:
        return 1.0
    every = re.compile(rf"\b(?:each|every|per)\s+{re.escape(noun)}s?\b", re.IGNORECASE)
    for one in _near(rate, amounts):
        if one.kind != "count" or one.value < _SOME:
            continue
        begin, finish = message.clause(one.start, one.end)
        everyone = of_people and message.ends_near("everyone", one.start, _WORDS)
        if everyone or every.search(message.text, begin, one.start) or every.match(message.text[one.end : finish].lstrip()):
            return one.value
    return 1.0


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
            message.begins_at("times_more", message.word_at(amount.thing_start or amount.end))
            or _TIMES_THAT.match(message.text, amount.end)
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
