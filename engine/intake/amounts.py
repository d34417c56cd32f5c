"""A number with its unit: money, a rate, a size, tokens, a time, parameters of a model, a count of things."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from engine.intake.numbers import Number, numbers_in
from engine.intake.tokens import INSTANCE_TYPE
from engine.intake.values import SCALES
from engine.lazy_pattern import lazy_pattern

Kind = Literal["money", "rate", "size", "tokens", "time", "parameters", "machines", "count", "bare"]
_PERIOD: Final = (
    r"(?P<period>seconds?|secs?|s|minutes?|mins?|hours?|hrs?|hr|h|days?|workdays?|weekdays?|d|weeks?|wk|w|months?|mo|mth|nights?|evenings?|weekends?"
    r"|years?|quarters?)\b"
)
_PER: Final = (
    r"\s*(?:/|\b(?:for|by)\b(?=\s*(?:each |every )?(?:day|second|hour|minute|month)s?\b)|\bpro\b"
    r"|\b(?:at|the)\b(?=\s*(?:second|hour|minute)\b)"
    r"|\bin\s+(?:each|every|an?|one)\b|\bin\b(?=\s*(?:second|minute|hour)\b)|\bpr\b|\bper\b|\beach\b|\bevery\b|\ban?\b|\bone\b|\bp\.?(?=[sh]\b))\s*"
)
_THING: Final = r"(?P<thing>(?:[a-z][a-z'-]*[ -]){0,3}?[a-z][a-z'-]*)"
_RATE_WORD: Final = lazy_pattern(
    r"^\s*(?:(?P<rps>rps|qps|tps|r/s|reqs?/s|fps|images/s|imgs?/s|frames/s)|(?P<rpm>rpm|qpm)|(?P<rph>rph))\b", re.IGNORECASE
)
_RATE: Final = lazy_pattern(rf"^(?:\s*[x×]?\s*{_THING}??)(?:\s*\([^()]{{0,24}}\))?{_PER}{_PERIOD}", re.IGNORECASE)
_LY: Final = lazy_pattern(rf"^\s*{_THING}\s+(?P<period>hourly|daily|nightly|weekly|monthly|overnight|quarterly|yearly)\b", re.IGNORECASE)
_SIZE: Final = lazy_pattern(
    r"^[\s-]*(?P<unit>[kmgtp]i?b|gigas?|megas?|gigs?|megs?|(?:kilo|mega|giga|tera|peta)bytes?)\b(?!\s*/\s*s)",
    re.IGNORECASE,
)
_TOKENS: Final = lazy_pattern(r"^[\s-]*(?P<thing>(?:[a-z]+ )?(?:tokens?|toks?|tkns?))\b", re.IGNORECASE)
_WORDS: Final = lazy_pattern(r"^[\s-]*(?P<thing>words?)\b", re.IGNORECASE)
_FEW_WORDS: Final = 20  # fewer are said of something else: "in five words"
_TOKENS_A_WORD: Final = 4 / 3
"""Of English text, by the rule of thumb of those who sell tokens: a token is three quarters of a word."""
_TIME: Final = lazy_pattern(
    r"^[\s-]*(?P<unit>ms|msecs?|mill?is|mill?i-?secs?|mill?iseconds?|seconds?|secs?|s|minutes?|mins?|hours?|hrs?|h|days?|fortnights?|weeks?|wks?|months?|years?|yrs?)"
    r"(?![^\W_])",
    re.IGNORECASE,
)
_PARAMETERS: Final = lazy_pattern(r"^[\s-]*(?:of )?(?:params?|parameters?|weights)\b", re.IGNORECASE)
_MODEL: Final = lazy_pattern(r"^[\s-]*(?:[a-z-]+ ){0,2}(?:model|llm|decoder|encoder|transformer|class)\b", re.IGNORECASE)
_DATA: Final = lazy_pattern(
    r"^\s*(?:(?!(?:on|for|with|in|to|and|over|at|from|of|per|via|by|or|as) )[a-z]+ )?"
    r"(?:rows|records|events|samples|examples|transactions|documents|docs|lines|entries|images"
    r"|pictures|interactions|clicks|requests|users|impressions|vectors|pairs|edges|nodes|triples|points|observations|messages|calls|pages|urls|items|queries|views|readings)\b",
    re.IGNORECASE,
)
"""What is counted in billions and is no model: "1.1B rows"."""
_MONEY_AFTER: Final = lazy_pattern(r"^\s*(?:usd\b|us dollars?\b|dollars?\b|bucks?\b|\$|(?P<cents>(?:cents?|cts?)\b|¢))", re.IGNORECASE)
_MONEY_BEFORE: Final = lazy_pattern(r"(?:\$|\busd|\bus\$)\s*$", re.IGNORECASE)
_OTHER_MONEY: Final = lazy_pattern(r"(?:[€£¥]|\b(?:eur|gbp|chf|inr|jpy))\s*$", re.IGNORECASE)
"""Before a sum in another currency, of which nothing is made."""
_PRICE_PER: Final = lazy_pattern(
    r"^[^\d.;\n]{0,22}?(?:(?:/|\bper\b|\b(?:in )?(?:an?|one)\b|\beach\b|\bevery\b)\s*(?P<per>hours?|hrs?|h|months?|mo|mth|day|year)\b"
    r"|(?P<ly>hourly|monthly|yearly|daily))",
    re.IGNORECASE,
)
_EVERY: Final = lazy_pattern(rf"^\s*{_THING}\s+(?:every|each|per)\s+", re.IGNORECASE)
_NO_JOB: Final = r"(?!(?:job|run|batch|report|retrain|training|cron|refresh|machine|instance|box|gpu|node|time|epoch)\w*\b)"
_OF_SHORT: Final = r"(?:per|each|every|an?|in a)\s+(?P<period>second|minute|hour)\b"
_ONCE: Final = lazy_pattern(rf"^\s*{_NO_JOB}{_THING}\s+once\s+{_OF_SHORT}", re.IGNORECASE)
_ONE: Final = lazy_pattern(rf"^\s*{_NO_JOB}{_THING}\s+{_OF_SHORT}", re.IGNORECASE)
"""How often something comes: "a request once a minute"."""
_HOURS_AND: Final = lazy_pattern(r"^\s?h\s?(?P<minutes>[0-5]\d)(?:\s?m(?:in)?)?\b", re.IGNORECASE)
_LABEL: Final = lazy_pattern(
    r"\b(?:ticket|issue|bug|incident|task|story|epic|jira|case|req(?:uest)?|no\.|nr\.?|#)\s*(?:no\.?|nr\.?|#)?\s*$", re.IGNORECASE
)
"""What stands before a number that is a name: "Ticket 5513"."""
_RESOLUTION: Final = lazy_pattern(r"^\s*(?:video|footage|film|stream|camera|resolution|frame|image|uhd|screen|display)s?\b", re.IGNORECASE)
"""What comes after the 4K of a picture."""
_COUNT: Final = lazy_pattern(r"^\s*[x×]?[\s-]*(?P<thing>(?:[a-z][a-z'-]*[ -]){0,3}[a-z][a-z'-]*)(?!\w)", re.IGNORECASE)
_ORDINAL: Final = lazy_pattern(r"^(?:st|nd|rd|th)\b", re.IGNORECASE)
_OF_TYPE: Final = lazy_pattern(r"^\s*(?P<times>[x×]\s*)?(?:ml\.)?[a-z]{1,4}\d[\w-]*\.\d*x?[a-z]", re.IGNORECASE)
_SECOND_ONE: Final = lazy_pattern(
    r"^\s*second\s+(?!(?:or|and|so|is|at|per|for|to|on|in|if|would|max|tops|with|during|when|latency|response|we|are|was|but|each|then|under)\b)"
    r"[a-z]",
    re.IGNORECASE,
)
"""What comes after the article of "a second zone", which is no time."""
_WITHIN: Final = lazy_pattern(r"\b(?:within|in|under|below|than|most|inside|about)\s*$", re.IGNORECASE)
"""Before "a second" that is a time, whatever follows."""
_ARTICLES: Final = frozenset({"a", "an"})
_NO_THING: Final = lazy_pattern(
    r"(?:euros?|won|yen|pounds?|francs?|rupees?|percent|per cent|gbp|eur|chf|jpy|inr|points? of|degrees?|th|st|nd|rd)\b", re.IGNORECASE
)
"""Other currencies, shares, ordinals: nothing that a fact counts."""
_GOES_ON: Final = lazy_pattern(r"(?:on|is|are|was|were|because|so|while|if)\b", re.IGNORECASE)
"""Behind a number, words that say something of it: "310 on our four machines"."""
_SAID_OF: Final = lazy_pattern(
    r" (?:on|in|for|from|with|within|per|to|of|that|which|who|and|or|but|over|into|by|behind|under|via|x|at|during|inside|until|before"
    r"|after|since|wants?|needs?|takes?|comes?|has|have|is|are)\b"
)
_PAID_BEFORE: Final = lazy_pattern(
    r"\b(?:pay|pays|paying|paid|spend|spends|spending|spent|costs?|costing|bill|billed|invoice|budget|charged?|charges|burns?|burning"
    r"|eats?|rent|fee|gave (?:me|us))"
    r"(?:\s+(?:is|are|was|were|us|me|them|of|at|now|currently|about|around|roughly|approximately|nearly|almost|over|up to|at most"
    r"|no more than|some|only|just|more than|less than|under|below|than|to|must|should|stay|stays|more|not)|\s*:)*\s*[~<≤]?\s*$",
    re.IGNORECASE,
)
"""Before a sum without a currency."""
_LOWERED: Final = lazy_pattern(r"\b(?:below|under|to|than|at most|max|of|about|around)\s*[~<≤]?\s*$", re.IGNORECASE)
"""Before a sum that another one is to become."""
_LEAST_BILL: Final = 20.0
"""Dollars; fewer without a currency are a number of things."""
_A_MONTH: Final = lazy_pattern(r"/\s*(?:mo|mth|month)\b", re.IGNORECASE)
_THINGS_BEFORE: Final = lazy_pattern(
    r"\b(?:requests?|calls?|quer(?:y|ies)|images?|documents?|invoices?|messages?|predictions?|users?|items?|files?|pages?|visits?|orders?|load"
    r"|traffic|volume|runs?|times?|jobs?|trainings?|scans?|photos?|e?mails?|transactions?|conversations?|sessions?|records?|rows?|tokens?|chats?"
    r"|tickets?|of them)\b[^.;!?\n]*$",
    re.IGNORECASE,
)
"""Before a number that is one of things, and no sum."""
_TYPE: Final = lazy_pattern(INSTANCE_TYPE, re.IGNORECASE)
_STOPS: Final = (",", ";", ".", "(", ")", "")
_PAID_PER: Final = frozenset({"hour", "hr", "h", "month", "mo", "mth", "monthly", "year", "yearly"})
_LOOK: Final = 60
"""Characters after a number in which its unit stands."""
_LABELS: Final = 14
_RESOLUTIONS: Final = frozenset({"4k", "8k", "2k"})
_LEAST_PARAMETERS: Final = 1e5
_LEAST_OF_A_MODEL: Final = 1e6
"""Fewer are no model: "5 models"."""
TIMES: Final = {
    "ms": 1.0, "s": 1e3, "sec": 1e3, "second": 1e3, "min": 6e4, "minute": 6e4,
    "h": 3.6e6, "hr": 3.6e6, "hour": 3.6e6, "day": 8.64e7, "week": 6.048e8, "wk": 6.048e8, "fortnight": 1.2096e9, "month": 2.592e9,
    "year": 3.1536e10, "yr": 3.1536e10,
}  # fmt: skip
"""Unit, singular -> milliseconds."""
SECONDS: Final = {
    "s": 1.0, "sec": 1.0, "second": 1.0, "min": 60.0, "minute": 60.0, "h": 3600.0, "hr": 3600.0, "hour": 3600.0,
    "d": 86400.0, "day": 86400.0, "workday": 86400.0, "weekday": 86400.0, "night": 86400.0, "evening": 86400.0,
    "w": 604800.0, "wk": 604800.0, "week": 604800.0, "weekend": 604800.0,
    "mo": 2628000.0, "mth": 2628000.0, "month": 2628000.0, "quarter": 7884000.0, "year": 31536000.0,
    "hourly": 3600.0, "daily": 86400.0, "nightly": 86400.0, "overnight": 86400.0, "weekly": 604800.0, "monthly": 2628000.0,
    "quarterly": 7884000.0, "yearly": 31536000.0,
}  # fmt: skip
"""Period, singular -> seconds; a month is 730 hours."""
SIZES: Final = {
    "gig": "gb",
    "giga": "gb",
    "mega": "mb",
    "meg": "mb",
    "gigabyte": "gb",
    "megabyte": "mb",
    "terabyte": "tb",
    "kilobyte": "kb",
    "petabyte": "pb",
}
"""Name -> unit."""
_AND_A_HALF: Final = lazy_pattern(r"\s+and\s+(?:a|one)\s+half\b", re.IGNORECASE)
_OR_MORE: Final = lazy_pattern(
    r"\s+or\s+(?:(?:even|maybe|perhaps|possibly)\s+)?(?P<more>two|three|four|five|six|eight|ten|twelve|fifteen|twenty|thirty)\b"
    r"(?=\s*(?:$|[^\w\s])|\s+(?:is|are|would|will|to|at|per|for|max|tops|before|until|but|and|if|so|because|when|while|doesn't|won't|can"
    r"|could|should|each|late|later|long|longer|more|after|between|from|with|without|by|on|in|slow|slower)\b)",
    re.IGNORECASE,
)
"""A larger number of the same unit: "a minute or even five"; "an hour or two machines" is none."""


class Amount(NamedTuple):
    """A quantity and where it stands. Its value is in ms, MB, tokens, USD, things a second, parameters or things."""

    kind: Kind
    low: float
    high: float
    unit: str
    """As written, singular and in lower case; for a rate its period, for money what it is paid per ("" if unsaid)."""
    thing: str
    """What is counted, for rates and counts."""
    thing_start: int
    start: int
    end: int
    spoken: bool = False

    @property
    def value(self) -> float:
        """The number, or the upper end of a range."""
        return self.high


def amounts_in(text: str) -> list[Amount]:
    """Every number of a text with what its unit makes of it; a number without unit and noun is left out."""
    found: list[Amount] = []
    for number in numbers_in(text):
        if found and (number.start < found[-1].end or _belongs(text, found[-1], number)):
            continue  # "an hour" of "20 files an hour", "a day" of "3 hours a day"
        after = text[number.end : number.end + _LOOK].split("\n", 1)[0]
        if _is_a_name(text, number, after) or _OTHER_MONEY.search(text[max(0, number.start - 5) : number.start]):
            continue
        amount = _amount(_Written(text, number, after))
        if amount.kind == "rate" and _is_paid(text, amount, found):
            amount = amount._replace(kind="money", low=number.low, high=number.high)
        if amount.kind != "bare" or text[number.start : number.end].lower() not in _ARTICLES:
            found.append(amount)
    return found


def _is_paid(text: str, rate: Amount, before: Sequence[Amount]) -> bool:
    """Whether so much a month is a sum of money, though no currency stands there.

    "we spend 48k a month"; "5,200/mo"; "from $2,200 a month to 1,300 a month".
    """
    if rate.thing or rate.unit not in _PAID_PER:
        return False
    beside = max(0, rate.start - _LOOK), rate.start
    if _PAID_BEFORE.search(text, *beside):
        return True
    is_noted = _A_MONTH.search(text, rate.start, rate.end) is not None or _is_beside_machines(text, rate)
    if is_noted and rate.low * SECONDS[rate.unit] >= _LEAST_BILL and not _THINGS_BEFORE.search(text, *beside):
        return True
    return _LOWERED.search(text, *beside) is not None and any(one.kind == "money" and one.unit == rate.unit for one in before)


def _is_beside_machines(text: str, rate: Amount) -> bool:
    """Whether it stands alone between commas, and a type of machine before it: "three g4dn.xlarge, GPU 8 %, 1,500 a month"."""
    is_alone = text[: rate.start].rstrip()[-1:] in _STOPS and text[rate.end :].lstrip()[:1] in _STOPS
    return is_alone and rate.unit != "hour" and _TYPE.search(text, max(0, rate.start - 2 * _LOOK), rate.start) is not None


def _belongs(text: str, last: Amount, number: Number) -> bool:
    """Whether an article follows an amount at once."""
    return number.spoken and number.high <= 1 and not text[last.end : number.start].strip()


def _is_a_name(text: str, number: Number, after: str) -> bool:
    """Whether it counts nothing: the second of May, ticket 5513, 4K video."""
    written = text[number.start : number.end].lower()
    labelled = not number.spoken and _LABEL.search(text[max(0, number.start - _LABELS) : number.start]) is not None
    if written in _ARTICLES and _SECOND_ONE.match(after) and not _WITHIN.search(text[max(0, number.start - _LABELS) : number.start]):
        return True
    return bool(_ORDINAL.match(after)) or labelled or (written in _RESOLUTIONS and _RESOLUTION.match(after) is not None)


class _Written(NamedTuple):
    """A number, and the text in which its unit may stand."""

    text: str
    number: Number
    after: str

    def amount(self, kind: Kind, scale: float, unit: str, end: int = 0, thing: re.Match[str] | None = None) -> Amount:
        """The number times `scale`; its unit ends `end` characters behind it."""
        low, high, start, stop, spoken = self.number
        counted = (thing["thing"] or "").lower() if thing else ""
        begin = stop + (thing.start("thing") if thing and counted else 0)
        return Amount(kind, low * scale, high * scale, unit, counted, begin, start, stop + end, spoken)


def _amount(written: _Written) -> Amount:
    of_type = _OF_TYPE.match(written.after)
    if of_type and (of_type["times"] or written.number.high > 1):
        return written.amount("machines", 1.0, "")
    for read in (_money, _rate, _size, _tokens, _time, _parameters, _count):
        amount = read(written)
        if amount is not None:
            return amount
    return written.amount("bare", 1.0, "")


def _money(written: _Written) -> Amount | None:
    start = written.number.start
    before = _MONEY_BEFORE.search(written.text[max(0, start - 5) : start])
    behind = _MONEY_AFTER.match(written.after)
    if not before and not behind:
        return None
    end = behind.end() if behind else 0
    per = _PRICE_PER.match(written.after[end:])
    unit = ((per["per"] or per["ly"]) if per else "").lower()
    cents = behind is not None and behind["cents"] is not None
    amount = written.amount("money", 0.01 if cents else 1.0, unit, end + (per.end() if per else 0))
    return amount._replace(start=start - len(before[0])) if before else amount


def _rate(written: _Written) -> Amount | None:
    after = written.after
    often = _every(written) or _once(written)
    word = _RATE_WORD.match(after)
    if often or word:
        seconds = 60.0 if word and word["rpm"] else 3600.0 if word and word["rph"] else 1.0
        return often or written.amount("rate", 1 / seconds, "s", word.end() if word else 0)
    if (
        (_TIME.match(after) and not re.match(r"^\s*s\b(?!\s*(?:per|/|an?|each|every|of)\b)", after))
        or _NO_THING.match(after.lstrip())
        or _SIZE.match(after)
    ):
        return None  # "3 million won each month", "3 TB every night"
    digits = written.text[written.number.start : written.number.end].lower()
    if (written.number.spoken and written.number.high <= 1) or (digits.endswith("b") and _MODEL.match(after)):
        return None  # "a job is run every hour", "a 7B model weekly"
    match = _RATE.match(after) or _LY.match(after)
    if not match:
        return None
    if _TOKENS.match(after) and SECONDS.get(match["period"].lower(), 0.0) >= SECONDS["day"]:
        return None  # "12M tokens of tickets each week" are a corpus
    period = match["period"].lower()
    period = period if period == "s" or period.endswith("ly") else period.removesuffix("s")
    return written.amount("rate", 1 / SECONDS[period], period, match.end(), match)


def _every(written: _Written) -> Amount | None:
    """So many things in each of so long: "one upload every three seconds"."""
    match = _EVERY.match(written.after)
    if not match or _SIZE.match(written.after):
        return None  # "2 KB every 10 seconds" is one thing of that size
    period = next((number for number in numbers_in(written.after[match.end() :]) if number.start == 0), None)
    unit = _TIME.match(written.after[match.end() + period.end :]) if period else None
    if not period or not unit:
        return None
    end = match.end() + period.end + unit.end()
    return written.amount("rate", 1e3 / (TIMES[_unit_of_time(unit)] * period.high), "s", end, match)


def _once(written: _Written) -> Amount | None:
    """How often one comes: "a request once a minute"."""
    said = written.text[written.number.start : written.number.end].lower()
    match = _ONCE.match(written.after) or (_ONE.match(written.after) if said == "one" else None)
    if not match or written.number.high != 1:
        return None
    period = match["period"].lower()
    amount = written.amount("rate", 1 / SECONDS[period], period, match.end(), match)
    return amount._replace(thing=_head(amount.thing))


def _size(written: _Written) -> Amount | None:
    match = _SIZE.match(written.after)
    if not match:
        return None
    unit = match["unit"].lower().removesuffix("s")
    unit = SIZES.get(unit, unit)
    return written.amount("size", SCALES["MB"][unit], unit, match.end())


def _tokens(written: _Written) -> Amount | None:
    match = _TOKENS.match(written.after)
    if match:
        return written.amount("tokens", 1.0, "token", match.end(), match)
    match = _WORDS.match(written.after)
    return written.amount("tokens", _TOKENS_A_WORD, "word", match.end(), match) if match and written.number.high >= _FEW_WORDS else None


def _time(written: _Written) -> Amount | None:
    mixed = _HOURS_AND.match(written.after)
    if mixed and written.number.high.is_integer():
        hours = written.number.high + int(mixed["minutes"]) / 60
        return written.amount("time", TIMES["h"], "h", mixed.end())._replace(low=hours * TIMES["h"], high=hours * TIMES["h"])
    match = _TIME.match(written.after)
    if not match:
        return None
    unit = _unit_of_time(match)
    low, high, end = with_tail(written.number, written.after, match.end())
    return written.amount("time", TIMES[unit], unit, end)._replace(low=low * TIMES[unit], high=high * TIMES[unit])


def _unit_of_time(match: re.Match[str]) -> str:
    """A unit of time in the singular: "Msecs" and "milliseconds" are "ms"."""
    unit = match["unit"].lower()
    if unit.startswith(("ms", "mil")):
        return "ms"
    return unit if unit == "s" else unit.removesuffix("s")


def _parameters(written: _Written) -> Amount | None:
    number = written.number
    digits = written.text[number.start : number.end].lower()
    named, model = _PARAMETERS.match(written.after), _MODEL.match(written.after)
    end = (named or model).end() if named or model else 0  # type: ignore[union-attr]  # one of the two
    billions = digits.endswith("b") and digits[0].isdigit() and not _DATA.match(written.after)
    if billions or (named and number.high >= _LEAST_PARAMETERS) or (model and number.high >= _LEAST_OF_A_MODEL):
        return written.amount("parameters", 1.0, "b" if billions else "", end)
    return None


def _count(written: _Written) -> Amount | None:
    number, match = written.number, _COUNT.match(written.after)
    if not match or written.text[number.start : number.end].lower() in _ARTICLES or _NO_THING.match(match["thing"]):
        return None
    if match["thing"].lower() == "x" or _GOES_ON.match(match["thing"]):
        return None  # "500k x 784"
    amount = written.amount("count", 1.0, "", match.end(), match)
    thing = _head(amount.thing)
    return amount._replace(thing=thing, end=amount.thing_start + len(thing))


def _head(thing: str) -> str:
    """The things themselves, without what is said of them: "clusters on customer baskets" are clusters."""
    return thing if thing.startswith("of ") else _SAID_OF.split(thing, maxsplit=1)[0]


def with_tail(number: Number, after: str, end: int) -> tuple[float, float, int]:
    """The least and the most of a number of units, and where it ends. Its unit ends at `end` of the text `after` it."""
    half = _AND_A_HALF.match(after, end)
    if half:
        return number.low + 0.5, number.high + 0.5, half.end()
    more = _OR_MORE.match(after, end)
    most = numbers_in(more["more"])[0].high if more else 0.0
    return (number.low, most, more.end()) if more and most > number.high else (number.low, number.high, end)
