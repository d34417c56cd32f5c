"""What was measured in one run: each with its bar, whether that was kept, and how it stands to a reference of the same run."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence

Say = Callable[[str], None]


class Ledger:
    """Says a line per measure, and keeps what a history compares."""

    def __init__(self, say: Say = print) -> None:
        """Begin with nothing measured."""
        self.say = say
        self.relative: dict[str, float] = {}
        """Measure -> how many times its reference it took; more is slower on any machine."""
        self.missed = 0
        """Bars."""

    def reference(self, name: str, seconds: Sequence[float]) -> float:
        """Say what a reference took; the median, s."""
        taken = statistics.median(seconds)
        self.say(f"{f'reference: {name}':46} {taken * 1e3:7.1f} ms   median of {len(seconds)}")
        return taken

    def ratio(self, name: str, seconds: Sequence[float], reference: float, bar: float) -> None:
        """Something whose bar is so many times the `reference`, s."""
        taken = statistics.median(seconds)
        self.relative[name] = taken / reference
        told = f"{taken / reference:4.2f} × reference, bar {bar} {self.verdict(missed=taken / reference > bar)}"
        self.say(f"{name:46} {taken * 1e3:7.1f} ms   {told}")

    def note(self, name: str, relative: float, bar: float) -> str:
        """Something whose line is said elsewhere, as so many times its reference; the words that the line ends with."""
        self.relative[name] = relative
        return f"{relative:5.2f} × reference, bar {bar:g} {self.verdict(missed=relative > bar)}"

    def verdict(self, *, missed: bool) -> str:
        """The last word of a line; a bar that is missed is counted."""
        self.missed += missed
        return "MISSED" if missed else "ok"
