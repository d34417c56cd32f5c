"""YAML -> records. An error names the file, the line, the field and the nearest valid name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

from knowledge.base import KINDS
from knowledge.compilation_progress import FILES_READ, report_compilation
from knowledge.errors import InputError, KnowledgeError, nearest_name
from knowledge.record_validation import adapter_of, read_bytes, validate_record
from knowledge.safe_yaml import find_line, read_mapping

Records = dict[str, dict[str, Any]]
"""Kind -> id -> record."""
_TABLES: Final = frozenset({"catalog", "measurements"})
"""Folders of CSV tables, which have their own readers."""


def load_yaml(root: Path) -> Records:
    """Read every record below `root`. Raises KnowledgeError with one line per mistake."""
    records: Records = {}
    mistakes: list[str] = []
    paths = {kind: sorted((root / kind).rglob("*.yaml")) for kind in KINDS}
    count, done = sum(map(len, paths.values())), 0
    for kind, cls in KINDS.items():
        adapter = adapter_of(cls)
        records[kind] = {}
        for path in paths[kind]:
            report_compilation(FILES_READ * done / count)
            done += 1
            identity = path.relative_to(root / kind).with_suffix("").as_posix()
            try:
                records[kind][identity] = _read_record(path, root, identity, adapter)
            except InputError as error:
                mistakes.extend(str(error).splitlines())
    mistakes.extend(_list_strays(root))
    if mistakes:
        raise KnowledgeError(*mistakes)
    return records


def _read_record(path: Path, root: Path, identity: str, adapter: TypeAdapter[Any]) -> object:
    name = path.relative_to(root).as_posix()
    data = read_bytes(path, name)
    raw = read_mapping(data, name)
    if "id" in raw:
        raise KnowledgeError(f"{name}:{find_line(data, ('id',))}: id: the path is the id; leave this line out.")
    raw["id"] = identity
    if "as_of" in raw and "sources" in raw:
        _inherit_sources(raw, raw["as_of"], raw["sources"])
    return validate_record(adapter, raw, name=name, data=data)


def _inherit_sources(node: object, as_of: object, sources: object) -> None:
    """Give each fact below `node` the date and the sources of its file unless it has its own."""
    if isinstance(node, dict):
        if "value" in node:
            node.setdefault("as_of", as_of)
            node.setdefault("sources", sources)
        for key, child in node.items():
            if key != "others":
                _inherit_sources(child, as_of, sources)
    elif isinstance(node, list):
        for child in node:
            _inherit_sources(child, as_of, sources)


def _list_strays(root: Path) -> Iterator[str]:
    """One line for each file that is no record: a misspelt folder, a missing ending."""
    for path in sorted(root.rglob("*")):
        relative = path.relative_to(root)
        kind, name = relative.parts[0], relative.as_posix()
        if path.is_dir() or kind in _TABLES or path.name == "README.md" or path.name.startswith("."):
            continue
        if len(relative.parts) == 1:
            yield f"{name}: a record lives in the folder of its kind, such as models/."
        elif kind not in KINDS:
            close = nearest_name(kind, KINDS)
            yield f"{name}: no kind of record lives in {kind}/." + (f" Did you mean {close}/?" if close else "")
        elif path.suffix != ".yaml":
            yield f"{name}: records end in .yaml."
