"""YAML -> scenarios, what they share, and templates. Every mistake is one line with file, line, field and the nearest valid value."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from knowledge.errors import InputError, KnowledgeError, suggestion
from knowledge.safe_yaml import line_of, read_mapping
from knowledge.strict import adapter_of, bytes_of, validated
from quizzes.generated.scenario import Given, Scenario
from quizzes.generated.template import Template

_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SECTIONS: Final[dict[str, type[Any]]] = {"givens": Given, "scenarios": Scenario, "templates": Template}
_WITHOUT_ID: Final = frozenset({"givens"})


def read_files(paths: list[Path]) -> dict[str, dict[str, Any]]:
    """Section -> its records by id. Raises KnowledgeError with a line per mistake."""
    found: dict[str, dict[str, Any]] = {section: {} for section in SECTIONS}
    mistakes: list[str] = []
    for path in paths:
        try:
            _read(path, found, mistakes)
        except InputError as error:
            mistakes.extend(str(error).splitlines())
    mistakes.extend(_unknown_givens(found))
    if mistakes:
        raise KnowledgeError(*mistakes)
    return found


def _read(path: Path, found: dict[str, dict[str, Any]], mistakes: list[str]) -> None:
    name = f"{path.parent.name}/{path.name}"
    data = bytes_of(path, name)
    for section, entries in read_mapping(data, name).items():
        if section not in SECTIONS:
            raise KnowledgeError(f"{name}:{line_of(data, (section,))}: {section}: no such field.{suggestion(section, SECTIONS)}")
        adapter = adapter_of(SECTIONS[section])
        for identity, raw in (entries or {}).items():
            if not _ID.fullmatch(str(identity)) or identity in found[section] or not isinstance(raw, dict):
                where = f"{name}:{line_of(data, (section, identity))}: {section}.{identity}"
                mistakes.append(f"{where}: give a mapping under an id of its own, in small letters, digits and single hyphens.")
                continue
            whole = raw if section in _WITHOUT_ID else {**raw, "id": identity}
            try:
                found[section][identity] = validated(adapter, whole, name=name, data=data, at=(section, identity))
            except KnowledgeError as error:
                mistakes.extend(str(error).splitlines())


def _unknown_givens(found: dict[str, dict[str, Any]]) -> list[str]:
    """A line for each circumstance that a scenario names and nobody describes."""
    givens = found["givens"]
    return [
        f"scenarios: {scenario.id}: given: there is no {name}.{suggestion(name, givens)}"
        for scenario in found["scenarios"].values()
        for name in scenario.given
        if name not in givens
    ]
