"""The sentences of the base before it is compiled: what the app shows in its first second needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from knowledge.base import Knowledge
from knowledge.errors import KnowledgeError
from knowledge.schema.wording import Wording
from knowledge.store import packaged_data


class _WordingFiles(Mapping[str, Wording]):
    """Subject -> its sentences, read from its file when they are asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[str, Wording] = {}

    def __getitem__(self, subject: str) -> Wording:
        if subject not in self._read:
            self._read[subject] = _read_wording(self._folder / f"{subject}.yaml")
        return self._read[subject]

    def __iter__(self) -> Iterator[str]:
        return (path.stem for path in sorted(self._folder.glob("*.yaml")))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def load_wording(data: Path | None = None) -> Knowledge:
    """A base that has sentences and nothing else; asking it for anything else raises LookupError.

    `data` is the folder of YAML (the package's own by default). Raises KnowledgeError for a file that cannot be read.
    """
    wording = _WordingFiles((data or packaged_data()) / "wording")

    def decode(section: str, _: Any) -> Any:  # noqa: ANN401  # as the base decodes
        if section != "wording":
            raise LookupError(f"{section} is not read yet")
        return wording

    return Knowledge(decode)


def _read_wording(path: Path) -> Wording:
    from knowledge.safe_yaml import read_mapping  # noqa: PLC0415  # YAML is only read while nothing is compiled

    try:
        return msgspec.convert({**read_mapping(path.read_bytes(), path.name), "id": path.stem}, Wording)
    except OSError as error:
        raise KnowledgeError(f"wording/{path.name}: cannot be read ({error.strerror}).") from None
    except msgspec.ValidationError as error:
        raise KnowledgeError(f"wording/{path.name}: {error}.") from None
