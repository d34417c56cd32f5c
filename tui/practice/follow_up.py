"""Choices that lead from a question to the rest of Sizewise: read its entry, ask the advisor."""

from __future__ import annotations

from collections.abc import Iterator

from knowledge import Knowledge
from quizzes.generated.scenario_items import BANK as SCENARIOS
from quizzes.item import Item
from quizzes.knowledge_points import points_tested
from tui.practice.practice_sentences import practice_sentence
from tui.practice.scenario_advice import ADVISE_PREFIX, read_scenario
from tui.views.choice import Choice


def follow_up_choices(item: Item, part: int | None, base: Knowledge) -> Iterator[Choice]:
    """The choices for an item, or for one question of a case (`part`, from 0)."""
    for point in points_tested(item, part, (), right=True):
        kind, _, identity = point.partition("/")
        entry = getattr(base, kind, {}).get(identity)
        if entry is not None:
            yield Choice(practice_sentence(base, "read_entry", what=getattr(entry, "name", identity)), f"/browse {identity}")
            break
    if item.bank == SCENARIOS or read_scenario(item, base) is not None:
        yield Choice(practice_sentence(base, "run_it"), f"{ADVISE_PREFIX}{item.id}")
