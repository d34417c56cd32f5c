"""What is told of machines that run, or may run, already: how busy they are, and how many of them a quota allows."""

from __future__ import annotations

import re
from typing import Final

from engine.intake.named import Named
from engine.lazy_pattern import lazy_pattern

_QUOTA: Final = lazy_pattern(
    r"\b(?:quota|service limit)s?\s+(?:is|are|of|for|says|allows|stands at|gives us)\s+(?:max\w*\s+|at most\s+|only\s+|just\s+)?"
    r"(?:\d+|one|two|three|four|eight|ten)?\s*(?:x|×)?\s*(?:ml\.)?$",
    re.IGNORECASE,
)
_BUSY_WITHIN: Final = 60
"""Characters behind a type within which it is told how busy it is."""
_BUSY: Final = lazy_pattern(
    r"(?:cpu|gpu|memory|util\w*|load|busy|idle)\W{1,4}(?:\w+\s){0,3}~?\d{1,3}(?:\.\d+)?\s?(?:%|percent)"
    r"|\d{1,3}(?:\.\d+)?\s?(?:%|percent)\s+(?:cpu|gpu|memory|util\w*|load|busy|idle)",
    re.IGNORECASE,
)


def is_quota(named: Named) -> bool:
    """Whether it only tells how many machines of a type may run: "our quota is 8 x g5.xlarge"."""
    before = named.message.text[named.begin : named.start]
    return named.kind == "types" and _QUOTA.search(before) is not None


def is_out_of_quota(named: Named) -> bool:
    """Whether there is no quota for it: "GPU quota is zero and stays so", "we have no P quota"."""
    quota = named.message.begins_at("quota", named.message.word_at(named.end))
    return named.kind in {"processors", "families"} and quota is not None and named.has("no_quota")


def is_busy_today(named: Named) -> bool:
    """Whether a statement tells how busy machines of a type are: "endpoint on g5.xlarge, GPU at 8 %"."""
    clause = named.message.clauses.at(named.start)
    if named.kind != "types" or clause is None or not clause.is_statement or clause.role not in {"wanted", "present"}:
        return False
    text = named.message.text[named.end : min(named.finish, named.end + _BUSY_WITHIN)]
    return _BUSY.search(text) is not None and not named.message.has("planned", max(named.begin, clause.start), named.start)
