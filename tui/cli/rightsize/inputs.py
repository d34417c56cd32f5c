"""What the files of `sizewise rightsize` hold: told apart by what is in them, and read one after the other."""

from __future__ import annotations

import argparse
import contextlib
import itertools
from collections.abc import Iterable, Iterator
from typing import Any, Final, Self

from engine.handover.rightsize import Failed, FleetContext, RowReader, Usage
from engine.handover.rightsize.cells import parse_count
from engine.handover.rightsize.cloudwatch.aggregation import Inventory, aggregate_series, describe_rows
from engine.handover.rightsize.cloudwatch.metric_files import (
    Series,
    describe_gaps,
    is_console_download,
    is_measure_table,
    parse_queries,
    read_console_download,
    read_measures,
    read_metric_data,
)
from engine.handover.rightsize.compute_optimizer import (
    is_export_metadata,
    is_instance_export,
    is_other_export,
    read_api_document,
    read_export_row,
)
from engine.handover.rightsize.fleet_table import Row, describe_missing_column, read_resources
from knowledge.errors import InputError
from tui.cli.rightsize.input_file import InputFile
from tui.cli.rightsize.tables import (
    CsvRows,
    Table,
    build_csv_table,
    build_json_table,
    read_csv,
    read_json_lines,
    read_json_list,
    read_parquet,
)
from tui.cli.rightsize.times import parse_seconds

_Usages = Iterator[Usage | Failed]
_MAX_IGNORED: Final = 10
"""Ignored columns that are told one by one."""
_SHAPES: Final = "a fleet table, MetricDataResults of get-metric-data, or instanceRecommendations of Compute Optimizer"


