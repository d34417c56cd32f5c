"""What is on the disk stays readable, however writing it ended."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from engine.dialogue import Conversation, Desk, answer
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.tui.sessions.conftest import PLANTS, TYPED, append_all, conversation_of, file_of
from tui.sessions import Session, SessionStore, typed_lines

TypedSteps = list[tuple[str, Conversation]]


def test_a_file_is_private_and_made_at_the_first_answer(store: SessionStore, typed_steps: TypedSteps) -> None:
    """0600 in a folder of 0700; what was typed before the first answer goes along with it."""
    session = store.new_session()
    assert not session.append_step(Conversation(), "?").is_saved
    assert not session.append_step(Conversation(notice=("What?",)), "blub").is_saved
    assert not store.folder.exists()
    assert session.append_step(typed_steps[0][1], PLANTS).is_saved
    path = file_of(session, store)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(store.folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(store.folder.parent.stat().st_mode) == 0o700
    session.close()
    assert list(typed_lines(store.read_steps(session.id))) == ["?", "blub", PLANTS]


def test_a_folder_open_to_others_is_closed_to_them(store: SessionStore, typed_steps: TypedSteps) -> None:
    """What people tell of their workloads is theirs."""
    store.folder.mkdir(parents=True)
    store.folder.chmod(0o755)
    append_all(store.new_session(), typed_steps).close()
    assert stat.S_IMODE(store.folder.stat().st_mode) == 0o700


def test_a_folder_that_its_owner_made_read_only_stays_so(store: SessionStore, typed_steps: TypedSteps) -> None:
    """It is said in one line, and what was answered is saved once that has changed."""
    store.folder.mkdir(parents=True)
    store.folder.chmod(0o500)
    session = store.new_session()
    saved = session.append_step(typed_steps[0][1], PLANTS)
    assert (saved.is_saved, "the folder sessions is read-only" in saved.message) == (False, True)
    assert stat.S_IMODE(store.folder.stat().st_mode) == 0o500
    assert list(store.folder.iterdir()) == []
    store.folder.chmod(0o700)
    session.close()
    assert list(typed_lines(store.read_steps(session.id))) == [PLANTS]


def test_a_session_in_which_nothing_was_answered_leaves_no_file(store: SessionStore) -> None:
    """Neither a look nor words that say nothing make one."""
    session = store.new_session("plants")
    session.append_step(Conversation(notice=("What?",)), "blub")
    session.close()
    assert store.list_sessions() == []
    assert not store.folder.exists()


def test_each_step_is_on_the_disk_when_it_is_told_so(store: SessionStore, typed_steps: TypedSteps, monkeypatch: pytest.MonkeyPatch) -> None:
    """One write of the whole line, then fsync, then the word; and the file read then gives back exactly the conversation."""
    calls: list[str] = []
    write, sync = os.write, os.fsync

    def writing(handle: int, data: bytes) -> int:
        calls.append("write" if bytes(data).endswith(b"\n") else "part")
        return write(handle, data)

    def syncing(handle: int) -> None:
        if stat.S_ISREG(os.fstat(handle).st_mode):
            calls.append("fsync")
        sync(handle)

    monkeypatch.setattr(os, "write", writing)
    monkeypatch.setattr(os, "fsync", syncing)
    session = store.new_session()
    for typed, conversation in typed_steps:
        assert session.append_step(conversation, typed).is_saved
        assert calls == ["write", "fsync"]
        calls.clear()
        assert conversation_of(session.id, store) == conversation
    session.close()


def test_a_file_cut_anywhere_gives_back_the_steps_before_and_takes_new_ones(
    store: SessionStore, typed_steps: TypedSteps, desk: Desk
) -> None:
    """At every byte: no damage is told, nothing is glued to the half line, and what comes next is kept behind what was whole."""
    session = append_all(store.new_session(), typed_steps)
    session.close()
    path = file_of(session, store)
    whole = path.read_bytes()
    ends = [at + 1 for at, byte in enumerate(whole) if byte == ord("\n")]
    cuts = {cut for end in ends for cut in range(end - 3, end + 3)} | set(range(0, len(whole), 101))
    for cut in sorted(cut for cut in cuts if cut <= len(whole)):
        path.write_bytes(whole[:cut])
        kept = max(sum(end <= cut + 1 for end in ends) - 1, 0)  # a line is whole without its newline too
        if not kept:
            with pytest.raises(InputError, match="holds no answer"):
                store.reopen_session(session.id)
            continue
        again = store.reopen_session(session.id)
        assert (again.id, again.notice, again.conversation) == (session.id, "", typed_steps[kept - 1][1])
        after = answer(typed_steps[kept - 1][1], "make it 120 ms", desk)
        assert again.append_step(after, "make it 120 ms").is_saved
        again.close()
        assert list(typed_lines(store.read_steps(session.id))) == [*TYPED[:kept], "make it 120 ms"]
        assert conversation_of(session.id, store) == after


def test_a_full_disk_is_told_once_and_made_good(store: SessionStore, typed_steps: TypedSteps, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a line is written, then none; the conversation goes on, and with room again every step is there, once."""
    write = os.write
    room = [10**9]

    def writing(handle: int, data: bytes) -> int:
        if room[0] <= 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        taken = write(handle, bytes(data)[: room[0]])
        room[0] -= taken
        return taken

    monkeypatch.setattr(os, "write", writing)
    session = store.new_session()
    told = []
    for number, (typed, conversation) in enumerate(typed_steps):
        room[0] = {3: 20, 4: 0}.get(number, 10**9)
        saved = session.append_step(conversation, typed)
        assert saved.is_saved == (number not in (3, 4))
        assert session.conversation == conversation
        told.append(saved.message)
    session.close()
    assert told[3].startswith("Not saved: No space left on device.")
    assert told[5] == "Saved again; nothing is missing."
    assert [line for line in told if line] == [told[3], told[5]]
    assert list(typed_lines(store.read_steps(session.id))) == list(TYPED)
    assert conversation_of(session.id, store) == typed_steps[-1][1]


