"""Reads the notes of an Anki package from anywhere. Nothing is unpacked to disk, and no name inside is used as a path."""

from __future__ import annotations

import contextlib
import io
import json
import sqlite3
import stat
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from knowledge.errors import InputError, quote_value
from quizzes.exchange.anki.writer import COLLECTION
from quizzes.exchange.import_limits import MAX_ITEMS, check_size

_NEWER: Final = "collection.anki21"
_NEWEST: Final = "collection.anki21b"
_DATABASE: Final = b"SQLite format 3\0"
_MAX_COLLECTION: Final = 100_000_000
_MAX_MEMBERS: Final = 20_000
_MOST_STEPS: Final = 5_000
"""Thousands of steps that the database may take, so that a malicious one ends."""


class Note(NamedTuple):
    """One note of a collection."""

    guid: str
    fields: Mapping[str, str]
    """Field name -> HTML, in order."""
    tags: str
    is_cloze: bool


def read_notes(data: bytes, name: str) -> list[Note]:
    """The notes of a package. Raises InputError if it is none, is damaged, or contains paths."""
    try:
        with zipfile.ZipFile(io.BytesIO(check_size(data, name))) as package:
            collection = _read_collection(package, name)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{name}: this is no Anki package, or it is damaged ({_short_message(error)}).") from None
    try:
        return list(_query_notes(collection, name))
    except (sqlite3.Error, UnicodeError) as error:
        raise InputError(f"{name}: the collection in this package cannot be read ({_short_message(error)}).") from None


def _read_collection(package: zipfile.ZipFile, name: str) -> bytes:
    members = package.infolist()
    if len(members) > _MAX_MEMBERS:
        raise InputError(f"{name}: {len(members):,} files in the package; at most {_MAX_MEMBERS:,} are accepted.")
    for member in members:
        _check_member_name(member, name)
    names = {member.filename for member in members}
    if _NEWEST in names:
        raise InputError(f'{name}: {_NEWEST}: this package is of the newest form. Export it from Anki with "Support older Anki versions".')
    wanted = next((one for one in (_NEWER, COLLECTION) if one in names), None)
    if wanted is None:
        raise InputError(f"{name}: no {COLLECTION} in this package, so it holds no notes.")
    with package.open(wanted) as file:
        collection = file.read(_MAX_COLLECTION + 1)
    if len(collection) > _MAX_COLLECTION:
        raise InputError(f"{name}: {wanted}: larger than the {_MAX_COLLECTION:,} bytes a collection may have.")
    if not collection.startswith(_DATABASE):
        raise InputError(f"{name}: the collection in this package cannot be read ({wanted} is no SQLite database).")
    return collection


def _check_member_name(member: zipfile.ZipInfo, name: str) -> None:
    inside = member.orig_filename
    if "/" in inside or "\\" in inside or ":" in inside or "\0" in inside or inside in {"", ".", ".."}:
        raise InputError(f"{name}: {quote_value(inside)}: a name with parts of a path is not accepted in a package.")
    if stat.S_ISLNK(member.external_attr >> 16):
        raise InputError(f"{name}: {quote_value(inside)}: a link is not accepted in a package.")


def _query_notes(collection: bytes, name: str) -> Iterator[Note]:
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(_without_wal_mark(collection))
        connection.execute("PRAGMA trusted_schema = OFF")
        steps = iter(range(_MOST_STEPS))
        connection.set_progress_handler(lambda: next(steps, None) is None, 1000)
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not {"notes", "col"} <= tables:
            raise InputError(f"{name}: the collection in this package has no table of notes.")
        models = _read_models(connection)
        for guid, model, tags, fields in connection.execute(f"SELECT guid, mid, tags, flds FROM notes LIMIT {MAX_ITEMS + 1}"):  # noqa: S608  # a number of ours
            yield _make_note(models.get(str(model), {}), str(guid), str(tags), str(fields))


def _without_wal_mark(collection: bytes) -> bytes:
    """The database without its write-ahead-log mark, as in memory there is no such log."""
    return collection[:18] + b"\x01\x01" + collection[20:] if collection[18:20] == b"\x02\x02" else collection


def _read_models(connection: sqlite3.Connection) -> Mapping[str, Any]:
    """Note types by number; none if the collection does not store them as older versions do."""
    row = connection.execute("SELECT models FROM col").fetchone()
    try:
        models = json.loads(row[0])
    except (TypeError, ValueError, RecursionError):
        return {}
    return models if isinstance(models, dict) else {}


def _make_note(model: Any, guid: str, tags: str, fields: str) -> Note:  # noqa: ANN401  # JSON is anything
    texts = fields.split("\x1f")
    heads = model.get("flds") if isinstance(model, dict) else None
    names = [str(head.get("name")) for head in heads if isinstance(head, dict)] if isinstance(heads, list) else []
    names += [f"field {number}" for number in range(len(names) + 1, len(texts) + 1)]
    is_cloze = isinstance(model, dict) and model.get("type") == 1
    return Note(guid, dict(zip(names, texts, strict=False)), tags, is_cloze)


def _short_message(error: Exception) -> str:
    return f"{error}".splitlines()[0][:80] if f"{error}" else type(error).__name__
