"""Drafts: what a file says of an item, in the shape of a bank, complete or not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

import msgspec
import yaml
from pydantic import TypeAdapter, ValidationError

from knowledge.errors import InputError, KnowledgeError
from knowledge.record_validation import validate_record
from knowledge.schema.record import Record
from quizzes.item import Item

Fields = dict[str, Any]
"""An item as in YAML: plain values, without id and bank."""

_ORDER: Final = (
    "type", "exams", "task", "difficulty", "confusable", "twins", "stands_on", "stem", "cues", "options", "steps", "pairs", "extra",
    "questions", "references", "rubric", "principle", "sources", "hints",
)  # fmt: skip
"""Fields in the order in which authors write them."""
_MISSING_TYPES: Final = {"missing", "too_short", "string_too_short"}
"""Pydantic's names for a missing field, or an empty one where a value is needed."""
_NOT_MISTAKE_ENDINGS: Final = (": Field required.", "after validation, not 0.")
"""Endings of lines that only say what is missing, or repeat another line."""
_SURROGATE_ESCAPE: Final = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
"""JSON escapes half of a character beyond the first 65,536 so, which YAML does not read."""
_MAX_MISTAKES: Final = 20


class Draft(Record):
    """One item of a file."""

    id: str
    fields: Fields
    bank: str = "draft"
    line: int = 1
    """The line on which it begins, from 1."""
    source: str = ""
    """Its own JSON, to find the line of a mistake; empty for other formats."""


class Imported(Record):
    """The content of a file."""

    drafts: tuple[Draft, ...]
    notes: tuple[str, ...] = ()
    """What the file says and a bank cannot hold, a line each."""


class CheckedDraft(Record):
    """A draft checked against the form of items."""

    draft: Draft
    item: Item | None
    """None while something is missing."""
    missing_fields: tuple[str, ...]
    """Paths of the missing fields, such as options.2.why."""


def item_fields(item: Item) -> Fields:
    """`item` as an author would write it, without default values."""
    plain: Fields = msgspec.json.decode(msgspec.json.encode(item))  # lists, where to_builtins leaves tuples
    return sort_fields({name: value for name, value in drop_empty(plain).items() if name not in {"id", "bank"}} | {"exams": plain["exams"]})


def sort_fields(fields: Fields) -> Fields:
    """`fields` in the order used in banks, unknown names last."""
    return dict(sorted(fields.items(), key=lambda one: _ORDER.index(one[0]) if one[0] in _ORDER else len(_ORDER)))


def drop_empty(node: Any) -> Any:  # noqa: ANN401  # plain data of any shape
    """`node` without empty fields; a concept without phrases stays whole, since its reader would add one, and a number keeps its unit."""
    if isinstance(node, dict):
        whole = "any" in node and not node["any"]
        return {name: _drop_empty_below(name, child) for name, child in node.items() if whole or name == "unit" or not _is_empty(child)}
    return [drop_empty(child) for child in node] if isinstance(node, (list, tuple)) else node


def check_drafts(drafts: Sequence[Draft], name: str) -> tuple[CheckedDraft, ...]:
    """Every draft of the file `name` with its item or its missing fields.

    Raises InputError with a line per mistake: a duplicate id, an impossible value, an unknown field.
    """
    found: dict[str, CheckedDraft] = {}
    mistakes: list[str] = []
    for draft in drafts:
        if draft.id in found:
            mistakes.append(f"{name}:{draft.line}: items.{draft.id}: stands twice; the first is on line {found[draft.id].draft.line}.")
            continue
        try:
            found[draft.id] = _check_draft(draft, name)
        except InputError as error:
            mistakes.extend(str(error).splitlines())
        if len(mistakes) > _MAX_MISTAKES:
            break
    if mistakes:
        raise InputError(*mistakes[:_MAX_MISTAKES], *([f"{name}: and more."] if len(mistakes) > _MAX_MISTAKES else []))
    return tuple(found.values())


def _drop_empty_below(name: str, child: object) -> object:
    return child if name == "sides" else drop_empty(child)  # a side without further names is a side all the same


def _is_empty(value: object) -> bool:
    return value is None or value is False or (isinstance(value, (str, list, tuple, dict)) and not value)


@cache
def _item_adapter() -> TypeAdapter[Item]:
    return TypeAdapter(Item)


def _check_draft(draft: Draft, name: str) -> CheckedDraft:
    try:
        raw = _lists_to_tuples({**draft.fields, "id": draft.id, "bank": draft.bank})
        return CheckedDraft(draft=draft, item=_item_adapter().validate_python(raw, strict=True), missing_fields=())
    except ValidationError as error:
        wrong = error.errors(include_url=False)
    except RecursionError:
        raise InputError(f"{name}:{draft.line}: items.{draft.id}: too many levels deep.") from None
    told = [mistake for mistake in wrong if not (mistake["type"] == "too_short" and mistake["input"])]  # what such a list holds is told
    lacks = [".".join(_path_parts(mistake["loc"])) for mistake in told if mistake["type"] in _MISSING_TYPES]
    if len(lacks) < len(told):
        raise InputError(*_value_mistakes(draft, raw, name))
    return CheckedDraft(draft=draft, item=None, missing_fields=tuple(dict.fromkeys(lacks)))


def _value_mistakes(draft: Draft, raw: object, name: str) -> Iterator[str]:
    """A line for each wrong, rather than missing, value."""
    for source in (_SURROGATE_ESCAPE.sub("?", draft.source), ""):
        whole = "\n" * (draft.line - 1) + f'{{"items": {{{json.dumps(draft.id)}: {source or 0}}}}}'
        try:
            validate_record(_item_adapter(), raw, name=name, data=whole.encode(), at=("items", draft.id))
        except KnowledgeError as error:
            yield from (line for line in str(error).splitlines() if not line.endswith(_NOT_MISTAKE_ENDINGS))
            return
        except yaml.YAMLError:  # JSON that is no YAML: its lines cannot be told, but that of the item can
            continue


def _path_parts(path: Sequence[object]) -> Iterator[str]:
    return (str(part) for part in path if not (isinstance(part, str) and part.endswith("]")))


def _lists_to_tuples(node: object) -> object:
    """`node` with lists as tuples, as strict records need."""
    if isinstance(node, dict):
        return {key: _lists_to_tuples(child) for key, child in node.items()}
    return tuple(_lists_to_tuples(child) for child in node) if isinstance(node, (list, tuple)) else node
