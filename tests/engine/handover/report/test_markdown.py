"""The record as Markdown: valid, word for word, and the same for the same advice."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from engine.handover.report import Heading, decision_record, figures_of, markdown
from engine.handover.report.content import Block, Document, Drawn, Items, Paragraph, Rows, Said, Section, Sums
from engine.handover.report.plain import plain
from knowledge import Knowledge
from tests.depth import rounds
from tests.engine.handover.report.conftest import HEADING, Kept
from tests.engine.handover.report.reading import HOSTILE, Element, tree
from tests.engine.workloads import SEVERAL, answered, facts

PARSER = MarkdownIt("gfm-like", {"html": True, "linkify": True})
"""Tables, strikethrough and bare addresses as GitHub has them, and HTML let through: what is not escaped shows."""
OfKind = Callable[[str], Kept]
ANY = st.text(st.characters(codec="utf-8"), min_size=1, max_size=60).filter(lambda text: plain(text) != "")
SPICED = st.one_of(ANY, st.lists(st.sampled_from(HOSTILE.split()), min_size=1, max_size=6).map(" ".join), st.just(HOSTILE))


def read(text: str) -> Element:
    """Markdown as a tree of HTML."""
    return tree(PARSER.render(text).replace("<br />", "").replace("<hr />", "<hr>"))


@pytest.mark.parametrize("kind", SEVERAL)
def test_every_table_and_heading_is_one(of_kind: OfKind, kind: str) -> None:
    """As many tables, rows and headings as the record has, every cell in its column, and every mark leads to its source."""
    kept = of_kind(kind)
    page = read(kept.markdown)
    tables = [block.table if isinstance(block, Drawn) else block for block in _blocks(kept.document) if isinstance(block, Rows | Drawn)]
    assert [len(one.all("tr")) - 1 for one in page.all("table")] == [len(table.rows) for table in tables]
    for shown, table in zip(page.all("table"), tables, strict=True):
        assert {len(row.all("th", "td")) for row in shown.all("tr")} == {len(table.head)}
    titles = [section.title for section in kept.document.sections]
    assert [one.text() for one in page.all("h2")] == titles + ([kept.document.sources_title] if kept.document.sources else [])
    addresses = {source.number: source.url for source in kept.document.sources}
    marks = [one for one in page.all("a") if one.text().isdecimal()]
    assert all(one.attributes["href"] == addresses[int(one.text())] for one in marks)
    assert {int(one.text()) for one in marks} == set(addresses)


def _blocks(document: Document) -> list[Block]:
    return [block for section in document.sections for block in section.blocks]


@given(SPICED, SPICED, SPICED, SPICED)
def test_any_text_reads_as_it_is_wherever_it_stands(title: str, sentence: str, cell: str, line: str) -> None:
    """In a heading, a paragraph, an item, a cell and a sum: no sign is taken for markup."""
    blocks = (
        Paragraph(Said(sentence)),
        Items((Said(sentence), Said(cell)), are_steps=True),
        Items((Said(cell),)),
        Rows("about", (title, "b"), ((Said(cell), Said(sentence)),)),
        Sums("about", (line, sentence)),
    )
    page = read(markdown(Document(title, sentence, ((title, cell),), (Section("a", title, blocks),), "", ())))
    texts = {tag: [one.text().strip() for one in page.all(tag)] for tag in ("h1", "h2", "p", "li", "th", "td", "code")}
    title, sentence, cell, line = (plain(text) for text in (title, sentence, cell, line))
    assert texts["h1"] == [title]
    assert texts["h2"] == [title]
    assert texts["p"] == [sentence, sentence]
    assert texts["li"] == [f"{title}: {cell}", sentence, cell, cell]
    assert texts["th"] == [title, "b"]
    assert texts["td"] == [cell, sentence]
    assert texts["code"] == [f"{line}\n{sentence}".strip()]
    tags = {one.tag for one in page.walk()} - {""}
    assert tags == {"h1", "h2", "p", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td", "pre", "code"}


@settings(max_examples=rounds(quick=25, long=1_000))
@given(data=st.data())
def test_any_advice_makes_a_record(knowledge: Knowledge, data: st.DataObject) -> None:
    """Whatever the facts are; and where the base is the same, the figures are those of the plan."""
    advice = answered(knowledge, data.draw(facts(knowledge)))
    figures = figures_of(advice, knowledge)
    document = decision_record(advice, HEADING, figures, knowledge)
    assert figures.missing == ""
    assert markdown(document).startswith("# ")


def test_the_same_advice_gives_the_same_record(knowledge: Knowledge, of_kind: OfKind) -> None:
    """To the letter; a change of status changes one line."""
    kept = of_kind("a network")
    again = decision_record(kept.advice, HEADING, figures_of(kept.advice, knowledge), knowledge)
    assert markdown(again) == kept.markdown
    accepted = decision_record(kept.advice, Heading(date=HEADING.date, status="accepted"), kept.figures, knowledge)
    pairs = zip(kept.markdown.splitlines(), markdown(accepted).splitlines(), strict=True)
    assert [pair for pair in pairs if pair[0] != pair[1]] == [("- Status: proposed", "- Status: accepted")]
