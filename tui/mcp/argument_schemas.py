"""JSON Schemas of tool arguments, and checks against them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.fact_wording import fact_name
from engine.intake.tokens import MOST_CHARACTERS
from engine.vocabulary import accepted_values, is_list_fact
from engine.workload import FACT_NAMES, Id, Quantity
from knowledge import Knowledge
from knowledge.errors import InputError, quote_value, suggest_name
from tui.mcp.server_state import Arguments, ServerState

Schema = dict[str, Any]
"""A JSON Schema with the keywords that `_check_value` knows: type, enum, minimum, maximum, maxLength, maxItems, items, properties."""
_MOST_ENTRIES: Final = 1000
_NAME: Final = 200
"""Maximum length of a name."""


def text_schema(most: int = _NAME) -> Schema:
    """A text with a maximum length."""
    return {"type": "string", "maxLength": most}


def text_list_schema(most: int = _NAME) -> Schema:
    """A list of texts with a maximum length each."""
    return {"type": "array", "items": text_schema(most), "maxItems": _MOST_ENTRIES}


def choice_schema(choices: Sequence[str]) -> Schema:
    """One of several words."""
    return {"type": "string", "enum": list(choices)}


def number_schema(low: float, high: float, *, whole: bool = True) -> Schema:
    """A number in a range."""
    return {"type": "integer" if whole else "number", "minimum": low, "maximum": high}


WORDS: Final = text_schema(MOST_CHARACTERS)
FLAG: Final[Schema] = {"type": "boolean"}
OBJECT: Final[Schema] = {"type": "object"}
ANYTHING: Final[Schema] = {}


_FIRST_TOOL: Final = "advise"
_DESCRIBED_ONCE: Final = frozenset({"text", "facts"})
"""Arguments of many tools that only the first one describes, with the names of all facts."""
_LISTED_KEYS: Final = frozenset({"type", "enum", "items"})


def facts_schema(knowledge: Knowledge) -> Schema:
    """All facts of a workload with their values or units, as JSON Schema."""
    return {"type": "object", "additionalProperties": False, "properties": {name: _fact_schema(name, knowledge) for name in FACT_NAMES}}


def _fact_schema(name: str, knowledge: Knowledge) -> Schema:
    about, kind = fact_name(knowledge, name), accepted_values(name)
    if isinstance(kind, Quantity):
        return {"type": ["number", "string"], "description": f"{about}, {kind.unit}" if kind.unit else about}
    if isinstance(kind, Id):
        counted = ", each with how many: 2 x g5.xlarge" if kind.is_counted else ""
        ids = {"description": f"{about}: {', '.join(kind.kinds)}{counted}"}
        return {"type": "array", "items": {"type": "string"}, **ids} if is_list_fact(name) else {"type": "string", **ids}
    return {"enum": list(kind), "description": about} if kind is not None else {"type": "boolean", "description": about}


def arguments_schema(tool: str, arguments: Mapping[str, Schema], required: Sequence[str], state: ServerState) -> Schema:
    """The JSON Schema of a tool's arguments with their descriptions."""
    about = {name: _listed_schema(name, tool, schema, state) for name, schema in arguments.items()}
    return {"type": "object", "properties": about, **({"required": list(required)} if required else {})}


def _listed_schema(name: str, tool: str, schema: Schema, state: ServerState) -> Schema:
    """A schema as it is listed: without limits of size, which errors tell, so that a list of all tools stays short."""
    shown = {key: value for key, value in schema.items() if key in _LISTED_KEYS and not (key == "type" and "enum" in schema)}
    if "items" in shown:
        shown["items"] = {"type": schema["items"]["type"]}
    is_told = name not in _DESCRIBED_ONCE or tool == _FIRST_TOOL
    if is_told and f"argument_{name}" in state.knowledge.wording["mcp"].texts:
        shown["description"] = state.say(f"argument_{name}", **({"names": ", ".join(FACT_NAMES)} if name == "facts" else {}))
    return shown


def check_arguments(
    tool: str, given: Mapping[str, Any], arguments: Mapping[str, Schema], required: Sequence[str], state: ServerState
) -> Arguments:
    """The checked arguments without nulls. Raises InputError with one line that names the argument, its value and valid ones."""
    for name, value in given.items():
        if name not in arguments:
            raise InputError(state.say("unknown_argument", name=quote_value(name), tool=tool, hint=suggest_name(name, arguments)))
        if value is not None:
            _check_value(name, value, arguments[name], state)
    checked = {name: _to_integer(value, arguments[name]) for name, value in given.items() if value is not None}
    missing = next((name for name in required if name not in checked), None)
    if missing is not None:
        raise InputError(state.say("missing", name=missing, what=_describe_argument(missing, arguments[missing], state)))
    return checked


def _describe_argument(name: str, schema: Schema, state: ServerState) -> str:
    if "enum" in schema:
        return state.say("choose_from", choices=", ".join(schema["enum"]))
    return state.say(f"argument_{name}")


def _to_integer(value: object, schema: Schema) -> object:
    """8.0 is 8, as JSON Schema has it."""
    return int(value) if schema.get("type") == "integer" and isinstance(value, float) else value


def _check_value(name: str, value: object, schema: Schema, state: ServerState) -> None:
    kind = schema.get("type")
    if kind is not None and not _has_type(kind, value):
        raise InputError(state.say(_TYPE_ERRORS[kind], name=name, value=quote_value(value)))
    if "enum" in schema and value not in schema["enum"]:
        choices = state.say("choose_from", choices=", ".join(schema["enum"]))
        raise InputError(
            state.say("not_a_choice", name=name, value=quote_value(value), hint=suggest_name(str(value), schema["enum"], choices))
        )
    if isinstance(value, str) and len(value) > schema.get("maxLength", math.inf):
        raise InputError(state.say("too_long", name=name, length=f"{len(value):,}", most=f"{schema['maxLength']:,}"))
    if isinstance(value, (int, float)) and not schema.get("minimum", -math.inf) <= value <= schema.get("maximum", math.inf):
        low, high = f"{schema['minimum']:g}", f"{schema['maximum']:,.0f}"
        raise InputError(state.say("out_of_range", name=name, value=quote_value(value), low=low, high=high))
    if isinstance(value, list) and kind == "array":
        if len(value) > schema["maxItems"]:
            raise InputError(state.say("too_many", name=name, length=f"{len(value):,}", most=f"{schema['maxItems']:,}"))
        for one in value:
            _check_value(name, one, schema["items"], state)


_TYPE_ERRORS: Final = {
    "string": "not_a_string",
    "integer": "not_a_whole_number",
    "number": "not_a_number",
    "boolean": "not_a_flag",
    "array": "not_a_list",
    "object": "not_an_object",
}
"""Type -> key of the sentence for values that do not have it."""


def _has_type(kind: str, value: object) -> bool:
    if kind in ("integer", "number"):
        whole = not isinstance(value, float) or value.is_integer()
        return isinstance(value, (int, float)) and not isinstance(value, bool) and (whole or kind == "number")
    return isinstance(value, {"string": str, "boolean": bool, "array": list, "object": dict}[kind])
