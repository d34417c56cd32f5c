"""What is done with saved conversations, in the thread that owns the one on the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, Literal

from engine.words import say
from knowledge.errors import InputError
from tui.kept import Kept
from tui.screens.advise import step_of
from tui.screens.talking import Step
from tui.talk import Part, Talk
from tui.views.conversation import answer_lines
from tui.views.line import wrapped

Job = Callable[[Kept, str, Talk], Iterator[Part]]


def kept_of(talk: Talk) -> Kept | None:
    """What keeps a conversation, where it is kept."""
    return talk.keeper if isinstance(talk.keeper, Kept) else None


def run(what: Literal["open", "replay", "delete"], identity: str, talk: Talk) -> Step:
    """Go on with a session, run it again, or delete it."""
    return step_of(talk, _guarded(_JOBS[what], identity, talk))


def rename(name: str, talk: Talk) -> Step:
    """Name the conversation."""
    return step_of(talk, _guarded(_rename, name, talk))


def _guarded(job: Job, text: str, talk: Talk) -> Iterator[Part]:
    kept = kept_of(talk)
    try:
        if kept is None:
            yield _sentences(say(talk.desk.knowledge, "sessions_not_kept"))
        else:
            yield from job(kept, text, talk)
    except InputError as error:
        yield _sentences(str(error))


def _open(kept: Kept, identity: str, talk: Talk) -> Iterator[Part]:
    conversation, told = kept.open(identity)
    yield Part("opened", lambda width: wrapped(say(talk.desk.knowledge, "session_opened", name=kept.session.name), width, tone="head"))
    if told:
        yield _sentences(told)
    yield Part("text", partial(answer_lines, conversation.now.answers, talk.desk.knowledge))
    yield from talk.reopened(conversation)


def _replay(kept: Kept, identity: str, _talk: Talk) -> Iterator[Part]:
    for line in kept.replayed(identity):
        yield _sentences(line)


def _delete(kept: Kept, identity: str, talk: Talk) -> Iterator[Part]:
    kept.delete(identity)
    yield _sentences(say(talk.desk.knowledge, "session_deleted"))


def _rename(kept: Kept, name: str, _talk: Talk) -> Iterator[Part]:
    yield _sentences(kept.rename(name))


_JOBS: Final[dict[str, Job]] = {"open": _open, "replay": _replay, "delete": _delete}


def _sentences(text: str) -> Part:
    return Part("notice", lambda width: wrapped(text, width))
