"""Reads items, blueprints and courses from YAML. Every mistake is one line with file, line, field and the nearest valid value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import msgspec
from pydantic import TypeAdapter

from knowledge import Knowledge
from knowledge.errors import InputError, KnowledgeError, suggest_name
from knowledge.record_validation import adapter_of, read_bytes, validate_record
from knowledge.safe_yaml import find_line, read_mapping
from quizzes.blueprint import Blueprint
from quizzes.course import WILDCARD, Course, Part
from quizzes.item import Item
from quizzes.item_dependencies import KNOWLEDGE_KINDS, find_entry, nearest_reference_hint

Each = TypeVar("Each", Blueprint, Course)

_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_IMPLIED_FIELDS: Final = ("id", "bank")
"""Fields given by the file name and the key, so that an item does not repeat them."""


class ReadItems(NamedTuple):
    """The items of the files, and the mistakes in them."""

    items: dict[str, Item]
    mistakes: list[str]


def read_items(folder: Path) -> ReadItems:
    """Every readable item of the banks in `folder`, and a line per mistake."""
    adapter = adapter_of(Item)
    read = ReadItems({}, [])
    for path in sorted(folder.glob("*.yaml")):
        try:
            _read_bank(path, adapter, read)
        except InputError as error:
            read.mistakes.extend(str(error).splitlines())
    return read


def _read_bank(path: Path, adapter: TypeAdapter[Item], read: ReadItems) -> None:
    name = f"banks/{path.name}"
    data = read_bytes(path, name)
    raw = read_mapping(data, name)
    items = raw.get("items")
    for key in raw:
        if key != "items":
            raise KnowledgeError(f"{name}:{find_line(data, (key,))}: {key}: no such field.{suggest_name(key, ['items'])}")
    if not isinstance(items, dict) or not items:
        raise KnowledgeError(f"{name}:1: items: Field required. It maps ids to items.")
    for identity, item in items.items():
        wrong = next(_entry_mistakes(identity, item, read.items), None)
        if wrong:
            read.mistakes.append(f"{name}:{find_line(data, ('items', identity))}: items.{identity}{wrong}")
            continue
        try:
            whole = {**item, "id": identity, "bank": path.stem}
            read.items[identity] = validate_record(adapter, whole, name=name, data=data, at=("items", identity))
        except KnowledgeError as error:
            read.mistakes.extend(str(error).splitlines())


def _entry_mistakes(identity: str, item: object, known: dict[str, Item]) -> Iterator[str]:
    if not _ID.fullmatch(identity):
        yield ": an id is written in small letters, digits and single hyphens."
    if identity in known:
        yield f": banks/{known[identity].bank}.yaml has an item of this id."
    if not isinstance(item, dict):
        yield ": Input should be an item."
    elif taken := next((name for name in _IMPLIED_FIELDS if name in item), None):
        yield f".{taken}: the file and the key say it; leave this line out."


def read_blueprints(folder: Path) -> dict[str, Blueprint]:
    """Every blueprint in `folder` by id. Raises KnowledgeError with a line per mistake."""
    return _read_each(folder, "blueprints", Blueprint, _blueprint_mistakes)


def read_courses(folder: Path, knowledge: Knowledge) -> dict[str, Course]:
    """Every course in `folder` by id, with lessons that it does not name appended. Raises KnowledgeError with a line per mistake."""
    courses = _read_each(folder, "courses", Course, lambda course: _course_mistakes(course, knowledge))
    return {name: _complete_course(course, knowledge) for name, course in courses.items()}


def _read_each(folder: Path, section: str, kind: type[Each], at_odds: Callable[[Each], Iterator[str]]) -> dict[str, Each]:
    """The record of each file in `folder` by file name. Raises KnowledgeError with a line per mistake."""
    adapter = adapter_of(kind)
    found: dict[str, Each] = {}
    mistakes: list[str] = []
    for path in sorted(folder.glob("*.yaml")):
        name = f"{section}/{path.name}"
        try:
            data = read_bytes(path, name)
            raw = {**read_mapping(data, name), "id": path.stem}
            found[path.stem] = validate_record(adapter, raw, name=name, data=data)
            mistakes.extend(f"{name}: {line}" for line in at_odds(found[path.stem]))
        except InputError as error:
            mistakes.extend(str(error).splitlines())
    if mistakes:
        raise KnowledgeError(*mistakes)
    return found


def _course_mistakes(course: Course, knowledge: Knowledge) -> Iterator[str]:
    """Names in a course that do not exist or occur twice."""
    once: set[str] = set()
    for part in course.lessons:
        if part.name not in knowledge.lessons:
            yield f"lessons: there is no lesson {part.name}.{suggest_name(part.name, knowledge.lessons)}"
        for entry in part.teaches:
            kind, _, identity = entry.partition("/")
            if find_entry(entry, knowledge) is None and not (identity == WILDCARD and kind in KNOWLEDGE_KINDS):
                yield f"lessons: {part.name}: there is no {entry}.{nearest_reference_hint(entry, knowledge)}"
        yield from (f"lessons: {name} stands there twice." for name in (part.name, *part.teaches) if name in once)
        once.update((part.name, *part.teaches))


def _complete_course(course: Course, knowledge: Knowledge) -> Course:
    """The course with missing lessons appended, and what each lesson teaches by its terms."""
    lessons = (*course.lessons, *(Part(name=name) for name in sorted(set(knowledge.lessons).difference(course.order))))
    taught = {entry: part.name for part in lessons for entry in part.teaches}
    for part in lessons:
        for term in knowledge.lessons[part.name].terms:
            taught.setdefault(f"glossary/{term}", part.name)
    return msgspec.structs.replace(course, lessons=lessons, taught=taught)


def _blueprint_mistakes(blueprint: Blueprint) -> Iterator[str]:
    """Contradictions within a blueprint of valid form."""
    if abs(sum(domain.share for domain in blueprint.domains.values()) - 1) > 1e-9:  # noqa: PLR2004  # what adding floats may miss
        yield "domains: the shares do not sum to 1."
    if abs(sum(blueprint.mix.values()) - 1) > 1e-9:  # noqa: PLR2004  # the same
        yield "mix: the shares do not sum to 1."
    for own in set(blueprint.translated.values()) - set(blueprint.tasks):
        yield f"translated: there is no task {own}.{suggest_name(own, blueprint.tasks)}"
    if blueprint.scored > blueprint.questions:
        yield "scored: more than there are questions."
    if (blueprint.status == "retired") != (blueprint.retired_on is not None):
        yield "retired_on: a retired exam has that day, a live one has none."
