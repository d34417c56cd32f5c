"""Counts of things and of tokens, and a bare number after the word for what it counts."""

from __future__ import annotations

import re
from typing import Final

from engine.intake.amounts import SECONDS, Amount
from engine.intake.quantities.amount_context import Around, Facts, Rule, first_of
from engine.intake.quantities.rates import facts_of_burst, is_burst
from engine.lazy_pattern import lazy_pattern

_SOME: Final = 2
_MANY: Final = 10_000
"""From here on a plural noun that nobody knows counts as data."""
_RATES: Final = ("requests_per_second", "peak_requests_per_second")
_SAME_PEOPLE: Final = 80
"""Characters between people and the machine that each of them gets."""
_EACH_BEHIND: Final = 20
"""Characters between machines and the word that tells what each of them sends."""
_FEW_THINGS: Final = 12
"""Fewer are no data set: "in two sentences"."""
_FEW_PEOPLE: Final = 1000
"""Fewer people are those who work with it."""
_TERSE: Final = 3
"""Words beside a count in a note: "90m rows, 14 cols"."""
_MOST_COLUMNS: Final = 1e7
"""More are no columns: "600M input tokens"."""
_FEW_TOKENS: Final = 10
_PLURAL: Final = lazy_pattern(r"(?:of )?(?:[a-z-]+ ){0,2}[a-z-]+s\b")
_MODELS: Final = lazy_pattern(
    r"\s*(?:(?!(?:and|or|of|for|with|by|per|on|in|from|users?|people|requests?)\b)[\w.+/-]+\s+){0,4}?"
    r"(?:models|classifiers|regressors|forecasters|detectors|networks|scorers|predictors|recognisers|recognizers)\b",
    re.IGNORECASE,
)
"""Behind the number of models, with what kind they are."""
_TIMES: Final = lazy_pattern(r"\s*(?:x|×|by)\s*", re.IGNORECASE)
_FOR_SO_LONG: Final = lazy_pattern(
    r"\bfor\s+(?:(?:exactly|about|only|just|up|to|at|least|the|first|next|another|around|roughly)\s+)*$", re.IGNORECASE
)
"""Between devices and a time: that they are to be had for it."""
_PERIOD_BEFORE: Final = 45
_PERIODS: Final = {
    "this_second": "second", "this_minute": "minute", "this_hour": "hour", "this_day": "day", "this_week": "week", "this_month": "month",
}  # fmt: skip
"""Cue -> the period that it speaks of."""
_CORPUS: Final = 100_000_000
"""No request is that long."""
_CORPUS_OF_TRAINING: Final = 1_000_000
_BEFORE: Final = 48
_AFTER: Final = 22
_TIMED: Final = 16
"""Characters between a time and the tokens that it is for."""


def facts_of_count(amount: Amount, around: Around) -> Facts:
    """Yield what the things are that are counted."""
    if _are_devices_wanted(amount, around):
        yield "accelerators_wanted", round(amount.value)
        return
    if amount.spoken and amount.value == 1:
        if around.counts_first("single_machine") and around.follows("only_one") and not around.sentence("question"):
            yield "instances_wanted", 1
        elif around.counts_first("machine_each") and around.preceding is not None and around.preceding.kind == "count":
            people = around.message.has("people", around.preceding.thing_start, around.preceding.end)
            if people and amount.start - around.preceding.end < _SAME_PEOPLE:
                yield "instances_wanted", round(around.preceding.value)
        return
    if around.counts_first("times_more"):
        return
    if _are_paid_for(around.preceding, amount, around):
        yield "requests_per_second", amount.value / SECONDS[around.preceding.unit]  # type: ignore[union-attr]  # it is one
        return
    if is_burst(amount, around.following, around.message) and not around.sentence("batch", "training"):
        yield from facts_of_burst(amount, around)
        return
    period = _period_before(amount, around)
    if period not in {"", "week", "month"} and _are_requests(amount, around):
        yield "requests_per_second", amount.value / SECONDS[period]
    else:
        yield from _in_its_period(first_of(_COUNTED, amount, around), around)


def _are_paid_for(money: Amount | None, things: Amount, around: Around) -> bool:
    """Whether requests of a period are told by what they cost in it: "we pay 3.1k a month for 400k conversations"."""
    if money is None or money.kind != "money" or money.unit not in SECONDS or not around.counts("request"):
        return False
    return things.value >= _SOME and around.message.text[money.end : things.start].strip().lower() in {"for", "for about", "for some"}


