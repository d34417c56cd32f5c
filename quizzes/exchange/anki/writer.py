"""Writes items as an Anki package: one deck, a note for each item, whose guid is the item's id."""

from __future__ import annotations

import html
import io
import itertools
import json
import re
import sqlite3
import zipfile
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, Final

from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.exchange.anki.card import render_back, render_front, render_principle, render_sources
from quizzes.exchange.draft import item_fields
from quizzes.exchange.exchange_sentences import exchange_sentence
from quizzes.item import Item, Typed

MODEL_ID: Final = 1_863_204_517
DECK_ID: Final = 1_974_310_886
"""Numbers by which Anki recognises our note type and deck; they never change."""
FIELDS: Final = ("Id", "Question", "Answer", "Principle", "Sources", "Item")
COLLECTION: Final = "collection.anki2"
_FRONT: Final = "{{Question}}"
_BACK: Final = '{{FrontSide}}<hr id="answer">{{Answer}}<p><i>{{Principle}}</i></p><p class="sources">{{Sources}}</p>'
_CSS: Final = ".card { font-family: sans-serif; font-size: 18px; text-align: left; } .sources { font-size: 13px; }"
_SPACE: Final = re.compile(r"\s+")
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""A fixed file time, so that equal items make equal packages."""


def to_anki(items: Sequence[Item], knowledge: Knowledge, at: float) -> bytes:
    """A package made at `at`, in seconds since 1970: Anki updates a note only from a later package.

    Raises InputError if the optional package genanki is not installed.
    """
    deck = _make_deck(items, knowledge)
    connection = sqlite3.connect(":memory:")
    try:
        cursor = connection.cursor()
        _import_genanki().Package(deck).write_to_db(cursor, at, itertools.count(int(at * 1000)))
        connection.commit()
        collection = connection.serialize()
    finally:
        connection.close()
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr(_zip_member(COLLECTION), collection)
        package.writestr(_zip_member("media"), "{}")
    return target.getvalue()


def anki_limits(items: Sequence[Item], knowledge: Knowledge) -> Iterator[str]:
    """What a package holds differently from the bank."""
    typed = sum(isinstance(item, Typed) for item in items)
    if typed:
        yield exchange_sentence(knowledge, "anki_typed", count=typed)
    yield exchange_sentence(knowledge, "anki_hidden")


def note_fields(item: Item, knowledge: Knowledge) -> list[str]:
    """The fields of an item's note in the order of FIELDS; the last is the item as JSON."""
    whole = json.dumps({"id": item.id, "bank": item.bank, **item_fields(item)})
    return [
        item.id,
        render_front(item, knowledge),
        render_back(item, knowledge),
        render_principle(item),
        render_sources(item, knowledge),
        html.escape(whole),
    ]


def item_tags(item: Item) -> list[str]:
    """Tags to filter by in Anki: task, difficulty, exam, type and confusable set."""
    exams = [f"exam::{exam}" for exam in item.exams] or ["exam::beyond"]
    confusable = [f"confusable::{item.confusable}"] if item.confusable else []
    every = [f"task::{item.task}", f"difficulty::{item.difficulty}", *exams, f"type::{item.type}", *confusable]
    return [_SPACE.sub("-", tag) for tag in every]


def _make_deck(items: Sequence[Item], knowledge: Knowledge) -> Any:  # noqa: ANN401  # genanki has no types
    genanki = _import_genanki()
    templates = [{"name": "Card", "qfmt": _FRONT, "afmt": _BACK}]
    model = genanki.Model(MODEL_ID, "Sizewise", [{"name": name} for name in FIELDS], templates, css=_CSS)
    deck = genanki.Deck(DECK_ID, exchange_sentence(knowledge, "deck"), exchange_sentence(knowledge, "deck_about"))
    for item in items:
        deck.add_note(genanki.Note(model, note_fields(item, knowledge), guid=item.id, tags=item_tags(item)))
    return deck


def _zip_member(name: str) -> zipfile.ZipInfo:
    member = zipfile.ZipInfo(name, _EPOCH)
    member.compress_type = zipfile.ZIP_DEFLATED
    return member


def _import_genanki() -> Any:  # noqa: ANN401  # it has no types
    try:
        return import_module("genanki")
    except ImportError:
        raise InputError("anki: the package genanki is missing. Install Sizewise with its extra: pip install 'sizewise[anki]'.") from None
