"""How often Sizewise answers as others published, drawn from the table in docs/agreement.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tui.maintenance.reference import drawing

PAGE: Final = Path(__file__).parents[3] / "docs" / "agreement.md"
_ROW: Final = re.compile(r"^\| (?P<what>[^|]+) \| (?P<agree>\d+) \| (?P<stated>\d+) \| \d+% \|$", re.MULTILINE)
_WIDTH, _LEFT, _BAR, _STEP = 760, 330, 340, 28


class Agreed(NamedTuple):
    """One row: what was compared, how often it agrees, of how many."""

    what: str
    agree: int
    stated: int


def rows() -> list[Agreed]:
    """The rows of the table."""
    found = _ROW.finditer(PAGE.read_text(encoding="utf-8"))
    return [Agreed(row["what"].strip(), int(row["agree"]), int(row["stated"])) for row in found]


def drawn() -> str:
    """A bar for each row, as long as its share."""
    return drawing.svg(_WIDTH, _STEP * len(rows()) + 8, "Share of published answers that Sizewise agrees with", _shapes())


def _shapes() -> Iterator[str]:
    for index, row in enumerate(rows()):
        y, share = 4.0 + index * _STEP, row.agree / row.stated
        yield drawing.text(_LEFT - 10, y + 17, row.what, size=13, anchor="end")
        yield drawing.box(_LEFT, y + 3, _BAR, _STEP - 8)
        yield drawing.box(_LEFT, y + 3, _BAR * share, _STEP - 8, fill=drawing.ACCENT, stroke="none")
        yield drawing.text(_LEFT + _BAR + 10, y + 17, f"{row.agree} of {row.stated}", size=13)
