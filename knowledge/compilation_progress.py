"""How far the compilation of the base is, for whoever waits for it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import Final

Listener = Callable[[float], None]
"""Called again and again with the share that is done, from 0 to 1. What it raises ends the compilation, and nothing is written."""
FILES_READ: Final = 0.8
REFERENCES_CHECKED: Final = 0.9
"""Shares of the time that a compilation takes."""
_LISTENER: Final[ContextVar[Listener | None]] = ContextVar("compilation", default=None)


@contextlib.contextmanager
def listen_to_compilation(listener: Listener) -> Iterator[None]:
    """Tell `listener` of every compilation of this thread, or this task, until the block ends."""
    before = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(before)


def report_compilation(share: float) -> None:
    """Say that this share of the compilation is done."""
    listener = _LISTENER.get()
    if listener is not None:
        listener(share)
