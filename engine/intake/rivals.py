"""Names of hardware that stand beside each other to choose from: "g4dn or inf2"."""

from __future__ import annotations

import re
from typing import Final

from engine.intake.named import Named
from engine.lazy_pattern import lazy_pattern

_SIDE: Final = 70
"""Characters before and after a name in which another may stand."""
_TYPE: Final = r"(?:an?\s+|the\s+)?(?:ml\.)?"
_RIVAL_AFTER: Final = lazy_pattern(
    rf"\s*(?:(?:,\s*[\w.]+\s*)?(?:or|vs\.?|versus|against|over)\s+{_TYPE}[\w.-]*\d|,\s*{_TYPE}[a-z]+\d[\w.-]*,?\s*(?:and|or)\s+{_TYPE}[a-z]+\d)",
    re.IGNORECASE,
)
_ONE_OF_TWO: Final = lazy_pattern(rf"\s*(?:,|and)\s+{_TYPE}[a-z]+\d", re.IGNORECASE)
_RIVAL_BEFORE: Final = lazy_pattern(rf"\b(?:ml\.)?[a-z]+\d[\w.-]*\s*(?:,|or|vs\.?|versus|against|over|and)\s+{_TYPE}$", re.IGNORECASE)
_PROCESSOR: Final = r"(?:an?\s+|the\s+|aws\s+)?(?:[cgt]pu|inferentia|trainium|graviton|neuron)"
_VERSUS: Final = r"(?:vs\.?|versus|against)"
_PROCESSOR_AFTER: Final = lazy_pattern(rf"\w*\s*{_VERSUS}\s+{_PROCESSOR}", re.IGNORECASE)
_PROCESSOR_BEFORE: Final = lazy_pattern(rf"\b{_PROCESSOR}\w*\s+{_VERSUS}\s+(?:an?\s+|the\s+|aws\s+)?$", re.IGNORECASE)
_OTHER_PROCESSOR: Final = lazy_pattern(rf"\b(?:with|and|to|against)\s+{_PROCESSOR}", re.IGNORECASE)


def has_a_rival(named: Named) -> bool:
    """Whether another name stands beside it to choose from: "g4dn or inf2", "compare Inferentia with GPUs"."""
    if named.kind == "processors":
        return _has_a_rival_processor(named)
    if named.kind not in {"types", "families", "accelerators"}:
        return False
    text, begin, finish = named.message.text, named.begin, named.finish
    after = _RIVAL_AFTER.match(text[named.end : min(finish, named.end + _SIDE)])
    both = named.message.has("choices", begin, named.start) and _ONE_OF_TWO.match(text, named.end, finish)
    return bool(after or both or _RIVAL_BEFORE.search(text[max(begin, named.start - _SIDE) : named.start]))


def _has_a_rival_processor(named: Named) -> bool:
    text = named.message.text
    if named.message.has("compares", named.begin, named.start):
        beside = text[max(named.begin, named.start - _SIDE) : min(named.finish, named.end + _SIDE)]
        return _OTHER_PROCESSOR.search(beside) is not None
    before = text[max(named.begin, named.start - _SIDE) : named.start]
    return bool(_PROCESSOR_AFTER.match(text[named.end : named.finish]) or _PROCESSOR_BEFORE.search(before))