def _are_devices_wanted(amount: Amount, around: Around) -> bool:
    """Whether so many GPUs or chips are what the person wants to use, in all."""
    clause = around.message.clauses.at(amount.start)
    said = around.message.text[amount.start : amount.thing_start].strip().lower()
    if said in {"a", "an", "no"} or clause is None or not clause.is_statement or clause.role != "wanted":
        return False
    if not around.counts_first("accelerators") or around.is_said_of("each_machine") or around.after("device_time", 20):
        return False
    times = [one for one in around.message.amounts if one.kind == "time" and clause.start <= one.start < clause.end]
    if not all(_is_time_to_come(one, amount, around) for one in times) or around.sentence("ponders", "question"):
        return False  # "23 hours on one GPU" tells how it is
    return not any(
        around.message.has(cue, clause.start, clause.end)
        for cue in ("denial", "owned", "gpu_in_use", "today_of", "busy_word", "wish_of_another")
    )


def _is_time_to_come(time: Amount, devices: Amount, around: Around) -> bool:
    """Whether devices are to be had for so long: "64 H100s for exactly two weeks"."""
    between = around.message.text[devices.end : time.start]
    return _FOR_SO_LONG.search(between) is not None


def facts_of_number(amount: Amount, around: Around) -> Facts:
    """Yield what stood before a number without unit or noun."""
    if (amount.spoken and amount.value <= 1 and not around.follows_about("batch_size")) or around.leads("times_more"):
        return iter(())
    return _in_its_period(first_of(_BARE, amount, around), around)


def _in_its_period(facts: Facts, around: Around) -> Facts:
    """A peak without a period is of the one in which the usual rate was stated: "600 a minute, 2,000 at peak"."""
    for fact, value in facts:
        if fact in _RATES:
            stated = next((around.known[rate] for rate in _RATES if rate in around.known), None)
            yield fact, float(value) / SECONDS.get(stated.unit if stated else "s", 1.0)
        else:
            yield fact, value


def _period_before(amount: Amount, around: Around) -> str:
    """The period that a count is of: "on a normal day that's maybe", "in one month pass"."""
    begin, _ = around.message.clause(amount.start, amount.end)
    floor = max(begin, amount.start - _PERIOD_BEFORE)
    if around.preceding is not None and around.preceding.kind == "rate":
        floor = max(floor, around.preceding.end)
    return next((period for cue, period in _PERIODS.items() if around.message.has(cue, floor, amount.start)), "")


def _are_requests(amount: Amount, around: Around) -> bool:
    named = around.counts("item") or around.counts("people")
    other = any(rule.holds(amount, around) for rule in _NO_REQUESTS)
    return amount.value >= _SOME and named and not other and not around.sentence("batch", "training")


def _are_together(_: Amount, around: Around) -> bool:
    people = around.counts("people") or around.counts_first("in_parallel")
    return people and not around.counts("workers") and around.spread("together", 34, 42)


def _act_together(amount: Amount, around: Around) -> bool:
    """Whatever they are: "14 robots speak in the same moment"."""
    things = (_PLURAL.match(amount.thing) and not around.counts("workers")) or amount.thing.startswith("of them")
    return amount.value >= _SOME and bool(things) and around.spread("together", 0, 36)


def _are_data(amount: Amount, around: Around) -> bool:
    if (
        (around.counts_first("length_word") and amount.value < _MANY)
        or around.follows("out_of")
        or around.follows("each_gets")
        or (amount.value < _FEW_PEOPLE and around.counts("people", 1))
    ):
        return False
    if (amount.value < _MANY or around.sentence("of_each")) and around.counts("source", 1) and not around.trains:
        return False
    if amount.thing.startswith("of them"):
        return amount.value >= _MANY
    return (amount.value >= _FEW_THINGS and around.counts("item")) or (amount.value >= _MANY and _PLURAL.match(amount.thing) is not None)


def _are_rows(amount: Amount, around: Around) -> bool:
    """Data that something is learned from, or that lies in a table; other things that are counted are only mentioned."""
    if not _are_data(amount, around) or around.leads("per_thing"):
        return False
    known = any(fact in around.known for fact in ("columns", "dataset_gb", "rows"))
    learned = _are_learned_from(around) or around.message.cues["learner"] or around.message.cues["learns_from"]
    return bool(learned) or known or around.counts("row_word") or around.sentence("table_word") or around.is_terse(_TERSE)


def _are_items_of_a_run(amount: Amount, around: Around) -> bool:
    if around.counts_first("each_run"):
        return True
    cues = around.message.cues
    runs = around.sentence("batch", "periodic") or (cues["batch"] and not cues["training"])
    return _are_data(amount, around) and not _are_learned_from(around) and bool(runs)


