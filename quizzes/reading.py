"""YAML -> items and blueprints. Every mistake is one line with file, line, field and the nearest valid value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter

from knowledge.errors import InputError, KnowledgeError, suggestion
from knowledge.safe_yaml import line_of, read_mapping
from knowledge.strict import bytes_of, validated
from quizzes.blueprint import Blueprint
from quizzes.item import Item

_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_OURS: Final = ("id", "bank")
"""What the file and the key say, so that an item does not."""


class Read(NamedTuple):
    """What the files hold, and what is wrong with them."""

    items: dict[str, Item]
    mistakes: list[str]


def read_items(folder: Path) -> Read:
    """Every item of the banks in `folder` that can be read, and a line per mistake."""
    adapter: TypeAdapter[Item] = TypeAdapter(Item)
    read = Read({}, [])
    for path in sorted(folder.glob("*.yaml")):
        try:
            _read_bank(path, adapter, read)
        except InputError as error:
            read.mistakes.extend(str(error).splitlines())
    return read


def _read_bank(path: Path, adapter: TypeAdapter[Item], read: Read) -> None:
    name = f"banks/{path.name}"
    data = bytes_of(path, name)
    raw = read_mapping(data, name)
    items = raw.get("items")
    for key in raw:
        if key != "items":
            raise KnowledgeError(f"{name}:{line_of(data, (key,))}: {key}: no such field.{suggestion(key, ['items'])}")
    if not isinstance(items, dict) or not items:
        raise KnowledgeError(f"{name}:1: items: Field required. It maps ids to items.")
    for identity, item in items.items():
        where = f"{name}:{line_of(data, ('items', identity))}: items.{identity}"
        wrong = next(_wrong_head(identity, item, read.items), None)
        if wrong:
            read.mistakes.append(f"{where}{wrong}")
            continue
        try:
            whole = {**item, "id": identity, "bank": path.stem}
            read.items[identity] = validated(adapter, whole, name=name, data=data, at=("items", identity))
        except KnowledgeError as error:
            read.mistakes.extend(str(error).splitlines())


def _wrong_head(identity: str, item: object, known: dict[str, Item]) -> Iterator[str]:
    if not _ID.fullmatch(identity):
        yield ": an id is written in small letters, digits and single hyphens."
    if identity in known:
        yield f": banks/{known[identity].bank}.yaml has an item of this id."
    if not isinstance(item, dict):
        yield ": Input should be an item."
    elif taken := next((name for name in _OURS if name in item), None):
        yield f".{taken}: the file and the key say it; leave this line out."


def read_blueprints(folder: Path) -> dict[str, Blueprint]:
    """Every blueprint in `folder` by id. Raises KnowledgeError with a line per mistake."""
    adapter: TypeAdapter[Any] = TypeAdapter(Blueprint)
    blueprints: dict[str, Blueprint] = {}
    mistakes: list[str] = []
    for path in sorted(folder.glob("*.yaml")):
        name = f"blueprints/{path.name}"
        try:
            data = bytes_of(path, name)
            raw = {**read_mapping(data, name), "id": path.stem}
            blueprints[path.stem] = validated(adapter, raw, name=name, data=data)
            mistakes.extend(f"{name}: {line}" for line in _at_odds(blueprints[path.stem]))
        except InputError as error:
            mistakes.extend(str(error).splitlines())
    if mistakes:
        raise KnowledgeError(*mistakes)
    return blueprints


def _at_odds(blueprint: Blueprint) -> Iterator[str]:
    """What contradicts itself in a blueprint whose form is right."""
    if abs(sum(domain.share for domain in blueprint.domains.values()) - 1) > 1e-9:  # noqa: PLR2004  # what adding floats may miss
        yield "domains: the shares do not sum to 1."
    if abs(sum(blueprint.mix.values()) - 1) > 1e-9:  # noqa: PLR2004  # the same
        yield "mix: the shares do not sum to 1."
    for own in set(blueprint.translated.values()) - set(blueprint.tasks):
        yield f"translated: there is no task {own}.{suggestion(own, blueprint.tasks)}"
    if blueprint.scored > blueprint.questions:
        yield "scored: more than there are questions."
    if (blueprint.status == "retired") != (blueprint.retired_on is not None):
        yield "retired_on: a retired exam has that day, a live one has none."
