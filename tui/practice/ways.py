"""Ways from a question to the rest of Sizewise: read the entry it stands on, have the advisor answer it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from knowledge import Knowledge
from quizzes.generated.scenes import BANK as SCENARIOS
from quizzes.item import Item
from quizzes.points import points_of
from tui.practice.placing import PLACE
from tui.practice.words import say
from tui.views.choice import Choice

_SCENARIOS: Final = ("choice", "response", "case")
"""Forms whose stem may state a workload."""
_SUBJECTS: Final = frozenset({"task", "algorithm", "model", "parameters_b", "data_type"})
"""Facts of which one says what runs."""
_ENOUGH: Final = 3


def ways(item: Item, part: int | None, base: Knowledge) -> Iterator[Choice]:
    """What leads away from a question (of a case, that of the number `part`), and back to the prompt when it was read."""
    for point in points_of(item, part, (), right=True):
        kind, _, identity = point.partition("/")
        entry = getattr(base, kind, {}).get(identity)
        if entry is not None:
            yield Choice(say(base, "read_entry", what=getattr(entry, "name", identity)), f"/browse {identity}")
            break
    if item.bank == SCENARIOS:
        yield Choice(say(base, "run_it"), f"{PLACE}{item.id}")
    elif states_workload(item, base):
        yield Choice(say(base, "run_it"), f"/advise {scenario(item)}")


def states_workload(item: Item, base: Knowledge) -> bool:
    """Whether the advisor would know what to advise on: the stem says what runs, and two facts more."""
    if item.type not in _SCENARIOS:
        return False
    from engine.intake.understand import understand  # noqa: PLC0415  # read with the first feedback

    found = understand(scenario(item), base)
    return any(_is_enough(one.known()) for one in (found.workload, *found.other_workloads))


def _is_enough(known: Collection[str]) -> bool:
    return len(known) >= _ENOUGH and not _SUBJECTS.isdisjoint(known)


def scenario(item: Item) -> str:
    """What the advisor is told: the stem on one line."""
    return " ".join(item.stem.split())


def numbered(choices: Iterable[Choice]) -> list[Choice]:
    """The choices with a digit to type for each."""
    return [choice._replace(mark=str(at)) for at, choice in enumerate(choices, 1)]
