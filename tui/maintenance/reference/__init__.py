"""The parts of docs/ that are made from the code and the base, a file of Markdown or SVG each.

They are made when the documentation is built and never kept: a reference that is kept is a reference that is out of date.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from knowledge import Knowledge, load
from quizzes.bank import Bank, load_bank
from tui.maintenance.reference import (
    commands,
    facts,
    imports,
    items,
    limits,
    measured,
    pictures,
    places,
    priorities,
    questions,
    schemas,
    tables,
)
from tui.themes import DARK, LIGHT

__all__ = ["PARTS", "Known", "parts", "write"]


class Known(NamedTuple):
    """What the parts are made of, beside the code."""

    knowledge: Knowledge
    bank: Bank


PARTS: Final[Mapping[str, Callable[[Known], str]]] = {
    "commands.md": lambda _: commands.page(),
    "statuses.md": lambda _: commands.statuses(),
    "environment.md": lambda _: commands.environment(),
    "kept.md": lambda _: commands.kept(),
    "facts.md": lambda known: facts.page(known.knowledge),
    "limits.md": lambda known: limits.page(known.knowledge),
    "places.md": lambda known: places.page(known.knowledge),
    "purchases.md": lambda known: places.purchases(known.knowledge),
    "priorities.md": lambda known: priorities.page(known.knowledge),
    "questions.md": lambda known: questions.page(known.knowledge),
    "items.md": lambda known: items.page(known.bank),
    "tables.md": lambda known: tables.page(known.knowledge),
    "schemas.md": lambda known: schemas.page(known.knowledge),
    "folders.md": lambda _: imports.folders(),
    "imports.svg": lambda _: imports.drawn(),
    "imports.md": lambda _: imports.matrix(),
    "accuracy.md": lambda _: measured.accuracy(),
    "advice-dark.svg": lambda known: pictures.picture(known.knowledge, "advice", DARK.name),
    "advice-light.svg": lambda known: pictures.picture(known.knowledge, "advice", LIGHT.name),
    "plot-dark.svg": lambda known: pictures.picture(known.knowledge, "plot", DARK.name),
    "plot-light.svg": lambda known: pictures.picture(known.knowledge, "plot", LIGHT.name),
    "accuracy.svg": lambda _: measured.scattered(),
    "agreement.svg": lambda _: measured.drawn(),
}
"""Name of the file -> what stands in it."""


def parts() -> Iterator[tuple[str, str]]:
    """Every part: the name of its file, and its text."""
    known = Known(load(), load_bank(load()))
    for name, make in PARTS.items():
        yield name, make(known)


def write(folder: Path) -> None:
    """Write every part whose text has changed, so that a second build reads only those anew."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in parts():
        file = folder / name
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
