"""Reads what waits for somebody who comes back: the last conversation, and what is due in practice."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from knowledge import Knowledge
from knowledge.errors import InputError
from tui.advice_talk import AdviceTalk
from tui.local_time import to_local_time
from tui.session_jobs import keeper_of, latest_other_session
from tui.views.greeting import LastConversation, Welcome


def read_welcome(talk: AdviceTalk, practice_folder: Path | None = None) -> Welcome:
    """What waits. `practice_folder` holds the log of practice, by default that of this machine. Files that cannot be read count as none."""
    return Welcome(_read_last(talk), count_points_due(talk.desk.knowledge, practice_folder))


def _read_last(talk: AdviceTalk) -> LastConversation | None:
    keeper = keeper_of(talk)
    try:
        found = latest_other_session(keeper) if keeper is not None else None
    except InputError:  # the list of conversations tells it
        return None
    if found is None:
        return None
    return LastConversation(found.name or found.id, f"{to_local_time(found.used):%d %b %H:%M}")


def count_points_due(base: Knowledge, folder: Path | None = None) -> int:
    """How many knowledge points are due for review today; 0 where nobody has practised yet."""
    from knowledge.store import state_folder  # noqa: PLC0415  # read when it is called, as the environment names the folder

    where = folder or state_folder() / "practice"
    if not (where / "practice.db").is_file():  # opening it would make one
        return 0
    from quizzes.store import LogStore  # noqa: PLC0415  # few have practised before their first advice

    store = LogStore(base, where)
    try:
        return len(store.state.points_due(dt.datetime.now(dt.UTC).date()))
    finally:
        store.close()
