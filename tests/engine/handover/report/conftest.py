"""Records of any workload."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import pytest

from engine.advice import Advice
from engine.handover.report import Document, Figures, Heading, collect_figures, compose_record, render_html, render_markdown
from engine.handover.report.content import Figure, Section, Table
from knowledge import Knowledge
from tests.engine.workloads import SEVERAL, advise_on

HEADING = Heading(date="2026-11-22")


class RecordTexts(NamedTuple):
    """One record in all that it is written as."""

    advice: Advice
    figures: Figures
    document: Document
    markdown: str
    page: str


Make = Callable[..., RecordTexts]


@pytest.fixture(scope="session")
def record(knowledge: Knowledge) -> Make:
    """The record of an advice."""

    def make(advice: Advice, heading: Heading = HEADING) -> RecordTexts:
        figures = collect_figures(advice, knowledge)
        document = compose_record(advice, heading, figures, knowledge)
        return RecordTexts(
            advice, figures, document, render_markdown(document), render_html(document, figures, advice.catalog_as_of, knowledge)
        )

    return make


@pytest.fixture(scope="session")
def of_kind(knowledge: Knowledge, record: Make) -> Callable[[str], RecordTexts]:
    """The record of one of the stated workloads; made once."""
    return cache(lambda kind: record(advise_on(knowledge, SEVERAL[kind], explain="full")))


def find_section(kept: RecordTexts, name: str) -> Section:
    """A section by its name."""
    return next(one for one in kept.document.sections if one.name == name)


def read_table(kept: RecordTexts, name: str) -> list[list[str]]:
    """The first table of a section, as texts."""
    found = next(
        block.table if isinstance(block, Figure) else block
        for block in find_section(kept, name).blocks
        if isinstance(block, Table | Figure)
    )
    return [[cell.text for cell in row] for row in found.rows]
