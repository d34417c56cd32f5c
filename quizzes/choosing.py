"""Which item asks a knowledge point, and in which order items follow one another."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Final, TypeVar

from quizzes.learned import State
from quizzes.log import Askable

Asked = TypeVar("Asked", bound=Askable)
_LONG_AGO: Final = dt.datetime.min.replace(tzinfo=dt.UTC)


def by_point(items: Iterable[Asked], state: State) -> dict[str, tuple[Asked, ...]]:
    """Point -> the items that may ask it: without flagged items, and without points that are left out."""
    found: dict[str, list[Asked]] = {}
    for item in items:
        if item.id not in state.flagged:
            for point in dict.fromkeys(item.stands_on):
                if point not in state.suspended:
                    found.setdefault(point, []).append(item)
    return {point: tuple(several) for point, several in found.items()}


def item_for(point: str, items: Sequence[Asked], state: State, *, seed: int, without: Collection[str] = ()) -> Asked | None:
    """The item to ask about a point: of another form than the last, then the least asked, then the one asked longest ago.

    None where all are in `without`, a collection of ids.
    """
    card = state.cards.get(point)
    last = (card.type, card.item) if card else ("", "")

    def rank(item: Asked) -> tuple[object, ...]:
        seen = state.items.get(item.id)
        times, when = (seen.times, seen.last) if seen else (0, _LONG_AGO)
        return item.type == last[0], item.id == last[1], times, when, _chance(seed, item.id)

    return min((item for item in items if item.id not in without), key=rank, default=None)


def sitting(points: Iterable[str], items: Mapping[str, Sequence[Asked]], state: State, *, seed: int) -> list[Asked]:
    """One item for each point, where an item that was taken for one serves the others it stands on; confusables interleaved."""
    chosen: list[Asked] = []
    served: set[str] = set()
    for point in points:
        if point in served:
            continue
        item = item_for(point, items.get(point, ()), state, seed=seed, without={one.id for one in chosen})
        if item is not None:
            chosen.append(item)
            served.update(item.stands_on)
    return interleaved(chosen)


def interleaved(items: Iterable[Asked]) -> list[Asked]:
    """Items of one confusable set side by side, so that they are told apart, and neighbours about different points in different forms.

    Sets, and items in none, come in the order in which the first of each is given.
    """
    sets: dict[str, list[Asked]] = {}
    for item in items:
        sets.setdefault(f"set {item.confusable}" if item.confusable else f"item {item.id}", []).append(item)
    ordered: list[Asked] = []
    for members in sets.values():
        while members:
            ordered.append(_unlike(ordered[-1] if ordered else None, members))
            members.remove(ordered[-1])
    return ordered


def _unlike(before: Asked | None, members: Sequence[Asked]) -> Asked:
    """The first of those that have least in common with the item before."""
    if before is None:
        return members[0]
    points = set(before.stands_on)
    return min(members, key=lambda item: (len(points.intersection(item.stands_on)), item.type == before.type))


def _chance(seed: int, name: str) -> bytes:
    return blake2b(f"{seed}\0{name}".encode(), digest_size=8).digest()
