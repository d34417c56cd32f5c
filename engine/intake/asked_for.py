"""What the questions of a message want to know: which hardware, how many, where, at what price, whether it can be done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.intake.clauses import Clause
from engine.intake.message import Message
from engine.workload import Ask

_CUES: Final[Mapping[Ask, str]] = {
    "explanation": "asks_explanation",
    "comparison": "asks_comparison",
    "purchase": "asks_purchase",
    "price": "asks_price",
    "count": "asks_count",
    "feasibility": "asks_feasibility",
    "place": "asks_place",
    "size": "asks_how_big",
    "remedy": "asks_remedy",
    "choice": "asks_choice",
}
"""What is asked for -> the cue that tells it, the more telling first: "which discount would you choose?" is about paying."""


def asked_for(message: Message) -> tuple[Ask, ...]:
    """What is asked for, each kind once, in the order of the questions."""
    found = (_kind_of(message, clause) for clause in message.clauses.all if clause.is_question)
    return tuple(dict.fromkeys(kind for kind in found if kind is not None))


def _kind_of(message: Message, clause: Clause) -> Ask | None:
    found = [kind for kind, cue in _CUES.items() if message.has(cue, clause.start, clause.end)]
    if found[:1] == ["explanation"] and not clause.seeks_knowledge:
        found = [*found[1:], *found[:1]]  # "why not rent one, what would it cost?" wants more than a word explained
    return found[0] if found else ("comparison" if clause.act == "compare" else None)
