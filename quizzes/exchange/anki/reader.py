"""Reads drafts from Anki packages: our own notes exactly, two-sided cards and cloze texts as far as possible."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.exchange.anki.package import Note, read_notes
from quizzes.exchange.anki.writer import FIELDS, note_fields
from quizzes.exchange.draft import Draft, Imported, check_drafts
from quizzes.exchange.exchange_sentences import exchange_sentence, list_first_names
from quizzes.exchange.html_text import plain_text
from quizzes.exchange.import_limits import ItemIds, list_within_limit

_CLOZE: Final = re.compile(r"\{\{c\d+::([^{}]*)\}\}")
"""One covered piece, with a hint after a second `::`."""
_SIDES: Final = 2


def from_anki(data: bytes, name: str, knowledge: Knowledge) -> Imported:
    """The drafts in a package; their lines are note numbers. Raises InputError for what cannot be read."""
    found = list_within_limit(read_notes(data, name), name)
    own = [_exported_item(note) for note in found]
    ids = ItemIds(one["id"] for one in own if one)
    drafts: list[Draft] = []
    notes: list[str] = []
    for number, (note, raw) in enumerate(zip(found, own, strict=True), 1):
        if raw is None:
            draft = _draft_of_card(note, number, ids, notes, knowledge)
        else:
            draft = _draft_of_export(raw, number)
            notes.extend(_edited_notes(draft, note, knowledge))
        drafts.append(draft)
    if not any(draft.fields.get("stem") for draft in drafts):
        raise InputError(f"{name}: no note of this package has a text on its front.")
    return Imported(drafts=tuple(drafts), notes=tuple(notes))


def _exported_item(note: Note) -> dict[str, Any] | None:
    """The item that our export put into a note; None for other notes."""
    if set(FIELDS) - note.fields.keys():
        return None
    try:
        raw = json.loads(html.unescape(note.fields["Item"]))
    except (ValueError, RecursionError):
        return None
    return raw if isinstance(raw, dict) and isinstance(raw.get("id"), str) else None


def _draft_of_export(raw: Mapping[str, Any], number: int) -> Draft:
    fields = {name: value for name, value in raw.items() if name not in {"id", "bank"}}
    return Draft(id=raw["id"], bank=str(raw.get("bank", "draft")), fields=fields, line=number)


def _edited_notes(draft: Draft, note: Note, knowledge: Knowledge) -> Iterator[str]:
    """A line if somebody changed what the card shows, which is not what is read."""
    try:
        item = check_drafts([draft], "")[0].item
    except InputError:
        return  # told when all drafts are settled
    if item is None:
        return
    written = zip(FIELDS, note_fields(item, knowledge), strict=True)
    changed = [name for name, text in written if plain_text(text)[0] != plain_text(note.fields[name])[0]]
    if changed:
        yield exchange_sentence(knowledge, "note_edited", line=draft.line, id=draft.id, names=", ".join(changed))


def _draft_of_card(note: Note, number: int, ids: ItemIds, notes: list[str], knowledge: Knowledge) -> Draft:
    texts = {name: plain_text(text) for name, text in note.fields.items()}
    media = [name for _, found in texts.values() for name in found]
    if media:
        notes.append(exchange_sentence(knowledge, "note_markup", line=number, names=list_first_names(media)))
    if note.tags.strip():
        notes.append(exchange_sentence(knowledge, "note_tags", line=number, names=list_first_names(note.tags.split())))
    sides = list(texts.items())
    read = 1 if note.is_cloze else _SIDES
    left = [name for name, (text, _) in sides[read:] if text]
    if left:
        notes.append(exchange_sentence(knowledge, "note_note_fields", line=number, names=list_first_names(left)))
    front = sides[0][1][0] if sides else ""
    answers = [sides[1][1][0]] if len(sides) > 1 else []
    if note.is_cloze:
        front, answers = _open_cloze(front)
    fields: dict[str, Any] = {"type": "typed", "stem": front, "references": [answer for answer in answers if answer]}
    return Draft(id=ids.new_id(front), fields=fields, line=number)


def _open_cloze(text: str) -> tuple[str, list[str]]:
    """A cloze text with gaps, and what belongs into them as one answer."""
    pieces = [match[1].partition("::") for match in _CLOZE.finditer(text)]
    gaps = iter(f"[{hint}]" if hint else "_____" for _, _, hint in pieces)
    return _CLOZE.sub(lambda _: next(gaps), text), ["; ".join(dict.fromkeys(piece for piece, _, _ in pieces))]
