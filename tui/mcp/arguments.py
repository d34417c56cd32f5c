"""The arguments of tools: one table says what a client may give, and checks what it gave."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.intake.tokens import MOST_CHARACTERS
from engine.vocabulary import accepts, holds_several
from engine.words import named
from engine.workload import FACT_NAMES, Id, Quantity
from knowledge import Knowledge
from knowledge.errors import InputError, shown, suggestion
from tui.mcp.held import Arguments, Held

Schema = dict[str, Any]
"""A JSON Schema, as far as arguments need one: type, enum, minimum, maximum, maxLength, maxItems, items, properties."""
_MOST_ENTRIES: Final = 1000
_NAME: Final = 200
"""Characters of a name."""


def text(most: int = _NAME) -> Schema:
    """A text of at most so many characters."""
    return {"type": "string", "maxLength": most}


def texts(most: int = _NAME) -> Schema:
    """A list of texts of at most so many characters each."""
    return {"type": "array", "items": text(most), "maxItems": _MOST_ENTRIES}


def one_of(choices: Sequence[str]) -> Schema:
    """One of a few words."""
    return {"type": "string", "enum": list(choices)}


def number(low: float, high: float, *, whole: bool = True) -> Schema:
    """A number in a range."""
    return {"type": "integer" if whole else "number", "minimum": low, "maximum": high}


WORDS: Final = text(MOST_CHARACTERS)
FLAG: Final[Schema] = {"type": "boolean"}
OBJECT: Final[Schema] = {"type": "object"}
ANYTHING: Final[Schema] = {}


def facts_schema(knowledge: Knowledge) -> Schema:
    """Every fact of a workload with its values or its unit."""
    return {"type": "object", "additionalProperties": False, "properties": {name: _fact(name, knowledge) for name in FACT_NAMES}}


def _fact(name: str, knowledge: Knowledge) -> Schema:
    about, kind = named(knowledge, name), accepts(name)
    if isinstance(kind, Quantity):
        return {"type": ["number", "string"], "description": f"{about}, {kind.unit}" if kind.unit else about}
    if isinstance(kind, Id):
        ids = {"description": f"{about}: {', '.join(kind.kinds)}"}
        return {"type": "array", "items": {"type": "string"}, **ids} if holds_several(name) else {"type": "string", **ids}
    return {"enum": list(kind), "description": about} if kind is not None else {"type": "boolean", "description": about}


def schema_of(tool: str, arguments: Mapping[str, Schema], required: Sequence[str], held: Held) -> Schema:
    """The JSON Schema of a tool's arguments, each with what it is for."""
    about = {name: {**schema, "description": held.say(f"argument_{name}")} for name, schema in arguments.items()}
    return {"type": "object", "title": tool, "properties": about, "required": list(required), "additionalProperties": False}


def checked(tool: str, given: Mapping[str, Any], arguments: Mapping[str, Schema], required: Sequence[str], held: Held) -> Arguments:
    """What was given, without what is null. Raises InputError with one line that names the argument, its value and what would do."""
    for name, value in given.items():
        if name not in arguments:
            raise InputError(held.say("unknown_argument", name=shown(name), tool=tool, hint=suggestion(name, arguments)))
        if value is not None:
            _check(name, value, arguments[name], held)
    kept = {name: _whole(value, arguments[name]) for name, value in given.items() if value is not None}
    missing = next((name for name in required if name not in kept), None)
    if missing is not None:
        raise InputError(held.say("missing", name=missing, what=held.say(f"argument_{missing}")))
    return kept


def _whole(value: object, schema: Schema) -> object:
    """8.0 is 8, as JSON Schema has it."""
    return int(value) if schema.get("type") == "integer" and isinstance(value, float) else value


def _check(name: str, value: object, schema: Schema, held: Held) -> None:
    kind = schema.get("type")
    if kind is not None and not _is(kind, value):
        raise InputError(held.say(_WRONG[kind], name=name, value=shown(value)))
    if "enum" in schema and value not in schema["enum"]:
        choices = held.say("choose_from", choices=", ".join(schema["enum"]))
        raise InputError(held.say("not_a_choice", name=name, value=shown(value), hint=suggestion(str(value), schema["enum"], choices)))
    if isinstance(value, str) and len(value) > schema.get("maxLength", math.inf):
        raise InputError(held.say("too_long", name=name, length=f"{len(value):,}", most=f"{schema['maxLength']:,}"))
    if isinstance(value, (int, float)) and not schema.get("minimum", -math.inf) <= value <= schema.get("maximum", math.inf):
        low, high = f"{schema['minimum']:g}", f"{schema['maximum']:,.0f}"
        raise InputError(held.say("out_of_range", name=name, value=shown(value), low=low, high=high))
    if isinstance(value, list) and kind == "array":
        if len(value) > schema["maxItems"]:
            raise InputError(held.say("too_many", name=name, length=f"{len(value):,}", most=f"{schema['maxItems']:,}"))
        for one in value:
            _check(name, one, schema["items"], held)


_WRONG: Final = {
    "string": "not_a_string",
    "integer": "not_a_whole_number",
    "number": "not_a_number",
    "boolean": "not_a_flag",
    "array": "not_a_list",
    "object": "not_an_object",
}
"""Type -> the sentence for what is none."""


def _is(kind: str, value: object) -> bool:
    if kind in ("integer", "number"):
        whole = not isinstance(value, float) or value.is_integer()
        return isinstance(value, (int, float)) and not isinstance(value, bool) and (whole or kind == "number")
    return isinstance(value, {"string": str, "boolean": bool, "array": list, "object": dict}[kind])
