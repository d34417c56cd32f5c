"""Items as JSON without any loss. Simpler shapes of other programs are read too, as far as possible."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from knowledge import Knowledge
from knowledge.control_characters import escape_controls
from knowledge.errors import InputError, quote_value, suggest_name
from quizzes.exchange.answer_key import right_places
from quizzes.exchange.draft import Draft, Fields, Imported, item_fields
from quizzes.exchange.exchange_sentences import exchange_sentence
from quizzes.exchange.import_limits import ItemIds, decode_text, list_within_limit
from quizzes.exchange.json_members import Member, iterate_members, parse_json
from quizzes.item import Choice, Item, Matching, Ordering, Typed

SCHEMA: Final = 1
_LIST_NAMES: Final = ("items", "questions", "cards")
_FOREIGN_NAMES: Final = {
    "question": "stem", "text": "stem", "prompt": "stem", "choices": "options", "explanation": "principle", "feedback": "principle",
    "rationale": "principle",
}  # fmt: skip
"""Field names of other programs -> ours."""
_KEY_NAMES: Final = ("answer", "correct", "correct_answer", "right", "key")
"""Names that other programs give to the field with the right option."""
_ITEM_FIELDS: Final = frozenset(
    name for cls in (Choice, Ordering, Matching, Typed) for name in cls.__struct_fields__
) | {"questions", "type"}  # fmt: skip


def to_json(items: Iterable[Item]) -> bytes:
    """One JSON document with everything in every item."""
    document = {"schema": SCHEMA, "items": [{"id": item.id, "bank": item.bank, **item_fields(item)} for item in items]}
    text = json.dumps(document, ensure_ascii=False, indent=1)
    return (escape_controls(text) + "\n").encode()


def from_json(data: bytes, name: str, knowledge: Knowledge) -> Imported:
    """The drafts in a JSON file. Raises InputError with the line of what cannot be read."""
    text = decode_text(data, name)
    value = parse_json(text, name)
    found = list_within_limit(_find_members(text, value, name), name)
    drafts: list[Draft] = []
    notes: list[str] = []
    ids = ItemIds(str(one.value.get("id", one.key)) for one in found if isinstance(one.value, dict))
    for at, line in zip(found, _line_numbers(text, found), strict=True):
        try:
            drafts.append(_draft_from_member(at, line, ids, notes, knowledge))
        except InputError as error:
            raise InputError(f"{name}:{line}: {error}") from None
    return Imported(drafts=tuple(drafts), notes=tuple(notes))


def _find_members(text: str, value: object, name: str) -> Iterator[Member]:
    """The items: the document itself if it is a list, else the member that holds them."""
    if isinstance(value, list):
        yield from iterate_members(text)
        return
    if not isinstance(value, dict):
        raise InputError(f"{name}:1: items: expected a list of items, found {quote_value(value)}.")
    schema = value.get("schema", SCHEMA)
    if schema != SCHEMA:
        raise InputError(f"{name}:1: schema: {quote_value(schema)} is unknown; this version reads {SCHEMA}.")
    holder = next((one for one in iterate_members(text) if one.key in _LIST_NAMES and isinstance(one.value, (list, dict))), None)
    if holder is None:
        near = next((suggest_name(key, _LIST_NAMES) for key in value if suggest_name(key, _LIST_NAMES)), "")
        raise InputError(f"{name}:1: items: Field required. It is a list of items.{near}")
    yield from iterate_members(text, holder.start)


def _line_numbers(text: str, found: Sequence[Member]) -> Iterator[int]:
    """The line of each member, counted on from the member before."""
    line, at = 1, 0
    for one in found:
        line += text.count("\n", at, one.start)
        at = one.start
        yield line


def _draft_from_member(one: Member, line: int, ids: ItemIds, notes: list[str], knowledge: Knowledge) -> Draft:
    if not isinstance(one.value, dict):
        raise InputError(f"items: {quote_value(one.value)} is no item. An item is an object with a stem.")
    fields = dict(one.value)
    identity, bank = fields.pop("id", one.key), fields.pop("bank", "draft")
    for label, value in (("id", identity), ("bank", bank)):
        if value is not None and not (isinstance(value, (str, int)) and re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", str(value))):
            raise InputError(f"{label}: {quote_value(value)} is not written in small letters, digits and single hyphens.")
    if "type" not in fields or "stem" not in fields:
        fields = _adapt_foreign_fields(fields, line, notes, knowledge)
        one = one._replace(text="")
    if identity is None:
        identity = ids.new_id(str(fields.get("stem", "")))
    return Draft(id=str(identity), bank=str(bank), fields=fields, line=line, source=one.text)


def _adapt_foreign_fields(fields: Fields, line: int, notes: list[str], knowledge: Knowledge) -> Fields:
    """An item of another program's shape under our names."""
    named = {_FOREIGN_NAMES.get(name, name) if _FOREIGN_NAMES.get(name) not in fields else name: value for name, value in fields.items()}
    answer = next((named.pop(name) for name in _KEY_NAMES if name in named), None)
    own = {name: value for name, value in named.items() if name in _ITEM_FIELDS}
    strange = [name for name in named if name not in own]
    notes.extend(
        exchange_sentence(knowledge, "note_field", line=line, name=quote_value(name), hint=suggest_name(name, _ITEM_FIELDS))
        for name in strange
    )
    if isinstance(own.get("options"), list):
        return _adapt_options(own, answer)
    for form, part in (("matching", "pairs"), ("ordering", "steps"), ("case", "questions"), ("typed", "references")):
        if part in own:
            return {"type": form, **own}
    return {"type": "typed", **own, **({"references": [_as_text(answer)]} if answer not in (None, "", []) else {})}


def _adapt_options(fields: Fields, answer: object) -> Fields:
    options = [dict(one) if isinstance(one, dict) else {"text": _as_text(one)} for one in fields["options"]]
    texts = [str(one.get("text", "")) for one in options]
    if answer is not None:
        right = {place for given in _as_list(answer) for place in _places_in_key(given, texts)}
        options = [one | ({"right": True} if place in right else {}) for place, one in enumerate(options)]
    several = sum(bool(one.get("right")) for one in options) > 1
    return {"type": "response" if several else "choice", **fields, "options": options}


def _as_list(answer: object) -> list[object]:
    return answer if isinstance(answer, list) else [answer]


def _places_in_key(given: object, texts: Sequence[str]) -> tuple[int, ...]:
    """The places that one entry of a key means. Numbers count from 0, as programs write them."""
    if isinstance(given, int) and not isinstance(given, bool) and str(given) not in texts:
        if not 0 <= given < len(texts):
            raise InputError(f"right: {given} is no option. Give a number from 0 to {len(texts) - 1}, a letter or the text.")
        return (given,)
    return right_places(_as_text(given), texts, places_first=False)


def _as_text(value: Any) -> str:  # noqa: ANN401  # JSON is anything
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
