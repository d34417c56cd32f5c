"""A part of a fleet judged on its own: no finding depends on another row, so parts may be judged anywhere and in any order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.handover.rightsize.case import FleetContext
from engine.handover.rightsize.finding import Failed, Rightsized
from engine.handover.rightsize.fleet_table import Row, RowReader, read_resources
from engine.handover.rightsize.judge import judge_resources


def judge_rows(rows: Iterable[Row], context: FleetContext, source: str = "rows") -> Iterator[Rightsized | Failed]:
    """The finding of each row of a fleet table, in order; for a row that cannot be read its error, named after `source` and its number."""
    reader = RowReader(context.knowledge, context.settings.region)
    return judge_resources(read_resources(enumerate(rows, 1), reader.read_usage, source), context)
