"""Where things are kept, and whether they can be."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from knowledge.errors import InputError
from knowledge.store import cache_folder, cached, state_folder
from tui.cli.doctor.finding import Finding, note, ok, problem, shown_path


def folders() -> Iterator[Finding]:
    """The folders of the cache and of the data. There is no file of settings."""
    yield from _folder("cache", cache_folder(), "SIZEWISE_CACHE", "every start reads the YAML anew, which takes seconds")
    yield from _folder("data", state_folder(), "SIZEWISE_DATA", "conversations, practice and a refreshed catalogue are not kept")
    yield from _ignored()
    yield ok("settings", "no file: options and the variables SIZEWISE_CACHE, SIZEWISE_DATA and NO_COLOR are all there is")


def _folder(name: str, folder: Path, variable: str, loss: str) -> Iterator[Finding]:
    own = f", set by {variable}" if folder == Path(os.environ.get(variable, "")) else ""
    failure = _unwritable(folder)
    there = "" if folder.is_dir() else ", made when it is needed"
    if failure and name == "cache" and _is_fresh():
        yield note(
            f"{name} folder",
            f"{shown_path(folder)}{own}: {failure}; what is there is up to date",
            "nothing to do until Sizewise is renewed",
        )
    elif failure:
        yield problem(
            f"{name} folder", f"{shown_path(folder)}{own}: {failure}; {loss}", f"set {variable} to a folder that can be written to"
        )
    else:
        yield ok(f"{name} folder", f"{shown_path(folder)}{own}{there}")


def _is_fresh() -> bool:
    """Whether the base is read from the cache as it is, which then need not be written."""
    try:
        return cached()[1] == "fresh"
    except (InputError, OSError):
        return False


def _unwritable(folder: Path) -> str:
    """Why nothing can be written there, or "". A folder that is not there yet is not made."""
    try:
        if folder.is_dir():
            with tempfile.TemporaryFile(dir=folder):
                return ""
        above = next(path for path in folder.parents if path.exists())
        if not above.is_dir():
            return f"{shown_path(above)} is no folder"
        return "" if os.access(above, os.W_OK | os.X_OK) else f"it cannot be made in {shown_path(above)}"
    except OSError as error:
        return error.strerror or type(error).__name__


def _ignored() -> Iterator[Finding]:
    """A variable that is set, and does nothing."""
    for variable in ("SIZEWISE_CACHE", "SIZEWISE_DATA"):
        if (given := os.environ.get(variable, "")) and not Path(given).is_absolute():
            yield note(
                variable, "it is a relative path, which is ignored because it would move with the shell", "give a path from the root"
            )
