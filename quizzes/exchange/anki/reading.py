"""Anki packages -> drafts: our own notes exactly, cards of two sides and cloze texts as far as they go."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.exchange.anki.package import Note, notes_of
from quizzes.exchange.anki.writing import FIELDS, note_fields
from quizzes.exchange.draft import Draft, Imported, settled
from quizzes.exchange.file import Ids, bounded
from quizzes.exchange.markup import plain_text
from quizzes.exchange.words import listed, say

_CLOZE: Final = re.compile(r"\{\{c\d+::([^{}]*)\}\}")
"""One covered piece, with a hint behind a further `::`."""
_SIDES: Final = 2


def from_anki(data: bytes, name: str, knowledge: Knowledge) -> Imported:
    """The drafts of a package, whose lines are the numbers of the notes. Raises InputError for what cannot be read."""
    found = bounded(notes_of(data, name), name)
    own = [_own(note) for note in found]
    ids = Ids(one["id"] for one in own if one)
    drafts: list[Draft] = []
    notes: list[str] = []
    for number, (note, raw) in enumerate(zip(found, own, strict=True), 1):
        if raw is None:
            draft = _foreign(note, number, ids, notes, knowledge)
        else:
            draft = _ours(raw, number)
            notes.extend(_edited(draft, note, knowledge))
        drafts.append(draft)
    if not any(draft.fields.get("stem") for draft in drafts):
        raise InputError(f"{name}: no note of this package has a text on its front.")
    return Imported(drafts=tuple(drafts), notes=tuple(notes))


def _own(note: Note) -> dict[str, Any] | None:
    """The item that an export of ours put into a note; None for a note of others."""
    if set(FIELDS) - note.fields.keys():
        return None
    try:
        raw = json.loads(html.unescape(note.fields["Item"]))
    except (ValueError, RecursionError):
        return None
    return raw if isinstance(raw, dict) and isinstance(raw.get("id"), str) else None


def _ours(raw: Mapping[str, Any], number: int) -> Draft:
    fields = {name: value for name, value in raw.items() if name not in {"id", "bank"}}
    return Draft(id=raw["id"], bank=str(raw.get("bank", "draft")), fields=fields, line=number)


def _edited(draft: Draft, note: Note, knowledge: Knowledge) -> Iterator[str]:
    """A line where somebody changed what the card shows, which is not what is read."""
    try:
        item = settled([draft], "")[0].item
    except InputError:
        return  # told when all drafts are settled
    if item is None:
        return
    written = zip(FIELDS, note_fields(item, knowledge), strict=True)
    changed = [name for name, text in written if plain_text(text)[0] != plain_text(note.fields[name])[0]]
    if changed:
        yield say(knowledge, "note_edited", line=draft.line, id=draft.id, names=", ".join(changed))


def _foreign(note: Note, number: int, ids: Ids, notes: list[str], knowledge: Knowledge) -> Draft:
    texts = {name: plain_text(text) for name, text in note.fields.items()}
    media = [name for _, found in texts.values() for name in found]
    if media:
        notes.append(say(knowledge, "note_markup", line=number, names=listed(media)))
    if note.tags.strip():
        notes.append(say(knowledge, "note_tags", line=number, names=listed(note.tags.split())))
    sides = list(texts.items())
    read = 1 if note.is_cloze else _SIDES
    left = [name for name, (text, _) in sides[read:] if text]
    if left:
        notes.append(say(knowledge, "note_note_fields", line=number, names=listed(left)))
    front = sides[0][1][0] if sides else ""
    answers = [sides[1][1][0]] if len(sides) > 1 else []
    if note.is_cloze:
        front, answers = _uncovered(front)
    fields: dict[str, Any] = {"type": "typed", "stem": front, "references": [answer for answer in answers if answer]}
    return Draft(id=ids.new(front), fields=fields, line=number)


def _uncovered(text: str) -> tuple[str, list[str]]:
    """A cloze text with gaps, and what belongs into them as one answer."""
    pieces = [match[1].partition("::") for match in _CLOZE.finditer(text)]
    gaps = iter(f"[{hint}]" if hint else "_____" for _, _, hint in pieces)
    return _CLOZE.sub(lambda _: next(gaps), text), ["; ".join(dict.fromkeys(piece for piece, _, _ in pieces))]
