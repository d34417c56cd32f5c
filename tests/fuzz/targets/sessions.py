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
from tests.fuzz.base import base, desk, hold, scratch
from tests.fuzz.edits import EDIT, Drawn, edited
from tui.sessions import Store, change_of
from tui.sessions.line import VERSION, Head, Step, encoded
from tui.sessions.reading import read

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
    drawn = Drawn(data)
    text = _edited(drawn) if drawn.byte() == EDIT else drawn.rest()
    try:
        found = read(text, "it")
    except InputError as error:
        hold(error, "session: it ")
        return
    if found is None or found.conversation is None:
        return
    assert found.end <= len(text)
    again = read(encoded(found.head) + b"".join(map(encoded, found.steps)), "it")
    assert again is not None
    assert (again.steps, again.conversation, again.damaged) == (found.steps, found.conversation, 0)
    _opened(text)


def _edited(drawn: Drawn) -> bytes:
    """A session of which lines were changed, left out, doubled or cut."""
    lines = list(drawn.pick(_sessions()))
    for _ in range(3):
        at = drawn.below(len(lines))
        match drawn.below(4):
            case 0 | 1:
                lines[at] = msgspec.json.encode(edited(drawn, msgspec.json.decode(lines[at]))) + b"\n"
            case 2:
                lines.insert(at, lines[drawn.below(len(lines))])
            case _ if len(lines) > 1:
                del lines[at]
        if drawn.is_over:
            break
    whole = b"".join(lines)
    return whole[: len(whole) - drawn.byte()]


def _opened(text: bytes) -> None:
    """The file in a folder, opened as the app does; a step further is kept, and stands there afterwards."""
    with scratch() as folder:
        path = Path(folder) / "sessions" / f"{_ID}.jsonl"
        path.parent.mkdir(mode=0o700)
        path.write_bytes(text)
        store = Store(base(), path.parent, lambda: _NOON)
        assert [one.id for one in store.sessions()] in ([_ID], [])
        store.history()
        try:
            session = store.reopen(_ID)
        except InputError as error:
            hold(error, "session: ")
            assert path.read_bytes() == text
            return
        with contextlib.closing(session):
            assert session.conversation is not None
            after = _further(session.conversation, len(text))
            assert session.append(after, "further").is_kept or not after.now.answers
            kept = session.id if after.now.answers or session.steps[:-1] else ""
        if kept and (path.parent / f"{kept}.jsonl").exists():
            with contextlib.closing(store.reopen(kept)) as opened:
                assert opened.conversation == after


def _further(conversation: Conversation, number: int) -> Conversation:
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
    yield encoded(Head(v=VERSION, created=_NOON))
    before: Conversation | None = None
    steps = {"/back": back, "/redo": redo}
    for typed in talk:
        if before is None:
            after = start(typed, desk())
        elif typed.startswith("/what-if "):
            after = what_if(before, typed.removeprefix("/what-if "), desk())
        else:
            after = steps[typed](before, desk()) if typed in steps else answer(before, typed, desk())
        yield encoded(Step(v=VERSION, time=_NOON, typed=typed, answers=len(after.now.answers), change=change_of(before, after)))
        before = after


def seeds() -> Iterator[bytes]:
    """Each session whole, cut short, and edited."""
    for number, lines in enumerate(_sessions()):
        whole = b"".join(lines)
        yield b"\0" + whole
        yield b"\0" + whole[:-9]
        yield bytes((EDIT, number))
        yield from (bytes((EDIT, number, line)) for line in range(len(lines)))
