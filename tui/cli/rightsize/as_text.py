"""Findings as text: a few resources one by one, a fleet as its sums and its best savings."""

from __future__ import annotations

import heapq
import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from engine.decision.wording import money
from engine.handover.rightsize import FOUND, Desk, Failed, Found, Rightsized, Summary, Theirs
from tui.cli.streams import printable
from tui.cli.table import WIDTH, Column, fitting, table

_SIGNS: Final[dict[Found, str]] = {
    "over-provisioned": "↓",
    "under-provisioned": "↑",
    "right-sized": "=",
    "idle": "○",
    "not-enough-data": "?",
}
_FEW: Final = 5
"""Resources that are told one by one."""
_INDENT: Final = "    "
_NAME: Final = 30
"""Characters of a resource's name in a table."""
_NUMERIC: Final = frozenset({"resources", "saves a month", "a month"})


class Text:
    """Keeps the resources that matter most, and tells them at the end."""

    def __init__(self, desk: Desk, limit: int) -> None:
        """At most `limit` resources are told."""
        self._words, self._limit = desk.words, limit
        self._lens, self._desk = desk.settings.lens, desk
        self._kept: list[tuple[float, int, Rightsized]] = []
        self._short: list[Rightsized] = []
        self._number = 0

    def begin(self) -> None:
        """Nothing: sums come first, and are known last."""

    def add(self, one: Rightsized | Failed) -> None:
        """Keep it while it is among those that matter."""
        if isinstance(one, Failed):
            return
        self._number += 1
        entry = one.saving_usd_per_month or 0.0, -self._number, one
        if one.finding == "under-provisioned":
            self._short += [one] if len(self._short) < self._limit else []
        elif len(self._kept) < self._limit:
            heapq.heappush(self._kept, entry)
        elif entry > self._kept[0]:
            heapq.heapreplace(self._kept, entry)

    def end(self, summary: Summary, notes: tuple[str, ...]) -> None:
        """Everything."""
        del notes  # they were told as they came up
        if not summary.resources and summary.failed:
            return
        lines = list(self._few() if summary.resources <= min(_FEW, self._limit) else self._fleet(summary))
        print(printable("\n".join([*lines, "", *self._foot(summary)])))

    def _few(self) -> Iterator[str]:
        for one in sorted([*self._short, *(one for _, _, one in self._kept)], key=lambda one: FOUND.index(one.finding)):
            yield from (*self._card(one), "")

    def _card(self, one: Rightsized) -> Iterator[str]:
        yield from _wrapped(f"{_SIGNS[one.finding]} {one.resource}: {one.finding}", "")
        cost = f" · {money(one.usd_per_month)} a month" if one.usd_per_month is not None else ""
        yield from _wrapped(f"{one.count} × {one.instance_type} · {one.place} · {one.region}{cost}", "  ")
        for reason in one.reasons:
            yield from _wrapped(f"● {reason.text}", "  ")
        if one.better is not None:
            yield from self._better(one)
        for hint in one.hints:
            yield from _wrapped(f"~ {hint.text}", "  ")
        for note in one.notes:
            yield from _wrapped(f"! {note}", "  ")
        yield from _wrapped(f"confidence {one.confidence.level}: {one.confidence.why}", "  ")
        theirs = one.compute_optimizer
        if theirs is not None:
            yield from _wrapped(f"Compute Optimizer: {', '.join(_theirs(theirs))}", "  ")

    def _better(self, one: Rightsized) -> Iterator[str]:
        better = one.better
        if better is None:
            return
        saving = _saving(one)
        yield from _wrapped(
            f"→ {better.count} × {better.instance_type}: {money(better.usd_per_month)} a month, price {better.price}{saving}", "  "
        )
        if one.risk is not None:
            yield from _wrapped(f"risk {one.risk.level.replace('-', ' ')}", _INDENT)
            for step in one.risk.steps:
                yield from _wrapped(step, _INDENT + "  ")

    def _fleet(self, summary: Summary) -> Iterator[str]:
        yield from _columns(
            ("finding", [f"{_SIGNS[found]} {found}" for found in FOUND]),
            ("resources", [f"{summary.findings[found]:,}" for found in FOUND]),
            ("saves a month", [money(summary.savings[found]) if found in summary.savings else "" for found in FOUND]),
        )
        best = [one for _, _, one in sorted(self._kept, key=lambda entry: entry[:2], reverse=True) if (one.saving_usd_per_month or 0) > 0]
        if best:
            yield from ("", "Best savings", *_table(best))
        if self._short:
            yield from ("", "Too small", *_table(self._short))

    def _foot(self, summary: Summary) -> Iterator[str]:
        share = f" ({summary.saving:.0%})" if summary.saving else ""
        counted = f"{summary.resources:,} resource{'' if summary.resources == 1 else 's'}"
        failed = f", {summary.failed:,} rows that could not be read" if summary.failed else ""
        cost = f", {money(summary.usd_per_month)} a month" if summary.usd_per_month else ""
        yield from _wrapped(f"{counted}{failed}{cost}; {money(summary.saving_usd_per_month)} of it can be saved{share}.", "")
        if summary.extra_usd_per_month:
            yield from _wrapped(f"What is too small costs {money(summary.extra_usd_per_month)} a month more when it fits.", "")
        for note in head_notes(self._desk):
            yield from _wrapped(note, "")


