"""What `requirements.txt` pins, and what `pyproject.toml` asks for. packaging is all it takes to read them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from packaging.requirements import Requirement

ROOT: Final = Path(__file__).parents[3]
_PIN: Final = re.compile(r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;*]+)(?:\s*;\s*(?P<marker>.+?))?")
_HASH: Final = re.compile(r"--hash=sha256:(?P<digest>[0-9a-f]{64})")


class Pin(NamedTuple):
    """One package of one version."""

    name: str
    version: str
    marker: str
    """On which systems it is installed; empty for all."""
    hashes: tuple[str, ...]
    """SHA-256 of each file that may be installed."""


def pins(text: str) -> Iterator[Pin]:
    """The pins of a file of requirements. Raises ValueError for a line that is none."""
    for whole in text.replace("\\\n", " ").splitlines():
        pin, *options = re.split(r"\s+(?=--)", whole.strip())
        found, hashes = _PIN.fullmatch(pin), [_HASH.fullmatch(option) for option in options]
        if found is None or not all(hashes):
            raise ValueError(f"{whole[:80]!r} is no package of one version with hashes.")
        yield Pin(found["name"], found["version"], found["marker"] or "", tuple(one["digest"] for one in hashes if one))


def pinned() -> list[Pin]:
    """Those of this checkout; of some packages one version for each Python or system."""
    return list(pins((ROOT / "requirements.txt").read_text(encoding="utf-8")))


def project() -> dict[str, Any]:
    """What `pyproject.toml` says."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def asked_for() -> dict[str, list[Requirement]]:
    """What is asked for: "" always, then by the name of an extra or of a group of developers."""
    document = project()
    groups = {"": document["project"]["dependencies"], **document["project"]["optional-dependencies"], **document["dependency-groups"]}
    return {name: [Requirement(line) for line in lines] for name, lines in groups.items()}
