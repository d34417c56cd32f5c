"""Models that stand against each other to choose from: "Claude on Bedrock or our own Llama 3 70B?"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Final

from engine.intake.candidate import Candidate
from engine.intake.message import Message
from engine.intake.tokens import Match
from engine.lazy_pattern import lazy_pattern
from knowledge.schema.message_vocabulary import EntityName

_KINDS: Final = frozenset({"models", "hosted_models"})
_AGAINST: Final = lazy_pattern(
    r"[^.;!?]{0,40}?\b(?:vs\.?|versus|against|rather than|instead of|compared (?:to|with))\b[^.;!?]{0,30}", re.IGNORECASE
)
_OR: Final = lazy_pattern(r"[^.;!?]{0,40}?\bor\b[^.;!?]{0,30}", re.IGNORECASE)
"""Between two names, in a sentence that asks."""
_WITH: Final = lazy_pattern(r"[^.;!?]{0,20}?\b(?:with|to|and)\b[^.;!?]{0,20}", re.IGNORECASE)
"""Between two names, behind "compare"."""


def rival_models(message: Message, named: Sequence[Match]) -> Iterator[Candidate]:
    """Every model of a choice between several, in the order in which they are named."""
    models = [(match.value.id, match) for match in named if isinstance(match.value, EntityName) and match.value.kind in _KINDS]
    told: set[str] = set()
    for first, second in itertools.pairwise(models):
        if first[0] == second[0] or not _stand_against_each_other(message, first[1], second[1]):
            continue
        for name, match in (first, second):
            if name not in told:
                told.add(name)
                start, end = message.span(match)
                yield Candidate("compare_models", name, start, end, is_listed=True)


def _stand_against_each_other(message: Message, first: Match, second: Match) -> bool:
    (start, end), (begin, _) = message.span(first), message.span(second)
    sentence, finish = message.sentence(start, end)
    if _AGAINST.fullmatch(message.text, end, begin):
        return True
    if message.has("compares", sentence, start) and _WITH.fullmatch(message.text, end, begin):
        return True
    clause = message.clauses.at(start)
    asks = any(message.has(cue, sentence, finish) for cue in ("question", "choices")) or (clause is not None and clause.is_question)
    return asks and _OR.fullmatch(message.text, end, begin) is not None
