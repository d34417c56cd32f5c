"""Files of questions in the formats of others: a draft that the bank can read, or one line for each mistake."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from knowledge.errors import InputError
from knowledge.safe_yaml import read_mapping
from quizzes.exchange import FORMATS, export_items, import_items, render_draft_yaml, report_missing_fields
from quizzes.item import Item
from tests.fuzz.base import base, check_refusal
from tests.fuzz.edits import EDIT, ChoiceBytes, edit_document
from tests.quizzes.exchange.moodle_text import MOODLE
from tests.quizzes.sample_items import case, choice, matching, ordering, response, typed

_FILE: Final = "file"
_ITEMS: Final[tuple[Item, ...]] = (choice(), response(), ordering(), matching(), case(), typed())


def fuzz(data: bytes) -> None:
    """The first byte picks the format, the second raw or edited."""
    drawn = ChoiceBytes(data)
    form = drawn.pick(FORMATS)
    text = _edit_item(drawn, FORMATS.index(form)) if drawn.byte() == EDIT else drawn.rest()
    try:
        drafts, notes = import_items(form, text, _FILE, base())
    except InputError as error:
        check_refusal(error, _FILE)
        return
    assert all("\n" not in note for note in notes)
    written = render_draft_yaml(drafts, base())
    if len(written.encode()) < 900_000:
        assert list(read_mapping(written.encode(), "draft")["items"]) == [one.draft.id for one in drafts]
    assert len(list(report_missing_fields(drafts, base()))) == len(drafts) + 1
    assert import_items(form, text, _FILE, base())[0] == drafts


def _edit_item(drawn: ChoiceBytes, form: int) -> bytes:
    """An export with something else in it: values of JSON, or pieces of text exchanged."""
    text = _check_exports()[form]
    if FORMATS[form] == "json":
        return msgspec.json.encode(edit_document(drawn, msgspec.json.decode(text)))
    for _ in range(3):
        start = drawn.number_below(min(len(text), 65_536) or 1)
        text = text[:start] + drawn.text().encode() + text[start + drawn.byte() :]
        if drawn.is_over:
            break
    return text


@functools.cache
def _check_exports() -> tuple[bytes, ...]:
    return tuple(export_items(form, _ITEMS, base(), at=1_700_000_000.0).data for form in FORMATS)


def seeds() -> Iterator[bytes]:
    """An item of every form in every format, and a file of Moodle's."""
    table: list[Any] = [
        ("gift", MOODLE.encode()),
        ("csv", b"stem,answer,a,b,principle\nWhich?,a,One,Two,Because\n"),
        ("json", b'[{"question": "Which?", "answer": "B", "options": ["One", "Two"]}]'),
        *((form, _check_exports()[number]) for number, form in enumerate(FORMATS)),
    ]
    for form, text in table:
        yield bytes((FORMATS.index(form), 0)) + text
    for item in _ITEMS:
        for number, form in enumerate(FORMATS[:1] + FORMATS[2:]):
            del number
            yield bytes((FORMATS.index(form), 0)) + export_items(form, (item,), base(), at=0.0).data
    yield from (bytes((number, EDIT)) for number in range(len(FORMATS)))
