"""Everything that items are generated from, read from a compiled cache, so that practice opens without parsing YAML."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from knowledge import compiled_cache
from knowledge import store as knowledge_store
from quizzes.bank import packaged_data
from quizzes.generated.scenario import Circumstance, Scenario
from quizzes.generated.template import Template

_HERE: Final = Path(__file__).parent
_READERS: Final = (_HERE / "scenario.py", _HERE / "template.py", _HERE / "reading.py", Path(knowledge_store.__file__).parent / "strict.py")
"""Code that decides what the records look like: if it changes, the cache is made anew."""


class ItemSource:
    """Scenarios, circumstances and templates by id."""

    def __init__(self, decode: Callable[[str, Any], Any]) -> None:
        """`decode` reads a section."""
        self._decode = decode

    @cached_property
    def givens(self) -> Mapping[str, Circumstance]:
        """Circumstances by id."""
        section: Mapping[str, Circumstance] = self._decode("givens", dict[str, Circumstance])
        return section

    @cached_property
    def scenarios(self) -> Mapping[str, Scenario]:
        """Scenarios by id."""
        section: Mapping[str, Scenario] = self._decode("scenarios", dict[str, Scenario])
        return section

    @cached_property
    def templates(self) -> Mapping[str, Template]:
        """Templates of numeric items by id."""
        section: Mapping[str, Template] = self._decode("templates", dict[str, Template])
        return section


def load_source(*, data: Path | None = None, cache: Path | None = None) -> ItemSource:
    """The source, from the cache if that is current.

    `data` is the folder with `scenarios` and `generated/templates` (the package's own by default), `cache` the folder of the compiled
    file. Raises KnowledgeError with a line per mistake, PoisonedCacheError if the cache was changed.
    """
    data = data or packaged_data()
    path = (cache or knowledge_store.cache_folder()) / compiled_cache.cache_file_name("generated", data)
    paths = [*sorted((data / "scenarios").glob("*.yaml")), *sorted((data / "generated" / "templates").glob("*.yaml"))]
    return ItemSource(compiled_cache.load_sections(path, (*paths, *_READERS), lambda: _read_sections(paths)).decode)


def _read_sections(paths: list[Path]) -> dict[str, dict[str, Any]]:
    from quizzes.generated.source_files import read_files  # noqa: PLC0415  # pydantic and YAML load only to compile

    return read_files(paths)