class Inputs:
    """All files of a run. Heads are read at once, so that a wrong file is refused before any output; rows are read as they are judged."""

    def __init__(self, arguments: argparse.Namespace, context: FleetContext) -> None:
        """Raises InputError for a file that cannot be read or is none of those that are known."""
        self._arguments, self._context = arguments, context
        self._reader = RowReader(context.knowledge, context.settings.region)
        self._queries = {}
        if arguments.queries is not None:
            with InputFile(arguments.queries) as file:
                self._queries = dict(parse_queries(file.read_json(), file.name))
        self._series: list[Series] = []
        self._gaps: list[str] = []
        self._names: list[str] = []
        if arguments.files.count("-") > 1:
            raise InputError("file: - stands twice, and there is one standard input.")
        self._inventory = self._read_inventory()
        self._files = contextlib.ExitStack()
        with contextlib.ExitStack() as files:  # what was opened is closed where a later file is wrong
            streams = [self._read_file(files.enter_context(InputFile(name))) for name in arguments.files]
            self._files = files.pop_all()
        self.usages: _Usages = itertools.chain(*streams, self._aggregate_series())

    @property
    def notes(self) -> tuple[str, ...]:
        """A line for each column that was ignored, and for each thing that an answer left out."""
        ignored = self._reader.ignored_columns
        more = len(ignored) - _MAX_IGNORED
        return (*ignored[:_MAX_IGNORED], *((f"{more} more columns are ignored.",) if more > 0 else ()), *self._gaps)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._files.close()

    def _read_file(self, file: InputFile) -> _Usages:
        if file.is_parquet:
            return self._read_fleet(read_parquet(file), file.name)
        if not file.starts_json:
            return self._read_csv(read_csv(file), file.name)
        if file.is_json_lines:
            return self._read_fleet(read_json_lines(file), file.name)
        if file.starts_json_list and file.is_long:
            return self._read_fleet(read_json_list(file), file.name)
        return self._read_document(file.read_json(), file.name)

    def _read_csv(self, csv_rows: CsvRows, name: str) -> _Usages:
        knowledge = self._context.knowledge
        if is_console_download(csv_rows.first):
            rows = ((1, csv_rows.first), *_require_sound(csv_rows.rest, name))
            return self._collect(read_console_download(rows, knowledge, parse_seconds, name), name)
        table = build_csv_table(csv_rows)
        if is_measure_table(table.head):
            return self._collect(read_measures(_require_sound(table.rows, name), knowledge, parse_seconds, name), name)
        if is_instance_export(table.head):
            return read_resources(table.rows, lambda row: read_export_row(row, self._reader), name)
        if is_other_export(table.head):
            raise InputError(
                f"{name}: this export of Compute Optimizer is not of instances. Give that of export-ec2-instance-recommendations."
            )
        return self._read_fleet(table, name)

    def _read_document(self, document: Any, name: str) -> _Usages:  # noqa: ANN401  # JSON of any shape
        if isinstance(document, list):
            return self._read_fleet(build_json_table(document, name), name)
        if isinstance(document, dict) and "MetricDataResults" in document:
            self._gaps.extend(describe_gaps(document, self._context.knowledge, name))
            return self._collect(read_metric_data(document, self._queries, self._context.knowledge, parse_seconds, name), name)
        if isinstance(document, dict) and "instanceRecommendations" in document:
            entries = enumerate(read_api_document(document, self._reader), 1)
            return (
                one if isinstance(one, Usage) else Failed(source=name, row=number, resource=None, error=str(one)) for number, one in entries
            )
        if is_export_metadata(document):
            raise InputError(f"{name}: this only describes the columns of an export. Give the .csv that lies beside it.")
        raise InputError(f"{name}: this JSON is none of the shapes that are read here. Give {_SHAPES}.")

    def _read_fleet(self, table: Table, name: str) -> _Usages:
        _check_columns(table, name)
        return read_resources(table.rows, self._reader.read_usage, name)

    def _collect(self, series: Iterable[Series], name: str) -> _Usages:
        """Hold the series of all files, which together make up resources, until all are read."""
        self._series.extend(series)
        self._names.append(name)
        return iter(())

    def _aggregate_series(self) -> _Usages:
        if self._series:
            days = self._context.settings.lookback_days or self._context.thresholds["lookback_days"]
            yield from aggregate_series(self._series, self._inventory, self._context.knowledge, days, self._names[0])

    def _read_inventory(self) -> Inventory:
        documents: list[Any] = []
        resources = [self._read_row(*row) for name in self._arguments.resources for row in _inventory_rows(name, documents)]
        resources += [self._read_row("--resources", number, row) for number, row in enumerate(describe_rows(documents), 1)]
        if documents and not resources:
            raise InputError("--resources: no endpoint configuration, job, notebook or instance with its type is described there.")
        return Inventory(resources, self._default_resource())

    def _read_row(self, name: str, number: int, row: Row) -> Usage:
        try:
            return self._reader.read_usage(row)
        except InputError as error:
            raise InputError(f"{name}, row {number}: {error}") from None

    def _default_resource(self) -> Usage | None:
        """The machines of every resource that no file describes."""
        name = self._arguments.instance
        if name is None:
            return None
        kind = "endpoint" if name.strip().lower().startswith("ml.") else "instance"
        count = parse_count("--count", self._arguments.count)
        return self._reader.read_usage({"resource": "all", "kind": kind, "instance_type": name, "count": count})


def _inventory_rows(name: str, documents: list[Any]) -> Iterator[tuple[str, int, Row]]:
    """The rows of a table of resources; what AWS describes goes to `documents`, since two of them may make up one resource."""
    with InputFile(name) as file:
        table = _read_inventory_table(file, documents)
        if table is not None:
            _check_columns(table, file.name)
            for number, row in _require_sound(table.rows, file.name):
                yield file.name, number, row


def _read_inventory_table(file: InputFile, documents: list[Any]) -> Table | None:
    """The table that a file holds; None for a document that AWS wrote, which goes to `documents`."""
    if file.is_parquet:
        return read_parquet(file)
    if not file.starts_json:
        return build_csv_table(read_csv(file))
    if file.is_json_lines:
        return read_json_lines(file)
    document = file.read_json()
    if isinstance(document, list) and document and isinstance(document[0], dict) and not describe_missing_column(document[0]):
        return build_json_table(document, file.name)
    documents.append(document)
    return None


def _check_columns(table: Table, name: str) -> None:
    missing = describe_missing_column(table.head) if table.head else ""
    if missing:
        raise InputError(f"{name}: {missing}")


def _require_sound(rows: Iterable[tuple[int, Any]], name: str) -> Iterator[tuple[int, Any]]:
    """The rows of a file. Raises InputError for a wrong one, since they make up resources together."""
    for number, row in rows:
        if isinstance(row, InputError):
            raise InputError(f"{name}, row {number}: {row}")
        yield number, row
