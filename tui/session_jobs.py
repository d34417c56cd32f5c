"""Opens, replays, deletes and names saved sessions. Each job runs in the thread that owns the conversation on the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, Literal

from engine.dialogue import Conversation
from engine.fact_wording import say
from knowledge.errors import InputError
from tui.advice_talk import AdviceTalk
from tui.screens.advise import collect_step
from tui.screens.talk_screen import TalkStep
from tui.session_keeper import SessionKeeper
from tui.sessions import SessionSummary
from tui.sessions.changes import conversations_after
from tui.views.reply import ReplyPart, text_part
from tui.views.text_lines import wrap_text

SessionJob = Callable[[SessionKeeper, str, AdviceTalk], Iterator[ReplyPart]]


def keeper_of(talk: AdviceTalk) -> SessionKeeper | None:
    """What saves a conversation; None where nothing does."""
    return talk.keeper if isinstance(talk.keeper, SessionKeeper) else None


def latest_other_session(keeper: SessionKeeper) -> SessionSummary | None:
    """The saved conversation that was used last and is not on the screen; None where there is none. Raises InputError."""
    return next((one for one in keeper.list_sessions() if not one.problem and one.id != keeper.session.id), None)


def run_session_job(what: Literal["open", "replay", "delete", "continue"], identity: str, talk: AdviceTalk) -> TalkStep:
    """Open a session, replay it, delete it, or go on with the last one."""
    return collect_step(talk, _run_guarded(_JOBS[what], identity, talk))


def rename_session(name: str, talk: AdviceTalk) -> TalkStep:
    """Name the conversation."""
    return collect_step(talk, _run_guarded(_rename_session, name, talk))


def _run_guarded(job: SessionJob, text: str, talk: AdviceTalk) -> Iterator[ReplyPart]:
    keeper = keeper_of(talk)
    try:
        if keeper is None:
            yield text_part("notice", say(talk.desk.knowledge, "sessions_not_kept"))
        else:
            yield from job(keeper, text, talk)
    except InputError as error:
        yield text_part("notice", str(error))


def _open_session(keeper: SessionKeeper, identity: str, talk: AdviceTalk) -> Iterator[ReplyPart]:
    conversation, message = keeper.open_session(identity)
    yield ReplyPart(
        "opened", lambda width: wrap_text(say(talk.desk.knowledge, "session_opened", name=keeper.session.name), width, tone="head")
    )
    if message:
        yield text_part("notice", message)
    yield from _earlier_turns(keeper, talk)
    yield from talk.resume_conversation(conversation, is_shown=True)


def _continue_last(keeper: SessionKeeper, _: str, talk: AdviceTalk) -> Iterator[ReplyPart]:
    last = latest_other_session(keeper)
    if last is None:
        raise InputError(say(talk.desk.knowledge, "nothing_to_continue"))
    yield from _open_session(keeper, last.id, talk)


def _earlier_turns(keeper: SessionKeeper, talk: AdviceTalk) -> Iterator[ReplyPart]:
    """What was asked, typed and understood, step by step; advice is not repeated, since it may have changed since."""
    base, before = talk.desk.knowledge, Conversation()
    for step, after in zip(keeper.session.steps, conversations_after(keeper.session.steps), strict=False):
        asked = [fact for fact in after.now.asked[len(before.now.asked) :] if fact in base.questions]
        if asked:
            yield ReplyPart("asked", partial(wrap_text, base.questions[asked[0]].prompt, tone="dim"))
        if step.typed:
            yield ReplyPart("you", partial(wrap_text, f"› {step.typed}", indent="  ", tone="head"))
        told = after.notice or (after.now.lines if after.now is not before.now else ())
        if told:
            yield text_part("echo", *told, indent=" " * 4)
        before = after


def _replay_session(keeper: SessionKeeper, identity: str, _talk: AdviceTalk) -> Iterator[ReplyPart]:
    for line in keeper.replay_messages(identity):
        yield text_part("notice", line)


def _delete_session(keeper: SessionKeeper, identity: str, talk: AdviceTalk) -> Iterator[ReplyPart]:
    keeper.delete_session(identity)
    yield text_part("notice", say(talk.desk.knowledge, "session_deleted"))


def _rename_session(keeper: SessionKeeper, name: str, _talk: AdviceTalk) -> Iterator[ReplyPart]:
    yield text_part("notice", keeper.rename_session(name))


_JOBS: Final[dict[str, SessionJob]] = {
    "open": _open_session,
    "replay": _replay_session,
    "delete": _delete_session,
    "continue": _continue_last,
}
