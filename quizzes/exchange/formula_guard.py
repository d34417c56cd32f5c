"""Cells that a spreadsheet would run: made harmless on the way out, and themselves again on the way in."""

from __future__ import annotations

import re
from typing import Final

_STEERS: Final = re.compile(r"'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])")
"""How a cell begins that a spreadsheet takes for a formula, with the apostrophes already before it."""


def guard_formula(cell: str) -> str:
    """`cell` with an apostrophe before it where a spreadsheet would take it for a formula."""
    return f"'{cell}" if _STEERS.match(cell) else cell


def unguard_formula(cell: str) -> str:
    """`cell` without the apostrophe of `harmless`."""
    return cell[1:] if cell.startswith("'") and _STEERS.match(cell) else cell