def _are_rows_of_a_table(amount: Amount, around: Around) -> bool:
    """Rows times columns: "60 M customers x 45 cols"."""
    between = around.message.text[amount.end : around.following.start] if around.following else ""
    return _are_data(amount, around) and _TIMES.fullmatch(between) is not None


def _are_table(rows: Amount | None, columns: Amount | None, around: Around) -> bool:
    """Whether two numbers are the rows and columns of a table, "500k x 784", and not the sides of an image."""
    if rows is None or columns is None or not rows.value >= _MANY > columns.value:
        return False
    return _TIMES.fullmatch(around.message.text, rows.end, columns.start) is not None


def _are_learned_from(around: Around) -> bool:
    if around.sentence("trained_already") and around.sentence("batch"):
        return False
    return around.sentence("training", "learns") or (around.trains and not around.sentence("batch"))


def _at_peak(_: Amount, around: Around) -> bool:
    named = any(around.counts_first(cue) for cue in ("at_peak", "peak_days"))
    told = named or around.leads("peak_days") or around.is_said_of("peak") or around.near("rises", 16, 16)
    return told and "requests_per_second" in around.known


def _is_usual(_: Amount, around: Around) -> bool:
    beside = around.counts_first("usual") or around.follows("usual")
    told = beside or (around.clause("usual") and not around.is_said_of("peak"))
    return told and any(rate in around.known for rate in _RATES)


def _of_input(amount: Amount, around: Around) -> bool:
    many = amount.thing.split(" ")[0].endswith("s")  # "8,000 prompts" are data
    return not many and around.counts_first("of_input") and ("output_tokens" in around.known or around.next_counts("of_output"))


def _of_output(_: Amount, around: Around) -> bool:
    return around.counts_first("of_output") and "input_tokens" in around.known


def _is_prompt(amount: Amount, around: Around) -> bool:
    """A bare number beside the prompt, where tokens are spoken of: "the context is about 6k"."""
    spoken_of = bool(around.message.cues["token"]) or "output_tokens" in around.known
    return spoken_of and amount.value >= _FEW_TOKENS and "input_tokens" not in around.known and around.clause_before("tokens_in", 40)


def _is_answer(amount: Amount, around: Around) -> bool:
    told = "input_tokens" in around.known and "output_tokens" not in around.known
    return told and amount.value >= _FEW_TOKENS and (around.before("writes", 30) or around.leads("of_output") or around.leads("comes_back"))


def facts_of_tokens(amount: Amount, around: Around) -> Facts:
    """Yield input or output tokens of a request, or the billions that a training sees."""
    if amount.value <= 1:
        return
    if amount.value >= _CORPUS or (amount.value >= _CORPUS_OF_TRAINING and (around.trains or around.sentence("corpus"))):
        yield "training_tokens_b", amount.value / 1e9
        return
    fact = _named(around) or _read_or_written(amount, around)
    yield fact, round(amount.value)


def _named(around: Around) -> str:
    """The fact that the words right beside it name."""
    written = around.follows("input_follows")
    named = (
        ("output_tokens", _is_pair(around.preceding, around.amount, around)),
        ("input_tokens", _is_pair(around.amount, around.following, around)),
        ("input_tokens", around.counts("tokens_in")),
        ("output_tokens", around.counts("tokens_out")),
        ("input_tokens", not written and around.leads("of_input") and not around.leads("in_the")),
        ("output_tokens", not written and around.leads("of_output")),
        ("output_tokens", _is_timed(around.preceding, around)),
    )
    return next((fact for fact, holds in named if holds), "")


def _is_pair(first: Amount | None, second: Amount | None, around: Around) -> bool:
    """Whether two amounts are of one request: "150 tok / 20 tok"."""
    return first is not None and second is not None and around.message.text[first.end : second.start].strip() == "/"


def _is_timed(time: Amount | None, around: Around) -> bool:
    """Whether a time is told for so many tokens: "2.5 s for 200 tokens"."""
    if time is None or time.kind != "time":
        return False
    return around.follows_about("for_so_long") and around.amount.start - time.end <= _TIMED


def is_prompt_of_a_pair(amount: Amount, around: Around) -> bool:
    """Whether a number stands before the tokens of an answer: "6,000 / 700 tokens"."""
    following = around.following
    return following is not None and following.kind == "tokens" and _is_pair(amount, following, around)


