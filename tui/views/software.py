"""Software as people read it: which accelerators it runs on, and what each part of it needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.compatibility import Cell, matrix_row, need_in_words
from engine.compatibility.records import Outcome
from knowledge import Knowledge
from knowledge.schema.accelerator import Accelerator
from knowledge.schema.compatibility import Need, Software
from knowledge.sentences import bind_subject
from tui.views.grid import render_grid
from tui.views.symptom import Point
from tui.views.text_lines import Line

_MOST_MESSAGES: Final = 3
_MARKS: Final[dict[Outcome, str]] = {"passes": "●", "fails": "✗", "unknown": "·"}
_NAME: Final = 19
"""Characters of a name that a line of the matrix has room for."""
_COMPARED: Final = {
    "t4": "T4", "v100-16gb": "V100", "a10g": "A10G", "l4": "L4", "a100-40gb": "A100", "l40s": "L40S", "h100": "H100", "b200": "B200",
    "rtx-pro-6000": "RTX", "inferentia2": "Inf2", "trainium2": "Trn2",
}  # fmt: skip
"""Accelerator -> its short name; those of one generation have the same row."""


def software_sections(software: Software, knowledge: Knowledge) -> Iterator[tuple[str, list[Point]]]:
    """Heading and points of each section that has any."""
    words = knowledge.wording["compatibility"].texts
    cells = matrix_row(software, knowledge)
    runs = [Point(_names(cells, "passes", "", knowledge))] if any(cell.outcome == "passes" for cell in cells) else []
    lacking = dict.fromkeys(cell.need for cell in cells if cell.outcome == "fails")
    fails = [Point(_names(cells, "fails", need, knowledge), ((words["for_want_of"], need),)) for need in lacking]
    needs = [Point(need_in_words(need, knowledge), tuple(_details(need, knowledge))) for need in software.needs]
    sections = (("section_runs", runs), ("section_fails", fails), ("section_needs", needs))
    yield from ((words[key], points) for key, points in sections if points)


def software_without(accelerator: Accelerator, knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    """Id and need of the software that runs on other accelerators of the same maker, but not on this one."""
    for software in knowledge.software.values():
        cells = {cell.accelerator: cell for cell in matrix_row(software, knowledge)}
        others = (cell for cell in cells.values() if knowledge.accelerators[cell.accelerator].vendor == accelerator.vendor)
        if cells[accelerator.id].outcome == "fails" and any(cell.outcome == "passes" for cell in others):
            yield software.id, cells[accelerator.id].need


def matrix_lines(software: Sequence[Software], knowledge: Knowledge, width: int) -> Iterator[Line]:
    """All software by the accelerators that are compared: a mark in each cell."""
    heads = [knowledge.wording["compatibility"].texts["matrix_head"], *_COMPARED.values()]
    rows = []
    for one in software:
        cells = {cell.accelerator: cell.outcome for cell in matrix_row(one, knowledge)}
        rows.append([_shorten(one.name), *(_MARKS[cells[name]] for name in _COMPARED)])
    yield from (Line(line) for line in render_grid(heads, rows, width))


def _shorten(name: str) -> str:
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"


def _names(cells: tuple[Cell, ...], outcome: str, need: str, knowledge: Knowledge) -> str:
    return ", ".join(knowledge.accelerators[cell.accelerator].name for cell in cells if cell.outcome == outcome and cell.need == need)


def _details(need: Need, knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    say = bind_subject(knowledge, "compatibility")
    yield say("label_because"), need.because
    if need.errors:
        yield say("label_message"), " · ".join(need.errors[:_MOST_MESSAGES])
    if need.mends:
        yield say("label_helps"), " ".join(need.mends)
