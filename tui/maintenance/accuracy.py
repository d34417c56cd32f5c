"""`make accuracy`: the error of estimates for models that the fit has not seen, as a page with tables and a plot.

Leave-one-out: each model in turn is left out of the fit and of the ranges, and then predicted. Measured pairs are not looked up.
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
from tui.maintenance.error_ranges import BlindErrors, range_factor
from tui.maintenance.measured_cases import Case, list_cases
from tui.maintenance.scatter_plot import draw_scatter

PROCESSOR_NAMES: Final = {"gpu": "GPU", "inferentia": "Inferentia", "trainium": "Trainium", "cpu": "CPU", "other": "Other"}
TABLE_OF_QUANTITY: Final = {"throughput": "throughput", "latency": "latency", "token": "latency", "first-token": "first token"}
"""Quantity -> the table that it counts in; time per token counts as latency."""
DOCS: Final = Path("docs")
INTRODUCTION: Final = """# Accuracy

How far the estimates lie from published measurements. Written by `make accuracy`; not for editing.

Every model in turn is left out, with all its measurements: the coefficients are fitted without it, the ranges are
drawn without it, and its measurements are predicted. Look-up of measured pairs is off. The error factor is predicted over measured,
or its inverse, whichever is larger. A range is meant to contain nine measurements of ten.
"""


class BlindPrediction(NamedTuple):
    """A prediction of a measurement that neither fit nor range has seen."""

    case: Case
    quantity: str
    error: float
    """Logarithm of predicted over measured."""
    range: float
    """Factor below and above the estimate."""


def main() -> int:
    """Print the tables, and write them with the plot into `docs`."""
    every = list_cases(load())
    unseen = [
        unseen_errors(group, [case for case in every if case.processor_group == group])
        for group in dict.fromkeys(case.processor_group for case in every)
    ]
    whole = [one for errors in unseen for one in errors]
    said = [one for errors in unseen for one in _predict_group(errors, whole)]
    lines = list(accuracy_page(said))
    DOCS.mkdir(exist_ok=True)
    (DOCS / "accuracy.md").write_text("\n".join([INTRODUCTION, *lines]) + "\n", encoding="utf-8")
    points = [
        (measured_throughput(one), one.error, PROCESSOR_NAMES[one.case.device.processor])
        for one in said
        if TABLE_OF_QUANTITY[one.quantity] == "throughput"
    ]
    (DOCS / "accuracy.svg").write_text(draw_scatter(points), encoding="utf-8")
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


def accuracy_page(said: Sequence[BlindPrediction]) -> Iterator[str]:
    """The tables in Markdown."""
    yield from ("![Predicted against measured throughput](accuracy.svg)",)
    for table in ("throughput", "latency", "first token"):
        part = [one for one in said if TABLE_OF_QUANTITY[one.quantity] == table]
        yield from ("", f"## {table.capitalize()}", "", *_accuracy_table(part))


def measured_throughput(one: BlindPrediction) -> float:
    """The measured throughput."""
    return one.case.measurement.throughput or 1.0


def _predict_group(own: BlindErrors, every: BlindErrors) -> Iterator[BlindPrediction]:
    """Predictions of one processor group, each with the range from all other models. `every` holds the errors of all groups."""
    ranges: dict[tuple[str, str, str], float] = {}
    for case, quantity, error in own:
        key = (case.model, case.spread_kind, quantity)
        if key not in ranges:
            others, all_others = ([one for one in errors if one[0].model != case.model] for errors in (own, every))
            ranges[key] = range_factor(case.spread_kind, quantity, others, all_others)
        yield BlindPrediction(case, quantity, error, ranges[key])


def _accuracy_table(said: Sequence[BlindPrediction]) -> Iterator[str]:
    yield "| | measurements | models | median factor | 90 % within | within 2.0 | in range | width |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    yield _accuracy_row("**all**", said)
    groups: tuple[tuple[Callable[[BlindPrediction], str], str], ...] = (
        (lambda one: PROCESSOR_NAMES[one.case.device.processor], "**{}**"),
        (lambda one: f"{PROCESSOR_NAMES[one.case.device.processor]}, {one.case.spread_kind}", "{}"),
        (lambda one: one.case.device.name, "{}"),
    )
    for key, form in groups:
        parts: dict[str, list[BlindPrediction]] = defaultdict(list)
        for one in said:
            parts[key(one)].append(one)
        yield from (_accuracy_row(form.format(name), parts[name]) for name in sorted(parts))


def _accuracy_row(name: str, said: Sequence[BlindPrediction]) -> str:
    factors = sorted(math.exp(abs(one.error)) for one in said)
    inside = sum(abs(one.error) <= math.log(one.range) for one in said) / len(said)
    near = sum(factor <= 2 for factor in factors) / len(factors)  # noqa: PLR2004  # the bar: twice or half
    width = statistics.median(one.range**2 for one in said)
    ninth = factors[min(math.ceil(len(factors) * 0.9), len(factors)) - 1]
    models = len({one.case.model for one in said})
    return f"| {name} | {len(said)} | {models} | {statistics.median(factors):.2f} | {ninth:.2f} | {near:.0%} | {inside:.0%} | {width:.1f} |"


if __name__ == "__main__":
    sys.exit(main())
