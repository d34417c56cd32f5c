"""Findings as text: a few resources one by one, a fleet as its sums and its best savings."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from engine.handover.rightsize import FINDINGS, Failed, Finding, FleetContext, Rightsized, Summary, Theirs
from engine.handover.rightsize.finding import Fit
from engine.handover.rightsize.judge import Largest
from engine.number_format import format_money
from tui.cli.rightsize.outputs import Output
from tui.cli.table import WIDTH, Column, fit_columns, render_table
from tui.output.streams import replace_controls

_FEW: Final = 5
"""Resources that are told one by one."""
_MAX_NAME: Final = 30
"""Characters of a resource's name in a table."""
_INDENT: Final = "  "
_NUMERIC: Final = frozenset({"resources", "saves a month", "a month"})
_SIGNS: Final[dict[Finding, str]] = {
    "over-provisioned": "↓",
    "under-provisioned": "↑",
    "right-sized": "=",
    "idle": "○",
    "not-enough-data": "?",
}


class TextOutput(Output):
    """Keeps the resources that matter most, and prints them at the end."""

    def __init__(self, context: FleetContext, limit: int) -> None:
        """Print at most `limit` resources."""
        self._context, self._limit = context, limit
        self._savings, self._too_small = Largest[Rightsized](limit), Largest[Rightsized](limit)

    def add(self, one: Rightsized | Failed) -> None:
        """Keep it while it is among those that matter."""
        if isinstance(one, Failed):
            return
        if one.finding == "under-provisioned":
            self._too_small.add(_severity(one), one)
        else:
            self._savings.add(one.saving_usd_per_month or 0.0, one)

    def end(self, summary: Summary, notes: tuple[str, ...]) -> None:
        """Print everything; `notes` were printed as they came up."""
        del notes
        if not summary.resources and summary.failed:
            return
        lines = self._render_each() if summary.resources <= min(_FEW, self._limit) else self._render_fleet(summary)
        print(replace_controls("\n".join([*lines, "", *self._render_sums(summary)]).lstrip("\n")))

    def _render_each(self) -> Iterator[str]:
        for one in sorted((*self._too_small.items(), *self._savings.items()), key=lambda one: FINDINGS.index(one.finding)):
            yield from ("", *_render_resource(one))

    def _render_fleet(self, summary: Summary) -> Iterator[str]:
        yield from _render_table(
            ("finding", [f"{_SIGNS[finding]} {finding}" for finding in FINDINGS]),
            ("resources", [f"{summary.findings[finding]:,}" for finding in FINDINGS]),
            ("saves a month", [format_money(summary.savings[finding]) if finding in summary.savings else "" for finding in FINDINGS]),
        )
        best = [one for one in self._savings.items() if (one.saving_usd_per_month or 0) > 0]
        for title, resources in (("Best savings", best), ("Too small", self._too_small.items())):
            if resources:
                yield from ("", title, *_render_resources(resources))

    def _render_sums(self, summary: Summary) -> Iterator[str]:
        yield from _wrap(f"{_describe_counts(summary)}{_describe_cost(summary)}.")
        if summary.extra_usd_per_month:
            yield from _wrap(f"What is too small costs {format_money(summary.extra_usd_per_month)} a month more when it fits.")
        for note in general_notes(self._context, summary):
            yield from _wrap(note)


def general_notes(context: FleetContext, summary: Summary) -> Iterator[str]:
    """What to know of all findings."""
    yield context.say("note_network")
    if summary.estimated_prices:
        yield context.say("note_estimated", count=f"{summary.estimated_prices:,}", region=context.knowledge.stamp.price_region)
    if context.settings.policy.savings_plans:
        yield context.say("note_policy_plans")


def _severity(one: Rightsized) -> float:
    """The highest ratio of a figure to its threshold."""
    return max((reason.value / reason.threshold for reason in one.reasons if reason.value and reason.threshold), default=0.0)


def _describe_counts(summary: Summary) -> str:
    failed = f", {_count_noun(summary.failed, 'row')} that could not be read" if summary.failed else ""
    return _count_noun(summary.resources, "resource") + failed


