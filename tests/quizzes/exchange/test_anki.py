"""Anki packages, opened again with nothing but zip and SQLite."""

from __future__ import annotations

import html
import io
import json
import sqlite3
import stat
import sys
import zipfile
from collections.abc import Sequence
from contextlib import closing
from typing import Any

import pytest

from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.exchange import export_items, import_items
from quizzes.exchange.anki.writer import COLLECTION, FIELDS
from quizzes.item import Item, Option
from tests.case_tables import for_each
from tests.quizzes import sample_items
from tests.quizzes.exchange.exchange_items import AT, AWKWARD, EVERY, exported


def rows(package: bytes, query: str) -> list[Any]:
    """Ask the collection inside a package."""
    with zipfile.ZipFile(io.BytesIO(package)) as opened, closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(opened.read(COLLECTION))
        return connection.execute(query).fetchall()


def notes(package: bytes) -> dict[str, dict[str, str]]:
    """Give the fields of each note by guid."""
    return {guid: dict(zip(FIELDS, fields.split("\x1f"), strict=True)) for guid, fields in rows(package, "SELECT guid, flds FROM notes")}


def package_of(members: Sequence[tuple[str | zipfile.ZipInfo, bytes]]) -> bytes:
    """Zip files by hand."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as package:
        for name, data in members:
            package.writestr(name, data)
    return target.getvalue()


def collection(*fields: str, cloze: bool = False, names: tuple[str, ...] = ("Front", "Back")) -> bytes:
    """Make a package of others, with a note for each text of fields."""
    models = {"7": {"type": int(cloze), "flds": [{"name": name} for name in names]}}
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE col (models TEXT)")
        connection.execute("INSERT INTO col VALUES (?)", (json.dumps(models),))
        connection.execute("CREATE TABLE notes (guid TEXT, mid INTEGER, tags TEXT, flds TEXT)")
        connection.executemany("INSERT INTO notes VALUES ('g', 7, '', ?)", [(one,) for one in fields])
        connection.commit()
        return package_of([(COLLECTION, connection.serialize())])


def test_a_package_has_a_note_and_a_card_for_each_item_in_one_deck(knowledge: Knowledge) -> None:
    """The guid is the id of the item."""
    package = exported("anki", EVERY, knowledge).data
    assert list(notes(package)) == [item.id for item in EVERY]
    assert len(rows(package, "SELECT DISTINCT nid FROM cards")) == len(EVERY)
    (deck,) = {row[0] for row in rows(package, "SELECT did FROM cards")}
    decks = json.loads(rows(package, "SELECT decks FROM col")[0][0])
    assert decks[str(deck)]["name"] == "Sizewise"


def test_guids_kinds_and_deck_are_the_same_in_every_export(knowledge: Knowledge) -> None:
    """So that a later package brings notes up to date instead of adding them again; only the times differ."""
    first, second = (export_items("anki", EVERY, knowledge, at=AT + days * 86_400).data for days in (0, 1))
    for query in ("SELECT guid, mid FROM notes", "SELECT DISTINCT did FROM cards"):
        assert rows(first, query) == rows(second, query)
    assert rows(first, "SELECT mod FROM notes") < rows(second, "SELECT mod FROM notes")


def test_tags_name_task_difficulty_exam_type_and_what_is_confused(knowledge: Knowledge) -> None:
    """An item beyond the exams says so."""
    asked: list[Item] = [sample_items.choice(confusable="endpoint-types"), sample_items.typed(exams=())]
    tags = dict(rows(exported("anki", asked, knowledge).data, "SELECT guid, tags FROM notes"))
    assert tags["a-choice"].split() == ["task::3.1", "difficulty::2", "exam::mla-c01", "type::choice", "confusable::endpoint-types"]
    assert tags["a-typed"].split() == ["task::3.1", "difficulty::2", "exam::beyond", "type::typed"]


def test_the_front_asks_and_the_back_gives_key_reasons_principle_and_sources(knowledge: Knowledge) -> None:
    """Nothing of the key stands on the front."""
    item = sample_items.choice(right=2)
    note = notes(exported("anki", [item], knowledge).data)[item.id]
    assert item.stem in note["Question"]
    assert "<div>C. option number 2</div>" in note["Question"]
    assert "right" not in note["Question"]
    assert "<b>C. option number 2</b> (✓ right): reason 2" in note["Answer"]
    assert all(option.why in note["Answer"] for option in item.options)
    assert note["Principle"] == item.principle
    assert knowledge.sources["aws-lambda-quotas"].url in note["Sources"]


def test_the_front_of_an_ordering_or_matching_is_dealt(knowledge: Knowledge) -> None:
    """Steps never stand in their order; answers stand below the prompts, each once."""
    ordering, matching = sample_items.ordering(), sample_items.matching(answers=("red", "green", "white", "grey"))
    found = notes(exported("anki", [ordering, matching], knowledge).data)
    places = [found[ordering.id]["Question"].index(step.text) for step in ordering.steps]
    assert sorted(places) != places
    front = found[matching.id]["Question"]
    assert all(front.count(text) == 1 for text in matching.answers)
    assert [front.index(text) for text in matching.answers] != sorted(front.index(text) for text in matching.answers)


def test_a_case_is_one_note_with_all_its_questions(knowledge: Knowledge) -> None:
    """Scenario and numbered questions in front, a reason for every option behind."""
    item = sample_items.case(stem="A scenario.")
    note = notes(exported("anki", [item], knowledge).data)[item.id]
    assert note["Question"].index("A scenario.") < note["Question"].index("Question 1") < note["Question"].index("Question 2")
    assert note["Answer"].count("reason") == 9


@for_each("text", AWKWARD)
def test_text_stays_text_in_html(text: str, knowledge: Knowledge) -> None:
    """No tag, entity, cloze or sound comes from a text of an item."""
    options = tuple(Option(text=text, why=text, right=index == 0) for index in range(4))
    note = notes(exported("anki", [sample_items.choice(stem=text, principle=text, options=options)], knowledge).data)["a-choice"]
    assert html.unescape(note["Principle"].replace("<br>", "\n")) == text
    assert all("<script" not in field and "[sound" not in field for name, field in note.items() if name != "Item")


def test_a_note_that_was_changed_in_anki_is_named(knowledge: Knowledge) -> None:
    """The item is read as it was exported, and a line says which fields differ."""
    with (
        zipfile.ZipFile(io.BytesIO(exported("anki", [sample_items.choice()], knowledge).data)) as opened,
        closing(sqlite3.connect(":memory:")) as base,
    ):
        base.deserialize(opened.read(COLLECTION))
        base.execute("UPDATE notes SET flds = replace(flds, char(31) || 'What is asked decides', char(31) || 'Mine')")
        base.commit()
        changed = package_of([(COLLECTION, base.serialize())])
    found, told = import_items("anki", changed, "file", knowledge)
    assert told == ("note 1: a-choice was changed in Anki (Principle); the version from the export is used.",)
    assert found[0].item == sample_items.choice()


def test_cards_of_others_become_typed_items(knowledge: Knowledge) -> None:
    """Front and back in plain text; further fields, images and sounds are named."""
    package = collection(
        "What is <b>Spot</b>?<br>Say&nbsp;it.\x1fSpare &amp; cheap<img src='x.png'>\x1fextra", names=("Front", "Back", "Hint")
    )
    (one,), told = import_items("anki", package, "file", knowledge)
    assert one.draft.fields == {"type": "typed", "stem": "What is Spot?\nSay it.", "references": ["Spare & cheap"]}
    assert "x.png" in told[0]
    assert "Hint" in told[1]


def test_a_cloze_becomes_a_text_with_gaps(knowledge: Knowledge) -> None:
    """What is covered is the answer; a hint stays in brackets."""
    package = collection("{{c1::Spot}} is up to {{c2::90 %::share}} cheaper\x1f", cloze=True, names=("Text", "Extra"))
    (one,), _ = import_items("anki", package, "file", knowledge)
    assert one.draft.fields == {"type": "typed", "stem": "_____ is up to [share] cheaper", "references": ["Spot; 90 %"]}


@for_each("name", ["../collection.anki2", "a/b", "/etc/passwd", "C:x", "a\\b", ".."])
def test_names_that_lead_elsewhere_are_refused(name: str, knowledge: Knowledge) -> None:
    """A package has files, no folders."""
    with pytest.raises(InputError, match="a name with parts of a path is not accepted"):
        import_items("anki", package_of([(COLLECTION, b"x"), (name, b"x")]), "file", knowledge)


def test_links_are_refused(knowledge: Knowledge) -> None:
    """Whatever they point to."""
    link = zipfile.ZipInfo(COLLECTION)
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with pytest.raises(InputError, match="a link is not accepted"):
        import_items("anki", package_of([(link, b"/etc/passwd")]), "file", knowledge)


@for_each(
    ("members", "message"),
    [
        ([("collection.anki21b", b"x")], "this package is of the newest form"),
        ([("media", b"{}")], "no collection.anki2 in this package"),
        ([(COLLECTION, b"no database")], "no SQLite database"),
        ([(COLLECTION, b"")], "no SQLite database"),
        ([(COLLECTION, bytes(1_000_001))], "larger than the 1,000,000 bytes"),
    ],
)
def test_packages_that_hold_no_notes_are_told(
    members: list[tuple[str, bytes]], message: str, knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line, and nothing is unpacked beyond a limit, which is lowered here."""
    monkeypatch.setattr("quizzes.exchange.anki.package._MAX_COLLECTION", 1_000_000)
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in members:
            package.writestr(name, data)
    with pytest.raises(InputError, match=message) as caught:
        import_items("anki", target.getvalue(), "file", knowledge)
    assert len(str(caught.value).splitlines()) == 1


def test_a_harmful_view_is_no_table_of_notes(knowledge: Knowledge) -> None:
    """A query that never ends does not begin."""
    with closing(sqlite3.connect(":memory:")) as base:
        base.execute("CREATE TABLE col (models TEXT)")
        endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS guid, x AS mid, x AS tags, x AS flds FROM n"
        base.execute(f"CREATE VIEW notes AS {endless}")
        base.commit()
        package = package_of([(COLLECTION, base.serialize())])
    with pytest.raises(InputError, match="no table of notes"):
        import_items("anki", package, "file", knowledge)


def test_an_export_without_genanki_says_what_to_install(knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra is optional."""
    monkeypatch.setitem(sys.modules, "genanki", None)
    with pytest.raises(InputError, match=r"pip install 'sizewise\[anki\]'"):
        exported("anki", EVERY, knowledge)
