"""A session's file: what can be read is gone on with and comes back the same; the rest is told, and left as it is."""

from __future__ import annotations

import contextlib
import datetime as dt
import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from engine.dialogue import Conversation, answer, back, next_ask, open_questions, redo, start, what_if, workload_of
from knowledge.errors import InputError
from tests.fuzz.base import base, check_refusal, desk, scratch_folder
from tests.fuzz.edits import EDIT, ChoiceBytes, edit_document
from tui.sessions import SessionStore, find_change
from tui.sessions.reader import read_session
from tui.sessions.records import VERSION, Head, Step, encode_line

_NOON: Final = dt.datetime(2026, 11, 22, 12, tzinfo=dt.UTC)
_ID: Final = "20261122-120000-k7qm"
_TALKS: Final = (
    ("identify plants from phone photos, answer within 200 ms", "2", "?", "/back", "/redo", "100 a second", "/what-if 50 ms"),
    ("Two things: train xgboost on 50 GB every night. And serve BERT with 20 requests per second under 100 ms.", "1", "all right"),
    ("no GPU, but on g5 please", "1", "blub", "make it 50 ms"),
)
_FOLLOWING: Final = ("1", "production", "not sure", "make it 50 ms", "no GPUs")


def fuzz(data: bytes) -> None:
    """The first byte says raw or edited; a file is read, kept again, opened and gone on with."""
    drawn = ChoiceBytes(data)
    text = _edit_session(drawn) if drawn.byte() == EDIT else drawn.rest()
    try:
        found = read_session(text, "it")
    except InputError as error:
        check_refusal(error, "session: it ")
        return
    if found is None or found.conversation is None:
        return
    assert found.end <= len(text)
    again = read_session(encode_line(found.head) + b"".join(map(encode_line, found.steps)), "it")
    assert again is not None
    assert (again.steps, again.conversation, again.damaged) == (found.steps, found.conversation, 0)
    _open_session(text)


def _edit_session(drawn: ChoiceBytes) -> bytes:
    """A session of which lines were changed, left out, doubled or cut."""
    lines = list(drawn.pick(_sessions()))
    for _ in range(3):
        at = drawn.number_below(len(lines))
        match drawn.number_below(4):
            case 0 | 1:
                lines[at] = msgspec.json.encode(edit_document(drawn, msgspec.json.decode(lines[at]))) + b"\n"
            case 2:
                lines.insert(at, lines[drawn.number_below(len(lines))])
            case _ if len(lines) > 1:
                del lines[at]
        if drawn.is_over:
            break
    whole = b"".join(lines)
    return whole[: len(whole) - drawn.byte()]


def _open_session(text: bytes) -> None:
    """The file in a folder, opened as the app does; a step further is kept, and stands there afterwards."""
    with scratch_folder() as folder:
        path = Path(folder) / "sessions" / f"{_ID}.jsonl"
        path.parent.mkdir(mode=0o700)
        path.write_bytes(text)
        store = SessionStore(base(), path.parent, lambda: _NOON)
        assert [one.id for one in store.list_sessions()] in ([_ID], [])
        store.recent_lines()
        try:
            session = store.reopen_session(_ID)
        except InputError as error:
            check_refusal(error, "session: ")
            assert path.read_bytes() == text
            return
        with contextlib.closing(session):
            assert session.conversation is not None
            after = _go_on(session.conversation, len(text))
            assert session.append_step(after, "further").is_saved or not after.now.answers
            kept = session.id if after.now.answers or session.steps[:-1] else ""
        if kept and (path.parent / f"{kept}.jsonl").exists():
            with contextlib.closing(store.reopen_session(kept)) as opened:
                assert opened.conversation == after


def _go_on(conversation: Conversation, number: int) -> Conversation:
    """A step of a person."""
    ask = next_ask(conversation, desk())
    assert ask is None or ask.prompt
    open_questions(conversation.now, desk().turn(workload_of(conversation.now.answers)), desk())
    if number % 7 < len(_FOLLOWING):
        return answer(conversation, _FOLLOWING[number % 7], desk())
    return back(conversation, desk()) if number % 2 else redo(conversation, desk())


@functools.cache
def _sessions() -> tuple[tuple[bytes, ...], ...]:
    """The lines of a session for each talk."""
    return tuple(tuple(_lines(talk)) for talk in _TALKS)


def _lines(talk: tuple[str, ...]) -> Iterator[bytes]:
    yield encode_line(Head(v=VERSION, created=_NOON))
    before: Conversation | None = None
    steps = {"/back": back, "/redo": redo}
    for typed in talk:
        if before is None:
            after = start(typed, desk())
        elif typed.startswith("/what-if "):
            after = what_if(before, typed.removeprefix("/what-if "), desk())
        else:
            after = steps[typed](before, desk()) if typed in steps else answer(before, typed, desk())
        yield encode_line(Step(v=VERSION, time=_NOON, typed=typed, answers=len(after.now.answers), change=find_change(before, after)))
        before = after


def seeds() -> Iterator[bytes]:
    """Each session whole, cut short, and edited."""
    for number, lines in enumerate(_sessions()):
        whole = b"".join(lines)
        yield b"\0" + whole
        yield b"\0" + whole[:-9]
        yield bytes((EDIT, number))
        yield from (bytes((EDIT, number, line)) for line in range(len(lines)))
