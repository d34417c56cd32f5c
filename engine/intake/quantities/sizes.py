"""What a size in megabytes states: memory, a payload, a data set; or nothing, where it is of a file of the model."""

from __future__ import annotations

from typing import Final

from engine.intake.amounts import Amount
from engine.intake.quantities.amount_context import Around, Facts, Rule, first_of
from engine.intake.quantities.rates import RUNS
from engine.lazy_pattern import lazy_pattern

_OF_TYPE: Final = lazy_pattern(r"(?:[a-z]\d\w*\.\w+|\b(?:serverless|lambda|fargate|function|endpoint|task|pod|container)s?)\s*\(\s*$", 2)
"""Before the memory of a type or of a place."""
_TYPE_LENGTH: Final = 30
_CLOSE: Final = 34
_GB: Final = 1e3
_MEGABYTES: Final = frozenset({"mb", "mib"})
_KILOBYTES: Final = frozenset({"kb", "kib"})
_RUNS_OF: Final = {
    "this_hour": "hourly", "this_day": "day", "this_week": "week", "this_month": "month",
    "by_the_hour": "hourly", "by_the_day": "day", "by_the_week": "week", "by_the_month": "month",
}  # fmt: skip
_RATES: Final = ("requests_per_second", "peak_requests_per_second")
_WORDS: Final = 2
"""Words between "each video has" and the size."""
_LEAST_SET: Final = 50.0
"""Megabytes below which a size without a name is that of one thing, not of a data set."""
_LARGEST_FILE: Final = 400.0
"""Megabytes up to which a size right behind a model is that of its file."""
_TERSE: Final = 3
"""Words beside a size in a note: "XGBoost, 8 GB, nightly"."""
_LEAST_DATA: Final = 1e-3
"""A data set of less than a kilobyte is none."""


def facts_of_size(amount: Amount, around: Around) -> Facts:
    """Yield the fact that the first of the rules gives it."""
    if _OF_TYPE.search(around.text_before(_TYPE_LENGTH)):
        return  # "ml.m5.4xlarge (64 GB)"
    for fact, value in first_of(_RULES, amount, around):
        yield fact, value
        period = next((period for cue, period in _RUNS_OF.items() if around.after(cue, 44)), "")
        if fact == "dataset_gb" and period and around.sentence("prepares"):
            yield "runs_per_month", RUNS[period]


def _of_one_of_many_models(_: Amount, around: Around) -> bool:
    if "model_count" in around.known and (around.leads("each_one") or around.before("each_one", 14)):
        return True
    if around.leads("each_one") and (around.sentence("model_per", "each_its_model") or around.within("models", 50)):
        return True  # "one model per customer, 4,000 files of 45 MB each"
    many = around.leads("model_word") or around.within("one_of_many", _CLOSE)
    return around.within("model_word", _CLOSE) and many and not around.within("data_word", _CLOSE)


def _of_a_model(_: Amount, around: Around) -> bool:
    """Of its file: "a 300 MB ONNX model"."""
    found = around.message.begins_at("a_model", around.message.word_at(around.amount.end))
    return around.leads("a_model") and found is not None and "," not in around.message.quote(found)


def _of_a_named_model(amount: Amount, around: Around) -> bool:
    """Right behind a name of what learns: "XGBoost, 30 MB", "sklearn classifier (90 MB)"."""
    is_named = around.message.ends_near("trained_thing", amount.start, 0)
    return amount.value < _LARGEST_FILE and is_named and not around.within("data_word", _CLOSE)


def _of_one_thing(amount: Amount, around: Around) -> bool:
    told = around.message.ends_near("one_has", amount.start, _WORDS) or around.follows_about("each_one")
    return amount.unit != "tb" and told and not around.leads("each_period") and not around.within("model_word", _CLOSE)


