"""Finds the base on this machine, reads it from the cache or from YAML, and keeps the cache current."""

from __future__ import annotations

import hashlib
import os
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from knowledge import compiled
from knowledge.base import Knowledge

if TYPE_CHECKING:
    from knowledge.catalog.tables import Catalog


def load(*, data: Path | None = None, cache: Path | None = None) -> Knowledge:
    """The base, from the cache where that is current.

    `data` is the folder of YAML (the package's own by default), `cache` the folder for the compiled file.
    Raises KnowledgeError where the YAML or the catalogue is wrong, PoisonedCacheError where the cache was changed.
    """
    data = data or packaged_data()
    catalog = current_catalog(data)
    path = (cache or cache_folder()) / f"knowledge-{hashlib.sha256(str(data).encode()).hexdigest()[:12]}.cache"
    inputs = compiled.inputs((data, catalog, Path(__file__).with_name("schema")))
    signed = compiled.signature(inputs)
    found = compiled.read(path)
    if found is None or found[0].signature != signed:
        content = compiled.content_key(inputs)
        if found is not None and found[0].content == content:
            head, payload = _renewed(found[0], signed), found[1]
        else:
            head, payload = compiled.pack(_sections(data, catalog), signed, content)
        compiled.write(path, head, payload)
        return Knowledge(compiled.Sections(head, payload).decode)
    return Knowledge(compiled.Sections(*found, path).decode)


def packaged_data() -> Path:
    """The folder of YAML files that came with the package."""
    return Path(str(files("knowledge") / "data"))


def cache_folder() -> Path:
    """Where this platform keeps caches. `SIZEWISE_CACHE` overrides it."""
    return _folder("SIZEWISE_CACHE", "XDG_CACHE_HOME", ".cache", "user_cache_dir")


def state_folder() -> Path:
    """Where this platform keeps a program's data: refreshed catalogues. `SIZEWISE_DATA` overrides it."""
    return _folder("SIZEWISE_DATA", "XDG_DATA_HOME", ".local/share", "user_data_dir")


def current_catalog(data: Path) -> Path:
    """The folder of the catalogue in use: the last refreshed one, else the packaged one.

    A refresh that is killed between its two renames leaves the refreshed one as `catalog.previous`.
    """
    state = state_folder()
    refreshed = (state / name for name in ("catalog", "catalog.previous"))
    return next((folder for folder in refreshed if (folder / "stamp.yaml").is_file()), data / "catalog")


def _folder(own: str, standard: str, below_home: str, platform: str) -> Path:
    if own in os.environ:
        return Path(os.environ[own])
    if os.name == "posix" and os.uname().sysname == "Linux":
        base = os.environ.get(standard, "")
        return (Path(base) if base.startswith("/") else Path.home() / below_home) / "sizewise"
    import platformdirs  # noqa: PLC0415  # 15 ms of start-up that Linux does not need

    return Path(getattr(platformdirs, platform)("sizewise", appauthor=False))


def _renewed(head: compiled.Head, signed: str) -> compiled.Head:
    """The same content under new times: after a checkout, a copy or a reinstallation."""
    return compiled.Head(signed, head.content, head.length, head.digest, head.sections)


def _sections(data: Path, catalog: Path) -> dict[str, object]:
    from knowledge.catalog.tables import read_catalog  # noqa: PLC0415  # pydantic and YAML load only to compile
    from knowledge.errors import KnowledgeError  # noqa: PLC0415
    from knowledge.loader import load_yaml  # noqa: PLC0415
    from knowledge.references import dangling  # noqa: PLC0415

    records = load_yaml(data)
    table: Catalog = read_catalog(catalog)
    records["instances"] = table.instances
    mistakes = list(dangling(records))
    if mistakes:
        raise KnowledgeError(*mistakes)
    del records["instances"]
    return {**records, "catalog.instances": table.instances, "catalog.excluded": table.excluded, "catalog.stamp": table.stamp}
