"""From today's plan to the change worth making: a scenario that runs on what costs more than it has to, and where to move it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from knowledge import Knowledge
from knowledge.sentences import fill_sentence
from quizzes.drills.drill import BANK, ListedDrill
from quizzes.generated import ItemGenerator
from quizzes.generated.generated_sentences import format_ratio
from quizzes.generated.scenario_items import aspect_item, option_text
from quizzes.item import Choice, Option
from quizzes.practice_log import DRILL_PREFIX

MAX_RATIO: Final = 10.0
"""Times the choice's cost up to which somebody may believably run it today."""


def list_change_drills(generator: ItemGenerator) -> Iterator[ListedDrill]:
    """One for every confirmed question on a scenario; some cannot be made, as nothing that works costs clearly more."""
    for one in generator.listed_by_id.values():
        if one.aspect is not None:
            yield ListedDrill(
                id=f"{DRILL_PREFIX}change-{one.origin}-{one.aspect}",
                kind="changes",
                origin=one.id,
                stands_on=one.stands_on,
                task=one.task,
                difficulty=min(one.difficulty + 1, 5),
            )


def make_change_drill(one: ListedDrill, generator: ItemGenerator, knowledge: Knowledge) -> Choice | None:
    """The item: today is the option that works and costs most more; the key is the engine's choice."""
    stage, aspect = generator.scenario_of(one.origin), generator.listed_by_id[one.origin].aspect
    if aspect is None or (item := aspect_item(stage, aspect)) is None:
        return None
    contest, losses = stage.contest_for(aspect)
    dearer = [loss for loss in losses if 1 < loss.ratio <= MAX_RATIO]
    if not dearer or contest.winner is None:
        return None
    today = max(dearer, key=lambda loss: loss.ratio)
    name = option_text(today.name, aspect, knowledge)
    told = fill_sentence(knowledge, "generated", "drill_today", name=name)
    return msgspec.structs.replace(
        item,
        id=one.id,
        bank=BANK,
        exams=(),
        difficulty=one.difficulty,
        stem=f"{stage.full_stem(told)} {fill_sentence(knowledge, 'generated', f'drill_change_{aspect}')}",
        options=tuple(_renamed(option, name, format_ratio(today.ratio), knowledge) for option in item.options),
    )


def _renamed(option: Option, today: str, times: str, knowledge: Knowledge) -> Option:
    """The option of today as staying there, every other one as moving to it."""
    key = "drill_stay" if option.text == today else "drill_move"
    why = option.why
    if option.right:
        why = f"{fill_sentence(knowledge, 'generated', 'drill_worth', today=today, times=times)} {option.why}"
    return msgspec.structs.replace(option, text=fill_sentence(knowledge, "generated", key, name=option.text), why=why)
