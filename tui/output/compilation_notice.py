"""Says on a terminal that the base is being compiled, where that takes more than a moment."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from typing import Final

from knowledge.compilation_progress import listen_to_compilation

_PATIENCE_S: Final = 1.0
"""Seconds after which a person begins to wonder."""
_SENTENCE: Final = "Reading the knowledge base, once after an installation or a change:"


class _Notice:
    """One line on standard error that is written over as the compilation advances, and wiped at its end."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._shown = -1

    def show(self, share: float) -> None:
        """Show the share that is done."""
        percent = round(share * 100)
        if share == 0:
            self._begun = time.monotonic()
        if share >= 1:
            self.wipe()
        elif percent != self._shown and time.monotonic() - self._begun > _PATIENCE_S:
            if self._shown < 0 or _can_rewrite():
                self._write(f"\r{_SENTENCE} {percent} %" if _can_rewrite() else f"{_SENTENCE.removesuffix(':')}.\n")
            self._shown = percent

    def wipe(self) -> None:
        """Leave the line as it was."""
        if self._shown >= 0 and _can_rewrite():
            self._write("\r\x1b[K")
        self._shown = -1

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError):
            sys.stderr.write(text)
            sys.stderr.flush()


@contextlib.contextmanager
def show_compilation() -> Iterator[None]:
    """Show compilations until the block ends, on a terminal; a file or a program that reads standard error gets nothing of it."""
    if not sys.stderr.isatty():
        yield
        return
    notice = _Notice()
    with listen_to_compilation(notice.show):
        try:
            yield
        finally:
            notice.wipe()


def _can_rewrite() -> bool:
    return os.environ.get("TERM", "dumb") not in ("", "dumb")