@pytest.mark.parametrize("refused", ["write", "fsync", "ftruncate"])
def test_after_a_failure_nothing_counts_twice(
    store: SessionStore, typed_steps: TypedSteps, monkeypatch: pytest.MonkeyPatch, refused: str
) -> None:
    """Whichever call fails: what it left is cut off before the next line, or that waits too."""
    session = append_all(store.new_session(), typed_steps[:2])

    def fails(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", fails)
        if refused != "fsync":
            patched.setattr(os, refused, fails)
        assert not session.append_step(typed_steps[2][1], typed_steps[2][0]).is_saved
        assert not session.append_step(typed_steps[3][1], typed_steps[3][0]).is_saved
    assert session.append_step(typed_steps[4][1], typed_steps[4][0]).is_saved
    session.close()
    assert list(typed_lines(store.read_steps(session.id))) == list(TYPED[:5])


def test_what_could_not_be_saved_is_tried_again_at_the_end(
    store: SessionStore, typed_steps: TypedSteps, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that has room again when the conversation is left."""
    session = store.new_session()
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", _no_space)
        session.append_step(typed_steps[0][1], PLANTS)
    session.close()
    assert conversation_of(session.id, store) == typed_steps[0][1]


def _no_space(_: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_what_never_could_be_saved_leaves_no_file(store: SessionStore, typed_steps: TypedSteps, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that stays full has no empty sessions on it."""
    monkeypatch.setattr(os, "fsync", _no_space)
    session = store.new_session()
    session.append_step(typed_steps[0][1], PLANTS)
    session.close()
    assert list(store.folder.iterdir()) == []


@pytest.mark.parametrize("place", ["a file", "below a file", "a device", "a missing home"])
def test_without_a_folder_to_write_to_nothing_is_saved_and_nothing_breaks(
    knowledge: Knowledge, tmp_path: Path, typed_steps: TypedSteps, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line says so, once; there is nothing to list, open or delete, and nothing to end."""
    (tmp_path / "file").write_text("mine")
    folders: dict[str, Path | None] = {
        "a file": tmp_path / "file",
        "below a file": tmp_path / "file" / "sessions",
        "a device": Path(os.devnull) / "sessions",
        "a missing home": None,
    }
    for name in ("SIZEWISE_DATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", os.devnull)
    store = SessionStore(knowledge, folders[place])
    session = store.new_session()
    told = [session.append_step(conversation, typed).message for typed, conversation in typed_steps]
    session.close()
    assert told[0].startswith("Not saved: ")
    assert len(told[0].splitlines()) == 1
    assert not any(told[1:])
    assert session.conversation == typed_steps[-1][1]
    assert (store.list_sessions(), store.recent_lines()) == ([], [])
    for act in (store.reopen_session, store.read_steps, store.delete_session):
        with pytest.raises(InputError, match="None is saved yet"):
            act(session.id)
    assert (tmp_path / "file").read_text() == "mine"


def test_the_folder_is_that_of_the_users_data(knowledge: Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below SIZEWISE_DATA, where that is set."""
    monkeypatch.setenv("SIZEWISE_DATA", str(tmp_path / "here"))
    assert SessionStore(knowledge).folder == tmp_path / "here" / "sessions"


def test_a_damaged_line_is_told_and_what_stands_before_it_goes_on_as_a_copy(store: SessionStore, typed_steps: TypedSteps) -> None:
    """The file stays as it is, byte for byte, and the copy holds what was before the damage and what comes after."""
    session = append_all(store.new_session(), typed_steps)
    session.close()
    path = file_of(session, store)
    lines = path.read_bytes().splitlines(keepends=True)
    damages = (b"\n", b"{}\n", lines[3][:50] + b"\n", b"\0" * 40 + b"\n", b"\xff\xfe\n", lines[3].replace(b'"back"', b'"redo"'))
    for damage in damages:
        path.write_bytes(b"".join([*lines[:3], damage, *lines[4:]]))
        before = path.read_bytes()
        again = store.reopen_session(session.id)
        assert again.notice.startswith(f"Line 4 of {session.id} is damaged, so you continue in a copy of what comes before it: {again.id}.")
        assert again.conversation == typed_steps[1][1]
        assert again.append_step(typed_steps[2][1], typed_steps[2][0]).is_saved
        again.close()
        assert path.read_bytes() == before
        assert conversation_of(again.id, store) == typed_steps[2][1]
        store.delete_session(again.id)


FOREIGN = {
    "not written by Sizewise": (b"hello\n", b"\n", b"\x89PNG\r\n\x1a\n", b"{}\n", b"[" * 10**5 + b"\n", b"no newline", b'{"v":1}\n'),
    "written by a newer Sizewise": (
        b'{"sizewise":"session","v":2,"created":"2026-11-22T09:30:00Z"}\n',
        b'{"sizewise":"session","v":9,"quite":"different"}\n',
        b'{"sizewise":"session","v":1,"created":"2026-11-22T09:30:00Z"}\n{"v":2,"what":"else"}\n',
    ),
    "holds no answer": (b"", b'{"size', b'{"sizewise":"session","v":1,"created":"2026-11-22T09:30:00Z"}\n'),
    "holds no answer that can be read": (b'{"sizewise":"session","v":1,"created":"2026-11-22T09:30:00Z"}\n{}\n',),
}


def test_what_is_no_session_of_ours_is_left_alone(store: SessionStore) -> None:
    """One line that says what it is; not a byte of it changes, and the list does not fail."""
    store.folder.mkdir(parents=True)
    for words, data in [(words, data) for words, all_of in FOREIGN.items() for data in all_of]:
        path = store.folder / "20261122-093000-abcd.jsonl"
        path.write_bytes(data)
        with pytest.raises(InputError, match=words) as raised:
            store.reopen_session(path.stem)
        assert len(str(raised.value).splitlines()) == 1, words
        assert path.read_bytes() == data, words
        assert all(path.stem in one.problem for one in store.list_sessions()), words
        assert len(store.list_sessions()) == (not words.endswith("no answer")), words


@pytest.mark.parametrize("change", [b'{"type":"leap"}', b'{"type":"back"}'])
def test_a_line_of_a_newer_sizewise_among_ours_is_refused(store: SessionStore, session: Session, change: bytes) -> None:
    """A session that was gone on with there cannot be read here, and is not cut short here."""
    path = file_of(session, store)
    session.close()
    with path.open("ab") as file:
        file.write(b'{"v":2,"time":"2026-11-22T09:30:00Z","change":' + change + b"}\n")
    before = path.read_bytes()
    with pytest.raises(InputError, match="newer Sizewise"):
        store.reopen_session(session.id)
    assert "newer Sizewise" in store.list_sessions()[0].problem
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("instead", "words"),
    [
        (b'"latency":', "there is no such fact. Did you mean"),
        (b'"latency_p99_ms":{"kind":"said","value":"soon"', 'latency_p99_ms: "soon"'),
        (b'"latency_p99_ms":{"kind":"said","value":"200 ms"', 'latency_p99_ms: "200 ms" would have to be "200.0"'),
    ],
)
def test_an_answer_that_todays_base_does_not_know_is_named(store: SessionStore, session: Session, instead: bytes, words: str) -> None:
    """Before the engine stumbles over it; the file stays."""
    session.close()
    path = file_of(session, store)
    old = b'"latency_p99_ms":' if instead == b'"latency":' else b'"latency_p99_ms":{"kind":"said","value":200.0'
    assert old in path.read_bytes()
    path.write_bytes(path.read_bytes().replace(old, instead))
    before = path.read_bytes()
    with pytest.raises(InputError, match="cannot be gone on with") as raised:
        store.reopen_session(session.id)
    assert words in str(raised.value)
    assert len(str(raised.value).splitlines()) == 1
    assert path.read_bytes() == before
