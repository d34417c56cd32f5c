"""The record of each kind of work, as a document, as Markdown and as a page: whole, readable by everybody, asking for nothing."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from engine.handover.report.content import Figure, Table
from engine.handover.report.markdown import escape_markdown
from engine.handover.report.stylesheet import build_stylesheet
from tests.depth import LONG
from tests.engine.handover.report.conftest import RecordTexts, read_table
from tests.engine.handover.report.reading import Element, list_requests, parse_html, read_markdown
from tests.engine.workloads import SEVERAL

OfKind = Callable[[str], RecordTexts]
SHEET = build_stylesheet()
UNLIKE = ("a network", "one that is split", "tokens", "a device", "some hours a day", "a queue", "a batch", "adapters", "nothing that fits")
"""Kinds whose records differ most in what stands in them: the others are left to a long run."""


@pytest.mark.parametrize("kind", SEVERAL if LONG else UNLIKE)
def test_the_record_of_any_kind_of_work_is_whole(of_kind: OfKind, kind: str) -> None:
    """One test a kind, since a record takes a while: what it tells, and what its two texts are."""
    kept = of_kind(kind)
    page = parse_html(kept.page)
    if kind != "nothing that fits":
        check_content(kept)
    check_markdown(kept)
    check_links(page)
    check_accessibility(page)
    check_classes(page)


def check_content(kept: RecordTexts) -> None:
    """Every reason, caution, assumption, flip, way to pay and line of arithmetic, and every rejection in a row or in a count."""
    advice, text = kept.advice, kept.markdown
    assert advice.choice is not None
    texts = [reason.text for reason in advice.choice.reasons]
    texts += [*advice.choice.cautions, *advice.choice.software]
    texts += [one.why for one in advice.assumptions] + [one.prompt for one in advice.next_questions]
    assert [one for one in texts if escape_markdown(one) not in text] == []
    assert [line for line in advice.trace if " ".join(line.split()) not in text] == []
    assert len(read_table(kept, "cost") if advice.choice.purchases else []) == len(advice.choice.purchases)
    assert len(read_table(kept, "change") if advice.flips else []) == len(advice.flips)
    assert _count_rejections(kept) == len(advice.rejected)


def _count_rejections(kept: RecordTexts) -> int:
    rows = [block for one in kept.document.sections if one.name == "why-not" for block in one.blocks if isinstance(block, Table)]
    return sum(int(row[1].text) if block.numbers else 1 for block in rows for row in block.rows)


def check_markdown(kept: RecordTexts) -> None:
    """As many tables, rows and headings as the record has, every cell in its column, and every mark leads to its source."""
    page = read_markdown(kept.markdown)
    tables = [
        block.table if isinstance(block, Figure) else block
        for section in kept.document.sections
        for block in section.blocks
        if isinstance(block, Table | Figure)
    ]
    assert [len(one.all("tr")) - 1 for one in page.all("table")] == [len(table.rows) for table in tables]
    for shown, table in zip(page.all("table"), tables, strict=True):
        assert {len(row.all("th", "td")) for row in shown.all("tr")} == {len(table.head)}
    titles = [section.title for section in kept.document.sections]
    assert [one.text() for one in page.all("h2")] == titles + ([kept.document.sources_title] if kept.document.sources else [])
    addresses = {source.number: source.url for source in kept.document.sources}
    marks = [one for one in page.all("a") if one.text().isdecimal()]
    assert all(one.attributes["href"] == addresses[int(one.text())] for one in marks)
    assert {int(one.text()) for one in marks} == set(addresses)


def check_links(page: Element) -> None:
    """Ids are unique, what refers to one finds it, and nothing leaves the page."""
    ids = [one.attributes["id"] for one in page.walk() if "id" in one.attributes]
    assert len(ids) == len(set(ids))
    named = [name for one in page.walk() for name in one.attributes.get("aria-labelledby", "").split()]
    links = [one.attributes["href"][1:] for one in page.all("a") if one.attributes["href"].startswith("#")]
    assert set(named) | set(links) <= set(ids)
    assert list_requests(page) == []


def check_accessibility(page: Element) -> None:
    """One first heading, no level left out, heads for rows and columns, words for every drawing, a language."""
    assert page.all("html")[0].attributes["lang"] == "en"
    levels = [int(one.tag[1]) for one in page.all("h1", "h2", "h3")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert set(levels) == {1, 2}
    for table in page.all("table"):
        assert table.all("caption")[0].text()
        columns = [one for one in table.all("thead")[0].all("th") if one.attributes["scope"] == "col"]
        for row in table.all("tbody")[0].all("tr"):
            cells = row.all("th", "td")
            assert len(cells) == len(columns)
            assert cells[0].attributes.get("scope") == "row"
    for drawing in [one for one in page.all("svg") if one.attributes.get("role") == "img"]:
        title, about = drawing.all("title")[0], drawing.all("desc")[0]
        assert title.text()
        assert re.search(r"\d", about.text())
        assert drawing.attributes["aria-labelledby"].split() == [title.attributes["id"], about.attributes["id"]]
    decorations = [one for one in page.all("svg") if "role" not in one.attributes]
    assert all(one.attributes["aria-hidden"] == "true" for one in decorations)


def check_classes(page: Element) -> None:
    """The stylesheet has every class: a sign without its colour would be black on black."""
    used = {name for one in page.walk() for name in one.attributes.get("class", "").split()}
    assert {name for name in used if f".{name}" not in SHEET} <= {"tick", "axis", "label"}
