"""The JSON that each command prints, field by field, from the schema that it offers."""

from __future__ import annotations

import ast
import inspect
import itertools
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, get_args, get_type_hints

import msgspec

from knowledge import Knowledge
from tui.cli.schema import _ADVICES, _RECORDS, DESCRIBED_COMMANDS, command_schema
from tui.maintenance.reference.markdown import escape_markdown, format_code, format_table, join_blocks

Schema = Mapping[str, Any]
DescribedRecords = dict[str, tuple[str, Schema]]
"""Record -> the command under which it is described, and its schema."""
Words = Mapping[str, str]
"""Field, or Record.field -> what it means, where the record does not say it."""


def schemas_page(knowledge: Knowledge) -> str:
    """A section for each command that has a schema; a record that stands in several is described in the first."""
    words, told = knowledge.wording["json"].texts, DescribedRecords()
    return join_blocks(*(_command_section(command, told, words) for command in DESCRIBED_COMMANDS))


def _command_section(command: str, told: DescribedRecords, words: Words) -> str:
    schema, root = command_schema(command), _printed_record(command)
    records = {record.__name__: record for record in _list_records(root)} if root else {}
    parts = schema.get("$defs", {})
    known = [name for name, part in parts.items() if name in told and told[name][1] == part]
    new = {name: part for name, part in parts.items() if name not in known}
    told |= {name: (command, part) for name, part in new.items()}
    described_before = ", ".join(f"[{name}](#{told[name][0]}-{name.lower()})" for name in known)
    return join_blocks(
        _fields_section(f"## {command}", schema, root, parts, words),
        f"Described above: {described_before}." if known else "",
        *(_fields_section(f"### {command}: {name}", part, records.get(name), parts, words) for name, part in new.items()),
    )


def _printed_record(command: str) -> type[msgspec.Struct] | None:
    """The record that a command prints; None for one whose schema is written out."""
    place = {**_ADVICES, **_RECORDS}.get(command)
    return getattr(import_module(place[0]), place[1]) if place else None


def _list_records(kind: Any) -> Iterator[type[msgspec.Struct]]:  # noqa: ANN401  # any annotation may stand at a field
    """A record and every record that its fields hold."""
    found: dict[type[msgspec.Struct], None] = {}
    waiting = [kind]
    while waiting:
        hint = waiting.pop()
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and hint not in found:
            found[hint] = None
            waiting.extend(get_type_hints(hint).values())
        waiting.extend(part for part in get_args(hint) if not isinstance(part, str))
    return iter(found)


@cache
def field_texts(record: type) -> dict[str, str]:
    """Field -> the text that stands below it in the code, of a record and of those it extends."""
    texts: dict[str, str] = {}
    for cls in reversed(record.__mro__):
        if issubclass(cls, msgspec.Struct) and cls.__annotations__:
            texts |= dict(_texts_below_fields(cls))
    return texts


def _texts_below_fields(cls: type) -> Iterator[tuple[str, str]]:
    body = ast.parse(textwrap.dedent(inspect.getsource(cls))).body[0]
    lines = body.body if isinstance(body, ast.ClassDef) else []
    for field, text in itertools.pairwise(lines):
        match field, text:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(told))):
                yield name, told
            case _:
                pass


def _fields_section(heading: str, schema: Schema, record: type[msgspec.Struct] | None, parts: Schema, words: Words) -> str:
    if "properties" not in schema:
        return join_blocks(heading, escape_markdown(schema.get("description", "")), f"Is {_type_text(schema)}.")
    required = set(schema.get("required", ()))
    owners: tuple[type | str, ...] = (*(record.__mro__ if record else ()), heading)
    rows = (
        [
            format_code(name) + ("" if name in required else " (optional)"),
            _type_text(field),
            escape_markdown(_field_meaning(name, field, owners, parts, words)),
        ]
        for name, field in schema["properties"].items()
    )
    return join_blocks(heading, escape_markdown(schema.get("description", "")), format_table(["field", "type", "meaning"], rows))


def _field_meaning(name: str, field: Schema, owners: Sequence[type | str], parts: Schema, words: Words) -> str:
    """What stands below the field in the code, else the words for it, else what the record says of itself that it holds."""
    record = owners[0]
    own = field_texts(record).get(name) if isinstance(record, type) else None
    names = (owner.__name__ if isinstance(owner, type) else owner.lstrip("# ") for owner in owners)
    special = next((words[key] for owner in names if (key := f"{owner}.{name}") in words), None)
    return own or field.get("description") or special or _part_meaning(field, parts) or words.get(name, "")


def _part_meaning(field: Schema, parts: Schema) -> str:
    """What the record says of itself that a field holds one or several of; empty where it holds none, or one of two."""
    if "$ref" in field:
        return str(parts[field["$ref"].rpartition("/")[2]].get("description", ""))
    held = [field["items"]] if "items" in field else [part for part in field.get("anyOf", ()) if part.get("type") != "null"]
    return _part_meaning(held[0], parts) if len(held) == 1 else ""


def _type_text(schema: Schema) -> str:
    """A type in a few words, in Markdown."""
    if "$ref" in schema:
        return format_code(schema["$ref"].rpartition("/")[2])
    if "const" in schema:
        return format_code(str(schema["const"]))
    if "enum" in schema:
        return ", ".join(format_code(str(value)) for value in schema["enum"])
    kinds = list(_alternative_types(schema))
    return " or ".join(dict.fromkeys(kinds)) if kinds else _simple_type(schema)


def _alternative_types(schema: Schema) -> Iterator[str]:
    for part in (*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())):
        yield _type_text(part)


def _simple_type(schema: Schema) -> str:
    match schema.get("type"):
        case "array":
            return f"list of {_items_text(schema)}"
        case "object" if isinstance(schema.get("additionalProperties"), Mapping):
            return f"object of {_type_text(schema['additionalProperties'])}"
        case str(kind):
            return kind
        case _:
            return "anything"


def _items_text(schema: Schema) -> str:
    if "prefixItems" in schema:
        return ", ".join(_type_text(item) for item in schema["prefixItems"])
    return _type_text(schema.get("items", {}))
