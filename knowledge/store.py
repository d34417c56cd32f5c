"""Where the base is on this machine. Loads it from the compiled cache, and compiles it again when its files have changed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, NamedTuple

from knowledge import compiled_cache
from knowledge.base import Knowledge
from knowledge.compilation_progress import report_compilation

_HERE: Final = Path(__file__).parent
_READERS: Final = (
    _HERE / "schema",
    _HERE / "catalog" / "tables.py",
    _HERE / "base_compiler.py",
    _HERE / "loader.py",
    _HERE / "measurements.py",
    _HERE / "entity_names.py",
    _HERE / "phrase_index.py",
    _HERE / "message_vocabulary.py",
    _HERE / "symptom_index.py",
    _HERE / "safe_yaml.py",
    _HERE / "record_validation.py",
)
"""Code that decides what the records look like. The base is compiled again when one of these files changes."""


def load(*, data: Path | None = None, cache: Path | None = None) -> Knowledge:
    """Load the base, from the cache if that is current.

    `data` is the folder of YAML (the package's own by default), `cache` the folder for the compiled file.
    Raises KnowledgeError if the YAML or the catalogue is wrong, PoisonedCacheError if somebody else changed the cache.
    """
    place = _locate_base(data or packaged_data(), cache)

    def compile_base() -> dict[str, object]:
        from knowledge import base_compiler  # noqa: PLC0415  # loads pydantic and YAML, 100 ms of start-up that a current cache saves

        sections = base_compiler.compile_sections(place.data, place.catalog)
        report_compilation(1)
        return sections

    return Knowledge(compiled_cache.load_sections(place.path, place.roots, compile_base).decode)


def load_compiled(*, data: Path | None = None, cache: Path | None = None) -> Knowledge | None:
    """As `load`, but None instead of a compilation, which takes seconds."""
    place = _locate_base(data or packaged_data(), cache)
    found = compiled_cache.find_sections(place.path, place.roots)
    return Knowledge(found.decode) if found is not None else None


def cache_status(*, data: Path | None = None, cache: Path | None = None) -> tuple[Path, compiled_cache.CacheState]:
    """Path of the compiled base, and whether it is current.

    Raises PoisonedCacheError if somebody else changed it, OSError if a source file cannot be read.
    """
    place = _locate_base(data or packaged_data(), cache)
    return place.path, compiled_cache.cache_state(place.path, place.roots)


class _BaseLocation(NamedTuple):
    """The folders of the base and of the catalogue in use, and the compiled file."""

    data: Path
    catalog: Path
    path: Path
    """The compiled file."""
    roots: tuple[Path, ...]
    """Files and folders that the compiled file depends on."""


def _locate_base(data: Path, cache: Path | None) -> _BaseLocation:
    catalog = current_catalog(data)
    return _BaseLocation(
        data, catalog, (cache or cache_folder()) / compiled_cache.cache_file_name("knowledge", data), (data, catalog, *_READERS)
    )


def packaged_data() -> Path:
    """The folder of YAML files that came with the package."""
    return _HERE / "data"


def cache_folder() -> Path:
    """The platform's folder for caches. `SIZEWISE_CACHE` overrides it."""
    return _platform_folder("SIZEWISE_CACHE", "XDG_CACHE_HOME", ".cache", "user_cache_dir")


def state_folder() -> Path:
    """The platform's folder for a program's data. `SIZEWISE_DATA` overrides it."""
    return _platform_folder("SIZEWISE_DATA", "XDG_DATA_HOME", ".local/share", "user_data_dir")


def current_catalog(data: Path) -> Path:
    """The folder of the catalogue in use: the refreshed one unless the packaged one is newer.

    A refresh that is killed between its two renames leaves the older refreshed one as `catalog.previous`.
    """
    state = state_folder()
    packaged = data / "catalog"
    refreshed = (state / name for name in ("catalog", "catalog.previous"))
    return next((folder for folder in refreshed if (date := _catalog_date(folder)) and date >= _catalog_date(packaged)), packaged)


def _catalog_date(folder: Path) -> str:
    """The first line of a catalogue's stamp, which holds its date; empty if there is none."""
    try:
        with (folder / "stamp.yaml").open(encoding="utf-8") as file:
            return file.readline().strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _platform_folder(own: str, standard: str, below_home: str, platform: str) -> Path:
    """An absolute folder. A relative path in the environment is ignored, because it would depend on the working folder."""
    chosen = Path(os.environ.get(own, ""))
    if chosen.is_absolute():
        return chosen
    if os.name == "posix" and os.uname().sysname == "Linux":
        base = Path(os.environ.get(standard, ""))
        return (base if base.is_absolute() else _home_folder() / below_home) / "sizewise"
    import platformdirs  # noqa: PLC0415  # 15 ms of start-up that Linux does not need

    return Path(getattr(platformdirs, platform)("sizewise", appauthor=False))


def _home_folder() -> Path:
    """The home folder; a path below which nothing can be written if there is none."""
    try:
        home = Path.home() if os.environ.get("HOME") != "" else Path()  # an empty HOME would mean the root folder
    except RuntimeError:
        home = Path()
    return home if home.is_absolute() else Path(os.devnull)
