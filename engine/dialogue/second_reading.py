"""What a second reader's proposals do to a conversation: what is new is taken, what would change something, or is open, is asked about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from engine.dialogue.ask import is_open
from engine.dialogue.desk import Desk
from engine.dialogue.record import Answer, Conversation
from engine.intake.reader import Proposals
from engine.intake.weighing import Weighed, Weighing

_ASKED_ABOUT: Final = frozenset({"differs", "meaning"})
"""Reasons for which a proposal is open and worth a question; what is said of something else is none."""
_MOST_ASKED: Final = 2
"""Open proposals of one line that are asked about: more is an interrogation."""
_STATED: Final = frozenset({"said", "answered"})


def fresh_proposals(weighing: Weighing, conversation: Conversation, proposals: Proposals) -> Proposals:
    """The proposals to take: those that change nothing the person has stated before."""
    kept = tuple(one.proposal for one in weighing.of("taken") if not _changes_statement(one, conversation))
    return Proposals(kept, proposals.acts, proposals.asked)


def ask_about_open(before: Conversation, after: Conversation, weighing: Weighing, desk: Desk) -> Conversation:
    """`after` a line, with the open proposals that could change the choice waiting for a yes or no."""
    asked = dict(list(_open_answers(before, after, weighing, desk))[:_MOST_ASKED])
    if not asked or after.sandbox is not None:
        return after
    state = msgspec.structs.replace(after.now, to_confirm={**after.now.to_confirm, **asked})
    is_read = after.now.answers != before.now.answers
    return msgspec.structs.replace(after, now=state, notice=after.notice if is_read else ())  # what is asked about was understood after all


def _open_answers(before: Conversation, after: Conversation, weighing: Weighing, desk: Desk) -> Iterator[tuple[str, Answer]]:
    for one in weighing.all:
        fact, state = one.proposal.fact, after.now
        is_asked_about = (one.verdict == "open" and one.why in _ASKED_ABOUT) or (one.verdict == "taken" and _changes_statement(one, before))
        if not is_asked_about or one.value is None or fact in state.to_confirm or isinstance(one.value, tuple):
            continue
        known = state.answers.get(fact)
        if known is None or known.value is None:
            matters = is_open(state, fact, desk)
        else:
            matters = known.kind in _STATED and known.value != one.value and fact in desk.knowledge.questions
        if matters:
            yield fact, Answer(kind="said", value=one.value, quote=one.proposal.quote.strip())


def _changes_statement(one: Weighed, conversation: Conversation) -> bool:
    known = conversation.now.answers.get(one.proposal.fact)
    return known is not None and known.kind in _STATED and known.value is not None and known.value != one.value
