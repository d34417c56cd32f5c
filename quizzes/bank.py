"""All items, blueprints and courses in one object, read from a compiled cache, so that practice opens without parsing YAML."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from knowledge import Knowledge, compiled_cache
from knowledge import store as knowledge_store
from knowledge.errors import InputError, KnowledgeError, quote_value, suggest_name
from quizzes.blueprint import Blueprint
from quizzes.course import Course
from quizzes.item import Item, KeyedQuestion, keyed_questions

_HERE: Final = Path(__file__).parent
_READERS: Final = (
    _HERE / "item.py",
    _HERE / "blueprint.py",
    _HERE / "course.py",
    _HERE / "reading.py",
    _HERE / "standing.py",
    Path(knowledge_store.__file__).parent / "record_validation.py",
)
"""Code that decides what the records look like: if it changes, the cache is made anew."""
Decode = Callable[[str, Any], Any]
_DEFAULT_COURSE: Final = "new-engineer"


class Bank:
    """Every item, blueprint and course. Mappings go from id to record and never change."""

    def __init__(self, decode: Decode) -> None:
        """`decode` reads one of the sections `items`, `blueprints` and `courses`."""
        self._decode = decode

    @cached_property
    def items(self) -> Mapping[str, Item]:
        """Items by id."""
        section: Mapping[str, Item] = self._decode("items", dict[str, Item])
        return section

    @cached_property
    def blueprints(self) -> Mapping[str, Blueprint]:
        """Exam blueprints by id, the code in lower case."""
        section: Mapping[str, Blueprint] = self._decode("blueprints", dict[str, Blueprint])
        return section

    @cached_property
    def courses(self) -> Mapping[str, Course]:
        """Courses by file name."""
        section: Mapping[str, Course] = self._decode("courses", dict[str, Course])
        return section

    @property
    def course(self) -> Course:
        """The course of a new engineer."""
        return self.courses[_DEFAULT_COURSE]

    @cached_property
    def by_task(self) -> Mapping[str, tuple[Item, ...]]:
        """Task statement -> its items."""
        return _group_items((item.task, item) for item in self.items.values())

    @cached_property
    def by_entry(self) -> Mapping[str, tuple[Item, ...]]:
        """kind/id of the base -> the items that stand on it."""
        return _group_items((entry, item) for item in self.items.values() for entry in item.stands_on)

    def with_items(self, items: Mapping[str, Item]) -> Bank:
        """This bank with more items."""
        more = {**self.items, **items}
        return Bank(lambda name, kind: more if name == "items" else self._decode(name, kind))

    def find_item(self, identity: str) -> Item:
        """The item of an id. Raises InputError naming the nearest id."""
        try:
            return self.items[identity]
        except KeyError:
            raise InputError(f"item: the bank has no {quote_value(identity)}.{suggest_name(identity, self.items)}") from None

    def find_blueprint(self, code: str) -> Blueprint:
        """The exam blueprint of a code, in any case. Raises InputError naming the nearest code."""
        try:
            return self.blueprints[code.strip().lower()]
        except KeyError:
            known = ", ".join(self.blueprints)
            raise InputError(
                f"exam: there is no {quote_value(code)}.{suggest_name(code, self.blueprints, f'Choose from {known}.')}"
            ) from None

    def find_question(self, identity: str, part: int | None) -> KeyedQuestion:
        """A question marked by a key: the item's only one, or that of a case with the number `part`, from 0.

        Raises InputError if there is none.
        """
        parts = keyed_questions(self.find_item(identity))
        if not 0 <= (part or 0) < len(parts):
            raise InputError(f"item: {identity} has no question {(part or 0) + 1} that a key marks.")
        return parts[part or 0]


def load_bank(knowledge: Knowledge, *, data: Path | None = None, cache: Path | None = None) -> Bank:
    """The bank, from the cache if that is current; references are checked against `knowledge` when the cache is made.

    `data` is the folder with `banks`, `blueprints` and `courses` (the package's own by default), `cache` the folder of the compiled file.
    Raises KnowledgeError with a line per mistake, PoisonedCacheError if the cache was changed.
    """
    data = data or packaged_data()
    path = (cache or knowledge_store.cache_folder()) / compiled_cache.cache_file_name("quizzes", data)
    roots = (*bank_paths(data), data / "blueprints", data / "courses", *_READERS)
    return Bank(compiled_cache.load_sections(path, roots, lambda: _read_sections(data, knowledge)).decode)


def bank_paths(data: Path) -> list[Path]:
    """The files of items, in a fixed order."""
    return sorted((data / "banks").glob("*.yaml"))


def packaged_data() -> Path:
    """The folder of banks, blueprints and courses that came with the package."""
    return Path(str(files("quizzes")))


def _read_sections(data: Path, knowledge: Knowledge) -> dict[str, object]:
    from quizzes.bank_files import read_blueprints, read_courses, read_items  # noqa: PLC0415  # pydantic and YAML load only to compile
    from quizzes.item_dependencies import find_dangling_references  # noqa: PLC0415  # the same

    blueprints = read_blueprints(data / "blueprints")
    read = read_items(data / "banks")
    mistakes = [*read.mistakes, *(fault.line for item in read.items.values() for fault in find_dangling_references(item, knowledge))]
    if mistakes:
        raise KnowledgeError(*mistakes)
    return {"items": read.items, "blueprints": blueprints, "courses": read_courses(data / "courses", knowledge)}


def _group_items(pairs: Iterator[tuple[str, Item]]) -> dict[str, tuple[Item, ...]]:
    groups: dict[str, tuple[Item, ...]] = {}
    for name, item in pairs:
        groups[name] = (*groups.get(name, ()), item)
    return groups
