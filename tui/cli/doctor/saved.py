"""What is kept of conversations and of practice: whether it can be read."""

from __future__ import annotations

from collections.abc import Iterator

from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.sentences import sentence
from knowledge.store import state_folder
from quizzes.store import FILE
from quizzes.store.database import STEPS, RefusedError, examined
from tui.cli.doctor.finding import Finding, in_one_line, note, ok, problem, shown_path
from tui.sessions.line import VERSION


def saved(knowledge: Knowledge | None) -> Iterator[Finding]:
    """Both, as far as they can be looked at without the base."""
    if knowledge is not None:
        yield _conversations(knowledge)
    yield _practice(knowledge)


def _conversations(knowledge: Knowledge) -> Finding:
    from tui.sessions import Store  # noqa: PLC0415  # reads nothing before there is a base

    store = Store(knowledge)
    try:
        found = store.sessions()
    except InputError as error:
        return problem("conversations", in_one_line(error), f"look at the folder {shown_path(store.folder)}")
    broken = [one for one in found if one.problem]
    counted = f"{len(found)} in {shown_path(store.folder)}, format {VERSION}" if found else f"none yet; format {VERSION}"
    if not broken:
        return ok("conversations", counted)
    text = f"{counted}; {len(broken)} cannot be opened as they are: {broken[0].problem}"
    return note("conversations", text, "opening one goes on from what can be read, as a copy; sessions of a newer Sizewise need that one")


def _practice(knowledge: Knowledge | None) -> Finding:
    path = state_folder() / "practice" / FILE
    newest = len(STEPS)
    if not path.exists():
        return ok("practice", f"no log yet; schema {newest}")
    try:
        version, rows = examined(path)
    except RefusedError as error:
        why = sentence(knowledge, "progress", error.key, **error.values) if knowledge is not None else error.key
        return problem("practice", f"{shown_path(path)}: {why}", "copy the file away before anything else; sizewise quiz begins a new one")
    aged = "" if version == newest else f", moved to {newest} when practice is opened"
    return ok("practice", f"{rows:,} rows in {shown_path(path)}, whole; schema {version}{aged}")
