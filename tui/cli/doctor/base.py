"""The base, its compiled form, and how old everything in it is."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from knowledge import Knowledge, load
from knowledge.compiled_cache import CacheState, PoisonedCacheError
from knowledge.errors import InputError
from knowledge.freshness import describe_age, measure_freshness
from knowledge.schema.instance import Price
from knowledge.store import cache_status, current_catalog, packaged_data
from quizzes.bank import load_bank
from tui.cli.doctor.findings import Finding, abbreviate_home, first_line, report_note, report_ok, report_problem
from tui.views.value_phrases import STALE_DAYS

_STATE_PHRASES: Final[dict[CacheState, str]] = {
    "fresh": "up to date",
    "touched": "rebuilt: the files have other times, and the same content",
    "stale": "rebuilt: files of the base or of the catalogue have changed",
    "missing": "built: there was none",
    "unusable": "rebuilt: what was there is cut short, too large, or open to other people",
}
_REFRESH: Final = "sizewise catalog refresh"


class BaseCheck:
    """Reads the base once, and keeps it for the checks that need it."""

    def __init__(self) -> None:
        """Nothing is read yet."""
        self.knowledge: Knowledge | None = None

    def check(self) -> Iterator[Finding]:
        """The compiled base, the catalogue, the prices, the questions."""
        path, before = _cache_state()
        try:
            self.knowledge = knowledge = load()
        except InputError as error:
            text = f"{first_line(error)} ({len(str(error).splitlines())} mistakes)" if "\n" in str(error) else first_line(error)
            yield report_problem("base", text, "install Sizewise anew; in a checkout, make knowledge names every mistake")
            return
        counts = f"{len(knowledge.families)} families, {len(knowledge.instances):,} instance types, {len(knowledge.sources)} sources"
        yield report_ok("base", counts)
        yield _check_cache(path, before)
        yield from _check_catalog(knowledge)
        yield from _check_ages(knowledge)
        yield from _check_questions(knowledge)


def _cache_state() -> tuple[Path | None, str]:
    """Where the compiled base is, and how it stands before it is asked for."""
    try:
        path, state = cache_status()
    except (PoisonedCacheError, OSError) as error:
        return None, first_line(error)
    return path, _STATE_PHRASES[state]


def _check_cache(path: Path | None, before: str) -> Finding:
    if path is None:
        return report_note("compiled base", f"rebuilt: {before}", "delete the file that was set aside, unless you want to look into it")
    now = cache_status()[1]
    if now != "fresh":
        return report_problem(
            "compiled base", f"{abbreviate_home(path)} cannot be kept, so every start takes seconds", "see the cache folder above"
        )
    return report_ok("compiled base", f"{before}; {abbreviate_home(path)}, {path.stat().st_size / 1e6:.1f} MB")


def _check_catalog(knowledge: Knowledge) -> Iterator[Finding]:
    stamp, today = knowledge.stamp.as_of, dt.datetime.now(dt.UTC).date()
    folder, packaged = current_catalog(packaged_data()), packaged_data() / "catalog"
    where = "as packaged" if folder == packaged else f"refreshed, in {abbreviate_home(folder)}"
    yield _check_age("catalogue", f"of {stamp}, {where}", stamp, today)
    prices = [price for instance in knowledge.instances.values() for price in (instance.price, instance.ml.price if instance.ml else None)]
    yield from _check_prices([price for price in prices if price is not None], today)


def _check_prices(prices: list[Price], today: dt.date) -> Iterator[Finding]:
    if not prices:
        yield report_problem("prices", "the catalogue has none", _REFRESH)
        return
    kinds = Counter(price.kind for price in prices)
    days = Counter(price.as_of for price in prices)
    usual = days.most_common(1)[0][0]
    counted = ", ".join(f"{count:,} {kind}" for kind, count in kinds.most_common())
    yield _check_age("prices", f"{counted}; from {min(days)} to {max(days)}, most of {usual}", usual, today)


def _check_age(subject: str, text: str, day: dt.date, today: dt.date) -> Finding:
    """A note if `day` is more than a year ago."""
    days = (today - day).days
    return (
        report_note(subject, f"{text}; {days} days old", _REFRESH)
        if days > STALE_DAYS
        else report_ok(subject, f"{text}; {max(days, 0)} days old")
    )


def _check_ages(knowledge: Knowledge) -> Iterator[Finding]:
    """The age of everything that a refresh does not renew."""
    for one in measure_freshness(knowledge, dt.datetime.now(dt.UTC).date()):
        if one.due and not one.renew:
            yield report_note(
                one.name, describe_age(one), "install a newer Sizewise; in a checkout, make knowledge names what to read again"
            )
        elif not one.renew:
            yield report_ok(one.name, describe_age(one))


def _check_questions(knowledge: Knowledge) -> Iterator[Finding]:
    try:
        yield report_ok("questions", f"{len(load_bank(knowledge).items)} items to practise")
    except InputError as error:
        yield report_problem("questions", first_line(error), "install Sizewise anew; in a checkout, make quizzes names every mistake")
