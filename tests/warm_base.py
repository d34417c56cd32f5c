"""One base for all commands that tests run inside this process, as a server keeps one for all its calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from knowledge import Knowledge, base_compiler, compiled_cache, load
from quizzes import bank


class WarmBase:
    """What was read from the warm cache. Nothing changes it, so one command after the other can use it."""

    def __init__(self, warm: Path) -> None:
        """Take the folder of the warm cache; compiled files elsewhere are read each time."""
        self._warm = warm
        self._load_sections = compiled_cache.load_sections
        self._sections: dict[tuple[object, ...], compiled_cache.Sections] = {}
        self._bases: dict[int, Knowledge] = {}

    def load_sections(self, path: Path, roots: Sequence[Path], make: Callable[[], Mapping[str, Any]]) -> compiled_cache.Sections:
        """As `compiled_cache.load_sections`."""
        if path.parent != self._warm:
            return self._load_sections(path, roots, make)
        if (path, *roots) not in self._sections:
            self._sections[path, *roots] = self._load_sections(path, roots, make)
        return self._sections[path, *roots]

    def base(self, decode: Any) -> Knowledge:  # noqa: ANN401  # a method of sections
        """As `Knowledge`; the same for all that ask for the same sections of the warm cache."""
        sections = getattr(decode, "__self__", None)  # a base that is being compiled has none
        if sections not in self._sections.values():
            return Knowledge(decode)
        return self._bases.setdefault(id(sections), Knowledge(decode))


def skip_compilation(warm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a cache has to be made, fill it with what the warm one holds: reading the YAML takes seconds, and is tested elsewhere."""
    bank.load_bank(load(cache=warm), cache=warm)
    for module, kind, function in ((base_compiler, "knowledge", "compile_sections"), (bank, "quizzes", "_read_sections")):
        (path,) = warm.glob(f"{kind}-*.cache")
        whole = compiled_cache.read_cache(path)
        assert whole is not None
        head, payload = whole
        sections = {name: msgspec.Raw(payload[start:end]) for name, (start, end) in head.sections.items()}
        monkeypatch.setattr(module, function, lambda *_, sections=sections: sections)