def head_notes(desk: Desk) -> Iterator[str]:
    """What to know of every finding."""
    yield desk.words("note_network")
    if desk.settings.region != desk.knowledge.stamp.price_region:
        yield desk.words("note_estimated", region=desk.knowledge.stamp.price_region)
    if desk.settings.policy.savings_plans:
        yield desk.words("note_policy_plans")


def _theirs(theirs: Theirs) -> Iterator[str]:
    """Its finding in our words, its first option, what that saves."""
    yield theirs.finding.lower().replace("_", "-") or "no finding"
    if theirs.instance_type is not None:
        yield theirs.instance_type
    if theirs.saving_usd_per_month is not None:
        yield f"saves {money(theirs.saving_usd_per_month)} a month"


def _saving(one: Rightsized) -> str:
    value = one.saving_usd_per_month
    if value is None:
        return ""
    share = f" ({abs(one.saving):.0%})" if one.saving else ""
    return f", saves {money(value)}{share}" if value >= 0 else f", {money(-value)} more{share}"


def _table(rows: Sequence[Rightsized]) -> list[str]:
    return list(
        _columns(
            ("resource", [_short(one.resource) for one in rows]),
            ("now", [f"{one.count} × {one.instance_type}" for one in rows]),
            ("better", [_better_in_short(one) for one in rows]),
            ("a month", [_signed(one.saving_usd_per_month) for one in rows]),
            ("risk", [one.risk.level if one.risk is not None else "" for one in rows]),
        )
    )


def _better_in_short(one: Rightsized) -> str:
    if one.better is not None:
        return f"{one.better.count} × {one.better.instance_type}"
    return "stop" if one.finding == "idle" else "none found"


def _signed(saving: float | None) -> str:
    """What is saved, with the sign of the bill: less is −."""
    if saving is None:
        return ""
    return f"−{money(saving)}" if saving >= 0 else f"+{money(-saving)}"


def _short(name: str) -> str:
    """The telling end of a long name: that of an ARN is the resource."""
    last = name.rpartition("/")[2] if name.startswith("arn:") else name
    return last if len(last) <= _NAME else f"{last[: _NAME - 1]}…"


def _columns(*columns: tuple[str, list[str]]) -> Iterator[str]:
    made = [Column(name=head, head=head, unit="", cells=list(map(printable, cells)), numeric=head in _NUMERIC) for head, cells in columns]
    lines = table(fitting(made, ("risk",), WIDTH))
    return (line for number, line in enumerate(lines) if number != 1)  # no unit stands below a head


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(" ".join(text.split()), WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False)
