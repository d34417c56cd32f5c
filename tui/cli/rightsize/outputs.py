"""Results as they go out: one JSON document, a JSON line each, a CSV row each, or text."""

from __future__ import annotations

import abc
import csv
import sys
from typing import Final

from engine.handover.rightsize import Failed, FleetContext, Rightsized, Summary
from tui.output.json_text import encode_json_line
from tui.output.streams import replace_controls

_MAX_ERRORS: Final = 1_000
_CSV_FIELDS: Final = (
    *("resource", "kind", "region", "place", "instance_type", "count", "finding"),
    *("usd_per_month", "saving_usd_per_month", "saving"),
)
"""Columns that are fields of a result."""
_CSV_HEAD: Final = (
    *("resource", "kind", "region", "place", "instance_type", "count", "finding", "reasons", "usd_per_month"),
    *("better_instance_type", "better_count", "better_usd_per_month", "saving_usd_per_month", "saving"),
    *("risk", "confidence", "hints", "row", "error"),
)


class Output(abc.ABC):
    """Takes results one by one."""

    def begin(self) -> None:  # noqa: B027  # some outputs have no head
        """Write what stands before the first result."""

    @abc.abstractmethod
    def add(self, one: Rightsized | Failed) -> None:
        """Write a result, or keep what the end needs of it."""

    def end(self, summary: Summary, notes: tuple[str, ...]) -> None:
        """Write what stands behind the last; unless the output has a place for them, the sums go to standard error."""
        del notes
        print(_json_line({"summary": summary}), file=sys.stderr)


class DocumentOutput(Output):
    """One JSON document, written as the results come: it is never held as a whole."""

    def __init__(self, context: FleetContext) -> None:
        """Hold the errors alone, which stand at the end."""
        self._context = context
        self._errors: list[Failed] = []
        self._separator = "\n"

    def begin(self) -> None:
        """Write what the findings rest on."""
        head = {"schema": 1, "catalog_as_of": self._context.knowledge.stamp.as_of, "lens": self._context.settings.lens}
        print(f'{_json_line(head)[:-1]},\n"resources":[', end="")

    def add(self, one: Rightsized | Failed) -> None:
        """Write a result on a line of its own."""
        if isinstance(one, Failed):
            self._errors += [one] if len(self._errors) < _MAX_ERRORS else []
            return
        print(self._separator, _json_line(one), sep="", end="")
        self._separator = ",\n"

    def end(self, summary: Summary, notes: tuple[str, ...]) -> None:
        """Write errors, notes and sums."""
        end = {
            "errors": self._errors,
            "notes": notes,
            "sources": self._context.knowledge.weights["rightsize"].sources,
            "policy": self._context.settings.policy.applied_terms(),
            "summary": summary,
        }
        print(f"\n],\n{_json_line(end)[1:]}")


class LineOutput(Output):
    """A line of JSON for each resource and each row that failed."""

    def add(self, one: Rightsized | Failed) -> None:
        """Write one line, at once."""
        sys.stdout.buffer.write(encode_json_line(one) + b"\n")

    def end(self, summary: Summary, notes: tuple[str, ...]) -> None:
        """Write the sums to standard error, after all lines."""
        sys.stdout.buffer.flush()
        super().end(summary, notes)


class CsvOutput(Output):
    """A row of CSV for each resource and each row that failed."""

    def __init__(self) -> None:
        """Write to standard output."""
        from quizzes.exchange.formula_guard import guard_formula  # noqa: PLC0415  # its package loads all formats of quizzes: 0.2 s

        self._guard_formula = guard_formula
        self._writer = csv.writer(sys.stdout, lineterminator="\n")

    def begin(self) -> None:
        """Write the head."""
        self._writer.writerow(_CSV_HEAD)

    def add(self, one: Rightsized | Failed) -> None:
        """Write one row, at once."""
        cells = _failed_cells(one) if isinstance(one, Failed) else _result_cells(one)
        self._writer.writerow([self._format_cell(cells.get(name)) for name in _CSV_HEAD])

    def _format_cell(self, value: object) -> str:
        """Text that no spreadsheet runs; figures with the digits that matter."""
        if value is None:
            return ""
        return f"{value:.10g}" if isinstance(value, float) else self._guard_formula(replace_controls(str(value)))


def _result_cells(one: Rightsized) -> dict[str, object]:
    cells: dict[str, object] = {name: getattr(one, name) for name in _CSV_FIELDS}
    if one.better is not None:
        better = one.better
        cells |= {"better_instance_type": better.instance_type, "better_count": better.count, "better_usd_per_month": better.usd_per_month}
    return cells | {
        "reasons": " ".join(reason.code for reason in one.reasons),
        "risk": one.risk.level if one.risk is not None else None,
        "confidence": one.confidence.level,
        "hints": " ".join(hint.code for hint in one.hints),
    }


def _failed_cells(one: Failed) -> dict[str, object]:
    return {"resource": one.resource, "row": one.row, "error": f"{one.source}: {one.error}"}


def _json_line(document: object) -> str:
    return encode_json_line(document).decode()
