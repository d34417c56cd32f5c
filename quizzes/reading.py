"""YAML -> items, blueprints and courses. Every mistake is one line with file, line, field and the nearest valid value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import msgspec
from pydantic import TypeAdapter

from knowledge import Knowledge
from knowledge.errors import InputError, KnowledgeError, suggestion
from knowledge.safe_yaml import line_of, read_mapping
from knowledge.strict import adapter_of, bytes_of, validated
from quizzes.blueprint import Blueprint
from quizzes.course import REST, Course, Part
from quizzes.item import Item
from quizzes.standing import KINDS, entry_at, hint_for

Each = TypeVar("Each", Blueprint, Course)

_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_OURS: Final = ("id", "bank")
"""What the file and the key say, so that an item does not."""


class Read(NamedTuple):
    """What the files hold, and what is wrong with them."""

    items: dict[str, Item]
    mistakes: list[str]


def read_items(folder: Path) -> Read:
    """Every item of the banks in `folder` that can be read, and a line per mistake."""
    adapter = adapter_of(Item)
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
        wrong = next(_wrong_head(identity, item, read.items), None)
        if wrong:
            read.mistakes.append(f"{name}:{line_of(data, ('items', identity))}: items.{identity}{wrong}")
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
    return _read_each(folder, "blueprints", Blueprint, _at_odds)


def read_courses(folder: Path, knowledge: Knowledge) -> dict[str, Course]:
    """Every course in `folder` by id, with all lessons of the base: one that it does not name comes at its end.

    Raises KnowledgeError with a line per mistake.
    """
    courses = _read_each(folder, "courses", Course, lambda course: _astray(course, knowledge))
    return {name: _whole(course, knowledge) for name, course in courses.items()}


def _read_each(folder: Path, section: str, kind: type[Each], at_odds: Callable[[Each], Iterator[str]]) -> dict[str, Each]:
    """The record of each file in `folder` by its name. Raises KnowledgeError with a line per mistake."""
    adapter = adapter_of(kind)
    found: dict[str, Each] = {}
    mistakes: list[str] = []
    for path in sorted(folder.glob("*.yaml")):
        name = f"{section}/{path.name}"
        try:
            data = bytes_of(path, name)
            raw = {**read_mapping(data, name), "id": path.stem}
            found[path.stem] = validated(adapter, raw, name=name, data=data)
            mistakes.extend(f"{name}: {line}" for line in at_odds(found[path.stem]))
        except InputError as error:
            mistakes.extend(str(error).splitlines())
    if mistakes:
        raise KnowledgeError(*mistakes)
    return found


def _astray(course: Course, knowledge: Knowledge) -> Iterator[str]:
    """What a course names that is not there, or twice."""
    once: set[str] = set()
    for part in course.lessons:
        if part.name not in knowledge.lessons:
            yield f"lessons: there is no lesson {part.name}.{suggestion(part.name, knowledge.lessons)}"
        for entry in part.teaches:
            kind, _, identity = entry.partition("/")
            if entry_at(entry, knowledge) is None and not (identity == REST and kind in KINDS):
                yield f"lessons: {part.name}: there is no {entry}.{hint_for(entry, knowledge)}"
        yield from (f"lessons: {name} stands there twice." for name in (part.name, *part.teaches) if name in once)
        once.update((part.name, *part.teaches))


def _whole(course: Course, knowledge: Knowledge) -> Course:
    """The course with the lessons that it forgets at its end, and with what each teaches by its terms."""
    lessons = (*course.lessons, *(Part(name=name) for name in sorted(set(knowledge.lessons).difference(course.order))))
    taught = {entry: part.name for part in lessons for entry in part.teaches}
    for part in lessons:
        for term in knowledge.lessons[part.name].terms:
            taught.setdefault(f"glossary/{term}", part.name)
    return msgspec.structs.replace(course, lessons=lessons, taught=taught)


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
