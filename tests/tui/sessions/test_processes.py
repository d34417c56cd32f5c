"""Real processes: killed at any moment, and two at the same session."""

from __future__ import annotations

import contextlib
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

import pytest

from engine.dialogue import Conversation, Desk, answer
from knowledge.errors import InputError
from tests.depth import rounds
from tests.tui.sessions.conftest import conversation_of, keep_all, path_of
from tests.tui.sessions.talker import digest
from tui.sessions import Session, Store, conversations, files, transcript

Talked = list[tuple[str, Conversation]]
KILLS = rounds(quick=10, long=200)
A_FEW_STEPS = 0.05
"""Seconds that a kill may come after the last step that was waited for."""


def talker(store: Store, settings: dict[str, str], *arguments: str) -> subprocess.Popen[str]:
    """A process of its own on the same folder."""
    command = [sys.executable, "-m", "tests.tui.sessions.talker", str(store.folder), *arguments]
    root = Path(__file__).parents[3]
    return subprocess.Popen(command, env=settings, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def out(process: subprocess.Popen[str]) -> IO[str]:
    """What it prints."""
    assert process.stdout is not None
    return process.stdout


def tell(process: subprocess.Popen[str], line: str = "") -> str:
    """One line to it, and one back."""
    assert process.stdin is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()
    return out(process).readline().strip()


def end(process: subprocess.Popen[str]) -> None:
    """Let it end by the end of its input."""
    process.communicate(timeout=60)
    assert process.returncode == 0


def test_a_kill_at_any_moment_loses_no_answer_that_was_told_as_saved(store: Store, settings: dict[str, str], desk: Desk) -> None:
    """Each conversation that the process told as saved is there, in order, exactly; at most one more; and it can be gone on with."""
    chance = random.Random(20261122)  # noqa: S311  # moments, no secret
    for number in range(KILLS):
        process = talker(store, settings)
        identity = out(process).readline().strip()
        told = "".join(out(process).readline() for _ in range(number % 10))
        time.sleep(chance.uniform(0, A_FEW_STEPS))
        process.kill()
        with process:
            told += out(process).read()  # `communicate` would pass over what was read ahead
        digests = told.split()[: told.count("\n")]
        assert len(digests) >= number % 10
        if not digests and not [one for one in store.sessions() if one.id == identity]:
            continue  # killed before there was a file with an answer
        found = [digest(conversation) for conversation in conversations(store.read(identity))]
        assert found[: len(digests)] == digests
        assert len(found) <= len(digests) + 1
        session = store.reopen(identity)
        assert (session.id, session.told) == (identity, "")
        assert session.conversation is not None
        after = answer(session.conversation, "make it 90 ms", desk)
        assert session.append(after, "make it 90 ms").is_kept
        session.close()
        assert conversation_of(identity, store) == after


def test_a_session_that_is_open_elsewhere_goes_on_as_a_copy(store: Store, settings: dict[str, str], talked: Talked, desk: Desk) -> None:
    """Both hold the history; what each adds stands in its own file only. It can be neither deleted nor renamed meanwhile."""
    keep_all(session := store.new(), talked).close()
    process = talker(store, settings, session.id)
    assert tell(process) == session.id
    copy = store.reopen(session.id)
    assert copy.told == f"{session.id} is open elsewhere, so this goes on as a copy: {copy.id}."
    assert copy.id != session.id
    assert copy.conversation == talked[-1][1]
    assert store.ids() == [session.id]
    with pytest.raises(InputError, match="open elsewhere"):
        store.delete(session.id)
    with pytest.raises(InputError, match="keeps its name"):
        store.rename(session.id, "mine")
    tell(process, "70")
    mine = answer(talked[-1][1], "make it 80 ms", desk)
    assert copy.append(mine, "80").is_kept
    tell(process, "90")
    end(process)
    copy.close()
    typed = [line for line, _ in talked]
    assert list(transcript(store.read(session.id))) == [*typed, "70", "90"]
    assert list(transcript(store.read(copy.id))) == [*typed, "80"]
    assert conversation_of(copy.id, store) == mine


def test_of_two_that_open_at_once_one_gets_the_session(store: Store, settings: dict[str, str], talked: Talked) -> None:
    """The other gets a copy; neither loses a step."""
    keep_all(session := store.new(), talked).close()
    both = [talker(store, settings, session.id) for _ in range(2)]
    for process in both:
        assert process.stdin is not None
        process.stdin.write("\n1\n2\n3\n")
        process.stdin.close()
    lines = []
    for process in both:
        with process:
            lines.append(out(process).readlines())
    assert [process.returncode for process in both] == [0, 0]
    opened = [one[0].split()[0] for one in lines]
    assert session.id in opened
    for identity, told in zip(opened, lines, strict=True):
        found = [digest(conversation) for conversation in conversations(store.read(identity))]
        assert found[-3:] == [line.strip() for line in told[1:]]


def test_a_killed_process_leaves_no_lock(store: Store, settings: dict[str, str], talked: Talked) -> None:
    """What it had open can be gone on with."""
    keep_all(session := store.new(), talked).close()
    process = talker(store, settings, session.id)
    tell(process)
    process.kill()
    process.communicate()
    with contextlib.closing(store.reopen(session.id)) as again:
        assert (again.id, again.told) == (session.id, "")


def test_without_locks_the_second_to_write_goes_on_as_a_copy(
    store: Store, talked: Talked, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a system that has none, what somebody else added is seen in time; no step of either is lost."""
    monkeypatch.setattr(files, "_lock", lambda _: True)
    one = keep_all(store.new(), talked)
    other = store.reopen(one.id)
    assert (other.id, other.told) == (one.id, "")
    first, second = (answer(talked[-1][1], f"make it {number} ms", desk) for number in (70, 80))
    assert one.append(first, "70").told == ""
    saved = other.append(second, "80")
    assert saved.is_kept
    assert saved.told == f"The file of {one.id} was changed or removed by another program, so this goes on as {other.id}."
    assert other.id != one.id
    one.close()
    other.close()
    assert (conversation_of(one.id, store), conversation_of(other.id, store)) == (first, second)


@pytest.mark.parametrize("how", ["removed", "replaced", "cut", "added to"])
def test_a_file_that_is_changed_under_an_open_session_costs_no_step(
    store: Store, session: Session, talked: Talked, desk: Desk, how: str
) -> None:
    """It goes on in a file of its own with all of its history, says so, and leaves the other as it is."""
    path, identity = path_of(session, store), session.id
    if how in ("removed", "replaced"):
        path.unlink()
    if how != "removed":
        with path.open("r+b" if path.exists() else "wb") as file:
            file.truncate(50) if how == "cut" else file.seek(0, os.SEEK_END)
            file.write(b"" if how == "cut" else b"other\n")
    before = path.read_bytes() if path.exists() else None
    after = answer(talked[-1][1], "make it 70 ms", desk)
    saved = session.append(after, "70")
    assert saved.is_kept
    assert identity in saved.told
    assert session.id in saved.told
    assert session.id != identity
    assert (path.read_bytes() if path.exists() else None) == before
    session.close()
    assert conversation_of(session.id, store) == after
