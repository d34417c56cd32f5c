"""How far a long run is: on standard error, a line that is written over where a person looks on."""

from __future__ import annotations

import sys
from typing import Final

from tui.cli.streams import printable

_EVERY: Final = 1_000
_EVERY_LINE: Final = 25_000
"""Resources between two lines where nobody looks on: a log is read later."""


class Progress:
    """Counts resources; says so now and then."""

    def __init__(self) -> None:
        """Nothing is said before the first thousand."""
        self._done = 0
        self._watched = sys.stderr is not None and sys.stderr.isatty()
        self._open = False

    def step(self) -> None:
        """One more resource is read."""
        self._done += 1
        if self._watched and not self._done % _EVERY:
            print(f"\r{self._done:,} resources", end="", file=sys.stderr, flush=True)
            self._open = True
        elif not self._watched and not self._done % _EVERY_LINE:
            print(f"{self._done:,} resources", file=sys.stderr, flush=True)

    def tell(self, line: str) -> None:
        """A line of its own, beside the count."""
        self.end()
        print(printable(line), file=sys.stderr)

    def end(self) -> None:
        """Finish the line that is written over."""
        if self._open:
            print(file=sys.stderr)
            self._open = False
