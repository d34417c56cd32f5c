"""Items in the formats of others, and back. Pure: takes and gives bytes, opens no file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal, get_args

from knowledge import Knowledge
from knowledge.errors import InputError, shown, suggestion
from knowledge.schema.record import Record
from quizzes.exchange.anki import anki_limits, from_anki, to_anki
from quizzes.exchange.as_json import from_json, to_json
from quizzes.exchange.as_yaml import draft_yaml, lacking
from quizzes.exchange.draft import Draft, Fields, Imported, Settled, fields_of, settled
from quizzes.exchange.file import MAX_BYTES
from quizzes.exchange.gift import from_gift, gift_limits, to_gift
from quizzes.exchange.table_reading import from_csv
from quizzes.exchange.table_writing import csv_limits, to_csv
from quizzes.exchange.words import say
from quizzes.item import Item

__all__ = [
    "FORMATS", "MAX_BYTES", "Draft", "Exported", "Format", "Imported", "Settled", "draft_yaml", "export_items", "format_named",
    "import_items", "lacking", "settled",
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
    """Items in a format."""

    data: bytes
    limits: tuple[str, ...]
    """What the format holds in another way than the bank, or not at all, a line each."""


def format_named(text: str) -> Format:
    """The format of that name. Raises InputError with the nearest one."""
    plain = text.strip().lower()
    found = next((form for form in FORMATS if form == plain), None)
    if found is None:
        every = f"Choose from {', '.join(FORMATS)}."
        raise InputError(f"format: there is no {shown(text)}.{suggestion(plain, FORMATS, every)}")
    return found


def export_items(form: Format, items: Sequence[Item], knowledge: Knowledge, *, at: float) -> Exported:
    """`items` in a format; `at` is the time in seconds since 1970, for which Anki asks.

    What is written is read again: a field that does not come back is named. Raises InputError where a package that writes is missing.
    """
    data = _written(form, items, knowledge, at)
    said = _LIMITS[form](items, knowledge) if form in _LIMITS else iter(())
    return Exported(data=data, limits=(*said, *_lost(form, data, items, knowledge)))


def import_items(form: Format, data: bytes, name: str, knowledge: Knowledge) -> tuple[tuple[Settled, ...], tuple[str, ...]]:
    """What a file called `name` holds, each with what it lacks, and a line for all that had to be left out.

    Raises InputError with a line per mistake.
    """
    found = _READERS[form](data, name, knowledge)
    return settled(found.drafts, name), found.notes


def _written(form: Format, items: Sequence[Item], knowledge: Knowledge, at: float) -> bytes:
    match form:
        case "gift":
            return to_gift(items, knowledge)
        case "anki":
            return to_anki(items, knowledge, at)
        case "csv":
            return to_csv(items)
        case "json":
            return to_json(items)


def _lost(form: Format, data: bytes, items: Sequence[Item], knowledge: Knowledge) -> Iterator[str]:
    """A line for each field that a reader of `data` does not find as it was."""
    try:
        back: dict[str, Fields] = {draft.id: draft.fields for draft in _READERS[form](data, form, knowledge).drafts}
    except InputError:
        back = {}
    for item in items:
        found, meant = back.get(item.id, {}), fields_of(item)
        for name in meant:
            if found.get(name) != meant[name]:
                yield say(knowledge, "lost", format=form, id=item.id, field=name)
