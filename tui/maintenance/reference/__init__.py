"""Generates the parts of docs/ that follow from the code and the base, each a file of Markdown or SVG.

They are generated whenever the documentation is built, and are not under version control.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from knowledge import Knowledge, load
from quizzes.bank import Bank, load_bank
from tui.maintenance.reference import commands, decision_pages, entry_pages, import_map, items, pictures, published_figures, schemas
from tui.themes import DARK, LIGHT

__all__ = ["PARTS", "PartSources", "make_parts", "write_parts"]


class PartSources(NamedTuple):
    """What the parts are generated from, besides the code."""

    knowledge: Knowledge
    bank: Bank


PARTS: Final[Mapping[str, Callable[[PartSources], str]]] = {
    "commands.md": lambda _: commands.commands_page(),
    "statuses.md": lambda _: commands.statuses_table(),
    "environment.md": lambda _: commands.environment_table(),
    "kept.md": lambda _: commands.files_table(),
    "facts.md": lambda known: decision_pages.facts_page(known.knowledge),
    "limits.md": lambda known: decision_pages.limits_page(known.knowledge),
    "places.md": lambda known: entry_pages.places_page(known.knowledge),
    "purchases.md": lambda known: entry_pages.purchases_page(known.knowledge),
    "priorities.md": lambda known: decision_pages.priorities_page(known.knowledge),
    "questions.md": lambda known: decision_pages.questions_page(known.knowledge),
    "items.md": lambda known: items.items_page(known.bank),
    "tables.md": lambda known: entry_pages.tables_page(known.knowledge),
    "schemas.md": lambda known: schemas.schemas_page(known.knowledge),
    "folders.md": lambda _: import_map.folders_table(),
    "imports.svg": lambda _: import_map.imports_drawing(),
    "imports.md": lambda _: import_map.imports_table(),
    "accuracy.md": lambda _: published_figures.accuracy_table(),
    "advice-dark.svg": lambda known: pictures.picture_of_app(known.knowledge, "advice", DARK.name),
    "advice-light.svg": lambda known: pictures.picture_of_app(known.knowledge, "advice", LIGHT.name),
    "plot-dark.svg": lambda known: pictures.picture_of_app(known.knowledge, "plot", DARK.name),
    "plot-light.svg": lambda known: pictures.picture_of_app(known.knowledge, "plot", LIGHT.name),
    "accuracy.svg": lambda _: published_figures.accuracy_plot(),
    "agreement.svg": lambda _: published_figures.agreement_drawing(),
}
"""Name of the file -> function that generates its text."""


def make_parts() -> Iterator[tuple[str, str]]:
    """Every part: the name of its file, and its text."""
    knowledge = load()
    known = PartSources(knowledge, load_bank(knowledge))
    for name, make in PARTS.items():
        yield name, make(known)


def write_parts(folder: Path) -> None:
    """Write every part whose text has changed, so that a second build reads only those anew."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in make_parts():
        file = folder / name
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
