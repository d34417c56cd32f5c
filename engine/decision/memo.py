"""What a memo keeps when it serves many workloads."""

from __future__ import annotations

from typing import Final

from engine.decision.context import Memo

_LASTING: Final = frozenset(
    {"device", "named", "memory-rates", "had", "lasting", "rules", "measured", "expected", "stopped", "far", "guide", "trials", "asked"}
)
"""Kinds of entries that serve nearly every workload."""
_OWN: Final = frozenset({"at", "plans", "speeds"})
"""Kinds that serve one workload and its what-ifs; they are most of a memo."""
_MOST: Final = 600
_LONGEST: Final = {"stopped": 20_000, "far": 100, "asked": 1_000}
"""Entries of lasting parts that grow with what is asked."""


def trim(memo: Memo) -> None:
    """Keep a memo that serves many workloads small: beyond some hundred entries it forgets what only one of them needed."""
    for part, longest in _LONGEST.items():
        if len(memo.get(part, ())) > longest:
            memo[part].clear()
    if len(memo) > memo.get("lasting", 0) + _MOST:
        own = [key for key in memo if _kind(key) in _OWN]
        for key in own if len(own) > _MOST // 2 else [key for key in memo if _kind(key) not in _LASTING]:
            del memo[key]
        memo["lasting"] = sum(_kind(key) in _LASTING for key in memo)


def _kind(key: object) -> object:
    return key[0] if isinstance(key, tuple) else key
