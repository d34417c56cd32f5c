"""Finds the base on this machine, reads it from the cache or from YAML, and keeps the cache current."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from knowledge import compiled
from knowledge.base import Knowledge
from knowledge.errors import KnowledgeError

if TYPE_CHECKING:
    from knowledge.catalog.tables import Catalog

_HERE: Final = Path(__file__).parent
_READERS: Final = (
    _HERE / "schema",
    _HERE / "catalog" / "tables.py",
    _HERE / "loader.py",
    _HERE / "measurements.py",
    _HERE / "names.py",
    _HERE / "phrases.py",
    _HERE / "reading.py",
    _HERE / "safe_yaml.py",
    _HERE / "strict.py",
)
"""Code that decides what the records look like: a change there makes the cache anew."""


def load(*, data: Path | None = None, cache: Path | None = None) -> Knowledge:
    """The base, from the cache where that is current.

    `data` is the folder of YAML (the package's own by default), `cache` the folder for the compiled file.
    Raises KnowledgeError where the YAML or the catalogue is wrong, PoisonedCacheError where the cache was changed.
    """
    place = _place(data or packaged_data(), cache)
    return Knowledge(compiled.current(place.path, place.roots, lambda: _sections(place.data, place.catalog)).decode)


def cached(*, data: Path | None = None, cache: Path | None = None) -> tuple[Path, compiled.State]:
    """Where the compiled base is kept, and how it stands to its sources.

    Raises PoisonedCacheError where it was changed, OSError where a source cannot be read.
    """
    place = _place(data or packaged_data(), cache)
    return place.path, compiled.state(place.path, place.roots)


class _Place(NamedTuple):
    """Where the base is, and what it is made of."""

    data: Path
    catalog: Path
    path: Path
    """Of the compiled file."""
    roots: tuple[Path, ...]


def _place(data: Path, cache: Path | None) -> _Place:
    catalog = current_catalog(data)
    return _Place(data, catalog, (cache or cache_folder()) / compiled.file_name("knowledge", data), (data, catalog, *_READERS))


def packaged_data() -> Path:
    """The folder of YAML files that came with the package."""
    return _HERE / "data"


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
    packaged = data / "catalog"
    refreshed = (state / name for name in ("catalog", "catalog.previous"))
    return next((folder for folder in refreshed if (date := _dated(folder)) and date >= _dated(packaged)), packaged)


def _dated(folder: Path) -> str:
    """The first line of a catalogue's stamp, which is its date; empty where there is none. A newer release beats an older refresh."""
    try:
        with (folder / "stamp.yaml").open(encoding="utf-8") as file:
            return file.readline().strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _folder(own: str, standard: str, below_home: str, platform: str) -> Path:
    """An absolute folder; what the environment gives as a relative path is ignored, because it would move with the shell."""
    chosen = Path(os.environ.get(own, ""))
    if chosen.is_absolute():
        return chosen
    if os.name == "posix" and os.uname().sysname == "Linux":
        base = Path(os.environ.get(standard, ""))
        return (base if base.is_absolute() else _home() / below_home) / "sizewise"
    import platformdirs  # noqa: PLC0415  # 15 ms of start-up that Linux does not need

    return Path(getattr(platformdirs, platform)("sizewise", appauthor=False))


def _home() -> Path:
    """The home folder; where there is none, a path below which nothing can be kept."""
    try:
        home = Path.home() if os.environ.get("HOME") != "" else Path()  # an empty one would stand for the root of all files
    except RuntimeError:
        home = Path()
    return home if home.is_absolute() else Path(os.devnull)


def _sections(data: Path, catalog: Path) -> dict[str, object]:
    from knowledge.catalog.tables import read_catalog  # noqa: PLC0415  # pydantic and YAML load only to compile
    from knowledge.loader import load_yaml  # noqa: PLC0415
    from knowledge.measurements import read_measurements  # noqa: PLC0415
    from knowledge.reading import reading_of  # noqa: PLC0415
    from knowledge.references import dangling  # noqa: PLC0415

    records = load_yaml(data)
    records |= read_measurements(data)
    table: Catalog = read_catalog(catalog)
    mistakes = list(dangling({**records, "instances": table.instances}))
    if mistakes:
        raise KnowledgeError(*mistakes)
    records["catalog.instances"] = table.instances
    ordered = {kind: dict(sorted(entries.items())) for kind, entries in records.items()}  # as the cache will have them
    reading = reading_of(Knowledge(lambda name, _: ordered[name]))
    return {**records, "catalog.excluded": table.excluded, "catalog.stamp": table.stamp, "reading": reading}
