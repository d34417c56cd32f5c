"""Which knowledge points an answer tests: only these move in the schedule."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from quizzes.item import Case, Item, Option, keyed_questions


def points_tested(item: Item, part: int | None, picked: Collection[int], *, right: bool) -> tuple[str, ...]:
    """The points of an item, or of the question `part` (from 0) of a case.

    A wrong answer says nothing against a point that only an option stands for which was rightly left: who picks Lambda instead of a
    serverless endpoint has not failed at ECS. `picked` are places in the order of the file.
    """
    points = _question_points(item, part)
    if right:
        return points
    left = {option.about for option in _unpicked_options(item, part, picked) if not option.right}
    return tuple(point for point in points if point not in left) or points


def _question_points(item: Item, part: int | None) -> tuple[str, ...]:
    own = item.questions[part or 0].stands_on if isinstance(item, Case) else ()
    return tuple(dict.fromkeys(own or item.stands_on))


def _unpicked_options(item: Item, part: int | None, picked: Collection[int]) -> Iterable[Option]:
    parts = keyed_questions(item)
    options: tuple[Option, ...] = getattr(parts[part or 0], "options", ()) if parts else ()
    return (option for at, option in enumerate(options) if at not in picked)
