"""`make accuracy`: how far estimates lie from measurements of models that no fit had seen, as a page with tables and a plot.

Each model in turn is left out of the fit and of the ranges, and then predicted; measured pairs are not looked up.
"""

from __future__ import annotations

import math
import statistics
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from knowledge import load
from tui.maintenance.calibrate import unseen_errors
from tui.maintenance.cases import Case, cases
from tui.maintenance.ranges import Unseen, factor_of
from tui.maintenance.scatter import scatter

NAMES: Final = {"gpu": "GPU", "inferentia": "Inferentia", "trainium": "Trainium", "cpu": "CPU", "other": "Other"}
SHOWN: Final = {"throughput": "throughput", "latency": "latency", "token": "latency", "first-token": "first token"}
"""Quantity -> the table it counts in: time per token is a latency too."""
DOCS: Final = Path("docs")
INTRODUCTION: Final = """# Accuracy

How far the estimates lie from published measurements. Written by `make accuracy`; not for editing.

Every model in turn is left out, with all its measurements: the coefficients are fitted without it, the ranges are
drawn without it, and its measurements are predicted. Look-up of measured pairs is off. The error factor is predicted over measured,
or its inverse, whichever is larger. A range is meant to contain nine measurements of ten.
"""


class Said(NamedTuple):
    """One prediction of something unseen."""

    case: Case
    quantity: str
    error: float
    """Logarithm of predicted over measured."""
    range: float
    """Factor below and above the estimate."""


def main() -> int:
    """Print the tables, and write them with the plot into `docs`."""
    every = cases(load())
    unseen = [
        unseen_errors(group, [case for case in every if case.group == group]) for group in dict.fromkeys(case.group for case in every)
    ]
    whole = [one for errors in unseen for one in errors]
    said = [one for errors in unseen for one in _said(errors, whole)]
    lines = list(page(said))
    DOCS.mkdir(exist_ok=True)
    (DOCS / "accuracy.md").write_text("\n".join([INTRODUCTION, *lines]) + "\n", encoding="utf-8")
    points = [(case_value(one), one.error, NAMES[one.case.device.processor]) for one in said if SHOWN[one.quantity] == "throughput"]
    (DOCS / "accuracy.svg").write_text(scatter(points), encoding="utf-8")
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


def page(said: Sequence[Said]) -> Iterator[str]:
    """The tables in Markdown."""
    yield from ("![Predicted against measured throughput](accuracy.svg)",)
    for table in ("throughput", "latency", "first token"):
        part = [one for one in said if SHOWN[one.quantity] == table]
        yield from ("", f"## {table.capitalize()}", "", *_table(part))


def case_value(one: Said) -> float:
    """The measured throughput."""
    return one.case.measurement.throughput or 1.0


def _said(own: Unseen, every: Unseen) -> Iterator[Said]:
    """Predictions of one group, each with the range that all other models draw; `every` holds those of all processors."""
    ranges: dict[tuple[str, str, str], float] = {}
    for case, quantity, error in own:
        key = (case.model, case.kind, quantity)
        if key not in ranges:
            others, all_others = ([one for one in errors if one[0].model != case.model] for errors in (own, every))
            ranges[key] = factor_of(case.kind, quantity, others, all_others)
        yield Said(case, quantity, error, ranges[key])


def _table(said: Sequence[Said]) -> Iterator[str]:
    yield "| | measurements | models | median factor | 90 % within | within 2.0 | in range | width |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    yield _row("**all**", said)
    groups: tuple[tuple[Callable[[Said], str], str], ...] = (
        (lambda one: NAMES[one.case.device.processor], "**{}**"),
        (lambda one: f"{NAMES[one.case.device.processor]}, {one.case.kind}", "{}"),
        (lambda one: one.case.device.name, "{}"),
    )
    for key, form in groups:
        parts: dict[str, list[Said]] = defaultdict(list)
        for one in said:
            parts[key(one)].append(one)
        yield from (_row(form.format(name), parts[name]) for name in sorted(parts))


def _row(name: str, said: Sequence[Said]) -> str:
    factors = sorted(math.exp(abs(one.error)) for one in said)
    inside = sum(abs(one.error) <= math.log(one.range) for one in said) / len(said)
    near = sum(factor <= 2 for factor in factors) / len(factors)  # noqa: PLR2004  # the bar: twice or half
    width = statistics.median(one.range**2 for one in said)
    ninth = factors[min(math.ceil(len(factors) * 0.9), len(factors)) - 1]
    models = len({one.case.model for one in said})
    return f"| {name} | {len(said)} | {models} | {statistics.median(factors):.2f} | {ninth:.2f} | {near:.0%} | {inside:.0%} | {width:.1f} |"


if __name__ == "__main__":
    sys.exit(main())
