"""Which device runs some software, and which does not: every option is judged by the engine's matrix."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, get_args

from engine.compatibility import Cell, matrix_row
from knowledge import Knowledge
from knowledge.schema.compatibility import Software
from knowledge.sentences import fill_sentence
from quizzes.display_order import shuffle_by_hash
from quizzes.drills.drill import WRONG_OPTIONS, ListedDrill, drill_on, make_choice
from quizzes.item import Choice, Option
from quizzes.practice_log import DRILL_PREFIX

Asked = Literal["runs", "fails"]
_TASK = "3.1"
_DIFFICULTY = 3


def list_compatibility_drills(knowledge: Knowledge) -> Iterator[ListedDrill]:
    """Both questions for all software of which devices decide."""
    for identity, software in knowledge.software.items():
        if not software.needs or not software.runs_somewhere:
            continue
        for asked in get_args(Asked):
            yield drill_on(f"software/{identity}", asked, "compatibility", task=_TASK, difficulty=_DIFFICULTY)


def make_compatibility_drill(one: ListedDrill, seed: int, knowledge: Knowledge) -> Choice | None:
    """The item; None where too few devices run it or too few do not."""
    software = knowledge.software[one.origin]
    asked: Asked = "runs" if one.id.startswith(f"{DRILL_PREFIX}runs-") else "fails"
    cells = shuffle_by_hash(matrix_row(software, knowledge), seed, one.id, lambda cell: cell.accelerator)
    running, failing = ([cell for cell in cells if cell.outcome == outcome] for outcome in ("passes", "fails"))
    right, wrong = (running, failing) if asked == "runs" else (failing, running)
    if not right or len(wrong) < WRONG_OPTIONS:
        return None
    chosen = (right[0], *_plausible(right[0], wrong, knowledge))
    options = [_option(cell, is_right=cell is right[0], software=software, knowledge=knowledge) for cell in chosen]
    points = tuple(f"accelerators/{cell.accelerator}" for cell in chosen)
    return make_choice(
        one,
        seed,
        stem=fill_sentence(knowledge, "generated", f"drill_ask_{asked}", name=software.name, summary=software.summary),
        principle=_principle(software, failing, knowledge),
        sources=software.sources,
        options=options,
        points=points,
    )


def _plausible(right: Cell, wrong: Sequence[Cell], knowledge: Knowledge) -> list[Cell]:
    """Devices of the right one's maker before others: that a chip of another maker lacks CUDA is soon seen."""
    vendor = knowledge.accelerators[right.accelerator].vendor
    return sorted(wrong, key=lambda cell: knowledge.accelerators[cell.accelerator].vendor != vendor)[:WRONG_OPTIONS]


def _option(cell: Cell, *, is_right: bool, software: Software, knowledge: Knowledge) -> Option:
    accelerator = knowledge.accelerators[cell.accelerator]
    key = "drill_passes" if cell.outcome == "passes" else "drill_fails"
    why = fill_sentence(knowledge, "generated", key, name=software.name, device=accelerator.name, need=cell.need)
    return Option(text=accelerator.name, why=why, right=is_right, about=f"accelerators/{cell.accelerator}")


def _principle(software: Software, failing: Sequence[Cell], knowledge: Knowledge) -> str:
    needs = "; ".join(dict.fromkeys(cell.need for cell in failing if cell.need))
    return fill_sentence(knowledge, "generated", "drill_needs", name=software.name, needs=needs)
