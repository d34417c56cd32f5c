"""`sizewise converse --jsonl`: whole conversations for programs, each line a turn of the one that its id names."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, Final

import msgspec

from engine.decision.context import DecisionCache
from engine.dialogue import Answer, Conversation, Desk, next_ask, show_now, workload_of
from engine.handover.advice_json import advice_as_json, facts_as_json
from engine.policy import Policy
from knowledge import Knowledge, load
from knowledge.errors import InputError
from knowledge.schema.record import Lens
from tui.advice_talk import AdviceTalk
from tui.cli.advice_input import read_policy
from tui.cli.jsonl import serve_requests
from tui.model_reader.opening import open_conversation_reader
from tui.views.text_lines import as_text

if TYPE_CHECKING:  # few let a model read along
    from tui.model_reader.reads_along import ConversationReader

_WIDTH: Final = 80
"""Columns of the reply."""
_MOST_CONVERSATIONS: Final = 1_000
"""Conversations that one process keeps; the one that has been silent longest goes first."""

_NOTHING_TODAY: Final[dict[str, Any]] = {"present": None, "diagnosis": []}


def run(arguments: argparse.Namespace) -> int:
    """Answer every turn on standard input."""
    if not arguments.jsonl:
        raise InputError("converse: it is for programs and takes --jsonl; sizewise --plain holds a conversation with a person.")
    knowledge = load()
    reads_along = open_conversation_reader(arguments.reader, arguments.reader_seconds, knowledge)
    conversations = Conversations(knowledge, arguments.lens, read_policy(arguments.policy, knowledge), reads_along)
    return serve_requests(conversations.answer_turn)


class Conversations:
    """The conversations of one process by id; they share what was computed."""

    def __init__(self, knowledge: Knowledge, lens: Lens, policy: Policy, reads_along: ConversationReader | None = None) -> None:
        """Begin with none. `reads_along` is a language model that reads every line too."""
        self._knowledge, self._lens, self._policy, self._reads_along = knowledge, lens, policy, reads_along
        self._cache = DecisionCache()
        self._talks: dict[str, AdviceTalk] = {}

    def answer_turn(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to one turn. Raises InputError where it has no id or says nothing."""
        name, line = request.get("id"), request.get("say")
        if not isinstance(name, (str, int)):
            raise InputError("id: give the conversation a name, such as c1.")
        if not isinstance(line, str) or not line.strip():
            raise InputError('say: give the words of the turn, such as "BERT under 200 ms".')
        talk = self._talk(str(name))
        before = _values(talk.conversation)
        parts = list(talk.handle_line(line))
        reply = "\n".join(as_text(part.draw(_WIDTH), color=False) for part in parts)
        second = self._reads_along.as_json() if self._reads_along is not None else {}
        return {**_turn(talk, before, line), "reply": reply, **self._advice(talk), **second}

    def _talk(self, name: str) -> AdviceTalk:
        talk = self._talks.pop(name, None)
        if talk is None:
            talk = AdviceTalk(Desk(self._knowledge, self._lens, self._policy, self._cache))
            talk.reads_along = self._reads_along
            if len(self._talks) >= _MOST_CONVERSATIONS:
                del self._talks[next(iter(self._talks))]
        self._talks[name] = talk
        return talk

    def _advice(self, talk: AdviceTalk) -> dict[str, Any]:
        """The facts that hold, the next question, the choice as it stands, and what is and hurts today."""
        conversation = talk.conversation
        if conversation is None or not conversation.now.answers:
            return {
                "facts": {},
                "question": None,
                "choice": None,
                "alternatives": [],
                "branches": [],
                **_NOTHING_TODAY,
                "confidence": "low",
            }
        stated = workload_of(conversation.now.answers)
        whole = talk.desk.turn(stated).decision.context.workload
        advice = advice_as_json(show_now(conversation, talk.desk, "choice"))
        ask = next_ask(conversation, talk.desk)
        question = {"fact": ask.fact or ask.kind, "prompt": ask.prompt, "choices": [offer.label for offer in ask.offers]} if ask else None
        return {
            "facts": {**facts_as_json(whole), **facts_as_json(stated)},
            "question": question,
            "choice": advice["choice"],
            "alternatives": advice["alternatives"],
            "branches": advice.get("branches", []),
            "present": advice.get("present"),
            "diagnosis": advice.get("diagnosis", []),
            "confidence": advice["confidence"],
        }


def _turn(talk: AdviceTalk, before: dict[str, Any], line: str) -> dict[str, Any]:
    """What the turn did."""
    after, latest = _values(talk.conversation), talk.latest
    changed = {fact: [before.get(fact), after.get(fact)] for fact in (*before, *after) if before.get(fact) != after.get(fact)}
    return {
        "acts": msgspec.to_builtins(latest.acts) if latest is not None else [{"act": "command", "quote": line.strip()}],
        "changed": changed,
        "not_used": list(latest.not_used) if latest is not None else [],
        "confirm": _confirmation(talk.conversation),
    }


def _confirmation(conversation: Conversation | None) -> dict[str, Any] | None:
    """The first fact that a person has to confirm; None where nothing waits for that."""
    if conversation is None:
        return None
    for fact, one in conversation.now.to_confirm.items():
        known = conversation.now.answers.get(fact)
        return {"fact": fact, "from": known.value if known is not None else None, "to": one.value}
    return None


def _values(conversation: Conversation | None) -> dict[str, Any]:
    answers: dict[str, Answer] = conversation.now.answers if conversation is not None else {}
    return {fact: one.value for fact, one in answers.items() if one.value is not None}
