"""Results as they go out: one JSON document, a JSON line each, a CSV row each, or text."""

from __future__ import annotations

import argparse
import csv
import sys
from typing import Final, Protocol

from engine.handover.rightsize import Desk, Failed, Rightsized, Summary
from quizzes.exchange.formulas import harmless
from tui.cli.json_text import json_line
from tui.cli.rightsize.as_text import Text
from tui.cli.streams import printable

_MOST_ERRORS: Final = 1_000


class Output(Protocol):
    """Takes results one by one."""

    def begin(self) -> None:
        """Write what stands before the first result."""

    def add(self, one: Rightsized | Failed) -> None:
        """Write a result, or keep what the end needs of it."""

    def end(self, summary: Summary, notes: tuple[str, ...]) -> None:
        """Write what stands behind the last."""


def output_for(arguments: argparse.Namespace, desk: Desk, limit: int) -> Output:
    """The output that was asked for."""
    if arguments.json:
        return Document(desk)
    if arguments.jsonl:
        return Lines()
    return Rows() if arguments.csv else Text(desk, limit)


class Document:
    """One JSON document, written as the results come: it is never held as a whole."""

    def __init__(self, desk: Desk) -> None:
        """Its head says what the findings rest on."""
        self._desk = desk
        self._errors: list[Failed] = []
        self._first = True

    def begin(self) -> None:
        """The head."""
        head = {"schema": 1, "catalog_as_of": self._desk.knowledge.stamp.as_of, "lens": self._desk.settings.lens}
        print(f'{_line(head)[:-1]},\n"resources":[', end="")

    def add(self, one: Rightsized | Failed) -> None:
        """A result on a line of its own."""
        if isinstance(one, Failed):
            self._errors += [one] if len(self._errors) < _MOST_ERRORS else []
            return
        print("\n" if self._first else ",\n", end="")
        print(_line(one), end="")
        self._first = False

    def end(self, summary: Summary, notes: tuple[str, ...]) -> None:
        """Errors, notes and sums."""
        sources = self._desk.knowledge.weights["rightsize"].sources
        told = {
            "errors": self._errors,
            "notes": notes,
            "sources": sources,
            "policy": self._desk.settings.policy.applied(),
            "summary": summary,
        }
        print(f"\n],\n{_line(told)[1:]}")


class Lines:
    """A line of JSON for each resource and each row that failed."""

    def begin(self) -> None:
        """Nothing."""

    def add(self, one: Rightsized | Failed) -> None:
        """One line, at once."""
        sys.stdout.buffer.write(json_line(one) + b"\n")

    def end(self, summary: Summary, notes: tuple[str, ...]) -> None:
        """The sums, where they do not stand among the results."""
        del notes
        sys.stdout.buffer.flush()
        _tell(summary)


class Rows:
    """A row of CSV for each resource and each row that failed."""

    _HEAD: Final = (
        *("resource", "kind", "region", "place", "instance_type", "count", "finding", "reasons", "usd_per_month"),
        *("better_instance_type", "better_count", "better_usd_per_month", "saving_usd_per_month", "saving"),
        *("risk", "confidence", "hints", "row", "error"),
    )

    def __init__(self) -> None:
        """Written to standard output."""
        self._writer = csv.writer(sys.stdout, lineterminator="\n")

    def begin(self) -> None:
        """The head."""
        self._writer.writerow(self._HEAD)

    def add(self, one: Rightsized | Failed) -> None:
        """One row, at once."""
        cells = _failed(one) if isinstance(one, Failed) else _found(one)
        self._writer.writerow([_cell(cells.get(name)) for name in self._HEAD])

    def end(self, summary: Summary, notes: tuple[str, ...]) -> None:
        """The sums, where they do not stand among the rows."""
        del notes
        _tell(summary)


def _found(one: Rightsized) -> dict[str, object]:
    better = one.better
    cells: dict[str, object] = {name: getattr(one, name) for name in Rows._HEAD[:7]}  # noqa: SLF001  # the head of the same file
    return cells | {
        "reasons": " ".join(reason.code for reason in one.reasons),
        "usd_per_month": one.usd_per_month,
        "better_instance_type": better.instance_type if better is not None else None,
        "better_count": better.count if better is not None else None,
        "better_usd_per_month": better.usd_per_month if better is not None else None,
        "saving_usd_per_month": one.saving_usd_per_month,
        "saving": one.saving,
        "risk": one.risk.level if one.risk is not None else None,
        "confidence": one.confidence.level,
        "hints": " ".join(hint.code for hint in one.hints),
    }


def _failed(one: Failed) -> dict[str, object]:
    return {"resource": one.resource, "row": one.row, "error": f"{one.source}: {one.error}"}


def _cell(value: object) -> str:
    """Text that no spreadsheet runs; figures with the digits that matter."""
    if value is None:
        return ""
    return f"{value:.10g}" if isinstance(value, float) else harmless(printable(str(value)))


def _line(document: object) -> str:
    return json_line(document).decode()


def _tell(summary: Summary) -> None:
    print(_line({"summary": summary}), file=sys.stderr)