def _of_a_device(amount: Amount, around: Around) -> bool:
    begin, _ = around.message.clause(amount.start, amount.end)
    device = around.message.has("device_word", max(begin, amount.start - 24), amount.start)
    return device or around.leads("device_word") or around.within("device_memory", _CLOSE)


def _of_a_host(_: Amount, around: Around) -> bool:
    return around.within("host_memory", _CLOSE) or around.follows_about("roomy")


def _of_an_artifact(_: Amount, around: Around) -> bool:
    return around.within("artifact", _CLOSE) and not around.within("data_file", _CLOSE)


def _of_a_request(amount: Amount, around: Around) -> bool:
    if around.follows_about("media") or around.leads("each_one") or around.within("one_request", _CLOSE) or amount.unit in _KILOBYTES:
        return not around.leads("each_period")
    if amount.unit in _MEGABYTES and around.is_in_brackets and any(rate in around.known for rate in _RATES):
        return True  # "1,500 clips an hour (20 MB)"
    if amount.unit in _MEGABYTES and (around.leads("per_thing") or around.before("file_like", 16)) and not around.leads("each_period"):
        return True
    return amount.unit in _MEGABYTES and around.within("file_like", _CLOSE) and not around.within("whole_set", _CLOSE)


def _of_one_medium(_: Amount, around: Around) -> bool:
    """One of what is sent: "videos of up to 700 MB each"."""
    return (around.follows_about("media") or around.follows_about("file_like")) and around.leads("each_one")


def _of_a_table(amount: Amount, around: Around) -> bool:
    """A gigabyte or more of tables is data, not what one request sends: "CSV files around 3 GB"."""
    return amount.value >= _GB and around.clause("table_file") and not around.clause("one_request")


def _of_many(amount: Amount, around: Around) -> bool:
    """All of them: "40 GB of aerial photos"."""
    return amount.value >= _GB and around.leads("of_media") and not around.follows_about("each_one")


def _of_something_sent(amount: Amount, around: Around) -> bool:
    """A few megabytes beside what people send, and not beside a model's file."""
    if not _LEAST_DATA * _GB <= amount.value < _LEAST_SET or around.trains or around.sentence("artifact", "model_file"):
        return False
    return around.sentence("file_like", "one_request", "request") or around.is_terse(_TERSE) or any(rate in around.known for rate in _RATES)


def _of_data(amount: Amount, around: Around) -> bool:
    """Beside what a data set is made of; a size alone may be of anything."""
    if amount.value < _LEAST_DATA or amount.unit in _KILOBYTES or around.clause("model_file") or around.clause("machine_memory"):
        return False
    return (
        amount.unit == "tb"
        or around.sentence("data_thing", "prepares")
        or around.trains
        or (around.is_terse(_TERSE) and not around.sentence("question"))
    )


_RULES: Final = (
    Rule("payload_mb", 1, _of_one_medium),
    Rule("dataset_gb", _GB, _of_many),
    Rule("dataset_gb", _GB, _of_a_table),
    Rule("", 1, _of_one_of_many_models),
    Rule("", 1, _of_a_model),
    Rule("", 1, _of_a_named_model),
    Rule("", 1, lambda _, around: around.leads("of_a_machine") or (around.leads("device_word") and around.follows("own"))),
    Rule("accelerator_memory_gb", _GB, lambda amount, around: amount.value >= _GB and around.follows_about("of_one_device")),
    Rule("payload_mb", 1, _of_one_thing),
    Rule("host_memory_gb", _GB, lambda _, around: around.leads("of_ram")),
    Rule("dataset_gb", _GB, lambda _, around: around.follows_about("data_is") or around.leads("data_format")),
    Rule("accelerator_memory_gb", _GB, _of_a_device),
    Rule("host_memory_gb", _GB, _of_a_host),
    Rule("", 1, _of_an_artifact),
    Rule("payload_mb", 1, _of_a_request),
    Rule("payload_mb", 1, _of_something_sent),
    Rule("dataset_gb", _GB, _of_data),
)
