"""Items as JSON: all of each item, and back without a difference. Reads plainer shapes too, as far as they go."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from knowledge import Knowledge
from knowledge.errors import InputError, shown, suggestion
from knowledge.steering import escaped
from quizzes.exchange.draft import Draft, Fields, Imported, fields_of
from quizzes.exchange.file import Ids, bounded, text_of
from quizzes.exchange.key import right_places
from quizzes.exchange.spans import Member, json_value, members
from quizzes.exchange.words import say
from quizzes.item import Choice, Item, Matching, Ordering, Typed

SCHEMA: Final = 1
_LISTS: Final = ("items", "questions", "cards")
_NAMES: Final = {
    "question": "stem", "text": "stem", "prompt": "stem", "choices": "options", "explanation": "principle", "feedback": "principle",
    "rationale": "principle",
}  # fmt: skip
"""What others call a field -> what it is called here."""
_KEYS: Final = ("answer", "correct", "correct_answer", "right", "key")
"""What others call the field that names the right option."""
_OWN: Final = frozenset(
    name for cls in (Choice, Ordering, Matching, Typed) for name in cls.__struct_fields__
) | {"questions", "type"}  # fmt: skip


def to_json(items: Iterable[Item]) -> bytes:
    """One JSON document with all of every item."""
    document = {"schema": SCHEMA, "items": [{"id": item.id, "bank": item.bank, **fields_of(item)} for item in items]}
    text = json.dumps(document, ensure_ascii=False, indent=1)
    return (escaped(text) + "\n").encode()


def from_json(data: bytes, name: str, knowledge: Knowledge) -> Imported:
    """The drafts of a JSON file. Raises InputError with the line of what cannot be read."""
    text = text_of(data, name)
    value = json_value(text, name)
    found = bounded(_listed(text, value, name), name)
    drafts: list[Draft] = []
    notes: list[str] = []
    ids = Ids(str(one.value.get("id", one.key)) for one in found if isinstance(one.value, dict))
    for at, line in zip(found, _lines(text, found), strict=True):
        try:
            drafts.append(_draft(at, line, ids, notes, knowledge))
        except InputError as error:
            raise InputError(f"{name}:{line}: {error}") from None
    return Imported(drafts=tuple(drafts), notes=tuple(notes))


def _listed(text: str, value: object, name: str) -> Iterator[Member]:
    """The items: the whole where it is a list, else the member that holds them."""
    if isinstance(value, list):
        yield from members(text)
        return
    if not isinstance(value, dict):
        raise InputError(f"{name}:1: items: expected a list of items, found {shown(value)}.")
    schema = value.get("schema", SCHEMA)
    if schema != SCHEMA:
        raise InputError(f"{name}:1: schema: {shown(schema)} is unknown; this version reads {SCHEMA}.")
    holder = next((one for one in members(text) if one.key in _LISTS and isinstance(one.value, (list, dict))), None)
    if holder is None:
        near = next((suggestion(key, _LISTS) for key in value if suggestion(key, _LISTS)), "")
        raise InputError(f"{name}:1: items: Field required. It is a list of items.{near}")
    yield from members(text, holder.start)


def _lines(text: str, found: Sequence[Member]) -> Iterator[int]:
    """The line of each, counted onwards from the one before."""
    line, at = 1, 0
    for one in found:
        line += text.count("\n", at, one.start)
        at = one.start
        yield line


def _draft(one: Member, line: int, ids: Ids, notes: list[str], knowledge: Knowledge) -> Draft:
    if not isinstance(one.value, dict):
        raise InputError(f"items: {shown(one.value)} is no item. An item is an object with a stem.")
    fields = dict(one.value)
    identity, bank = fields.pop("id", one.key), fields.pop("bank", "draft")
    for label, value in (("id", identity), ("bank", bank)):
        if value is not None and not (isinstance(value, (str, int)) and re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", str(value))):
            raise InputError(f"{label}: {shown(value)} is not written in small letters, digits and single hyphens.")
    if "type" not in fields or "stem" not in fields:
        fields = _foreign(fields, line, notes, knowledge)
        one = one._replace(text="")
    if identity is None:
        identity = ids.new(str(fields.get("stem", "")))
    return Draft(id=str(identity), bank=str(bank), fields=fields, line=line, source=one.text)


def _foreign(fields: Fields, line: int, notes: list[str], knowledge: Knowledge) -> Fields:
    """An item of another program's shape, with our names."""
    named = {_NAMES.get(name, name) if _NAMES.get(name) not in fields else name: value for name, value in fields.items()}
    answer = next((named.pop(name) for name in _KEYS if name in named), None)
    own = {name: value for name, value in named.items() if name in _OWN}
    strange = [name for name in named if name not in own]
    notes.extend(say(knowledge, "note_field", line=line, name=shown(name), hint=suggestion(name, _OWN)) for name in strange)
    if isinstance(own.get("options"), list):
        return _picking(own, answer)
    for form, part in (("matching", "pairs"), ("ordering", "steps"), ("case", "questions"), ("typed", "references")):
        if part in own:
            return {"type": form, **own}
    return {"type": "typed", **own, **({"references": [_text(answer)]} if answer not in (None, "", []) else {})}


def _picking(fields: Fields, answer: object) -> Fields:
    options = [dict(one) if isinstance(one, dict) else {"text": _text(one)} for one in fields["options"]]
    texts = [str(one.get("text", "")) for one in options]
    if answer is not None:
        right = {place for given in _given(answer) for place in _places(given, texts)}
        options = [one | ({"right": True} if place in right else {}) for place, one in enumerate(options)]
    several = sum(bool(one.get("right")) for one in options) > 1
    return {"type": "response" if several else "choice", **fields, "options": options}


def _given(answer: object) -> list[object]:
    return answer if isinstance(answer, list) else [answer]


def _places(given: object, texts: Sequence[str]) -> tuple[int, ...]:
    """The places that one entry of a key means. A number counts from 0, as programs write it."""
    if isinstance(given, int) and not isinstance(given, bool) and str(given) not in texts:
        if not 0 <= given < len(texts):
            raise InputError(f"right: {given} is no option. Give a number from 0 to {len(texts) - 1}, a letter or the text.")
        return (given,)
    return right_places(_text(given), texts, places_first=False)


def _text(value: Any) -> str:  # noqa: ANN401  # JSON is anything
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
