"""Everything of the base can be read, at any width, and its links lead somewhere."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge import Knowledge
from knowledge.kinds import KINDS
from tui.views.article import Article
from tui.views.entries import SHELVES, group_of, label_of, title_of
from tui.views.linked import Link, Piece, Row, flow
from tui.widgets.browse.marks import comparison
from tui.widgets.browse.search import MOST, Index
from tui.widgets.browse.words import kind_name, say

EVERY = tuple(dict.fromkeys((*SHELVES, *KINDS)))
WIDTHS = (40, 78, 120)
LATER = dt.date(2031, 1, 1)


@pytest.fixture(scope="module")
def index(knowledge: Knowledge) -> Index:
    """The names of the base."""
    return Index(knowledge)


def article(knowledge: Knowledge, kind: str, identity: str, width: int = 78) -> list[Row]:
    """An article with everything that can be shown in it."""
    return list(Article(knowledge, width, addresses=True).rows(getattr(knowledge, kind)[identity]))


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


class Shelf(NamedTuple):
    """Every article of a kind, at a width."""

    kind: str
    width: int
    articles: dict[str, list[Row]]


@pytest.fixture(scope="module", params=product(EVERY, WIDTHS), ids=lambda at: f"{at[0]}-{at[1]}")
def shelf(request: pytest.FixtureRequest, knowledge: Knowledge) -> Shelf:
    """A kind at a width, its articles made once for all that they promise."""
    kind, width = request.param
    return Shelf(kind, width, {identity: article(knowledge, kind, identity, width) for identity in getattr(knowledge, kind)})


def test_every_entry_can_be_read_and_each_of_its_links_leads_to_an_entry(knowledge: Knowledge, shelf: Shelf) -> None:
    """The head is the title, and every link stands on words of its line."""
    entries = getattr(knowledge, shelf.kind)
    assert shelf.articles.keys() == entries.keys()
    for identity, rows in shelf.articles.items():
        assert "".join(text_of(rows).split()).startswith("".join(title_of(entries[identity]).split())), identity
        for row in rows:
            for span in row.links:
                assert row.text[span.start : span.end].strip(), (identity, row)
                assert span.link.id in getattr(knowledge, span.link.kind), (identity, span)


def test_only_figures_and_tables_are_ever_wider_than_the_page(knowledge: Knowledge, shelf: Shelf) -> None:
    """Sentences are broken for the width; a figure is drawn as it is, and a table has its least width."""
    for identity, rows in shelf.articles.items():
        drawn = set(getattr(getattr(knowledge, shelf.kind)[identity], "figure", "").splitlines())
        wide = [row.text for row in rows if len(row.text) > shelf.width and row.text not in drawn]
        assert not wide or (shelf.kind in ("tables", "lessons") and shelf.width < 60), (identity, wide)


def test_every_kind_that_is_listed_has_a_name_and_a_word_about_it(knowledge: Knowledge) -> None:
    """No shelf stands there without its label."""
    for kind in EVERY:
        assert kind_name(knowledge, kind)
        assert say(knowledge, f"about_{kind}")
    assert set(EVERY) - set(SHELVES) == {"cues", "wording"}


@pytest.mark.parametrize(
    ("kind", "identity", "target"),
    [
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
    ],
)
def test_articles_lead_to_what_they_name(knowledge: Knowledge, kind: str, identity: str, target: Link) -> None:
    """Ids of other entries are links, under the names that people know them by."""
    if identity not in getattr(knowledge, kind) or target.id not in getattr(knowledge, target.kind):
        pytest.fail(f"{kind}/{identity} or {target} is not in the base")
    words = links_of(article(knowledge, kind, identity))[target]
    assert words in (label_of(*target, knowledge), target.id)


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
        return " ".join(line.text for line in Article(knowledge, today=today).lines(entry))

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
    for row in flow(pieces, width, "  ● ", "    "):
        for span in row.links:
            assert span.goes_on == (span.link.id in found)
            found[span.link.id] = found.get(span.link.id, "") + row.text[span.start : span.end]
    held = {piece.link.id: piece.text for piece in pieces if piece.link is not None and piece.text.strip()}
    assert {name: "".join(text.split()) for name, text in found.items()} == {name: "".join(text.split()) for name, text in held.items()}


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("g5", Link("families", "g5")),
        ("ml.G5.xlarge", Link("instances", "g5.xlarge")),
        ("what is a kv cache", Link("glossary", "cache-kv")),
        ("spot", Link("purchases", "spot")),
        ("sagmaker async", Link("places", "sagemaker-async")),
        ("  GPU  ", Link("processors", "gpu")),
    ],
)
def test_what_people_type_is_found_first(index: Index, typed: str, first: Link) -> None:
    """The entry that the words name stands on top, and is opened at once."""
    found = index.find(typed)
    assert found.hits[0] == first
    assert found.is_exact


def test_typing_finds_names_that_begin_so_before_those_that_hold_it(index: Index, knowledge: Knowledge) -> None:
    """Best first, at most a page of them, and the count of all."""
    hits = index.find("inf").hits
    assert all(label_of(*hit, knowledge).casefold().startswith("inf") or hit.id.startswith("inf") for hit in hits[:4])
    assert len(index.find("e").hits) == MOST < index.find("e").total
    assert len(set(index.find("e").hits)) == MOST


def test_a_name_that_nothing_has_finds_the_nearest(index: Index) -> None:
    """Never an empty answer where something comes near."""
    found = index.find("tensr coor")
    assert found.is_near
    assert found.hits[0] == Link("glossary", "tensor-core")


@pytest.mark.parametrize(
    "typed", ["", "   ", "[/red]", "[b]x", "\x1b[31m", "\u202eabc", "$what", "‹x›", "🦙" * 50, "x" * 100_000, "a " * 50_000]
)
def test_hostile_words_find_nothing_and_break_nothing(index: Index, typed: str) -> None:
    """Whatever is typed is only ever looked for."""
    assert len(index.find(typed).hits) <= MOST


def comparable(knowledge: Knowledge) -> Iterator[tuple[str, Any]]:
    """Two entries of each kind that can be compared."""
    for kind in ("families", "instances", "places", "purchases", "processors", "accelerators", "models", "tools", "regions"):
        yield kind, list(getattr(knowledge, kind))[:2]


@pytest.mark.parametrize("width", WIDTHS)
def test_entries_of_a_kind_stand_side_by_side(knowledge: Knowledge, width: int) -> None:
    """A column each, in no more characters than there are, down to sixty."""
    for kind, ids in comparable(knowledge):
        rows = comparison(tuple(Link(kind, identity) for identity in ids), knowledge, width)
        assert max(len(row.text) for row in rows) <= max(width, 60)
        assert len(rows) > 2


def test_large_kinds_are_grouped_and_small_ones_are_not(knowledge: Knowledge) -> None:
    """1,405 instance types are no list that anybody reads."""
    assert {group_of("instances", entry, knowledge) for entry in knowledge.instances.values()} >= {"g5", "inf2"}
    assert {group_of("lessons", entry, knowledge) for entry in knowledge.lessons.values()} == {""}