def _read_or_written(amount: Amount, around: Around) -> str:
    """The fact that the nearest word before it tells; what comes second is the answer."""
    told = max((one.end for one in around.message.amounts if one.kind == "tokens" and one.end <= amount.start), default=0)
    floor = max(around.begin, amount.start - _BEFORE, told)
    written = max((found.last for found in around.message.between("writes", floor, amount.start)), default=-1)
    read = max((found.last for found in around.message.between("reads", floor, amount.start)), default=-1)
    _, end = around.message.clause(amount.start, amount.end)
    behind = read < 0 and not around.follows("input_follows") and around.message.has("writes", amount.end, min(end, amount.end + _AFTER))
    if written > read or behind or ("input_tokens" in around.known and read < 0):
        return "output_tokens"
    return "input_tokens"


def _are_models(amount: Amount, around: Around) -> bool:
    """Whether models are counted, whatever names stand before the noun: "four ResNet-50-like models in TensorRT"."""
    if amount.value <= 1:
        return False
    return around.counts("models") or _MODELS.match(around.message.text, _number_end(amount, around), around.finish) is not None


def _number_end(amount: Amount, around: Around) -> int:
    return amount.start + len(around.message.text[amount.start : amount.thing_start].rstrip()) if amount.thing else amount.end


def _are_machines_wanted(amount: Amount, around: Around) -> bool:
    if around.message.has("each_does", amount.end, min(around.finish, amount.end + _EACH_BEHIND)):
        return False  # "500 machines, each sends a value every 10 seconds"
    return amount.value < _MANY and around.counts("machine", 2) and not around.counts("device") and not _is_hyphenated(around)


def _is_hyphenated(around: Around) -> bool:
    """Whether the number describes what it stands before: "eight-card machines"."""
    start = around.amount.thing_start
    return around.message.text[start - 1 : start] == "-"


def _are_owned_machines(around: Around) -> bool:
    """Whether they run already: "those six boxes", "our 11 endpoints"."""
    counted = around.counts("machine", 2) or around.counts_first("endpoints")
    return counted and not around.counts("device") and around.follows("owned_ones")


_NO_REQUESTS: Final = (
    Rule("epochs", 1, lambda _, around: around.counts_first("epoch")),
    Rule("batch_size", 1, lambda _, around: around.follows_about("batch_size") or around.counts_first("per_batch"), whole=True),
    Rule("requests_per_second", 1, lambda _, around: around.follows_about("rate_word")),
    Rule("columns", 1, lambda amount, around: amount.value < _MOST_COLUMNS and around.counts("column"), whole=True),
    Rule("concurrency", 1, _are_together, whole=True),
    Rule("model_count", 1, _are_models, whole=True),
    Rule("model_count", 1, lambda amount, around: amount.value > 1 and around.after("own_model", 50), whole=True),
    Rule("containers_in_sequence", 1, lambda _, around: around.counts("container", 2) and around.sentence("in_sequence"), whole=True),
    Rule("current_count", 1, lambda amount, around: amount.value < _MANY and _are_owned_machines(around), whole=True),
    Rule(
        "instances_wanted",
        1,
        _are_machines_wanted,
        whole=True,
    ),
)
_COUNTED: Final = (
    *_NO_REQUESTS,
    Rule("concurrency", 1, _act_together, whole=True),
    Rule("input_tokens", 1, _of_input, whole=True),
    Rule("output_tokens", 1, _of_output, whole=True),
    Rule("rows", 1, _are_rows_of_a_table, whole=True),
    Rule("items_per_run", 1, _are_items_of_a_run, whole=True),
    Rule("rows", 1, _are_rows, whole=True),
    Rule("peak_requests_per_second", 1, _at_peak),
    Rule("requests_per_second", 1, _is_usual),
)
_BARE: Final = (
    Rule("", 1, lambda _, around: around.follows_about("burst_of")),
    Rule("rows", 1, lambda amount, around: _are_table(amount, around.following, around), whole=True),
    Rule("columns", 1, lambda amount, around: _are_table(around.preceding, amount, around), whole=True),
    Rule("input_tokens", 1, is_prompt_of_a_pair, whole=True),
    Rule("requests_per_second", 1, lambda _, around: around.follows_about("rate_word")),
    Rule("batch_size", 1, lambda _, around: around.follows_about("batch_size"), whole=True),
    Rule("", 1, lambda _, around: around.follows_about("parallelism")),
    Rule("concurrency", 1, lambda _, around: around.follows_about("concurrency"), whole=True),
    Rule("epochs", 1, lambda _, around: around.follows_about("epoch")),
    Rule("output_tokens", 1, _is_answer, whole=True),
    Rule("input_tokens", 1, _is_prompt, whole=True),
    Rule("peak_requests_per_second", 1, _at_peak),
    Rule("requests_per_second", 1, _is_usual),
)
