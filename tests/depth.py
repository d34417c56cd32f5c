"""How far the tests look: enough in every run, far with SIZEWISE_LONG=1 (`make soak`)."""

from __future__ import annotations

import os
from typing import Final

LONG: Final = os.environ.get("SIZEWISE_LONG") == "1"


def rounds(quick: int, long: int) -> int:
    """How many kills, events or examples a test takes: `quick` in an ordinary run, `long` in a long one."""
    return long if LONG else quick
