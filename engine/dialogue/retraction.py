"""Which facts a person takes back: "forget the budget", "nothing must be in Frankfurt", "no GPU after all"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from engine.dialogue.record import Answer
from engine.fact_wording import describe_fact
from engine.intake.clauses import Clause
from engine.intake.lexica import lexica_of
from engine.intake.message import Message
from engine.intake.names import names_in
from engine.lazy_pattern import lazy_pattern
from engine.workload import Value
from knowledge import Knowledge
from knowledge.schema.message_vocabulary import EntityName

_SHORT: Final = 3
"""Letters of a value that may be any word."""
_WITHOUT: Final = lazy_pattern(r"(?:without|not|no(?!\W*\d)|drop|forget|remove|skip|ignore)\s+(?:the\s+)?(?P<what>\S.*)", re.IGNORECASE)


def retracted_facts(message: Message, clause: Clause, answers: Mapping[str, Answer], knowledge: Knowledge) -> dict[str, Answer | None]:
    """Fact -> what is left of it, None where nothing is, of the facts that a clause names; empty where it names none that is known."""
    named, said = _named_ids(message, clause, knowledge), _plain(message.text[clause.start : clause.end])
    gone: dict[str, Answer | None] = {}
    for fact, known in answers.items():
        if known.value is None:
            continue
        if isinstance(known.value, tuple):
            left = tuple(one for one in known.value if one not in named)
            if left != known.value:
                gone[fact] = Answer(kind=known.kind, value=left, quote=known.quote) if left else None
        elif (
            known.value in named
            or _is_named(known.value, said)
            or (f"fact_{fact}" in message.cues and message.has(f"fact_{fact}", clause.start, clause.end))
        ):
            gone[fact] = None
    return gone


def labelled_fact(text: str, answers: Mapping[str, Answer], knowledge: Knowledge) -> str | None:
    """The fact that a line takes back by the words it is shown in: "without production", "not 200 users at once"."""
    found = _WITHOUT.fullmatch(text.strip(" .!"))
    if found is None:
        return None
    said = _plain(found["what"])
    for fact, known in answers.items():
        if known.value is not None and said in {_plain(describe_fact(knowledge, fact, known.value)), _plain(str(known.value))}:
            return fact
    return None


def _is_named(value: Value, said: str) -> bool:
    """Whether a value stands in plain words: "there is no queue"."""
    return isinstance(value, str) and len(value) > _SHORT and re.search(rf"\b{re.escape(value.replace('-', ' '))}s?\b", said) is not None


def _plain(text: str) -> str:
    return " ".join(text.lower().replace(",", "").split())


def _named_ids(message: Message, clause: Clause, knowledge: Knowledge) -> set[str]:
    names = lexica_of(knowledge).names
    found = names_in(message.text, message.words, knowledge, names)
    here = (match for match in found if clause.start <= message.words[match.first].start < clause.end)
    return {identity for match in here if isinstance(match.value, EntityName) for identity in (match.value.id, *match.value.others)}
