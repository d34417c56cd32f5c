"""The folder of sessions: the list, ids, names, opening and deleting."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dialogue import Conversation
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.tui.sessions.conftest import PLANTS, TYPED, Clock, append_all, conversation_of, file_of
from tui.sessions import Session, SessionStore, summary
from tui.sessions.names import ID_PATTERN, MAX_NAME_CHARACTERS, find_id, name_from, new_id, tidy_name
from tui.sessions.session_file import read_at

TypedSteps = list[tuple[str, Conversation]]


def test_the_last_used_session_is_listed_first(store: SessionStore, typed_steps: TypedSteps) -> None:
    """With its id, its name, when it began and was last used, and how many facts are dealt with."""
    first, second = (append_all(store.new_session(), typed_steps[:count]) for count in (2, 1))
    assert [one.id for one in store.list_sessions()] == [second.id, first.id]
    first.append_step(typed_steps[2][1], "/back")
    listed = store.list_sessions()
    assert [one.id for one in listed] == [first.id, second.id]
    assert (listed[0].name, listed[0].answers) == ("image classification · inference · 200 ms", len(typed_steps[2][1].now.answers))
    assert listed[0].created == first.steps[0].time < listed[0].used == first.steps[-1].time
    assert [one.problem for one in listed] == ["", ""]
    for session in (first, second):
        session.close()


def test_a_long_list_reads_only_the_ends_of_files(store: SessionStore, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of five hundred sessions of a quarter of a megabyte each, less than nine kilobytes each."""
    session.close()
    head, *lines = file_of(session, store).read_bytes().splitlines(keepends=True)
    long = head + b"".join(lines) * (250_000 // sum(map(len, lines)))
    for number in range(500):
        (store.folder / f"20260101-000000-{number:04d}.jsonl").write_bytes(long if number < 5 else long[: len(head) + len(lines[0])])
    taken: list[int] = []

    def reading(handle: int, start: int, length: int) -> bytes:
        data = read_at(handle, start, length)
        taken.append(len(data))
        return data

    monkeypatch.setattr(summary, "read_at", reading)
    found = store.list_sessions()
    assert len(found) == 501
    assert not any(one.problem for one in found)
    assert max(taken) <= 8192
    assert len(taken) == 2 * 501


def test_a_last_line_of_any_length_is_found(store: SessionStore, typed_steps: TypedSteps) -> None:
    """A message of 100,000 characters, and half a line after it."""
    typed = "🌱 [/x] \x1b[31m " * 8_000
    session = store.new_session("long")
    session.append_step(typed_steps[0][1], PLANTS)
    assert session.append_step(typed_steps[0][1], typed).is_saved
    session.close()
    with file_of(session, store).open("ab") as file:
        file.write(b'{"v":1,"time":"2026')
    (listed,) = store.list_sessions()
    assert (listed.name, listed.used, listed.problem) == ("long", session.steps[-1].time, "")
    assert store.read_steps(session.id)[-1].typed == typed


def test_a_name_tells_the_workload_until_somebody_gives_one(store: SessionStore, typed_steps: TypedSteps) -> None:
    """Before that is known, the first sentence; a given name stays, whatever is said later, and after it is opened again."""
    session = store.new_session()
    assert session.name == "conversation"
    session.append_step(Conversation(), "1")
    session.append_step(Conversation(), "/why not inf2")
    assert session.name == "conversation"
    session.append_step(Conversation(), "Where do I begin? With a question")
    assert session.name == "Where do I begin?"
    session.append_step(typed_steps[0][1], "Plants from photos. Within 200 ms")
    session.append_step(typed_steps[1][1], "it is for production")
    assert session.name == store.list_sessions()[0].name == "image classification · inference · 200 ms"
    assert session.rename("  The\tgarden \x1b[31m\u202e ").is_saved
    session.close()
    again = store.reopen_session(session.id)
    again.append_step(typed_steps[1][1], "another sentence with words")
    assert again.name == store.list_sessions()[0].name == "The garden [31m"
    assert again.conversation == typed_steps[1][1]
    again.close()
    store.rename_session(session.id, "Greenhouse")
    assert store.list_sessions()[0].name == "Greenhouse"
    assert conversation_of(session.id, store) == typed_steps[1][1]


def test_a_name_given_before_the_first_answer_is_kept_with_it(store: SessionStore, typed_steps: TypedSteps) -> None:
    """Also one of a single word."""
    session = store.new_session("plants")
    session.append_step(typed_steps[0][1], PLANTS)
    session.close()
    assert store.list_sessions()[0].name == "plants"


UNREADABLE = ("", "  ", "\x1b\x07", "\u202e\u200f")


def test_a_name_with_nothing_to_read_is_refused(store: SessionStore, session: Session) -> None:
    """The old one stays."""
    for name in UNREADABLE:
        before = session.name
        with pytest.raises(InputError, match="name: "):
            session.rename(name)
        assert session.name == store.list_sessions()[0].name == before, name


@given(st.text())
def test_a_name_is_short_and_steers_no_terminal(text: str) -> None:
    """Whatever it is made from."""
    for name in (tidy_name(text), name_from(text)):
        assert len(name) <= MAX_NAME_CHARACTERS
        assert name.isprintable()
        assert name == name.strip()


SENTENCES = (
    (PLANTS, "identify plants from phone photos, answer…"),
    ("Two things. And more", "Two things."),
    ("3.5 GB a day\nand so on", "3.5 GB a day"),
    ("نبات من صور", "نبات من صور"),
    ("word " * 20_000, "word word word word word word word word word…"),
    ("a " + "x" * 100_000, "a " + "x" * 45 + "…"),
    ("/new garden", ""),
    ("1", ""),
    ("", ""),
)
"""What is typed, and the name it makes."""


def test_the_first_sentence_makes_a_name() -> None:
    """Shortened at a word, where there is one."""
    for typed, name in SENTENCES:
        assert name_from(typed) == name, typed[:40]


def test_an_id_sorts_by_time_and_can_be_read(clock: Clock) -> None:
    """The day and the second, then four letters that are not mistaken for others."""
    ids = [new_id(clock()) for _ in range(100)]
    assert ids == sorted(ids)
    assert all(ID_PATTERN.fullmatch(one) for one in ids)
    assert ids[0].startswith("20261122-093000-")


def test_an_id_is_found_by_its_beginning_or_its_end() -> None:
    """Where only one has it; else one line names the nearest, or how many there are."""
    ids = ["20261121-080000-abcd", "20261122-093000-k7qm"]
    assert [find_id(text, ids) for text in ("K7QM", " 20261121 ", ids[1])] == [ids[1], ids[0], ids[1]]
    for text, words in {
        "2026": "stands for 2 sessions, the newest is 20261122-093000-k7qm",
        "20261122-093000-k7qn": "Did you mean 20261122-093000-k7qm?",
        "plants": "The newest is 20261122-093000-k7qm.",
        "": "is no id",
    }.items():
        with pytest.raises(InputError, match=re.escape(words)):
            find_id(text, ids)


PATHS = ("../secret", "/etc/passwd", "a/b", "..", ".", "20261122-093000-abcd/../x", "a\0b", "\x1b[31m", "é", "C:\\x")


def test_an_id_with_parts_of_a_path_is_refused(store: SessionStore, session: Session) -> None:
    """By opening, reading and deleting alike; in one line, without what steers a terminal."""
    session.close()
    for text in PATHS:
        for act in (store.reopen_session, store.read_steps, store.delete_session):
            with pytest.raises(InputError, match="is no id") as raised:
                act(text)
            assert str(raised.value).isprintable(), text
        assert store.list_ids() == [session.id], text


def test_deleting_takes_only_that_file(store: SessionStore, typed_steps: TypedSteps) -> None:
    """Named by all of its id; others stay, and what is gone cannot be named."""
    gone, stays = (append_all(store.new_session(), typed_steps[:1]) for _ in range(2))
    gone.close()
    stays.close()
    (store.folder / "notes.jsonl").write_text("mine")
    with pytest.raises(InputError, match="Did you mean"):
        store.delete_session(gone.id[:-1])
    store.delete_session(gone.id)
    assert sorted(path.name for path in store.folder.iterdir()) == sorted([f"{stays.id}.jsonl", "notes.jsonl"])
    with pytest.raises(InputError, match="there is no"):
        store.delete_session(gone.id)


def test_what_is_no_session_is_not_deleted(store: SessionStore) -> None:
    """A file of somebody else under such a name; a damaged session can go."""
    store.folder.mkdir(parents=True)
    path = store.folder / "20261122-093000-abcd.jsonl"
    path.write_text("mine\n")
    with pytest.raises(InputError, match="not written by Sizewise"):
        store.delete_session(path.stem)
    assert path.read_text() == "mine\n"
    path.write_bytes(b'{"sizewise":"session","v":1,"created":"2026-11-22T09:30:00Z"}\n{}\n')
    store.delete_session(path.stem)
    assert store.list_ids() == []


@pytest.mark.parametrize("what", ["a link", "a link to nothing", "a folder", "a pipe"])
def test_links_and_other_things_are_left_alone(store: SessionStore, session: Session, tmp_path: Path, what: str) -> None:
    """A link that leads out of the folder is not followed by reading, opening, naming or deleting; a pipe is not waited for."""
    session.close()
    outside = tmp_path / "outside.jsonl"
    file_of(session, store).rename(outside)
    before = outside.read_bytes()
    path = file_of(session, store)
    if what == "a folder":
        path.mkdir()
    elif what == "a pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(outside if what == "a link" else tmp_path / "nothing")
    for act in (store.reopen_session, store.read_steps, store.delete_session, lambda identity: store.rename_session(identity, "mine")):
        with pytest.raises(InputError, match="a link or not a plain file"):
            act(session.id)
    (listed,) = store.list_sessions()
    assert "a link or not a plain file" in listed.problem
    assert listed.created.isoformat() == f"{session.steps[0].time:%Y-%m-%dT%H:%M}:00+00:00"
    assert outside.read_bytes() == before
    assert stat.S_ISREG(outside.lstat().st_mode)
    assert path.is_symlink() or path.exists()


def test_a_session_that_can_only_be_read_goes_on_as_a_copy(
    store: SessionStore, session: Session, typed_steps: TypedSteps, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that cannot be opened for writing is told of and stays; the copy is made with the first step."""
    session.close()
    opened = os.open

    def opening(path: str | Path, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_RDWR and not flags & os.O_CREAT:
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, flags, mode)

    monkeypatch.setattr(os, "open", opening)
    again = store.reopen_session(session.id)
    assert again.notice.startswith(f"{session.id} cannot be written to, so you continue in a copy: {again.id}.")
    assert store.list_ids() == [session.id]
    assert again.append_step(typed_steps[-1][1], "/why").is_saved
    again.close()
    assert store.read_steps(again.id)[-1].typed == "/why"


def test_an_open_copy_that_nothing_is_added_to_leaves_no_file(store: SessionStore, session: Session) -> None:
    """To look is not to keep."""
    copy = store.reopen_session(session.id)
    assert "open elsewhere" in copy.notice
    copy.close()
    assert store.list_ids() == [session.id]


def test_an_id_that_was_taken_in_the_same_second_is_given_up(store: SessionStore, typed_steps: TypedSteps) -> None:
    """The file of the other stays as it is."""
    session = store.new_session()
    store.folder.mkdir(parents=True)
    path = file_of(session, store)
    path.write_text("mine")
    append_all(session, typed_steps).close()
    assert path.read_text() == "mine"
    assert conversation_of(session.id, store) == typed_steps[-1][1]


def test_history_goes_over_the_last_sessions(store: SessionStore, typed_steps: TypedSteps) -> None:
    """Oldest first, nothing twice in a row, only the last lines where there are many; a damaged file holds up nobody."""
    for _ in range(2):
        session = store.new_session()
        for typed, conversation in typed_steps[:2]:
            session.append_step(conversation, typed)
            session.append_step(conversation, typed)
        session.close()
    (store.folder / "20261122-000000-abcd.jsonl").write_text("mine\n")
    assert store.recent_lines() == [*TYPED[:2], *TYPED[:2]]
    assert store.recent_lines(3) == [TYPED[1], *TYPED[:2]]


def test_a_folder_that_cannot_be_read_is_told_in_a_line(knowledge: Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And not taken for an empty one."""

    def refused(_: Path) -> None:
        raise PermissionError(13, "Permission denied", str(tmp_path / "sessions"))

    monkeypatch.setattr(os, "scandir", refused)
    with pytest.raises(InputError, match=re.escape('session: "sessions" cannot be used (Permission denied).')):
        SessionStore(knowledge, tmp_path / "sessions").list_sessions()


def test_after_an_interruption_the_next_line_stands_on_its_own(
    store: SessionStore, typed_steps: TypedSteps, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C in the middle of saving: what is kept afterwards is exactly the conversation."""
    session = append_all(store.new_session(), typed_steps[:2])

    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            session.append_step(typed_steps[2][1], typed_steps[2][0])
    assert session.append_step(typed_steps[3][1], typed_steps[3][0]).is_saved
    session.close()
    assert conversation_of(session.id, store) == typed_steps[3][1]
