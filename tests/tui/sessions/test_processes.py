"""Real processes: killed at any moment, and two at the same session."""

from __future__ import annotations

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
from tests.depth import LONG, rounds
from tests.tui.sessions.conftest import append_all, conversation_of, file_of
from tests.tui.sessions.talker import conversation_digest
from tui.sessions import Session, SessionStore, conversations_after, session_file, typed_lines

TypedSteps = list[tuple[str, Conversation]]
KILLS = rounds(quick=3, long=200)
A_FEW_STEPS = 0.05
"""Seconds that a kill may come after the last step that was waited for."""


def start_talker(store: SessionStore, settings: dict[str, str], *arguments: str) -> subprocess.Popen[str]:
    """A process of its own on the same folder."""
    command = [sys.executable, "-m", "tests.tui.sessions.talker", str(store.folder), *arguments]
    root = Path(__file__).parents[3]
    return subprocess.Popen(command, env=settings, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def output_of(process: subprocess.Popen[str]) -> IO[str]:
    """What it prints."""
    assert process.stdout is not None
    return process.stdout


def send_line(process: subprocess.Popen[str], line: str = "") -> str:
    """One line to it, and one back."""
    assert process.stdin is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()
    return output_of(process).readline().strip()


def wait_for_end(process: subprocess.Popen[str]) -> None:
    """Let it end by the end of its input."""
    process.communicate(timeout=60)
    assert process.returncode == 0


def test_a_kill_at_any_moment_loses_no_answer_that_was_told_as_saved(store: SessionStore, settings: dict[str, str], desk: Desk) -> None:
    """Each conversation that the process told as saved is there, in order, exactly; at most one more; and it can be gone on with."""
    chance = random.Random(20261122)  # noqa: S311  # moments, no secret
    for number in range(KILLS):
        process = start_talker(store, settings)
        identity = output_of(process).readline().strip()
        told = "".join(output_of(process).readline() for _ in range(3 * number % 10))
        time.sleep(chance.uniform(0, A_FEW_STEPS))
        process.kill()
        with process:
            told += output_of(process).read()  # `communicate` would pass over what was read ahead
        digests = told.split()[: told.count("\n")]
        assert len(digests) >= 3 * number % 10
        if not digests and not [one for one in store.list_sessions() if one.id == identity]:
            continue  # killed before there was a file with an answer
        found = [conversation_digest(conversation) for conversation in conversations_after(store.read_steps(identity))]
        assert found[: len(digests)] == digests
        assert len(found) <= len(digests) + 1
        session = store.reopen_session(identity)
        assert (session.id, session.notice) == (identity, "")
        assert session.conversation is not None
        after = answer(session.conversation, "make it 90 ms", desk)
        assert session.append_step(after, "make it 90 ms").is_saved
        session.close()
        assert conversation_of(identity, store) == after


def test_a_session_that_is_open_elsewhere_goes_on_as_a_copy(
    store: SessionStore, settings: dict[str, str], typed_steps: TypedSteps, desk: Desk
) -> None:
    """Both hold the history; what each adds stands in its own file only. It can be neither deleted nor renamed meanwhile."""
    append_all(session := store.new_session(), typed_steps).close()
    process = start_talker(store, settings, session.id)
    assert send_line(process) == session.id
    copy = store.reopen_session(session.id)
    assert copy.notice == f"{session.id} is open elsewhere, so you continue in a copy: {copy.id}."
    assert copy.id != session.id
    assert copy.conversation == typed_steps[-1][1]
    assert store.list_ids() == [session.id]
    with pytest.raises(InputError, match="open elsewhere"):
        store.delete_session(session.id)
    with pytest.raises(InputError, match="keeps its name"):
        store.rename_session(session.id, "mine")
    send_line(process, "70")
    mine = answer(typed_steps[-1][1], "make it 80 ms", desk)
    assert copy.append_step(mine, "80").is_saved
    send_line(process, "90")
    wait_for_end(process)
    copy.close()
    typed = [line for line, _ in typed_steps]
    assert list(typed_lines(store.read_steps(session.id))) == [*typed, "70", "90"]
    assert list(typed_lines(store.read_steps(copy.id))) == [*typed, "80"]
    assert conversation_of(copy.id, store) == mine


@pytest.mark.skipif(not LONG, reason="a race, run with SIZEWISE_LONG=1")
def test_of_two_that_open_at_once_one_gets_the_session(store: SessionStore, settings: dict[str, str], typed_steps: TypedSteps) -> None:
    """The other gets a copy; neither loses a step."""
    append_all(session := store.new_session(), typed_steps).close()
    both = [start_talker(store, settings, session.id) for _ in range(2)]
    for process in both:
        assert process.stdin is not None
        process.stdin.write("\n1\n2\n3\n")
        process.stdin.close()
    lines = []
    for process in both:
        with process:
            lines.append(output_of(process).readlines())
    assert [process.returncode for process in both] == [0, 0]
    opened = [one[0].split()[0] for one in lines]
    assert session.id in opened
    for identity, told in zip(opened, lines, strict=True):
        found = [conversation_digest(conversation) for conversation in conversations_after(store.read_steps(identity))]
        assert found[-3:] == [line.strip() for line in told[1:]]


def test_without_locks_the_second_to_write_goes_on_as_a_copy(
    store: SessionStore, typed_steps: TypedSteps, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a system that has none, what somebody else added is seen in time; no step of either is lost."""
    monkeypatch.setattr(session_file, "_lock_file", lambda _: True)
    one = append_all(store.new_session(), typed_steps)
    other = store.reopen_session(one.id)
    assert (other.id, other.notice) == (one.id, "")
    first, second = (answer(typed_steps[-1][1], f"make it {number} ms", desk) for number in (70, 80))
    assert one.append_step(first, "70").message == ""
    saved = other.append_step(second, "80")
    assert saved.is_saved
    assert saved.message == f"Another program changed or removed the file of {one.id}, so you continue in {other.id}."
    assert other.id != one.id
    one.close()
    other.close()
    assert (conversation_of(one.id, store), conversation_of(other.id, store)) == (first, second)


@pytest.mark.parametrize("how", ["removed", "replaced", "cut", "added to"])
def test_a_file_that_is_changed_under_an_open_session_costs_no_step(
    store: SessionStore, session: Session, typed_steps: TypedSteps, desk: Desk, how: str
) -> None:
    """It goes on in a file of its own with all of its history, says so, and leaves the other as it is."""
    path, identity = file_of(session, store), session.id
    if how in ("removed", "replaced"):
        path.unlink()
    if how != "removed":
        with path.open("r+b" if path.exists() else "wb") as file:
            file.truncate(50) if how == "cut" else file.seek(0, os.SEEK_END)
            file.write(b"" if how == "cut" else b"other\n")
    before = path.read_bytes() if path.exists() else None
    after = answer(typed_steps[-1][1], "make it 70 ms", desk)
    saved = session.append_step(after, "70")
    assert saved.is_saved
    assert identity in saved.message
    assert session.id in saved.message
    assert session.id != identity
    assert (path.read_bytes() if path.exists() else None) == before
    session.close()
    assert conversation_of(session.id, store) == after
