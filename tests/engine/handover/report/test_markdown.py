"""The record as Markdown: valid, word for word, and the same for the same advice."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.handover.plain_text import to_plain_line
from engine.handover.report import Heading, collect_figures, compose_record, render_markdown
from engine.handover.report.content import Arithmetic, Document, ItemList, Paragraph, Section, Sentence, Table
from knowledge import Knowledge
from tests.depth import rounds
from tests.engine.handover.report.conftest import HEADING, RecordTexts
from tests.engine.handover.report.reading import HOSTILE, read_markdown
from tests.engine.workloads import advise_on, draw_facts

OfKind = Callable[[str], RecordTexts]
ANY = st.text(st.characters(codec="utf-8"), min_size=1, max_size=60).filter(lambda text: to_plain_line(text) != "")
SPICED = st.one_of(ANY, st.lists(st.sampled_from(HOSTILE.split()), min_size=1, max_size=6).map(" ".join), st.just(HOSTILE))


@settings(max_examples=rounds(quick=40, long=2_000))
@given(SPICED, SPICED, SPICED, SPICED)
def test_any_text_reads_as_it_is_wherever_it_stands(title: str, sentence: str, cell: str, line: str) -> None:
    """In a heading, a paragraph, an item, a cell and a sum: no sign is taken for markup."""
    blocks = (
        Paragraph(Sentence(sentence)),
        ItemList((Sentence(sentence), Sentence(cell)), are_steps=True),
        ItemList((Sentence(cell),)),
        Table("about", (title, "b"), ((Sentence(cell), Sentence(sentence)),)),
        Arithmetic("about", (line, sentence)),
    )
    page = read_markdown(render_markdown(Document(title, sentence, ((title, cell),), (Section("a", title, blocks),), "", ())))
    texts = {tag: [one.text().strip() for one in page.all(tag)] for tag in ("h1", "h2", "p", "li", "th", "td", "code")}
    title, sentence, cell, line = (to_plain_line(text) for text in (title, sentence, cell, line))
    assert texts["h1"] == [title]
    assert texts["h2"] == [title]
    assert texts["p"] == [sentence, sentence]
    assert texts["li"] == [f"{title}: {cell}", sentence, cell, cell]
    assert texts["th"] == [title, "b"]
    assert texts["td"] == [cell, sentence]
    assert texts["code"] == [f"{line}\n{sentence}".strip()]
    tags = {one.tag for one in page.walk()} - {""}
    assert tags == {"h1", "h2", "p", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td", "pre", "code"}


@settings(max_examples=rounds(quick=8, long=1_000))
@given(data=st.data())
def test_any_advice_makes_a_record(knowledge: Knowledge, data: st.DataObject) -> None:
    """Whatever the facts are; and where the base is the same, the figures are those of the plan."""
    advice = advise_on(knowledge, data.draw(draw_facts(knowledge)))
    figures = collect_figures(advice, knowledge)
    document = compose_record(advice, HEADING, figures, knowledge)
    assert figures.missing == ""
    assert render_markdown(document).startswith("# ")


def test_the_same_advice_gives_the_same_record(knowledge: Knowledge, of_kind: OfKind) -> None:
    """To the letter; a change of status changes one line."""
    kept = of_kind("a network")
    again = compose_record(kept.advice, HEADING, collect_figures(kept.advice, knowledge), knowledge)
    assert render_markdown(again) == kept.markdown
    accepted = compose_record(kept.advice, Heading(date=HEADING.date, status="accepted"), kept.figures, knowledge)
    pairs = zip(kept.markdown.splitlines(), render_markdown(accepted).splitlines(), strict=True)
    assert [pair for pair in pairs if pair[0] != pair[1]] == [("- Status: proposed", "- Status: accepted")]
