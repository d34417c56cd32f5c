"""Which facts a person takes back: "forget the budget", "nothing must be in Frankfurt", "no GPU after all"."""

from __future__ import annotations

from collections.abc import Mapping

from engine.dialogue.record import Answer
from engine.intake.clauses import Clause
from engine.intake.lexica import lexica_of
from engine.intake.message import Message
from engine.intake.names import names_in
from knowledge import Knowledge
from knowledge.schema.message_vocabulary import EntityName


def retracted_facts(message: Message, clause: Clause, answers: Mapping[str, Answer], knowledge: Knowledge) -> dict[str, Answer | None]:
    """Fact -> what is left of it, None where nothing is, of the facts that a clause names; empty where it names none that is known."""
    named = _named_ids(message, clause, knowledge)
    gone: dict[str, Answer | None] = {}
    for fact, known in answers.items():
        if known.value is None:
            continue
        if isinstance(known.value, tuple):
            left = tuple(one for one in known.value if one not in named)
            if left != known.value:
                gone[fact] = Answer(kind=known.kind, value=left, quote=known.quote) if left else None
        elif known.value in named or (f"fact_{fact}" in message.cues and message.has(f"fact_{fact}", clause.start, clause.end)):
            gone[fact] = None
    return gone


def _named_ids(message: Message, clause: Clause, knowledge: Knowledge) -> set[str]:
    names = lexica_of(knowledge).names
    found = names_in(message.text, message.words, knowledge, names)
    here = (match for match in found if clause.start <= message.words[match.first].start < clause.end)
    return {identity for match in here if isinstance(match.value, EntityName) for identity in (match.value.id, *match.value.others)}
