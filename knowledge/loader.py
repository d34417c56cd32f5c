"""YAML -> records. An error names the file, the line, the field and the nearest valid name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from knowledge.errors import InputError, KnowledgeError, nearest, shown, suggestion
from knowledge.kinds import KINDS
from knowledge.safe_yaml import line_of, read_mapping

Records = dict[str, dict[str, Any]]
"""Kind -> id -> record."""
_TABLES: Final = frozenset({"catalog", "measurements"})
"""Folders of CSV tables, not of records."""


def load_yaml(root: Path) -> Records:
    """Every record below `root`. Raises KnowledgeError with one line per mistake."""
    records: Records = {}
    mistakes: list[str] = []
    for kind, cls in KINDS.items():
        adapter = TypeAdapter(cls)
        records[kind] = {}
        for path in sorted((root / kind).rglob("*.yaml")):
            identity = path.relative_to(root / kind).with_suffix("").as_posix()
            try:
                records[kind][identity] = _read(path, root, identity, adapter)
            except InputError as error:
                mistakes.extend(str(error).splitlines())
    mistakes.extend(_strays(root))
    if mistakes:
        raise KnowledgeError(*mistakes)
    return records


def _read(path: Path, root: Path, identity: str, adapter: TypeAdapter[Any]) -> object:
    name = path.relative_to(root).as_posix()
    try:
        data = path.read_bytes()
    except OSError as error:
        raise KnowledgeError(f"{name}: cannot be read ({error.strerror}).") from None
    raw = read_mapping(data, name)
    if "id" in raw:
        raise KnowledgeError(f"{name}:{line_of(data, ('id',))}: id: the path is the id; leave this line out.")
    raw["id"] = identity
    if "as_of" in raw and "sources" in raw:
        _inherit(raw, raw["as_of"], raw["sources"])
    try:
        return adapter.validate_python(_tuples(raw), strict=True)
    except ValidationError as error:
        lines = [_explain(name, data, mistake, adapter) for mistake in error.errors(include_url=False)]
        raise KnowledgeError(*dict.fromkeys(lines)) from None


def _tuples(node: object) -> object:
    """`node` with lists as tuples, which is what strict records hold."""
    if isinstance(node, dict):
        return {key: _tuples(child) for key, child in node.items()}
    return tuple(_tuples(child) for child in node) if isinstance(node, list) else node


def _inherit(node: object, as_of: object, sources: object) -> None:
    """Give each fact below `node` the date and the sources of its file, where it has none of its own."""
    if isinstance(node, dict):
        if "value" in node:
            node.setdefault("as_of", as_of)
            node.setdefault("sources", sources)
        for key, child in node.items():
            if key != "others":
                _inherit(child, as_of, sources)
    elif isinstance(node, list):
        for child in node:
            _inherit(child, as_of, sources)


def _explain(name: str, data: bytes, mistake: Mapping[str, Any], adapter: TypeAdapter[Any]) -> str:
    path = tuple(part for part in mistake["loc"] if not (isinstance(part, str) and part.endswith("]")))
    where = f"{name}:{line_of(data, path)}: {'.'.join(str(part) for part in path)}"
    if mistake["type"] == "extra_forbidden":
        return f"{where}: no such field.{suggestion(str(path[-1]), _field_names(adapter))}"
    value = mistake.get("input")
    found = f" (found {shown(value)})" if isinstance(value, (str, int, float)) else ""
    hint = suggestion(value, _expected(mistake)) if isinstance(value, str) else ""
    if mistake["type"] == "date_type":
        hint = " Write one such as 2026-07-20, without quotes."
    message = str(mistake["msg"]).replace("valid tuple", "list")
    return f"{where}: {message}{found}.{hint}"


def _expected(mistake: Mapping[str, Any]) -> list[str]:
    expected = str(mistake.get("ctx", {}).get("expected", ""))
    return [part.strip(" '") for part in expected.replace(" or ", ", ").split(",") if part.strip(" '")]


def _field_names(adapter: TypeAdapter[Any]) -> Iterator[str]:
    def names(schema: object) -> Iterator[str]:
        if isinstance(schema, dict):
            yield from schema.get("properties", {})
            for child in schema.values():
                yield from names(child)
        elif isinstance(schema, list):
            for child in schema:
                yield from names(child)

    return names(adapter.json_schema())


def _strays(root: Path) -> Iterator[str]:
    """Files that no kind reads: a folder misspelt, an ending forgotten. The tables have readers of their own."""
    for path in sorted(root.rglob("*")):
        relative = path.relative_to(root)
        kind, name = relative.parts[0], relative.as_posix()
        if path.is_dir() or kind in _TABLES or path.name == "README.md" or path.name.startswith("."):
            continue
        if len(relative.parts) == 1:
            yield f"{name}: a record lives in the folder of its kind, such as models/."
        elif kind not in KINDS:
            close = nearest(kind, KINDS)
            yield f"{name}: no kind of record lives in {kind}/." + (f" Did you mean {close}/?" if close else "")
        elif path.suffix != ".yaml":
            yield f"{name}: records end in .yaml."
