"""Everything that items are generated from, read from a compiled cache, so that opening practice waits for no YAML."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from knowledge import compiled
from knowledge import store as knowledge_store
from quizzes.bank import packaged_data
from quizzes.generated.scenario import Given, Scenario
from quizzes.generated.template import Template

_HERE: Final = Path(__file__).parent
_READERS: Final = (_HERE / "scenario.py", _HERE / "template.py", _HERE / "reading.py", Path(knowledge_store.__file__).parent / "strict.py")
"""Code that decides what the records look like: a change there makes the cache anew."""


class Source:
    """Scenarios, what they share, and templates. Mappings go from id to record and never change."""

    def __init__(self, decode: Callable[[str, Any], Any]) -> None:
        """Read the sections through `decode`."""
        self._decode = decode

    @cached_property
    def givens(self) -> Mapping[str, Given]:
        """Circumstances by id."""
        section: Mapping[str, Given] = self._decode("givens", dict[str, Given])
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


def load_source(*, data: Path | None = None, cache: Path | None = None) -> Source:
    """The source, from the cache where that is current.

    `data` is the folder that holds `scenarios` and `generated/templates` (the package's own by default), `cache` the folder for the
    compiled file. Raises KnowledgeError with a line per mistake, PoisonedCacheError where the cache was changed.
    """
    data = data or packaged_data()
    path = (cache or knowledge_store.cache_folder()) / compiled.file_name("generated", data)
    paths = [*sorted((data / "scenarios").glob("*.yaml")), *sorted((data / "generated" / "templates").glob("*.yaml"))]
    return Source(compiled.current(path, (*paths, *_READERS), lambda: _sections(paths)).decode)


def _sections(paths: list[Path]) -> dict[str, dict[str, Any]]:
    from quizzes.generated.reading import read_files  # noqa: PLC0415  # pydantic and YAML load only to compile

    return read_files(paths)
