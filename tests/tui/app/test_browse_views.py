"""Everything of the base can be read, at any width, and its links lead somewhere."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge import Knowledge
from knowledge.base import KINDS
from tests.depth import rounds
from tui.views.article import ArticleWriter
from tui.views.entries import READING_ORDER, group_of, label_of, title_of
from tui.views.linked_text import Link, Piece, Row, flow_pieces
from tui.widgets.browse.browse_wording import browse_text, kind_name
from tui.widgets.browse.comparison_marks import comparison_rows
from tui.widgets.browse.name_search import MAX_HITS, NameIndex

EVERY = tuple(dict.fromkeys((*READING_ORDER, *KINDS)))
USUAL = 78
WIDTHS = (40, USUAL, 120)
MOST = {USUAL: rounds(quick=150, long=100_000)}
"""Entries of a kind that are written at a width, at most; they are spread over the kind. Of large kinds all are alike."""
LATER = dt.date(2031, 1, 1)


@pytest.fixture(scope="module")
def index(knowledge: Knowledge) -> NameIndex:
    """The names of the base."""
    return NameIndex(knowledge)


def article(knowledge: Knowledge, kind: str, identity: str, width: int = 78) -> list[Row]:
    """An article with everything that can be shown in it."""
    return list(ArticleWriter(knowledge, width, addresses=True).write_rows(getattr(knowledge, kind)[identity]))


def text_of(rows: list[Row]) -> str:
    """The words, without the breaks of lines."""
    return " ".join(" ".join(row.text for row in rows).split())


def links_of(rows: list[Row]) -> dict[Link, str]:
    """Where an article leads, and the words that lead there."""
    found: dict[Link, str] = {}
    for row in rows:
        for span in row.links:
            found[span.link] = f"{found.get(span.link, '') if span.goes_on else ''} {row.text[span.start : span.end]}".strip()
    return found


def sampled(entries: Mapping[str, Any], width: int) -> list[str]:
    """Every entry of a kind that is not large at the usual width, some at the others."""
    return list(entries)[:: max(1, len(entries) // MOST.get(width, rounds(quick=15, long=40)))]


def test_every_entry_can_be_read_and_each_of_its_links_leads_to_an_entry(knowledge: Knowledge) -> None:
    """The head is the title, every link stands on words of its line, and only figures and narrow tables are wider than the page."""
    for kind, width in product(EVERY, WIDTHS):
        entries = getattr(knowledge, kind)
        for identity in sampled(entries, width):
            rows = article(knowledge, kind, identity, width)
            assert "".join(text_of(rows).split()).startswith("".join(title_of(entries[identity]).split())), (kind, identity)
            for row in rows:
                for span in row.links:
                    assert row.text[span.start : span.end].strip(), (kind, identity, row)
                    assert span.link.id in getattr(knowledge, span.link.kind), (kind, identity, span)
            drawn = set(getattr(entries[identity], "figure", "").splitlines())
            wide = [row.text for row in rows if len(row.text) > width and row.text not in drawn]
            assert not wide or (kind in ("tables", "lessons") and width < 60), (kind, identity, wide)


def test_every_kind_that_is_listed_has_a_name_and_a_word_about_it(knowledge: Knowledge) -> None:
    """No shelf stands there without its label."""
    for kind in EVERY:
        assert kind_name(knowledge, kind)
        assert browse_text(knowledge, f"about_{kind}")
    assert set(EVERY) - set(READING_ORDER) == {"cues", "wording"}


LEADS: Final = (
    ("families", "g5", Link("accelerators", "a10g")),
    ("families", "g5", Link("families", "g6")),
    ("families", "g5", Link("processors", "gpu")),
    ("families", "g5", Link("instances", "g5.xlarge")),
    ("instances", "g5.xlarge", Link("families", "g5")),
    ("instances", "g5.xlarge", Link("accelerators", "a10g")),
    ("lessons", "purchasing-options", Link("tables", "purchases-and-cost")),
    ("lessons", "purchasing-options", Link("purchases", "spot")),
    ("lessons", "purchasing-options", Link("glossary", "quota")),
    ("lessons", "purchasing-options", Link("lessons", "rightsizing-tools")),
    ("glossary", "quota", Link("lessons", "purchasing-options")),
    ("places", "sagemaker-async", Link("places", "sagemaker-realtime")),
    ("models", "llama-3-1-8b", Link("algorithms", "llm")),
)
"""Kind and entry -> what its article leads to."""


def test_articles_lead_to_what_they_name(knowledge: Knowledge) -> None:
    """Ids of other entries are links, under the names that people know them by."""
    for kind, identity, target in LEADS:
        words = links_of(article(knowledge, kind, identity))[target]
        assert words in (label_of(*target, knowledge), target.id), (kind, identity, target)


def test_a_fact_says_what_the_exam_says_and_what_others_say(knowledge: Knowledge) -> None:
    """Both lenses and every claim stand beside the value, with unit and source."""
    told = text_of(article(knowledge, "networking", "ebs-gp3"))
    assert "80,000 IOPS (exam: 16,000 IOPS) (others say 16,000 IOPS [3]: Before September 2025)" in told


def test_plans_stand_line_by_line_with_their_savings_in_percent(knowledge: Knowledge) -> None:
    """A share is told as people say it, with the term that it is for."""
    rows = [" ".join(row.text.split()) for row in article(knowledge, "purchases", "savings-plan", 120)]
    assert "● Compute" in rows
    assert any(row.startswith("saving typical for 1 year: 30%") for row in rows)
    assert Link("places", "lambda") in links_of(article(knowledge, "purchases", "savings-plan"))


def test_sources_are_told_with_date_and_address_and_lead_to_their_entry(knowledge: Knowledge) -> None:
    """Every number in brackets stands at the end with title, publisher, day and address."""
    rows = article(knowledge, "networking", "ebs-gp3")
    for identity in knowledge.networking["ebs-gp3"].sources[:2]:
        source = knowledge.sources[identity]
        assert source.url in text_of(rows)
        assert f"{source.title}, {source.publisher}, read {source.read}" in text_of(rows)
        assert Link("sources", identity) in links_of(rows)


def test_an_old_fact_is_marked_and_a_fresh_one_is_not(knowledge: Knowledge) -> None:
    """Age counts from the day on which a source said so."""
    entry = knowledge.families["g5"]

    def told(today: dt.date | None) -> str:
        return " ".join(line.text for line in ArticleWriter(knowledge, today=today).write_lines(entry))

    assert "years old" in told(LATER)
    assert "years old" not in told(entry.as_of)
    assert "years old" not in told(None)


def test_a_family_and_a_processor_show_the_figures_of_the_catalogue(knowledge: Knowledge) -> None:
    """Prices and memory come from the instance types, with the date of the catalogue."""
    for kind, identity in (("families", "g5"), ("processors", "gpu"), ("accelerators", "a10g")):
        told = text_of(article(knowledge, kind, identity))
        assert f"In the catalogue of {knowledge.stamp.as_of}" in told
        assert "EC2 price $" in told


def test_an_instance_type_says_what_catalog_show_says(knowledge: Knowledge) -> None:
    """The same words, whatever the width."""
    wide, narrow = (text_of(article(knowledge, "instances", "p4d.24xlarge", width)[1:]) for width in (120, 40))
    assert wide == narrow
    for word in ("NVIDIA A100", "EBS", "Elastic Fabric Adapter", "us-east-1", "an hour"):
        assert word in wide


def words(draw: st.DrawFn) -> list[Piece]:
    """Pieces, some of which lead somewhere."""
    texts = draw(st.lists(st.text("ab c-é", max_size=30), max_size=8))
    return [Piece(text, Link("glossary", str(number)) if number % 2 else None) for number, text in enumerate(texts)]


@given(st.composite(words)(), st.integers(1, 60))
def test_a_link_keeps_its_words_wherever_lines_break(pieces: list[Piece], width: int) -> None:
    """What the spans of a link hold is what the piece held, but for spaces."""
    found: dict[str, str] = {}
    for row in flow_pieces(pieces, width, "  ● ", "    "):
        for span in row.links:
            assert span.goes_on == (span.link.id in found)
            found[span.link.id] = found.get(span.link.id, "") + row.text[span.start : span.end]
    held = {piece.link.id: piece.text for piece in pieces if piece.link is not None and piece.text.strip()}
    assert {name: "".join(text.split()) for name, text in found.items()} == {name: "".join(text.split()) for name, text in held.items()}


FIRST: Final = {
    "g5": Link("families", "g5"),
    "ml.G5.xlarge": Link("instances", "g5.xlarge"),
    "what is a kv cache": Link("glossary", "cache-kv"),
    "spot": Link("purchases", "spot"),
    "sagmaker async": Link("places", "sagemaker-async"),
    "  GPU  ": Link("processors", "gpu"),
}
"""What is typed -> the entry that stands on top."""


def test_what_people_type_is_found_first(index: NameIndex) -> None:
    """And is opened at once."""
    for typed, first in FIRST.items():
        found = index.find_entries(typed)
        assert (found.hits[0], found.is_exact) == (first, True), typed


def test_typing_finds_names_that_begin_so_before_those_that_hold_it(index: NameIndex, knowledge: Knowledge) -> None:
    """Best first, at most a page of them, and the count of all."""
    hits = index.find_entries("inf").hits
    assert all(label_of(*hit, knowledge).casefold().startswith("inf") or hit.id.startswith("inf") for hit in hits[:4])
    assert len(index.find_entries("e").hits) == MAX_HITS < index.find_entries("e").total
    assert len(set(index.find_entries("e").hits)) == MAX_HITS


def test_a_name_that_nothing_has_finds_the_nearest(index: NameIndex) -> None:
    """Never an empty answer where something comes near."""
    found = index.find_entries("tensr coor")
    assert found.is_near
    assert found.hits[0] == Link("glossary", "tensor-core")


HOSTILE: Final = ("", "   ", "[/red]", "[b]x", "\x1b[31m", "\u202eabc", "$what", "‹x›", "🦙" * 50, "x" * 100_000, "a " * 50_000)


def test_hostile_words_find_nothing_and_break_nothing(index: NameIndex) -> None:
    """Whatever is typed is only ever looked for."""
    for typed in HOSTILE:
        assert len(index.find_entries(typed).hits) <= MAX_HITS, typed[:40]


def comparable(knowledge: Knowledge) -> Iterator[tuple[str, Any]]:
    """Two entries of each kind that can be compared."""
    for kind in ("families", "instances", "places", "purchases", "processors", "accelerators", "models", "tools", "regions"):
        yield kind, list(getattr(knowledge, kind))[:2]


def test_entries_of_a_kind_stand_side_by_side(knowledge: Knowledge) -> None:
    """A column each, in no more characters than there are, down to sixty."""
    for width, (kind, ids) in product(WIDTHS, comparable(knowledge)):
        rows = comparison_rows(tuple(Link(kind, identity) for identity in ids), knowledge, width)
        assert max(len(row.text) for row in rows) <= max(width, 60), (kind, width)
        assert len(rows) > 2, (kind, width)


def test_large_kinds_are_grouped_and_small_ones_are_not(knowledge: Knowledge) -> None:
    """1,405 instance types are no list that anybody reads."""
    assert {group_of("instances", entry, knowledge) for entry in knowledge.instances.values()} >= {"g5", "inf2"}
    assert {group_of("lessons", entry, knowledge) for entry in knowledge.lessons.values()} == {""}
