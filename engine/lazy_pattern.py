"""Patterns that are compiled when they are first used: no message comes to all of them, and together they would slow every start."""

from __future__ import annotations

import re
from typing import Any, cast


class _LazyPattern:
    """Stands for a compiled pattern, and takes over its methods once one is asked for."""

    def __init__(self, written: str, flags: int) -> None:
        self._written, self._flags = written, flags

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # whatever a pattern has
        compiled = re.compile(self._written, self._flags)
        for method in ("match", "fullmatch", "search", "finditer", "findall", "split", "sub"):
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def lazy_pattern(written: str, flags: int = 0) -> re.Pattern[str]:
    """The pattern, compiled at its first use."""
    return cast("re.Pattern[str]", _LazyPattern(written, flags))
