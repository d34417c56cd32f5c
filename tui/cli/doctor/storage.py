"""The folders of the cache and the data, and whether what is kept there can be read."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.private_folders import is_read_only
from knowledge.sentences import fill_sentence
from knowledge.store import cache_folder, cache_status, state_folder
from quizzes.store import LOG_FILE
from quizzes.store.database import MIGRATIONS, RefusedError, check_database
from tui.cli.doctor.findings import Finding, abbreviate_home, first_line, report_note, report_ok, report_problem
from tui.sessions import SessionStore
from tui.sessions.records import VERSION


def check_folders() -> Iterator[Finding]:
    """The folders of the cache and of the data; that there is no file of settings."""
    yield from _check_folder("cache", cache_folder(), "SIZEWISE_CACHE", "every start reads the YAML anew, which takes seconds")
    yield from _check_folder("data", state_folder(), "SIZEWISE_DATA", "conversations, practice and a refreshed catalogue are not kept")
    yield from _check_relative_paths()
    yield report_ok("settings", "no file: options and the variables SIZEWISE_CACHE, SIZEWISE_DATA and NO_COLOR are all there is")


def _check_folder(name: str, folder: Path, variable: str, loss: str) -> Iterator[Finding]:
    own = f", set by {variable}" if folder == Path(os.environ.get(variable, "")) else ""
    failure = _write_failure(folder)
    there = "" if folder.is_dir() else ", made when it is needed"
    if failure and name == "cache" and _is_cache_fresh():
        yield report_note(
            f"{name} folder",
            f"{abbreviate_home(folder)}{own}: {failure}; what is there is up to date",
            "nothing to do until Sizewise is renewed",
        )
    elif failure:
        yield report_problem(
            f"{name} folder", f"{abbreviate_home(folder)}{own}: {failure}; {loss}", f"set {variable} to a folder that can be written to"
        )
    else:
        yield report_ok(f"{name} folder", f"{abbreviate_home(folder)}{own}{there}")


def _is_cache_fresh() -> bool:
    """True if the base is read from the cache as it is, so that the cache need not be written."""
    try:
        return cache_status()[1] == "fresh"
    except (InputError, OSError):
        return False


def _write_failure(folder: Path) -> str:
    """Why nothing can be written there, or "". A folder that is not there yet is not made."""
    try:
        if folder.is_dir():
            with tempfile.TemporaryFile(dir=folder):
                return ""
        above = next(path for path in folder.parents if path.exists())
        if not above.is_dir():
            return f"{abbreviate_home(above)} is no folder"
        return "" if os.access(above, os.W_OK | os.X_OK) else f"it cannot be made in {abbreviate_home(above)}"
    except OSError as error:
        return error.strerror or type(error).__name__


def _check_relative_paths() -> Iterator[Finding]:
    """Variables that are set to a relative path, which has no effect."""
    for variable in ("SIZEWISE_CACHE", "SIZEWISE_DATA"):
        if (given := os.environ.get(variable, "")) and not Path(given).is_absolute():
            yield report_note(
                variable, "it is a relative path, which is ignored because it would move with the shell", "give a path from the root"
            )


def check_saved(knowledge: Knowledge | None) -> Iterator[Finding]:
    """Conversations and practice; without the base only practice, whose log can be read without it."""
    if knowledge is not None:
        yield _check_conversations(knowledge)
    yield _check_practice(knowledge)


def _check_conversations(knowledge: Knowledge) -> Finding:
    store = SessionStore(knowledge)
    try:
        found = store.list_sessions()
    except InputError as error:
        return report_problem("conversations", first_line(error), f"look at the folder {abbreviate_home(store.folder)}")
    broken = [one for one in found if one.problem]
    counted = f"{len(found)} in {abbreviate_home(store.folder)}, format {VERSION}" if found else f"none yet; format {VERSION}"
    if not broken:
        return report_ok("conversations", counted)
    text = f"{counted}; {len(broken)} cannot be opened as they are: {broken[0].problem}"
    return report_note(
        "conversations", text, "opening one goes on from what can be read, as a copy; sessions of a newer Sizewise need that one"
    )


def _check_practice(knowledge: Knowledge | None) -> Finding:
    path = state_folder() / "practice" / LOG_FILE
    newest = len(MIGRATIONS)
    if not path.exists() and is_read_only(path.parent):
        return report_problem(
            "practice", f"{abbreviate_home(path.parent)} is read-only, so practice is not kept", f"chmod u+w {path.parent}"
        )
    if not path.exists():
        return report_ok("practice", f"no log yet; schema {newest}")
    try:
        version, rows = check_database(path)
    except RefusedError as error:
        why = fill_sentence(knowledge, "progress", error.key, **error.values) if knowledge is not None else error.key
        return report_problem(
            "practice", f"{abbreviate_home(path)}: {why}", "copy the file away before anything else; sizewise quiz begins a new one"
        )
    if is_read_only(path.parent):
        return report_problem(
            "practice",
            f"{rows:,} rows in {abbreviate_home(path)}; its folder is read-only, so nothing is added",
            f"chmod u+w {path.parent}",
        )
    aged = "" if version == newest else f", moved to {newest} when practice is opened"
    return report_ok("practice", f"{rows:,} rows in {abbreviate_home(path)}, whole; schema {version}{aged}")
