"""Which knowledge points an answer says something about: the schedule moves these and no others."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from quizzes.item import Case, Item, Option, exact_parts


def points_of(item: Item, part: int | None, picked: Collection[int], *, right: bool) -> tuple[str, ...]:
    """The points of an item, of a case those of the question `part`, from 0.

    A wrong answer says nothing against what an option alone stands for that was rightly left: who takes Lambda for a serverless
    endpoint has not failed at ECS. `picked` are places as written.
    """
    points = _asked(item, part)
    if right:
        return points
    left = {option.about for option in _options(item, part, picked) if not option.right}
    return tuple(point for point in points if point not in left) or points


def _asked(item: Item, part: int | None) -> tuple[str, ...]:
    own = item.questions[part or 0].stands_on if isinstance(item, Case) else ()
    return tuple(dict.fromkeys(own or item.stands_on))


def _options(item: Item, part: int | None, picked: Collection[int]) -> Iterable[Option]:
    """The options that were not picked."""
    parts = exact_parts(item)
    options: tuple[Option, ...] = getattr(parts[part or 0], "options", ()) if parts else ()
    return (option for at, option in enumerate(options) if at not in picked)
