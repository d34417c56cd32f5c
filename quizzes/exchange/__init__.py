"""Items in other programs' formats, and back. Pure: takes and gives bytes, opens no file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal, get_args

from knowledge import Knowledge
from knowledge.errors import InputError, quote_value, suggest_name
from knowledge.schema.record import Record
from quizzes.exchange.anki import anki_limits, from_anki, to_anki
from quizzes.exchange.csv_reader import from_csv
from quizzes.exchange.csv_writer import csv_limits, to_csv
from quizzes.exchange.draft import CheckedDraft, Draft, Fields, Imported, check_drafts, item_fields
from quizzes.exchange.draft_yaml import render_draft_yaml, report_missing_fields
from quizzes.exchange.exchange_sentences import exchange_sentence
from quizzes.exchange.gift import from_gift, gift_limits, to_gift
from quizzes.exchange.import_limits import MAX_BYTES
from quizzes.exchange.json_format import from_json, to_json
from quizzes.item import Item

__all__ = [
    "FORMATS",
    "MAX_BYTES",
    "CheckedDraft",
    "Draft",
    "Exported",
    "Format",
    "Imported",
    "check_drafts",
    "export_items",
    "import_items",
    "parse_format",
    "render_draft_yaml",
    "report_missing_fields",
]  # fmt: skip

Format = Literal["gift", "anki", "csv", "json"]
FORMATS: Final[tuple[Format, ...]] = get_args(Format)
_READERS: Final[dict[Format, Callable[[bytes, str, Knowledge], Imported]]] = {
    "gift": from_gift, "anki": from_anki, "csv": from_csv, "json": from_json,
}  # fmt: skip
_LIMITS: Final[dict[Format, Callable[[Sequence[Item], Knowledge], Iterator[str]]]] = {
    "gift": gift_limits, "anki": anki_limits, "csv": csv_limits,
}  # fmt: skip


class Exported(Record):
    """Exported items."""

    data: bytes
    limits: tuple[str, ...]
    """What the format holds differently or not at all, a line each."""


def parse_format(text: str) -> Format:
    """The format of a name. Raises InputError naming the nearest format."""
    plain = text.strip().lower()
    found = next((form for form in FORMATS if form == plain), None)
    if found is None:
        every = f"Choose from {', '.join(FORMATS)}."
        raise InputError(f"format: there is no {quote_value(text)}.{suggest_name(plain, FORMATS, every)}")
    return found


def export_items(form: Format, items: Sequence[Item], knowledge: Knowledge, *, at: float) -> Exported:
    """Items in a format; `at` is the time in seconds since 1970, which Anki stores.

    The result is read back: a field that does not survive is named. Raises InputError if a package for writing is missing.
    """
    data = _encode_items(form, items, knowledge, at)
    said = _LIMITS[form](items, knowledge) if form in _LIMITS else iter(())
    return Exported(data=data, limits=(*said, *_lost_fields(form, data, items, knowledge)))


def import_items(form: Format, data: bytes, name: str, knowledge: Knowledge) -> tuple[tuple[CheckedDraft, ...], tuple[str, ...]]:
    """The drafts in a file called `name`, each with its missing fields, and notes on what had to be left out.

    Raises InputError with a line per mistake.
    """
    found = _READERS[form](data, name, knowledge)
    return check_drafts(found.drafts, name), found.notes


def _encode_items(form: Format, items: Sequence[Item], knowledge: Knowledge, at: float) -> bytes:
    match form:
        case "gift":
            return to_gift(items, knowledge)
        case "anki":
            return to_anki(items, knowledge, at)
        case "csv":
            return to_csv(items)
        case "json":
            return to_json(items)


def _lost_fields(form: Format, data: bytes, items: Sequence[Item], knowledge: Knowledge) -> Iterator[str]:
    """A line for each field that does not survive reading `data` back."""
    try:
        back: dict[str, Fields] = {draft.id: draft.fields for draft in _READERS[form](data, form, knowledge).drafts}
    except InputError:
        back = {}
    for item in items:
        found, meant = back.get(item.id, {}), item_fields(item)
        for name in meant:
            if found.get(name) != meant[name]:
                yield exchange_sentence(knowledge, "lost", format=form, id=item.id, field=name)
