"""A fleet judged by several processes, in order, with a bounded number of rows under way."""

from __future__ import annotations

import itertools
import multiprocessing
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Final

from engine.handover.rightsize import Failed, FleetContext, Rightsized, Settings, Usage, judge_resources
from knowledge import load

_ROWS: Final = 500
"""Rows that a process takes at a time."""
_UNDER_WAY: Final = 3
"""Such parts for each process, so that none waits and the rest of the file stays unread."""
_contexts: list[FleetContext] = []
"""The one context of a process, which serves one fleet."""


def judge_in_processes(usages: Iterable[Usage | Failed], settings: Settings, processes: int) -> Iterator[Rightsized | Failed]:
    """The same findings as of one process, in the same order."""
    rows, waiting = iter(usages), deque[Future[list[Rightsized | Failed]]]()
    start = multiprocessing.get_context("spawn")  # a fork of a process with threads may hang
    with ProcessPoolExecutor(processes, mp_context=start) as pool:
        while part := list(itertools.islice(rows, _ROWS)):
            waiting.append(pool.submit(_judge_part, part, settings))
            if len(waiting) >= processes * _UNDER_WAY:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()


def _judge_part(part: list[Usage | Failed], settings: Settings) -> list[Rightsized | Failed]:
    if not _contexts:
        _contexts.append(FleetContext(load(), settings))
    return list(judge_resources(part, _contexts[0]))