def _count_noun(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _describe_cost(summary: Summary) -> str:
    if not summary.usd_per_month:
        return ""
    cost = f", {format_money(summary.usd_per_month)} a month; "
    if not summary.saving_usd_per_month:
        return f"{cost}nothing of it can be saved"
    return f"{cost}{format_money(summary.saving_usd_per_month)} of it can be saved ({summary.saving or 0:.0%})"


def _render_resources(rows: Sequence[Rightsized]) -> Iterator[str]:
    return _render_table(
        ("resource", [_shorten_name(one.resource) for one in rows]),
        ("now", [f"{one.count} × {one.instance_type}" for one in rows]),
        ("better", [_describe_better(one) for one in rows]),
        ("a month", [_signed_saving(one.saving_usd_per_month) for one in rows]),
        ("risk", [one.risk.level if one.risk is not None else "" for one in rows]),
    )


def _describe_better(one: Rightsized) -> str:
    if one.better is not None:
        return f"{one.better.count} × {one.better.instance_type}"
    return "stop" if one.finding == "idle" else "none found"


def _signed_saving(saving: float | None) -> str:
    """A saving with the sign of the change of the bill: − for less."""
    if saving is None:
        return ""
    return f"−{format_money(saving)}" if saving >= 0 else f"+{format_money(-saving)}"


def _shorten_name(name: str) -> str:
    """A name that fits its column; of an ARN only the resource."""
    last = name.rpartition("/")[2] if name.startswith("arn:") else name
    return last if len(last) <= _MAX_NAME else f"{last[: _MAX_NAME - 1]}…"


def _render_table(*columns: tuple[str, list[str]]) -> Iterator[str]:
    built = [Column(head, head, "", list(map(replace_controls, cells)), numeric=head in _NUMERIC) for head, cells in columns]
    lines = render_table(fit_columns(built, ("risk",), WIDTH))
    return (line for number, line in enumerate(lines) if number != 1)  # no unit stands below a head


def _render_resource(one: Rightsized) -> Iterator[str]:
    """One resource in full: what it is, why it is found to be that, what would be better, and how sure that is."""
    yield from _wrap(f"{_SIGNS[one.finding]} {one.resource}: {one.finding}")
    cost = f" · {format_money(one.usd_per_month)} a month" if one.usd_per_month is not None else ""
    yield from _wrap(f"{one.count} × {one.instance_type} · {one.place} · {one.region}{cost}", _INDENT)
    for reason in one.reasons:
        yield from _wrap(f"● {reason.text}", _INDENT)
    if one.better is not None:
        yield from _render_better(one, one.better)
    for hint in one.hints:
        yield from _wrap(f"~ {hint.text}", _INDENT)
    for note in one.notes:
        yield from _wrap(f"! {note}", _INDENT)
    yield from _wrap(f"confidence {one.confidence.level}: {one.confidence.why}", _INDENT)
    if one.compute_optimizer is not None:
        yield from _wrap(f"Compute Optimizer: {', '.join(_describe_theirs(one.compute_optimizer))}", _INDENT)


def _render_better(one: Rightsized, better: Fit) -> Iterator[str]:
    machines, cost = f"{better.count} × {better.instance_type}", format_money(better.usd_per_month)
    yield from _wrap(f"→ {machines}: {cost} a month, price {better.price}{_describe_saving(one)}", _INDENT)
    if one.risk is not None:
        yield from _wrap(f"risk {one.risk.level.replace('-', ' ')}", _INDENT * 2)
        for step in one.risk.steps:
            yield from _wrap(step, _INDENT * 3)


def _describe_theirs(theirs: Theirs) -> Iterator[str]:
    """Its finding in our words, its first option, what that saves."""
    yield theirs.finding.lower().replace("_", "-") or "no finding"
    if theirs.instance_type is not None:
        yield theirs.instance_type
    if theirs.saving_usd_per_month is not None:
        yield f"saves {format_money(theirs.saving_usd_per_month)} a month"


def _describe_saving(one: Rightsized) -> str:
    value = one.saving_usd_per_month
    if value is None:
        return ""
    share = f" ({abs(one.saving):.0%})" if one.saving else ""
    return f", saves {format_money(value)}{share}" if value >= 0 else f", {format_money(-value)} more{share}"


def _wrap(text: str, indent: str = "") -> list[str]:
    """Lines of the width; those after the first stand further in."""
    return textwrap.wrap(" ".join(text.split()), WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False)
