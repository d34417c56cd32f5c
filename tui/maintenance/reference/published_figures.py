"""A summary of docs/accuracy.md as a table, and of docs/agreement.md as a bar chart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tui.maintenance.reference import drawing

DOCS: Final = Path(__file__).parents[3] / "docs"
_PART: Final = re.compile(r"^(?:## (?P<table>.+)|\| \*\*(?P<who>[^*]+)\*\* (?P<cells>\|.*\|))$", re.MULTILINE)
_ROW: Final = re.compile(r"^\| (?P<what>[^|]+) \| (?P<agree>\d+) \| (?P<stated>\d+) \| \d+% \|$", re.MULTILINE)
_HEAD: Final = """| quantity | on | measurements | models | median factor | 90 % within | within 2.0 | in range | width |
|---|---|---:|---:|---:|---:|---:|---:|---:|
"""
_WIDTH, _LEFT, _BAR, _STEP = 760, 330, 340, 28


class AgreementRow(NamedTuple):
    """One row: what was compared, how often it agrees, of how many."""

    what: str
    agree: int
    stated: int


def agreement_rows() -> list[AgreementRow]:
    """The rows of the table."""
    found = _ROW.finditer((DOCS / "agreement.md").read_text(encoding="utf-8"))
    return [AgreementRow(row["what"].strip(), int(row["agree"]), int(row["stated"])) for row in found]


def accuracy_table() -> str:
    """The lines of docs/accuracy.md for all devices and for each kind, with the quantity that they are of."""
    lines, quantity = [], ""
    for found in _PART.finditer((DOCS / "accuracy.md").read_text(encoding="utf-8")):
        quantity = found["table"] or quantity
        if found["who"]:
            lines.append(f"| {quantity} | {found['who']} {found['cells']}\n")
    return _HEAD + "".join(lines)


def accuracy_plot() -> str:
    """The plot of docs/accuracy.md on the ground of the page, its words and lines in the page's colours."""
    plot = (DOCS / "accuracy.svg").read_text(encoding="utf-8")
    on_page = plot.replace("<svg ", f'<svg width="100%" role="img" fill="{drawing.INK}" ', 1).replace('"#ffffff"', '"none"')
    return on_page.replace('"#999999"', f'"{drawing.FAINT}"')


def agreement_drawing() -> str:
    """A bar for each row, as long as its share."""
    return drawing.draw_svg(_WIDTH, _STEP * len(agreement_rows()) + 8, "Share of published answers that Sizewise agrees with", _draw_bars())


def _draw_bars() -> Iterator[str]:
    for index, row in enumerate(agreement_rows()):
        y, share = 4.0 + index * _STEP, row.agree / row.stated
        yield drawing.draw_text(_LEFT - 10, y + 17, row.what, size=13, anchor="end")
        yield drawing.draw_box(_LEFT, y + 3, _BAR, _STEP - 8)
        yield drawing.draw_box(_LEFT, y + 3, _BAR * share, _STEP - 8, fill=drawing.ACCENT, stroke="none")
        yield drawing.draw_text(_LEFT + _BAR + 10, y + 17, f"{row.agree} of {row.stated}", size=13)
