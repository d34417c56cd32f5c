"""The lines of a report: what was measured, its bar, and whether that was kept."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence

Say = Callable[[str], None]


def reference_line(name: str, seconds: Sequence[float], say: Say) -> float:
    """Say what the reference took; the median, s."""
    taken = statistics.median(seconds)
    say(f"{f'reference: {name}':46} {taken * 1e3:7.1f} ms   median of {len(seconds)}")
    return taken


def ratio_line(name: str, seconds: Sequence[float], reference: float, bar: float, say: Say) -> bool:
    """Say how many times the `reference`, s, something took in the median; whether that is above the bar."""
    taken = statistics.median(seconds)
    missed = taken / reference > bar
    say(f"{name:46} {taken * 1e3:7.1f} ms   {taken / reference:4.2f} × reference, bar {bar} {verdict(missed=missed)}")
    return missed


def limit_line(name: str, milliseconds: Sequence[float], bar: float, more: str, say: Say) -> bool:
    """Say how many milliseconds something took in the median, and `more` about it; whether that is above the bar."""
    taken = statistics.median(milliseconds)
    missed = taken > bar
    say(f"{name:46} {taken:7.1f} ms   bar {bar:g} ms {verdict(missed=missed)}; {more}")
    return missed


def verdict(*, missed: bool) -> str:
    """The last word of a line."""
    return "MISSED" if missed else "ok"
