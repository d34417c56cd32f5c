"""What the files of `sizewise rightsize` hold: told apart by what is in them, and read one after the other."""

from __future__ import annotations

import argparse
import contextlib
import itertools
from collections.abc import Iterable, Iterator
from typing import Any, Final, Self

from engine.handover.rightsize import Desk, Failed, Reader, Usage
from engine.handover.rightsize.cells import count_of
from engine.handover.rightsize.cloudwatch import (
    Inventory,
    Series,
    described,
    from_console,
    from_measures,
    from_results,
    gaps,
    gathered,
    is_console,
    is_measures,
    queries_of,
)
from engine.handover.rightsize.columns import missing
from engine.handover.rightsize.compute_optimizer import from_api, from_export, is_export, is_metadata, is_of_others
from engine.handover.rightsize.fleet import read_rows
from engine.handover.rightsize.rows import Row
from knowledge.errors import InputError
from tui.cli.rightsize.opened import Opened
from tui.cli.rightsize.tables import Cells, Table, cells_of, csv_table, lines_table, listed_table, parquet_table
from tui.cli.rightsize.times import seconds_of

Usages = Iterator[Usage | Failed]
_MOST_IGNORED: Final = 10
"""Columns that are told one by one."""
_SHAPES: Final = "a fleet table, MetricDataResults of get-metric-data, or instanceRecommendations of Compute Optimizer"


class Inputs:
    """All files of a run. Heads are read at once, so that a wrong file is told before anything is written; rows come when asked for."""

    def __init__(self, arguments: argparse.Namespace, desk: Desk) -> None:
        """Raises InputError for a file that cannot be read or is none of those that are known."""
        self._arguments, self._desk = arguments, desk
        self._reader = Reader(desk.knowledge, desk.settings.region)
        self._queries = {}
        if arguments.queries is not None:
            with Opened(arguments.queries) as opened:
                self._queries = dict(queries_of(opened.document(), opened.name))
        self._series: list[Series] = []
        self._gaps: list[str] = []
        self._names: list[str] = []
        if arguments.files.count("-") > 1:
            raise InputError("file: - stands twice, and there is one standard input.")
        self._inventory = self._read_inventory()
        self._files = contextlib.ExitStack()
        with contextlib.ExitStack() as files:  # what was opened is closed where a later file is wrong
            streams = [self._open(files.enter_context(Opened(name))) for name in arguments.files]
            self._files = files.pop_all()
        self.usages: Usages = itertools.chain(*streams, self._measured())

    @property
    def notes(self) -> tuple[str, ...]:
        """A line for each column that was ignored, and for each thing that an answer left out."""
        ignored = self._reader.ignored
        more = len(ignored) - _MOST_IGNORED
        return (*ignored[:_MOST_IGNORED], *((f"{more} more columns are ignored.",) if more > 0 else ()), *self._gaps)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._files.close()

    def _open(self, opened: Opened) -> Usages:
        if opened.is_parquet:
            return self._fleet(parquet_table(opened), opened.name)
        if not opened.starts_json:
            return self._from_csv(cells_of(opened), opened.name)
        if opened.is_lines:
            return self._fleet(lines_table(opened), opened.name)
        return self._from_document(opened.document(), opened.name)

    def _from_csv(self, cells: Cells, name: str) -> Usages:
        if is_console(cells.first):
            rows = ((1, cells.first), *_whole(cells.rest, name))
            return self._keep(from_console(rows, self._desk.knowledge, seconds_of, name), name)
        table = csv_table(cells)
        if is_measures(table.head):
            rows_by_name: Any = _whole(table.rows, name)
            return self._keep(from_measures(rows_by_name, self._desk.knowledge, seconds_of, name), name)
        if is_export(table.head):
            return read_rows(table.rows, lambda row: from_export(row, self._reader), name)
        if is_of_others(table.head):
            raise InputError(
                f"{name}: this export of Compute Optimizer is not of instances. Give that of export-ec2-instance-recommendations."
            )
        return self._fleet(table, name)

    def _from_document(self, document: Any, name: str) -> Usages:  # noqa: ANN401  # JSON of any shape
        if isinstance(document, list):
            return self._fleet(listed_table(document, name), name)
        if isinstance(document, dict) and "MetricDataResults" in document:
            self._gaps.extend(gaps(document, self._desk.knowledge, name))
            return self._keep(from_results(document, self._queries, self._desk.knowledge, seconds_of, name), name)
        if isinstance(document, dict) and "instanceRecommendations" in document:
            return _numbered(from_api(document, self._reader), name)
        if is_metadata(document):
            raise InputError(f"{name}: this only describes the columns of an export. Give the .csv that lies beside it.")
        raise InputError(f"{name}: this JSON is none of the shapes that are read here. Give {_SHAPES}.")

    def _fleet(self, table: Table, name: str) -> Usages:
        lacking = missing(table.head) if table.head else ""
        if lacking:
            raise InputError(f"{name}: {lacking}")
        return read_rows(table.rows, self._reader.usage, name)

    def _keep(self, series: Iterable[Series], name: str) -> Usages:
        """Series of several files make up one resource, so they are gathered before any is judged."""
        self._series.extend(series)
        self._names.append(name)
        return iter(())

    def _measured(self) -> Usages:
        if not self._series:
            return
        days = self._desk.settings.lookback_days or self._desk.thresholds["lookback_days"]
        yield from gathered(self._series, self._inventory, self._desk.knowledge, days, self._names[0])

    def _read_inventory(self) -> Inventory:
        documents: list[Any] = []
        known = [self._known(name, number, row) for file in self._arguments.resources for name, number, row in _inventory(file, documents)]
        known += [self._known("--resources", number, row) for number, row in enumerate(described(documents), 1)]
        if documents and not known:
            raise InputError("--resources: no endpoint configuration, job, notebook or instance with its type is described there.")
        return Inventory(known, self._otherwise())

    def _known(self, name: str, number: int, row: Row) -> Usage:
        try:
            return self._reader.usage(row)
        except InputError as error:
            raise InputError(f"{name}, row {number}: {error}") from None

    def _otherwise(self) -> Usage | None:
        """What every resource is that no file names."""
        given = self._arguments.instance
        if given is None:
            return None
        kind = "endpoint" if given.strip().lower().startswith("ml.") else "instance"
        row = {"resource": "all", "kind": kind, "instance_type": given, "count": count_of("--count", self._arguments.count)}
        return self._reader.usage(row)


