"""Computed values that decisions on one base of knowledge share, in bounded tables: a saving of time, never an input."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")
_MISSING: Final = object()
_MEMO_KEY: Final = "decision cache"


class CacheTable(Generic[Key, Value]):
    """One kind of cached value. Declared once, beside the code that computes the values.

    A key has to hold all that its value depends on, apart from the base itself.
    """

    def __init__(self, max_entries: int) -> None:
        """Beyond `max_entries` the oldest entry is forgotten; one advice with all its what-ifs should fit."""
        self.max_entries = max_entries


class DecisionCache:
    """All tables of one base. It stays small however many workloads it serves; a new base needs a new cache."""

    def __init__(self) -> None:
        """An empty cache."""
        self._tables: dict[CacheTable[Any, Any], dict[Any, Any]] = {}

    @classmethod
    def in_memo(cls, memo: dict[Any, Any] | DecisionCache | None) -> DecisionCache:
        """The cache that a caller's dictionary holds, put there on the first call; a new one without a dictionary."""
        if isinstance(memo, DecisionCache):
            return memo
        cache: DecisionCache = cls() if memo is None else memo.setdefault(_MEMO_KEY, cls())
        return cache

    def recall(self, table: CacheTable[Key, Value], key: Key, compute: Callable[[], Value]) -> Value:
        """The value for `key`; computed and kept where the table has none."""
        entries: dict[Key, Any] = self._tables.setdefault(table, {})
        value = entries.get(key, _MISSING)
        if value is _MISSING:
            value = compute()
            if len(entries) >= table.max_entries:
                entries.pop(next(iter(entries)), None)
            entries[key] = value
        result: Value = value
        return result
