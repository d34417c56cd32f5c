"""Reads scenarios, circumstances and templates from YAML. Every mistake is one line with file, line, field and the nearest valid value."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from knowledge.errors import InputError, KnowledgeError, suggest_name
from knowledge.record_validation import adapter_of, read_bytes, validate_record
from knowledge.safe_yaml import find_line, read_mapping
from quizzes.generated.scenario import Circumstance, Scenario
from quizzes.generated.template import Template

_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SECTIONS: Final[dict[str, type[Any]]] = {"givens": Circumstance, "scenarios": Scenario, "templates": Template}
_WITHOUT_ID: Final = frozenset({"givens"})


def read_files(paths: list[Path]) -> dict[str, dict[str, Any]]:
    """Section -> its records by id. Raises KnowledgeError with a line per mistake."""
    found: dict[str, dict[str, Any]] = {section: {} for section in SECTIONS}
    mistakes: list[str] = []
    for path in paths:
        try:
            _read_file(path, found, mistakes)
        except InputError as error:
            mistakes.extend(str(error).splitlines())
    mistakes.extend(_unknown_givens(found))
    if mistakes:
        raise KnowledgeError(*mistakes)
    return found


def _read_file(path: Path, found: dict[str, dict[str, Any]], mistakes: list[str]) -> None:
    name = f"{path.parent.name}/{path.name}"
    data = read_bytes(path, name)
    for section, entries in read_mapping(data, name).items():
        if section not in SECTIONS:
            raise KnowledgeError(f"{name}:{find_line(data, (section,))}: {section}: no such field.{suggest_name(section, SECTIONS)}")
        adapter = adapter_of(SECTIONS[section])
        for identity, raw in (entries or {}).items():
            if not _ID.fullmatch(str(identity)) or identity in found[section] or not isinstance(raw, dict):
                where = f"{name}:{find_line(data, (section, identity))}: {section}.{identity}"
                mistakes.append(f"{where}: give a mapping under an id of its own, in small letters, digits and single hyphens.")
                continue
            whole = raw if section in _WITHOUT_ID else {**raw, "id": identity}
            try:
                found[section][identity] = validate_record(adapter, whole, name=name, data=data, at=(section, identity))
            except KnowledgeError as error:
                mistakes.extend(str(error).splitlines())


def _unknown_givens(found: dict[str, dict[str, Any]]) -> list[str]:
    givens = found["givens"]
    return [
        f"scenarios: {scenario.id}: given: there is no {name}.{suggest_name(name, givens)}"
        for scenario in found["scenarios"].values()
        for name in scenario.given
        if name not in givens
    ]
