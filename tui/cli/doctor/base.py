"""The base, its compiled form, and how old the catalogue and its prices are."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from knowledge import Knowledge
from knowledge.compiled import PoisonedCacheError, State
from knowledge.errors import InputError
from knowledge.schema.instance import Price
from knowledge.store import cached, current_catalog, packaged_data
from quizzes.bank import load_bank
from tui.cli.doctor.finding import Finding, in_one_line, note, ok, problem, shown_path
from tui.views.phrases import STALE_DAYS

_WHY: Final[dict[State, str]] = {
    "fresh": "up to date",
    "touched": "rebuilt: the files have other times, and the same content",
    "stale": "rebuilt: files of the base or of the catalogue have changed",
    "missing": "built: there was none",
    "unusable": "rebuilt: what was there is cut short, too large, or open to other people",
}
_REFRESH: Final = "sizewise catalog refresh"


class Base:
    """Reads the base once, and remembers it for those who look at other things."""

    def __init__(self) -> None:
        """Nothing is read yet."""
        self.knowledge: Knowledge | None = None

    def look(self) -> Iterator[Finding]:
        """The compiled base, the catalogue, the prices, the questions."""
        path, before = self._before()
        try:
            from knowledge import load  # noqa: PLC0415  # a base that cannot be read is what is looked for

            knowledge = load()
            counts = f"{len(knowledge.families)} families, {len(knowledge.instances):,} instance types, {len(knowledge.sources)} sources"
            self.knowledge = knowledge
        except InputError as error:
            text = f"{in_one_line(error)} ({len(str(error).splitlines())} mistakes)" if "\n" in str(error) else in_one_line(error)
            yield problem("base", text, "install Sizewise anew; in a checkout, make knowledge names every mistake")
            return
        yield ok("base", counts)
        yield self._compiled(path, before)
        yield from _catalogue(knowledge)
        yield from _questions(knowledge)

    def _before(self) -> tuple[Path | None, str]:
        """Where the compiled base is, and how it stands before it is asked for."""
        try:
            path, state = cached()
        except (PoisonedCacheError, OSError) as error:
            return None, in_one_line(error)
        return path, _WHY[state]

    def _compiled(self, path: Path | None, before: str) -> Finding:
        if path is None:
            return note("compiled base", f"rebuilt: {before}", "delete the file that was set aside, unless you want to look into it")
        now = cached()[1]
        if now != "fresh":
            return problem(
                "compiled base", f"{shown_path(path)} cannot be kept, so every start takes seconds", "see the cache folder above"
            )
        return ok("compiled base", f"{before}; {shown_path(path)}, {path.stat().st_size / 1e6:.1f} MB")


def _catalogue(knowledge: Knowledge) -> Iterator[Finding]:
    stamp, today = knowledge.stamp.as_of, dt.datetime.now(dt.UTC).date()
    folder, packaged = current_catalog(packaged_data()), packaged_data() / "catalog"
    where = "as packaged" if folder == packaged else f"refreshed, in {shown_path(folder)}"
    yield _aged("catalogue", f"of {stamp}, {where}", stamp, today)
    prices = [price for instance in knowledge.instances.values() for price in (instance.price, instance.ml.price if instance.ml else None)]
    yield from _prices([price for price in prices if price is not None], today)


def _prices(prices: list[Price], today: dt.date) -> Iterator[Finding]:
    if not prices:
        yield problem("prices", "the catalogue has none", _REFRESH)
        return
    kinds = Counter(price.kind for price in prices)
    days = Counter(price.as_of for price in prices)
    usual = days.most_common(1)[0][0]
    counted = ", ".join(f"{count:,} {kind}" for kind, count in kinds.most_common())
    yield _aged("prices", f"{counted}; from {min(days)} to {max(days)}, most of {usual}", usual, today)


def _aged(subject: str, text: str, day: dt.date, today: dt.date) -> Finding:
    """All is well, or that it is more than a year old."""
    days = (today - day).days
    return note(subject, f"{text}; {days} days old", _REFRESH) if days > STALE_DAYS else ok(subject, f"{text}; {max(days, 0)} days old")


def _questions(knowledge: Knowledge) -> Iterator[Finding]:
    try:
        yield ok("questions", f"{len(load_bank(knowledge).items)} items to practise")
    except InputError as error:
        yield problem("questions", in_one_line(error), "install Sizewise anew; in a checkout, make quizzes names every mistake")
