"""All items in one object, read from a compiled cache, so that opening practice waits for no YAML."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from knowledge import Knowledge, compiled
from knowledge import store as knowledge_store
from knowledge.errors import InputError, KnowledgeError, shown, suggestion
from quizzes.blueprint import Blueprint
from quizzes.course import Course
from quizzes.item import Exact, Item, exact_parts

_HERE: Final = Path(__file__).parent
_READERS: Final = (
    _HERE / "item.py",
    _HERE / "blueprint.py",
    _HERE / "course.py",
    _HERE / "reading.py",
    _HERE / "standing.py",
    Path(knowledge_store.__file__).parent / "strict.py",
)
"""Code that decides what the records look like: a change there makes the cache anew."""
Decode = Callable[[str, Any], Any]
_FIRST_COURSE: Final = "new-engineer"


class Bank:
    """Every item, blueprint and course. Mappings go from id to record and never change."""

    def __init__(self, decode: Decode) -> None:
        """Read the sections `items`, `blueprints` and `courses` through `decode`."""
        self._decode = decode

    @cached_property
    def items(self) -> Mapping[str, Item]:
        """Items by id."""
        section: Mapping[str, Item] = self._decode("items", dict[str, Item])
        return section

    @cached_property
    def blueprints(self) -> Mapping[str, Blueprint]:
        """Exams by the code in lower case."""
        section: Mapping[str, Blueprint] = self._decode("blueprints", dict[str, Blueprint])
        return section

    @cached_property
    def courses(self) -> Mapping[str, Course]:
        """Courses by the name of their file."""
        section: Mapping[str, Course] = self._decode("courses", dict[str, Course])
        return section

    @property
    def course(self) -> Course:
        """The path of a new engineer."""
        return self.courses[_FIRST_COURSE]

    @cached_property
    def by_task(self) -> Mapping[str, tuple[Item, ...]]:
        """Task statement -> its items."""
        return _grouped((item.task, item) for item in self.items.values())

    @cached_property
    def by_entry(self) -> Mapping[str, tuple[Item, ...]]:
        """kind/id of the base -> the items that stand on it."""
        return _grouped((entry, item) for item in self.items.values() for entry in item.stands_on)

    @cached_property
    def confusables(self) -> Mapping[str, tuple[Item, ...]]:
        """Set of things that are mixed up -> its items."""
        return _grouped((item.confusable, item) for item in self.items.values() if item.confusable)

    def joined(self, items: Mapping[str, Item]) -> Bank:
        """This bank with some more items."""
        more = {**self.items, **items}
        return Bank(lambda name, kind: more if name == "items" else self._decode(name, kind))

    def item(self, identity: str) -> Item:
        """The item of that id. Raises InputError with the nearest one."""
        try:
            return self.items[identity]
        except KeyError:
            raise InputError(f"item: the bank has no {shown(identity)}.{suggestion(identity, self.items)}") from None

    def blueprint(self, code: str) -> Blueprint:
        """The exam of that code, in any case. Raises InputError with the nearest one."""
        try:
            return self.blueprints[code.strip().lower()]
        except KeyError:
            known = ", ".join(self.blueprints)
            raise InputError(f"exam: there is no {shown(code)}.{suggestion(code, self.blueprints, f'Choose from {known}.')}") from None

    def part(self, identity: str, part: int | None) -> Exact:
        """A question that is marked by its key: an item's only one, or that of a case with the number `part`, from 0.

        Raises InputError where there is none of them.
        """
        parts = exact_parts(self.item(identity))
        if not 0 <= (part or 0) < len(parts):
            raise InputError(f"item: {identity} has no question {(part or 0) + 1} that a key marks.")
        return parts[part or 0]


def load_bank(knowledge: Knowledge, *, data: Path | None = None, cache: Path | None = None) -> Bank:
    """The bank, from the cache where that is current; what it names is looked up in `knowledge` when the cache is made.

    `data` is the folder that holds `banks`, `blueprints` and `courses` (the package's own by default), `cache` the folder for the
    compiled file. Raises KnowledgeError with a line per mistake, PoisonedCacheError where the cache was changed.
    """
    data = data or packaged_data()
    path = (cache or knowledge_store.cache_folder()) / compiled.file_name("quizzes", data)
    roots = (*banks_in(data), data / "blueprints", data / "courses", *_READERS)
    return Bank(compiled.current(path, roots, lambda: _sections(data, knowledge)).decode)


def banks_in(data: Path) -> list[Path]:
    """The files of items, in a fixed order."""
    return sorted((data / "banks").glob("*.yaml"))


def packaged_data() -> Path:
    """The folder of banks, blueprints and courses that came with the package."""
    return Path(str(files("quizzes")))


def _sections(data: Path, knowledge: Knowledge) -> dict[str, object]:
    from quizzes.reading import read_blueprints, read_courses, read_items  # noqa: PLC0415  # pydantic and YAML load only to compile
    from quizzes.standing import dangling  # noqa: PLC0415  # the same

    blueprints = read_blueprints(data / "blueprints")
    read = read_items(data / "banks")
    mistakes = [*read.mistakes, *(fault.line for item in read.items.values() for fault in dangling(item, knowledge))]
    if mistakes:
        raise KnowledgeError(*mistakes)
    return {"items": read.items, "blueprints": blueprints, "courses": read_courses(data / "courses", knowledge)}


def _grouped(pairs: Iterator[tuple[str, Item]]) -> dict[str, tuple[Item, ...]]:
    groups: dict[str, tuple[Item, ...]] = {}
    for name, item in pairs:
        groups[name] = (*groups.get(name, ()), item)
    return groups
