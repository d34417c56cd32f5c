"""Selects the item that asks a knowledge point, and the order of the items."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Final, TypeVar

from quizzes.learning_state import LearningState
from quizzes.practice_log import Askable

Asked = TypeVar("Asked", bound=Askable)
_NEVER: Final = dt.datetime.min.replace(tzinfo=dt.UTC)


def askable_by_point(items: Iterable[Asked], state: LearningState) -> dict[str, tuple[Asked, ...]]:
    """Point -> the items that may ask it, without flagged items and suspended points."""
    found: dict[str, list[Asked]] = {}
    for item in items:
        if item.id not in state.flagged:
            for point in dict.fromkeys(item.stands_on):
                if point not in state.suspended:
                    found.setdefault(point, []).append(item)
    return {point: tuple(several) for point, several in found.items()}


def choose_item(point: str, items: Sequence[Asked], state: LearningState, *, seed: int, without: Collection[str] = ()) -> Asked | None:
    """The item to ask about a point: another type than last time, then the least asked, then the one asked longest ago.

    A point that was never asked begins with its easiest items. None if all ids are in `without`.
    """
    card = state.cards.get(point)
    last = (card.type, card.item) if card else ("", "")

    def rank(item: Asked) -> tuple[object, ...]:
        seen = state.items.get(item.id)
        times, when = (seen.times, seen.last) if seen else (0, _NEVER)
        level = item.difficulty if card is None else 0
        return item.type == last[0], item.id == last[1], times, level, when, _random_rank(seed, item.id)

    return min((item for item in items if item.id not in without), key=rank, default=None)


def choose_items(points: Iterable[str], items: Mapping[str, Sequence[Asked]], state: LearningState, *, seed: int) -> list[Asked]:
    """One item for each point; an item also serves its other points. Confusables are interleaved."""
    chosen: list[Asked] = []
    served: set[str] = set()
    for point in points:
        if point in served:
            continue
        item = choose_item(point, items.get(point, ()), state, seed=seed, without={one.id for one in chosen})
        if item is not None:
            chosen.append(item)
            served.update(item.stands_on)
    return interleave_items(chosen)


def interleave_items(items: Iterable[Asked]) -> list[Asked]:
    """Items of one confusable set side by side; within a set, neighbours about different points and of different types.

    Sets come in the order of their first items; an item without a set is a set of its own.
    """
    sets: dict[str, list[Asked]] = {}
    for item in items:
        sets.setdefault(f"set {item.confusable}" if item.confusable else f"item {item.id}", []).append(item)
    ordered: list[Asked] = []
    for members in sets.values():
        while members:
            ordered.append(_least_similar(ordered[-1] if ordered else None, members))
            members.remove(ordered[-1])
    return ordered


def _least_similar(before: Asked | None, members: Sequence[Asked]) -> Asked:
    """The first of those that have least in common with the item before."""
    if before is None:
        return members[0]
    points = set(before.stands_on)
    return min(members, key=lambda item: (len(points.intersection(item.stands_on)), item.type == before.type))


def _random_rank(seed: int, name: str) -> bytes:
    return blake2b(f"{seed}\0{name}".encode(), digest_size=8).digest()
