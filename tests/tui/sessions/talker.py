"""A process that keeps a conversation: `python -m tests.tui.sessions.talker FOLDER [ID]`.

Without more it answers in a loop until it is killed, and prints the digest of each conversation once it is saved. With an
id it opens that session, says which one it got, and keeps one step for every number it reads.
"""

from __future__ import annotations

import hashlib
import itertools
import sys
from pathlib import Path

import msgspec

from engine.dialogue import Conversation, Desk, answer, back, redo, start, what_if
from knowledge import load
from tui.sessions import Session, SessionStore

PLANTS = "identify plants from phone photos, answer within 200 ms"


def conversation_digest(conversation: Conversation | None) -> str:
    """A short word for all of a conversation."""
    return hashlib.sha256(msgspec.json.encode(conversation)).hexdigest()[:16]


def save_and_print(session: Session, conversation: Conversation, typed: str) -> Conversation:
    """Save a step, then tell it."""
    assert session.append_step(conversation, typed).is_saved
    sys.stdout.write(f"{conversation_digest(conversation)}\n")
    sys.stdout.flush()
    return conversation


def talk_on(session: Session, desk: Desk) -> None:
    """Answer until somebody ends it."""
    talk = start(PLANTS, desk)
    sys.stdout.write(f"{session.id}\n")
    sys.stdout.flush()
    talk = save_and_print(session, talk, PLANTS)
    for number in itertools.count():
        typed = f"make it {50 + number % 5} ms"
        talk = save_and_print(session, answer(talk, typed, desk), typed)
        talk = save_and_print(session, back(talk, desk), "/back")
        talk = save_and_print(session, redo(talk, desk), "/redo")
        talk = save_and_print(session, what_if(talk, "make it 1 s", desk), "/what-if make it 1 s")
        talk = save_and_print(session, back(talk, desk), "/discard")


def main(folder: str, identity: str = "") -> None:
    """One of the two."""
    base = load()
    store, desk = SessionStore(base, Path(folder)), Desk(base)
    if not identity:
        talk_on(store.new_session(), desk)
    sys.stdin.readline()
    session = store.reopen_session(identity)
    sys.stdout.write(f"{session.id} {session.notice}\n")
    sys.stdout.flush()
    talk = session.conversation or Conversation()
    for number in sys.stdin:
        talk = save_and_print(session, answer(talk, f"make it {number.strip()} ms", desk), number.strip())
    session.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
