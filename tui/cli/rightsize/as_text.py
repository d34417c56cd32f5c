"""Findings as text: a few resources one by one, a fleet as its sums and its best savings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.decision.wording import money
from engine.handover.rightsize import FOUND, Desk, Failed, Rightsized, Summary
from engine.handover.rightsize.largest import Largest
from tui.cli.rightsize.card import SIGNS, card, wrapped
from tui.cli.streams import printable
from tui.cli.table import WIDTH, Column, fitting, table

_FEW: Final = 5
"""Resources that are told one by one."""
_NAME: Final = 30
"""Characters of a resource's name in a table."""
_NUMERIC: Final = frozenset({"resources", "saves a month", "a month"})


class Text:
    """Keeps the resources that matter most, and tells them at the end."""

    def __init__(self, desk: Desk, limit: int) -> None:
        """At most `limit` resources are told."""
        self._desk, self._limit = desk, limit
        self._large, self._small = Largest[Rightsized](limit), Largest[Rightsized](limit)

    def begin(self) -> None:
        """Nothing: sums come first, and are known last."""

    def add(self, one: Rightsized | Failed) -> None:
        """Keep it while it is among those that matter."""
        if isinstance(one, Failed):
            return
        if one.finding == "under-provisioned":
            self._small.add(_severity(one), one)
        else:
            self._large.add(one.saving_usd_per_month or 0.0, one)

    def end(self, summary: Summary, notes: tuple[str, ...]) -> None:
        """Everything."""
        del notes  # they were told as they came up
        if not summary.resources and summary.failed:
            return
        lines = list(self._few() if summary.resources <= min(_FEW, self._limit) else self._fleet(summary))
        print(printable("\n".join([*lines, "", *self._foot(summary)]).lstrip("\n")))

    def _few(self) -> Iterator[str]:
        for one in sorted((*self._small.items(), *self._large.items()), key=lambda one: FOUND.index(one.finding)):
            yield from ("", *card(one))

    def _fleet(self, summary: Summary) -> Iterator[str]:
        yield from _columns(
            ("finding", [f"{SIGNS[found]} {found}" for found in FOUND]),
            ("resources", [f"{summary.findings[found]:,}" for found in FOUND]),
            ("saves a month", [money(summary.savings[found]) if found in summary.savings else "" for found in FOUND]),
        )
        best = [one for one in self._large.items() if (one.saving_usd_per_month or 0) > 0]
        if best:
            yield from ("", "Best savings", *_table(best))
        if self._small.items():
            yield from ("", "Too small", *_table(self._small.items()))

    def _foot(self, summary: Summary) -> Iterator[str]:
        yield from wrapped(f"{_counted(summary)}{_cost(summary)}.")
        if summary.extra_usd_per_month:
            yield from wrapped(f"What is too small costs {money(summary.extra_usd_per_month)} a month more when it fits.")
        for note in foot_notes(self._desk, summary):
            yield from wrapped(note)


def _counted(summary: Summary) -> str:
    failed = f", {_number(summary.failed, 'row')} that could not be read" if summary.failed else ""
    return _number(summary.resources, "resource") + failed


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _cost(summary: Summary) -> str:
    if not summary.usd_per_month:
        return ""
    cost = f", {money(summary.usd_per_month)} a month; "
    if not summary.saving_usd_per_month:
        return f"{cost}nothing of it can be saved"
    return f"{cost}{money(summary.saving_usd_per_month)} of it can be saved ({summary.saving or 0:.0%})"


def _severity(one: Rightsized) -> float:
    """How far the worst of its figures is over its threshold."""
    return max((reason.value / reason.threshold for reason in one.reasons if reason.value and reason.threshold), default=0.0)


def foot_notes(desk: Desk, summary: Summary) -> Iterator[str]:
    """What to know of all findings."""
    yield desk.words("note_network")
    if summary.estimated_prices:
        yield desk.words("note_estimated", count=f"{summary.estimated_prices:,}", region=desk.knowledge.stamp.price_region)
    if desk.settings.policy.savings_plans:
        yield desk.words("note_policy_plans")


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
