"""Choices that lead from a question to the rest of Sizewise: read its entry, ask the advisor."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from engine.intake.understand import understand
from knowledge import Knowledge
from quizzes.generated.scenario_items import BANK as SCENARIOS
from quizzes.item import Item
from quizzes.knowledge_points import points_tested
from tui.practice.practice_sentences import practice_sentence
from tui.practice.scenario_advice import ADVISE_PREFIX
from tui.views.choice import Choice

_SCENARIO_TYPES: Final = ("choice", "response", "case")
"""Item types whose stem may describe a workload."""
_SUBJECT_FACTS: Final = frozenset({"task", "algorithm", "model", "parameters_b", "data_type"})
"""Facts of which at least one must be stated."""
_MIN_FACTS: Final = 3


def follow_up_choices(item: Item, part: int | None, base: Knowledge) -> Iterator[Choice]:
    """The choices for an item, or for one question of a case (`part`, from 0)."""
    for point in points_tested(item, part, (), right=True):
        kind, _, identity = point.partition("/")
        entry = getattr(base, kind, {}).get(identity)
        if entry is not None:
            yield Choice(practice_sentence(base, "read_entry", what=getattr(entry, "name", identity)), f"/browse {identity}")
            break
    if item.bank == SCENARIOS:
        yield Choice(practice_sentence(base, "run_it"), f"{ADVISE_PREFIX}{item.id}")
    elif can_be_advised(item, base):
        yield Choice(practice_sentence(base, "run_it"), f"/advise {stem_in_one_line(item)}")


def can_be_advised(item: Item, base: Knowledge) -> bool:
    """True if the stem states enough for an advice: what runs, and two more facts."""
    if item.type not in _SCENARIO_TYPES:
        return False
    found = understand(stem_in_one_line(item), base)
    return any(_is_enough(one.known_facts()) for one in (found.workload, *found.other_workloads))


def _is_enough(known: Collection[str]) -> bool:
    return len(known) >= _MIN_FACTS and not _SUBJECT_FACTS.isdisjoint(known)


def stem_in_one_line(item: Item) -> str:
    """The stem on one line, to be typed to the advisor."""
    return " ".join(item.stem.split())
