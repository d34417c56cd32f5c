"""Times: a target with its percentile, a deadline, a schedule, a term, or how long something takes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple, get_args

from engine.intake.amounts import TIMES, Amount
from engine.intake.quantities.amount_context import Around, Facts, Rule, first_of
from engine.intake.quantities.daily_hours import hours_in
from engine.intake.quantities.rates import RUNS, is_burst
from engine.intake.tokens import INSTANCE_TYPE
from engine.lazy_pattern import lazy_pattern
from engine.workload import Commitment

_HOURS: Final = frozenset({"h", "hr", "hour"})
_DAYS: Final = frozenset({"day", "fortnight", "week", "wk", "month"})
_YEARS: Final = frozenset({"year", "yr"})
_MINUTES: Final = frozenset({"min", "minute"})
_SECOND: Final = 1e3
_HOUR: Final = 3.6e6
_DAY: Final = 8.64e7
_DAYS_A_WEEK: Final = 7
_MONTH: Final = 2.592e9
_YEAR: Final = 3.1536e10
_TERMS: Final = frozenset(get_args(Commitment)) - {0}
_PERCENTILE: Final = lazy_pattern(
    r"\b(?P<p>p(?:50|90|95|999|99(?:\.9)?))(?!\d)|\b(?P<nth>50|90|95|99(?:\.9)?)(?:th)?[- ]?(?:percentile|pctl)"
    r"|\b(?P<word>median|on average|(?<!\bi )(?<!\bwe )(?<!\byou )(?:mean|avg|average)(?=:? (?:latency|time|response|answer|of|\d))"
    r"|(?:(?<=\dms )|(?<=\d ms )|(?<=\ds )|(?<=\d s )|(?<=seconds )|(?<=sec ))(?:mean|avg|average)(?=\s*(?:$|[,;.)|]))"
    r"|worst[- ]case|absolute maximum|at (?:the )?worst)\b",
    re.IGNORECASE,
)
_WORDS: Final = {
    "median": "p50", "on average": "mean", "mean": "mean", "avg": "mean", "average": "mean",
    "worst case": "max", "worst-case": "max", "absolute maximum": "max", "at worst": "max", "at the worst": "max",
}  # fmt: skip
_TYPE: Final = lazy_pattern(INSTANCE_TYPE, re.IGNORECASE)
_NUMBER: Final = lazy_pattern(r"\d\s*[/a-z]")
_REFUSES: Final = lazy_pattern(
    r"\b(?:refus\w*|declin\w*|forbid\w*|veto\w*|won't|can't|cannot|will not|never|not)\b[^.;:!?]*$", re.IGNORECASE
)
_FROM_NOW_ON: Final = lazy_pattern(
    r"\b(?:for|over|during|the next|another|at least)\s+(?:(?:the|next|coming|another|further|at least|about|some|a|full|whole)\s+)*$",
    re.IGNORECASE,
)
"""Before years that are to come."""
_SO_FAR: Final = lazy_pattern(
    r"\b(?:has|have|had|been|was|were|ran|worked|since|ago|old|bought|paid|signed|history|histor\w+|warranty|logs?|worth)\b", re.IGNORECASE
)
"""Before years that have gone by."""
_BEGINS: Final = lazy_pattern(
    r"\s*,?\s*(?:(?:starting|beginning|commencing|as)\s+(?:on|in|at|from|of)?|from)\s*(?:the\s+)?"
    r"(?:\d{1,2}(?:st|nd|rd|th)?\b|(?!to)\w+day\b|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*\b|next\b"
    r"|\w+ weeks?\b|\w+ days?\b)",
    re.IGNORECASE,
)
"""Behind how long something is booked, the day from which it is."""
_BEGUN: Final = lazy_pattern(
    r"\b(?:from|starting|beginning)\s+(?:on\s+)?(?:the\s+)?(?:\d{1,2}(?:st|nd|rd|th)?\s+)?(?:of\s+)?"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*\.?(?:\s+\d{1,2}(?:st|nd|rd|th)?)?\s*,?\s*(?:for\s+)?$",
    re.IGNORECASE,
)
"""The same before it."""
_EACH_PERIOD: Final = lazy_pattern(r"[^.,;:!?\n]{0,24}?\s(?:an?|per|each|every)\s(?P<period>night|day|week|month)\b", re.IGNORECASE)
"""Behind hours of recordings, how often they come."""
_NOTE: Final = 4
"""Words beside a time that makes a target by itself: "BERT at 200 ms"."""
_SPARE: Final = 2
"""Words beside a duration that is a deadline by itself: "ten days, on Trainium"."""
_REACH: Final = 110
"""Characters between a latency and its percentile."""


def facts_of_time(amount: Amount, around: Around) -> Facts:
    """Yield the fact that the first of the rules gives it."""
    if (
        amount.unit in _DAYS
        and amount.value > _DAY
        and around.follows("repeated")
        and around.sentence("batch", "training", "works_through", "prepares", "applies_model", "each_run")
    ):
        return iter((("runs_per_month", _MONTH / amount.value),))
    if _is_pace_of_each(amount, around):
        return iter((("requests_per_second", _SECOND / amount.value),))
    return _in_its_runs(first_of(_RULES, amount, around), around)


def _in_its_runs(facts: Facts, around: Around) -> Facts:
    """How often so much comes, where that stands right behind it: "100 hours of audio a day"."""
    for fact, value in facts:
        yield fact, value
        period = _EACH_PERIOD.match(around.message.text, around.amount.end) if fact == "media_hours_per_run" else None
        if period and not _is_up_all_day(around):
            yield "runs_per_month", RUNS[period["period"].lower()]


def _is_up_all_day(around: Around) -> bool:
    """Whether what does it runs round the clock, so that nothing comes in runs."""
    hours = next(hours_in(around.message), None)
    return hours is not None and hours.hours >= _DAY / _HOUR


def _is_pace_of_each(amount: Amount, around: Around) -> bool:
    """How often each of many sends: "2,000 vans, each posts every 10 seconds"."""
    before = [one for one in around.message.amounts if one.start < amount.start and one.kind != "size"]
    many = bool(before) and before[-1].kind == "count" and before[-1].value > 1
    if around.follows("repeated") and around.leads("one_comes") and around.sentence("arrives"):
        return amount.value <= _HOUR  # "every 5 minutes a file arrives"
    return many and amount.value <= _HOUR and around.follows("repeated") and around.before("of_each", 60)


def _of_a_token(_: Amount, around: Around) -> bool:
    if around.leads("of_an_answer"):
        return False
    return around.leads("per_token") or around.follows("token_every") or around.before("token_pace", 40)


def _of_the_first_token(_: Amount, around: Around) -> bool:
    return around.near("first_token", 45, 40)


def _of_a_day(amount: Amount, around: Around) -> bool:
    all_day = amount.value == _DAY and around.before("stays_up", 20)
    return amount.unit in _HOURS and (around.leads("a_day") or all_day)


def _of_a_week(amount: Amount, around: Around) -> bool:
    return amount.unit in _HOURS and around.leads("a_week") and not around.trains


def _of_a_term(amount: Amount, around: Around) -> bool:
    """Whether it is as long as AWS takes a commitment for, and a contract is spoken of that nobody asks about or refuses."""
    clause = around.message.clauses.at(amount.start)
    if (clause is not None and clause.is_question) or _REFUSES.search(around.text_before(50)):
        return False
    if amount.unit in _YEARS:
        return amount.value / _YEAR in _TERMS and around.near("contract", 50, 40)
    return amount.unit == "month" and amount.value / _MONTH / 12 in _TERMS and around.near("contract", 40, 30)


def _for_years(amount: Amount, around: Around) -> bool:
    """Whether something is to last for years from now on: "for the next three years", "another two years"."""
    if amount.unit not in _YEARS or around.after("past", 26) or around.clause_before("kept", 60):
        return False
    clause = around.message.clauses.at(amount.start)
    is_told = clause is not None and clause.is_statement and clause.role in {"wanted", "present"}
    begun = clause is not None and _SO_FAR.search(around.message.text, max(clause.start, around.begin), amount.start)
    return is_told and not begun and _FROM_NOW_ON.search(around.text_before(40)) is not None


def _from_a_date(amount: Amount, around: Around) -> bool:
    """Whether it is how long something is booked from a day on: "10 days from 1 December", "one week starting Monday"."""
    behind = _BEGINS.match(around.message.text, amount.end) is not None
    return amount.unit in _DAYS and (behind or _BEGUN.search(around.text_before(40)) is not None)


def _says_nothing(amount: Amount, around: Around) -> bool:
    """It is how long something is, how things were until now, how often, or what an hour costs."""
    if is_burst(around.preceding, amount, around.message):
        return True
    return amount.unit in _YEARS or any(holds(amount, around) for holds in (_is_length, _is_of_now, _is_a_price, _is_a_period))


def _is_of_now(_: Amount, around: Around) -> bool:
    """Whether it tells how things are: "900 ms today", "30 ms on my laptop", "15 s to warm up"."""
    so_far = around.clause_before("so_far", 34) and not around.before("it_is", 12)
    so_far = so_far or around.clause_before("warm_up", 28)
    return (
        so_far
        or around.after("elsewhere", 26)
        or around.after("warm_up", 26)
        or (around.message.is_of_now(around.amount.start) and not around.clause_before("target_word", 20))
    )


def _is_a_price(amount: Amount, around: Around) -> bool:
    """Whether money is paid for it: "the price for one hour"."""
    return _of_one(amount, around) and around.before("price", 16)


def _is_a_period(amount: Amount, around: Around) -> bool:
    """Whether it is how often, how old or until when: "once a week", "5 years of data", "the lease ends in 4 weeks"."""
    ends = amount.unit in _DAYS and around.before("expires", 30)
    every = around.follows("how_often") or around.follows("repeated") or around.after("past", 26)
    if amount.unit in _DAYS and around.clause_before("kept", 26):
        return True
    return ends or every or (amount.unit == "day" and _of_one(amount, around) and not _written(around).startswith("one"))


def _of_one(amount: Amount, around: Around) -> bool:
    return amount.spoken and amount.value <= TIMES.get(amount.unit, 0.0) and _written(around).startswith(("a ", "an ", "one "))


def _written(around: Around) -> str:
    return around.message.text[around.amount.start : around.amount.start + 4].lower()


def _is_length(amount: Amount, around: Around) -> bool:
    """Whether it is how long each of them is: "900 recordings, 6 min each"."""
    if around.follows_about("length_is") and amount.unit not in _DAYS:
        return True
    listed = around.leads("each_item") and around.sentence("length_of")
    each = listed and not around.near("limit", 25, 25) and not around.near("takes", 30, 22)
    long = around.leads("long") and amount.unit not in _DAYS
    return (
        each
        or long
        or around.leads("piece")
        or (around.before("length_of", 40) and around.is_in_brackets)
        or (amount.unit not in _HOURS and around.leads("short_piece"))
        or (around.follows_about("length_of") and not around.before("takes", 16) and not around.follows("calls_it"))
    )


def _is_length_of_a_recording(amount: Amount, around: Around) -> bool:
    """Whether it is how long each recording is: "9,000 episodes of 45 minutes each"."""
    return amount.unit not in _DAYS and around.sentence("recordings") and _is_length(amount, around)


def _of_work(_: Amount, around: Around) -> bool:
    return around.leads("of_work")


def _until_a_start(amount: Amount, around: Around) -> bool:
    begins = amount.unit in _DAYS and around.within("starts", 40)
    if begins and around.before("starts", 14):
        return True
    return begins and not around.follows("for_so_long") and not around.follows("for_exactly") and not around.near("ends_close", 16, 16)


def _until_an_end(amount: Amount, around: Around) -> bool:
    return amount.unit in _DAYS and around.near("ends", 30, 20)


def _may_take(amount: Amount, around: Around) -> bool:
    """A deadline of days for a training: "a run may take up to three days"."""
    told = around.before("may_take", 28) or around.after("may_take_after", 30)
    return amount.unit in _DAYS and around.trains and told and not around.follows_about("for_so_long")


def _is_time_to_spare(amount: Amount, around: Around) -> bool:
    """How long a training or a single pass may take, though nobody calls it a deadline: "a week is fine", "10 days", "I'd give it 8 h"."""
    cues = around.message.cues
    works = around.trains or "epochs" in around.known or any(cues[cue] for cue in ("batch_once", "learner", "learns_from", "applies_model"))
    if amount.unit not in _DAYS | _HOURS or not works or _is_adjective(amount, around):
        return False
    if any(around.clause(cue) for cue in ("takes", "today_of", "nowadays")) or around.follows("repeated") or around.leads("each_one"):
        return False
    if around.after("past", 26) or around.leads("a_day"):
        return False
    clause = around.message.clauses.at(amount.start)
    if clause is None or clause.role != "wanted" or not clause.is_statement:
        return False
    if around.message.cues["starts"] or around.sentence("reservation") or _TYPE.search(around.message.text, around.begin, around.finish):
        return False  # how long a booked machine runs, or how long it took on one
    return around.clause("spare_time") or around.is_terse(_SPARE)


def _is_adjective(amount: Amount, around: Around) -> bool:
    """Whether it tells what kind of thing follows: "a 12 hour session"."""
    written = around.message.text[amount.start : amount.end].rstrip().lower()
    return amount.value > TIMES.get(amount.unit, 0.0) and len(amount.unit) > 1 and written.endswith(amount.unit)


def _of_a_run(amount: Amount, around: Around) -> bool:
    lasts = around.before("lasts", 30) or around.after("lasts_after", 24)
    return amount.unit in _DAYS and (lasts or around.follows("training") or around.leads("stretch"))


def _of_a_job(amount: Amount, around: Around) -> bool:
    """A limit of minutes or hours for something that runs through."""
    if amount.unit not in _HOURS | _MINUTES or around.clause_before("taken_so_far", 25) or around.after("taken_so_far", 10):
        return False
    answers = around.message.cues["serves"] if amount.unit in _MINUTES else around.sentence("serves")
    told = around.trains and not answers
    in_hours = amount.unit in _HOURS and around.sentence("batch")
    wanted = around.near("by_end", 40, 24) or (in_hours and around.clause_before("within_it", 12))
    return (told or around.sentence("training", "finishes", "learns") or in_hours) and wanted


def _of_processing(amount: Amount, around: Around) -> bool:
    if (amount.unit in _HOURS and (around.trains or not around.sentence("one_thing"))) or amount.unit == "ms":
        return False
    if around.clause("whole_job"):
        return False
    needs = around.before("needs", 20) and around.leads("each_item")
    return (needs or around.near("takes", 30, 22)) and not around.before("wanted", 32) and not around.after("fine", 30)


def _of_a_long_job(amount: Amount, around: Around) -> bool:
    limited = amount.unit in _HOURS and around.near("limit", 40, 25) and around.sentence("done")
    return limited and "training_deadline_hours" not in around.known


def _of_an_answer(amount: Amount, around: Around) -> bool:
    if amount.unit in _HOURS and not (amount.value < _HOUR and around.sentence("answer")):
        return False
    note = amount.unit == "ms" and around.is_terse(_NOTE)
    return bool(note or around.near("limit", 45, 40) or around.after("fine", 30) or around.after("each_item", 25))


class Percentile(NamedTuple):
    """A percentile, and where it stands."""

    name: str
    start: int
    end: int


def percentile_at(text: str, latency: int) -> Iterator[Percentile]:
    """The percentile that stands nearest to a latency, if any does."""
    near = [match for match in _PERCENTILE.finditer(text, max(0, latency - _REACH)) if _speaks_of(text, match, latency)]
    if near:
        match = min(near, key=lambda one: abs(one.start() - latency))
        said = (match["p"] or (f"p{match['nth']}" if match["nth"] else "")).lower().replace(".", "")
        yield Percentile(said or _WORDS[match["word"].lower()], match.start(), match.end())


def _speaks_of(text: str, match: re.Match[str], latency: int) -> bool:
    """Whether it stands near; a word like "on average" may also be of another number between the two."""
    if abs(match.start() - latency) > _REACH:
        return False
    return not match["word"] or not _NUMBER.search(text, *sorted((match.end(), latency)))


_RULES: Final = (
    Rule("time_per_output_token_ms", 1, _of_a_token),
    Rule("time_to_first_token_ms", 1, _of_the_first_token),
    Rule("hours_per_day", _HOUR, _of_a_day),
    Rule("hours_per_day", _HOUR * _DAYS_A_WEEK, _of_a_week),
    Rule("commitment_years", _YEAR, lambda amount, around: amount.unit in _YEARS and _of_a_term(amount, around), whole=True),
    Rule("commitment_years", _MONTH * 12, _of_a_term, whole=True),
    Rule("run_days", _DAY, _for_years),
    Rule("processing_seconds", _SECOND, _of_work),
    Rule("media_hours_per_run", _HOUR, lambda amount, around: amount.unit in _HOURS and around.leads("of_recordings")),
    Rule("media_seconds_per_item", _SECOND, _is_length_of_a_recording),
    Rule("", 1, _says_nothing),
    Rule("run_days", _DAY, _from_a_date),
    Rule("start_in_days", _DAY, _until_a_start),
    Rule("training_deadline_hours", _HOUR, _until_an_end),
    Rule("training_deadline_hours", _HOUR, _may_take),
    Rule("run_days", _DAY, _of_a_run),
    Rule("training_deadline_hours", _HOUR, _is_time_to_spare),
    Rule("", 1, lambda amount, _: amount.unit in _DAYS),
    Rule("training_deadline_hours", _HOUR, _of_a_job),
    Rule("processing_seconds", _SECOND, _of_processing),
    Rule("training_deadline_hours", _HOUR, _of_a_long_job),
    Rule("latency_p99_ms", 1, _of_an_answer),
)
