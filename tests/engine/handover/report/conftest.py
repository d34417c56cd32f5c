"""Records of any workload."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import pytest

from engine.advice import Advice
from engine.handover.report import Document, Figures, Heading, decision_record, figures_of, html_page, markdown
from knowledge import Knowledge
from tests.engine.workloads import SEVERAL, answered

HEADING = Heading(date="2026-11-22")


class Kept(NamedTuple):
    """One record in all that it is written as."""

    advice: Advice
    figures: Figures
    document: Document
    markdown: str
    page: str


Make = Callable[..., Kept]


@pytest.fixture(scope="session")
def record(knowledge: Knowledge) -> Make:
    """The record of an advice."""

    def make(advice: Advice, heading: Heading = HEADING) -> Kept:
        figures = figures_of(advice, knowledge)
        document = decision_record(advice, heading, figures, knowledge)
        return Kept(advice, figures, document, markdown(document), html_page(document, figures, advice.catalog_as_of, knowledge))

    return make


@pytest.fixture(scope="session")
def of_kind(knowledge: Knowledge, record: Make) -> Callable[[str], Kept]:
    """The record of one of the stated workloads; made once."""
    return cache(lambda kind: record(answered(knowledge, SEVERAL[kind], explain="full")))
