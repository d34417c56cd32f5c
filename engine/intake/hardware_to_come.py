"""Which machines somebody is going to have: those that are needed, booked, or named as what the work will run on."""

from __future__ import annotations

import re
from typing import Final

from engine.intake.named import Named
from engine.intake.stages import is_elsewhere
from engine.lazy_pattern import lazy_pattern

_OWN_MACHINES: Final = frozenset({"ec2"})
"""Places whose machines one runs oneself, of which no word of the lexicon tells."""
_MACHINES: Final = frozenset({"types", "families", "accelerators"})
_COUNTED_ALONE: Final = lazy_pattern(
    r"\s*(?:\d{1,4}|two|four|eight|sixteen)\s*(?:x|×)?\s*(?:nodes?|machines?|instances?|gpus?)?\s*(?:of\s+)?(?:nvidia\s+)?", re.IGNORECASE
)
_TO_BE_HAD: Final = lazy_pattern(
    r"(?:\b(?:needs?|wants?|book(?:ing)?|reserv(?:e|ing)|rent(?:ing)?|leas(?:e|ing)"
    r"|(?:would |'d )?like(?: to (?:use|have|get|book|rent))?|get hold of)"
    r"|(?:\b(?:will|shall|must|going to|have to)|'ll)\s+"
    r"(?:re-?train|fine-?tune|pre-?train|train|run|serve|host|deploy|use|put|launch)\b(?:\s+[\w-]+){0,6}?\s+(?:on|with|onto))"
    r"\s+(?:(?:an?|exactly|about|only|just|\d{1,4}|one|two|three|four|five|six|seven|eight|ten|twelve|sixteen)\s*(?:x|×)?\s*(?:of\s+)?)*(?:ml\.)?$",
    re.IGNORECASE,
)
"""Before a machine that somebody is going to have."""
_PLANNED: Final = lazy_pattern(
    r"\b(?:wants?|plans?|intend|would like) to\s+(?:\w+\s+){1,6}(?:on|with|onto)\s+"
    r"(?:(?:an?|\d{1,4}|two|four|eight|sixteen)\s*(?:x|×)?\s*)?(?:ml\.)?$",
    re.IGNORECASE,
)
"""Before a type that somebody has in mind, down to its size."""


def is_to_be_had(named: Named) -> bool:
    """Whether a machine is one to come: "we need eight p5.48xlarge", "I will fine-tune it on P4d", "64 H100s for two weeks"."""
    clause = named.message.clauses.at(named.start)
    if named.kind not in _MACHINES or clause is None or not clause.is_statement or clause.role != "wanted":
        return False
    before = named.message.text[max(named.begin, clause.start) : named.start]
    also = _PLANNED.search(before) if named.kind == "types" else _COUNTED_ALONE.fullmatch(before)
    return _TO_BE_HAD.search(before) is not None or also is not None


def is_on_own_machines(named: Named) -> bool:
    """Whether the work is told to run on machines of one's own, without an order: "a nightly job on EC2", "via AWS Batch on ECS"."""
    if named.kind != "places" or named.id not in _OWN_MACHINES or named.is_asked or named.has("ponders") or named.has("weighed"):
        return False
    clause = named.message.clauses.at(named.start)
    is_told = clause is not None and clause.is_statement and clause.role == "wanted"
    return is_told and (named.follows("on_it") or named.follows("in_it")) and not is_elsewhere(named.message, named.start)