def _inventory(file: str, documents: list[Any]) -> Iterator[tuple[str, int, Row]]:
    """The rows of a table of resources; what AWS describes goes to `documents`, since two of them may make up one resource."""
    with Opened(file) as opened:
        table = _table(opened, documents)
        if table is None:
            return
        if table.head and (lacking := missing(table.head)):
            raise InputError(f"{opened.name}: {lacking}")
        for number, row in _whole(table.rows, opened.name):
            yield opened.name, number, row


def _table(opened: Opened, documents: list[Any]) -> Table | None:
    """The table that a file holds; None for a document that AWS wrote, which goes to `documents`."""
    if opened.is_parquet:
        return parquet_table(opened)
    if not opened.starts_json:
        return csv_table(cells_of(opened))
    if opened.is_lines:
        return lines_table(opened)
    document = opened.document()
    if isinstance(document, list) and document and isinstance(document[0], dict) and not missing(document[0]):
        return listed_table(document, opened.name)
    documents.append(document)
    return None


def _whole(rows: Iterable[tuple[int, Any]], name: str) -> Iterator[tuple[int, Any]]:
    """The rows of a file of which none may be wrong, since all of them make up one thing."""
    for number, row in rows:
        if isinstance(row, InputError):
            raise InputError(f"{name}, row {number}: {row}")
        yield number, row


def _numbered(found: Iterable[Usage | InputError], name: str) -> Usages:
    for number, one in enumerate(found, 1):
        yield one if isinstance(one, Usage) else Failed(source=name, row=number, resource=None, error=str(one))
