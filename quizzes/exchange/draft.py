"""Drafts: what a file says of an item, in the shape of a bank, whether or not all is there that a bank asks for."""

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
from knowledge.schema.record import Record
from knowledge.strict import validated
from quizzes.item import Item

Fields = dict[str, Any]
"""An item as it stands in YAML: plain values, without its id and bank."""

_ORDER: Final = (
    "type", "exams", "task", "difficulty", "confusable", "stands_on", "stem", "cues", "options", "steps", "pairs", "extra", "questions",
    "references", "rubric", "principle", "sources", "hints",
)  # fmt: skip
"""Fields in the order in which authors write them."""
_MISSING: Final = {"missing", "too_short", "string_too_short"}
"""What the checker calls a field that is not there, or empty where something has to be."""
_NO_MISTAKE: Final = (": Field required.", "after validation, not 0.")
"""How lines end that say no more than what is lacking, or what another line says."""
_HALVES: Final = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
"""How JSON writes a character beyond the first 65,536, in two halves, which YAML does not read."""
_MOST_MISTAKES: Final = 20


class Draft(Record):
    """One item of a file."""

    id: str
    fields: Fields
    bank: str = "draft"
    line: int = 1
    """Where it begins, from 1."""
    source: str = ""
    """Its own JSON, so that a mistake can be told by its line; empty for other formats."""


class Imported(Record):
    """What a file holds."""

    drafts: tuple[Draft, ...]
    notes: tuple[str, ...] = ()
    """What the file says and a bank cannot hold, a line each."""


class Settled(Record):
    """A draft that was held against the form of items."""

    draft: Draft
    item: Item | None
    """None while something is lacking."""
    lacks: tuple[str, ...]
    """Fields that are not there, as options.2.why."""


def fields_of(item: Item) -> Fields:
    """`item` as an author would write it: without what goes without saying."""
    plain: Fields = msgspec.json.decode(msgspec.json.encode(item))  # lists, where to_builtins leaves tuples
    return ordered({name: value for name, value in pruned(plain).items() if name not in {"id", "bank"}} | {"exams": plain["exams"]})


def ordered(fields: Fields) -> Fields:
    """`fields` in the order of a bank, those with other names last."""
    return dict(sorted(fields.items(), key=lambda one: _ORDER.index(one[0]) if one[0] in _ORDER else len(_ORDER)))


def pruned(node: Any) -> Any:  # noqa: ANN401  # plain data of any shape
    """`node` without fields that hold nothing; a concept without phrases keeps all, for its reader would add one, and a number its unit."""
    if isinstance(node, dict):
        whole = "any" in node and not node["any"]
        return {name: _kept(name, child) for name, child in node.items() if whole or name == "unit" or not _is_nothing(child)}
    return [pruned(child) for child in node] if isinstance(node, (list, tuple)) else node


def settled(drafts: Sequence[Draft], name: str) -> tuple[Settled, ...]:
    """Every draft of the file `name` with its item or what that lacks.

    Raises InputError with a line per mistake: an id that stands twice, a value that no item can have, a field that does not exist.
    """
    found: dict[str, Settled] = {}
    mistakes: list[str] = []
    for draft in drafts:
        if draft.id in found:
            mistakes.append(f"{name}:{draft.line}: items.{draft.id}: stands twice; the first is on line {found[draft.id].draft.line}.")
            continue
        try:
            found[draft.id] = _settled(draft, name)
        except InputError as error:
            mistakes.extend(str(error).splitlines())
        if len(mistakes) > _MOST_MISTAKES:
            break
    if mistakes:
        raise InputError(*mistakes[:_MOST_MISTAKES], *([f"{name}: and more."] if len(mistakes) > _MOST_MISTAKES else []))
    return tuple(found.values())


def _kept(name: str, child: object) -> object:
    return child if name == "sides" else pruned(child)  # a side without further names is a side all the same


def _is_nothing(value: object) -> bool:
    return value is None or value is False or (isinstance(value, (str, list, tuple, dict)) and not value)


@cache
def _adapter() -> TypeAdapter[Item]:
    return TypeAdapter(Item)


def _settled(draft: Draft, name: str) -> Settled:
    try:
        raw = _tuples({**draft.fields, "id": draft.id, "bank": draft.bank})
        return Settled(draft=draft, item=_adapter().validate_python(raw, strict=True), lacks=())
    except ValidationError as error:
        wrong = error.errors(include_url=False)
    except RecursionError:
        raise InputError(f"{name}:{draft.line}: items.{draft.id}: too many levels deep.") from None
    told = [mistake for mistake in wrong if not (mistake["type"] == "too_short" and mistake["input"])]  # what such a list holds is told
    lacks = [".".join(_place(mistake["loc"])) for mistake in told if mistake["type"] in _MISSING]
    if len(lacks) < len(told):
        raise InputError(*_mistakes(draft, raw, name))
    return Settled(draft=draft, item=None, lacks=tuple(dict.fromkeys(lacks)))


def _mistakes(draft: Draft, raw: object, name: str) -> Iterator[str]:
    """A line for each value that is wrong, rather than missing."""
    for source in (_HALVES.sub("?", draft.source), ""):
        whole = "\n" * (draft.line - 1) + f'{{"items": {{{json.dumps(draft.id)}: {source or 0}}}}}'
        try:
            validated(_adapter(), raw, name=name, data=whole.encode(), at=("items", draft.id))
        except KnowledgeError as error:
            yield from (line for line in str(error).splitlines() if not line.endswith(_NO_MISTAKE))
            return
        except yaml.YAMLError:  # JSON that is no YAML: its lines cannot be told, but that of the item can
            continue


def _place(path: Sequence[object]) -> Iterator[str]:
    return (str(part) for part in path if not (isinstance(part, str) and part.endswith("]")))


def _tuples(node: object) -> object:
    """`node` with lists as tuples, which is what strict records hold."""
    if isinstance(node, dict):
        return {key: _tuples(child) for key, child in node.items()}
    return tuple(_tuples(child) for child in node) if isinstance(node, (list, tuple)) else node
