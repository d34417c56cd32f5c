"""One resource in full: what it is, why it is found to be that, what would be better, and how sure that is."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final

from engine.decision.wording import money
from engine.handover.rightsize import Found, Rightsized, Theirs
from tui.cli.table import WIDTH

SIGNS: Final[dict[Found, str]] = {
    "over-provisioned": "↓",
    "under-provisioned": "↑",
    "right-sized": "=",
    "idle": "○",
    "not-enough-data": "?",
}
_INDENT: Final = "    "


def card(one: Rightsized) -> Iterator[str]:
    """The lines of one resource."""
    yield from wrapped(f"{SIGNS[one.finding]} {one.resource}: {one.finding}")
    cost = f" · {money(one.usd_per_month)} a month" if one.usd_per_month is not None else ""
    yield from wrapped(f"{one.count} × {one.instance_type} · {one.place} · {one.region}{cost}", "  ")
    for reason in one.reasons:
        yield from wrapped(f"● {reason.text}", "  ")
    if one.better is not None:
        yield from _better(one)
    for hint in one.hints:
        yield from wrapped(f"~ {hint.text}", "  ")
    for note in one.notes:
        yield from wrapped(f"! {note}", "  ")
    yield from wrapped(f"confidence {one.confidence.level}: {one.confidence.why}", "  ")
    theirs = one.compute_optimizer
    if theirs is not None:
        yield from wrapped(f"Compute Optimizer: {', '.join(_theirs(theirs))}", "  ")


def _better(one: Rightsized) -> Iterator[str]:
    better = one.better
    if better is None:
        return
    saving = _saving(one)
    yield from wrapped(
        f"→ {better.count} × {better.instance_type}: {money(better.usd_per_month)} a month, price {better.price}{saving}", "  "
    )
    if one.risk is not None:
        yield from wrapped(f"risk {one.risk.level.replace('-', ' ')}", _INDENT)
        for step in one.risk.steps:
            yield from wrapped(step, _INDENT + "  ")


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


def wrapped(text: str, indent: str = "") -> list[str]:
    """Lines of the width; those after the first stand further in."""
    return textwrap.wrap(" ".join(text.split()), WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False)
