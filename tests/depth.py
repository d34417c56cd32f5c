"""How far the tests look: a little in every run, N times as far with SIZEWISE_DEPTH=N, to the end with SIZEWISE_LONG=1 (`make soak`)."""

from __future__ import annotations

import os
from typing import Final

LONG: Final = os.environ.get("SIZEWISE_LONG") == "1"
DEPTH: Final = int(os.environ.get("SIZEWISE_DEPTH", "1"))
"""How many times as far as in an ordinary run, where it is not LONG."""


def rounds(quick: int, long: int) -> int:
    """How many kills, events or examples a test takes, or every how many of a list: `quick` in an ordinary run, `long` in a long one."""
    if LONG:
        return long
    return min(long, quick * DEPTH) if long >= quick else max(long, quick // DEPTH)
