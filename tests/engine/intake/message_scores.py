"""Scores understanding on messages: of the facts it takes, how many are stated; of those stated, how many it takes."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from engine.intake.follow_up import follow_up
from engine.intake.understand import understand
from engine.workload import FACT_NAMES, Workload
from knowledge import Knowledge
from tests.case_tables import read_table

FOLDER = Path(__file__).with_name("messages")
NOT_LABELLED = frozenset(FACT_NAMES[FACT_NAMES.index("prefer") :])
"""Facts that the vocabulary did not have when these messages were labelled."""
CLOSE = 0.01
"""Numbers may differ by this share: people round."""


@dataclasses.dataclass(slots=True)
class Score:
    """Counts per fact."""

    right: Counter[str] = dataclasses.field(default_factory=Counter)
    wrong: Counter[str] = dataclasses.field(default_factory=Counter)
    """Taken, and not stated, or with another value."""
    missed: Counter[str] = dataclasses.field(default_factory=Counter)
    notes: list[str] = dataclasses.field(default_factory=list)

    @property
    def precision(self) -> float:
        """Share of what was taken that was stated."""
        return self.right.total() / max(self.right.total() + self.wrong.total(), 1)

    @property
    def recall(self) -> float:
        """Share of what was stated that was taken."""
        return self.right.total() / max(self.right.total() + self.missed.total(), 1)


def messages(*names: str) -> list[dict[str, Any]]:
    """The messages of some files."""
    return [message for name in names for message in _of_file(name)]


@cache
def _of_file(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = read_table(FOLDER / f"{name}.yaml")["messages"]
    return found


understood_once = cache(understand)
"""What a message says, found once in a process: several tests look at it."""


def facts_of(message: Mapping[str, Any], knowledge: Knowledge) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What is understood: of the message (for a follow-up: what it changes), and of other workloads in it."""
    if "before" in message:
        before = understood_once(message["before"], knowledge).workload
        after = follow_up(message["text"], before, knowledge).workload
        return _changed(before, after), []
    found = understood_once(message["text"], knowledge)
    return found.workload.known_facts(), [other.known_facts() for other in found.other_workloads]


def scored(found: Iterable[Mapping[str, Any]], knowledge: Knowledge) -> Score:
    """The score over messages."""
    score = Score()
    for message in found:
        facts, others = facts_of(message, knowledge)
        _compare(score, message, facts, message["facts"], message.get("may") or {}, stated="before" not in message)
        for index, other in enumerate(message.get("others") or ()):
            taken = others[index] if index < len(others) else {}
            _compare(score, message, taken, other["facts"], {**facts, **(other.get("may") or {})}, stated=True)
    return score


def compare(score: Score, message: Mapping[str, Any], taken: Mapping[str, Any]) -> None:
    """Add to a score what was taken from a message that follows no other."""
    _compare(score, message, taken, message["facts"], message.get("may") or {}, stated=True)


def _changed(before: Workload, after: Workload) -> dict[str, Any]:
    was, now = before.known_facts(), after.known_facts()
    return {name: value for name, value in now.items() if was.get(name) != value}


def _compare(
    score: Score,
    message: Mapping[str, Any],
    taken: Mapping[str, Any],
    stated_facts: Mapping[str, Any],
    may: Mapping[str, Any],
    *,
    stated: bool,
) -> None:
    for name, value in stated_facts.items():
        if name in taken and same(taken[name], value):
            score.right[name] += 1
            continue
        score.missed[name] += 1
        if name in taken:
            score.wrong[name] += 1
        score.notes.append(f"missed {name}={value!r} (took {taken.get(name)!r}): {_short(message)}")
    for name, value in taken.items():
        if name in NOT_LABELLED or name in stated_facts or (name in may and _allowed(value, may[name])):
            continue
        score.wrong[name] += 1
        score.notes.append(f"took   {name}={value!r}{'' if stated else ' (follow-up)'}: {_short(message)}")


def _short(message: Mapping[str, Any]) -> str:
    return " ".join(message["text"].split())


def _allowed(value: object, allowed: object) -> bool:
    if isinstance(allowed, list) and not isinstance(value, tuple):
        return any(same(value, one) for one in allowed)
    if isinstance(allowed, list) and any(isinstance(one, list) for one in allowed):
        return any(same(value, one) for one in allowed)
    return same(value, allowed) or (isinstance(allowed, list) and isinstance(value, tuple) and set(value) <= set(allowed))


def same(taken: object, expected: object) -> bool:
    """Equal, numbers within a hundredth, lists in any order."""
    if isinstance(taken, bool) or isinstance(expected, bool):
        return taken == expected
    if isinstance(taken, (int, float)) and isinstance(expected, (int, float)):
        return abs(taken - expected) <= CLOSE * abs(expected)
    if isinstance(taken, (tuple, list)) or isinstance(expected, (tuple, list)):
        return isinstance(taken, (tuple, list)) and isinstance(expected, (tuple, list)) and set(taken) == set(expected)
    return taken == expected
