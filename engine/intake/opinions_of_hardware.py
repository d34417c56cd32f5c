"""What is thought of hardware: what somebody else would like, what nobody has tried, what is too weak or to be beaten."""

from __future__ import annotations

from typing import Final

from engine.intake.denial import Speaks, speaks_of
from engine.intake.named import Named
from engine.lazy_pattern import lazy_pattern

OWNER: Final = Speaks("owner", 18, lazy_pattern(r"[.;,!?\n|]"), "only_before")
"""Words that say whose a place is: "our Lambda"."""
_BELIEVES: Final = lazy_pattern(r"\b(?:i|we)(?:'d)? (?:think|believe|guess|bet|reckon|suppose)\b[^.;:!?]{0,24}$", 2)
"""Before what the person takes for enough."""


def is_wished_by_another(named: Named) -> bool:
    """Whether somebody else would like it: "the boss wants p5"."""
    if named.kind not in {"types", "families", "accelerators", "processors", "places"}:
        return False
    if named.kind == "places" and speaks_of(named.message, OWNER, named.start):
        return False
    clause = named.message.clauses.at(named.start)
    return named.message.has("wish_of_another", max(named.begin, clause.start if clause else named.begin), named.start)


def is_believed(named: Named) -> bool:
    """Whether the person only believes that it would do: "I think one L4 is plenty"."""
    clause = named.message.clauses.at(named.start)
    begin = max(named.begin, clause.start if clause else named.begin)
    return (
        named.kind in {"families", "accelerators", "processors"} and _BELIEVES.search(named.message.text[begin : named.start]) is not None
    )


def is_untried(named: Named) -> bool:
    """Whether nobody has tried it yet, which rules it out for nobody: "never tried a GPU, is it worth the trouble?"."""
    return named.message.ends_at("never_used", named.message.word_at(named.start)) is not None


def is_too_weak(named: Named) -> bool:
    """Whether it was tried and does not do: "CPU training is too slow", "c5 cannot keep up"."""
    if (
        named.kind not in {"processors", "families", "accelerators"}
        or named.has("ponders")
        or named.follows("asks")
        or named.follows("whether")
    ):
        return False
    message, word = named.message, named.message.word_at(named.end)
    use = message.begins_at("use_of_it", word)
    behind = message.begins_at("too_weak", use.last if use else word)
    return named.follows("too_weak_on") or (behind is not None and message.span(behind)[0] < named.finish)


def is_to_be_beaten(named: Named) -> bool:
    """Whether something that costs less than it is wished for, so that it is not what is wanted: "lower cost than GPU wanted"."""
    return named.kind == "processors" and named.follows("than") and named.has("wished") and not named.has("question")


def is_exceeded(named: Named) -> bool:
    """Whether something better than it is looked for: "cheaper than a GPU"."""
    return named.kind in {"processors", "families", "accelerators"} and named.follows("than")
