"""Numbers with units in a text, and the facts they state."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.intake.values import SCALES


class Stated(NamedTuple):
    """One fact as the text states it."""

    fact: str
    value: float | int | str
    quote: str
    start: int
    end: int


_N: Final = r"(?P<n>\d{1,3}(?:[,_]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?(?:e\d+)?|half a|a|an|one|two|three|five|ten|twenty|hundred)"
_BIG: Final = r"(?:\s?(?P<big>k|thousand|m|mio|million|bn|billion)\b)?"
_PER: Final = r"\s*(?:/|\b(?:per|an?|each|every)\b)\s*"
_THINGS: Final = (
    r"(?P<thing>requests?|reqs?|calls?|queries|predictions?|inferences?|images?|photos?|messages?|transactions?|invocations?|documents?"
    r"|records?|users?|times)"
)
_WORDS: Final = {"half a": 0.5, "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "five": 5, "ten": 10, "twenty": 20, "hundred": 100}
_BIGS: Final = {"k": 1e3, "thousand": 1e3, "m": 1e6, "mio": 1e6, "million": 1e6, "bn": 1e9, "billion": 1e9}
_PERIODS: Final = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0, "w": 604800.0, "month": 2_628_000.0}
_PERIOD: Final = r"(?P<period>second|sec|s|minute|min|hour|hr|h|day|d|week|month)\b"


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(r"(?<![\w.])" + pattern, re.IGNORECASE)


_RATE: Final = _compiled(_N + _BIG + r"\s*(?:" + _THINGS + r"\s*)?(?:" + _PER + _PERIOD + r"|(?P<rps>rps|qps|tps|rpm)\b)")
_TIME: Final = _compiled(_N + r"\s*-?\s*(?P<unit>ms|milliseconds?|s|secs?|seconds?|min|minutes?|h|hours?|days?)\b")
_SIZE: Final = _compiled(_N + r"\s*(?P<unit>kb|mb|gb|tb|kib|mib|gib|tib)\b")
_MONEY: Final = re.compile(
    r"(?:\$\s?(?P<n>\d[\d,]*(?:\.\d+)?)(?P<big>k)?|(?<![\w.,])(?P<n2>\d[\d,]*(?:\.\d+)?)\s*(?:usd|dollars?))"
    + _PER
    + r"(?P<per>hour|month|hr|h)\b",
    re.IGNORECASE,
)
_COUNT: Final = _compiled(
    _N
    + _BIG
    + r"\s*(?P<what>rows|columns|features|models|input tokens|output tokens|tokens in|tokens out|epochs|instances|machines|customers"
    r"|images|photos|records|documents)\b"
)
_PARAMETERS: Final = _compiled(
    r"(?P<n>\d+(?:\.\d+)?)\s?(?P<big>b|m|bn|billion|million)\b(?:[\s-]*(?:parameters?|params?|parameter model|model)\b)?"
)
_YEARS: Final = r"(?P<years>a|one|1|three|3)[\s-]*(?:year|years)\b"
_COMMIT: Final = re.compile(r"\b(?:commit\w*|sign)\b[^.;]{0,25}?\b" + _YEARS, re.IGNORECASE)
_TERM: Final = re.compile(r"\b" + _YEARS + r"[\s-]*(?:commitment|term|savings plan|reserved|reservation)", re.IGNORECASE)
_CONCURRENT: Final = _compiled(_N + _BIG + r"\s*(?:concurrent|simultaneous|parallel)\s*(?:users|requests|calls|callers|sessions)?")
_TOKENS_OF: Final = re.compile(
    r"\b(?P<side>prompts?|inputs?|contexts?|questions?|answers?|outputs?|responses?|completions?)\s+of\s+(?:about\s+|up to\s+)?"
    r"(?P<n>\d{1,3}(?:[,_]\d{3})+|\d+)(?P<big>k)?\s*tokens?\b",
    re.IGNORECASE,
)
_INPUT_SIDES: Final = ("prompt", "input", "context", "question")

_COUNTED: Final = {
    "rows": "rows",
    "records": "rows",
    "customers": "rows",
    "images": "rows",
    "photos": "rows",
    "documents": "rows",
    "columns": "columns",
    "features": "columns",
    "models": "model_count",
    "input tokens": "input_tokens",
    "tokens in": "input_tokens",
    "output tokens": "output_tokens",
    "tokens out": "output_tokens",
    "epochs": "epochs",
    "instances": "instances_wanted",
    "machines": "instances_wanted",
}


def quantities_in(text: str) -> list[Stated]:
    """Every quantity whose meaning its unit and its surroundings tell, left to right; none overlaps another."""
    found: list[Stated] = []
    for read in (_rates, _money, _commitments, _sizes, _concurrent, _tokens_of, _counts, _times, _parameters):
        for stated in read(text):
            if not any(stated.start < other.end and other.start < stated.end for other in found):
                found.append(stated)
    return sorted(found, key=lambda stated: stated.start)


def _number(match: re.Match[str]) -> float:
    groups = match.groupdict()
    digits = groups.get("n") or groups.get("n2") or "1"
    value = _WORDS.get(digits.lower()) or float(digits.replace(",", "").replace("_", ""))
    return value * _BIGS.get((groups.get("big") or "").lower(), 1.0)


def _around(text: str, match: re.Match[str], before: int = 40, after: int = 30) -> tuple[str, str]:
    return text[max(0, match.start() - before) : match.start()].lower(), text[match.end() : match.end() + after].lower()


def _stated(fact: str, value: float | str, match: re.Match[str]) -> Stated:
    return Stated(fact, value, match[0].strip(), match.start(), match.end())


def _rates(text: str) -> Iterator[Stated]:
    for match in _RATE.finditer(text):
        if not match["rps"] and not match["thing"] and not match["n"][0].isdigit():
            continue  # "a day" is no rate
        if match["rps"]:
            seconds = 60.0 if match["rps"].lower() == "rpm" else 1.0
        else:
            period = match["period"].lower()
            seconds = _PERIODS["month" if period.startswith("mo") else period[0]]
            if not match["thing"] and seconds > 1 and re.search(r"hour|hr|h$", period):
                continue  # "8 hours a day", "20 h": no events are named
        before, after = _around(text, match, 18, 18)
        at_peak = re.search(r"\bpeaks?\b[^,;.\d]*$", before) or re.match(r"\s*(?:at|in|during)?\s*(?:the\s+)?peak", after)
        fact = "peak_requests_per_second" if at_peak else "requests_per_second"
        yield _stated(fact, _number(match) / seconds, match)


def _times(text: str) -> Iterator[Stated]:
    for match in _TIME.finditer(text):
        unit = match["unit"].lower()
        before, after = _around(text, match)
        milliseconds = _number(match) * SCALES["ms"].get(unit if unit in ("ms", "s") else unit.removesuffix("s"), 8.64e7)
        if re.search(r"commit|year", before + after):
            continue
        if re.search(r"hours?\s*$", unit) and re.match(r"\s*(a|per|each)\s+day", after):
            yield _stated("hours_per_day", _number(match), match)
        elif re.search(r"each (?:request|file|document)|takes?|processing|inference time|runs? for", before):
            yield _stated("processing_seconds", milliseconds / 1e3, match)
        elif unit[0] in "hd" and unit != "d":
            if re.search(r"within|deadline|finish|less than|under|in\s*$|at most", before):
                yield _stated("training_deadline_hours", milliseconds / 3.6e6, match)
        elif unit.startswith(("ms", "milli")) or re.search(
            r"under|within|below|less than|<|latency|p9\d|respon|answer|in\s*$|at most|max", before
        ):
            yield _stated("latency_p99_ms", milliseconds, match)


def _sizes(text: str) -> Iterator[Stated]:
    for match in _SIZE.finditer(text):
        unit, (before, after) = match["unit"].lower(), _around(text, match, 25, 22)
        near = before[-14:] + after
        if re.search(r"gpu memory|vram|device memory|accelerator memory", near):
            yield _stated("accelerator_memory_gb", _number(match) * SCALES["GB"][unit], match)
        elif re.search(r"\bram\b|of memory|host memory", near):
            yield _stated("host_memory_gb", _number(match) * SCALES["GB"][unit], match)
        elif (re.search(r"payload|request|each|per (?:image|photo|file|call)|upload|photo|image", near) and unit[0] in "km") or re.search(
            r"payload|a request|per request", near
        ):
            yield _stated("payload_mb", _number(match) * SCALES["MB"][unit], match)
        elif unit[0] in "gt":
            yield _stated("dataset_gb", _number(match) * SCALES["GB"][unit], match)
        else:
            yield _stated("payload_mb", _number(match) * SCALES["MB"][unit], match)


def _money(text: str) -> Iterator[Stated]:
    for match in _MONEY.finditer(text):
        fact = "budget_usd_per_month" if match["per"].lower() == "month" else "budget_usd_per_hour"
        yield _stated(fact, _number(match), match)


def _counts(text: str) -> Iterator[Stated]:
    for match in _COUNT.finditer(text):
        if match["n"][0].isdigit() or match["big"]:
            yield _stated(_COUNTED[match["what"].lower()], round(_number(match)), match)


def _parameters(text: str) -> Iterator[Stated]:
    for match in _PARAMETERS.finditer(text):
        named = re.search(r"param|model", match[0], re.IGNORECASE)
        if match["big"].lower() in ("b", "bn", "billion") or named:
            yield _stated("parameters_b", float(match["n"]) * (1e-3 if match["big"][0].lower() == "m" else 1.0), match)


def _commitments(text: str) -> Iterator[Stated]:
    for pattern in (_COMMIT, _TERM):
        for match in pattern.finditer(text):
            yield _stated("commitment_years", 3 if match["years"].lower() in ("three", "3") else 1, match)


def _concurrent(text: str) -> Iterator[Stated]:
    yield from (_stated("concurrency", round(_number(match)), match) for match in _CONCURRENT.finditer(text))


def _tokens_of(text: str) -> Iterator[Stated]:
    for match in _TOKENS_OF.finditer(text):
        fact = "input_tokens" if match["side"].lower().startswith(_INPUT_SIDES) else "output_tokens"
        yield _stated(fact, round(_number(match)), match)
