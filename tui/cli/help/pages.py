"""What is said of each command below its options: read from `pages.yaml` when somebody asks for help."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from knowledge.schema.record import Record

_FILE: Final = Path(__file__).with_name("pages.yaml")
Meanings = dict[str, str]
"""A name, and what it means."""


class Example(Record):
    """A line of a shell, and what it does."""

    run: str
    does: str


class Page(Record):
    """One command."""

    about: str
    examples: tuple[Example, ...]
    exits: dict[int, str] = msgspec.field(default_factory=dict)
    """Statuses that mean something else than usual."""


class Pages(Record):
    """All of them, and what holds for all."""

    exits: dict[int, str]
    environment: Meanings
    files: Meanings
    commands: dict[str, Page]

    def exit_statuses(self, page: Page) -> dict[int, str]:
        """Every exit status of a command, in their order."""
        return dict(sorted({**self.exits, **page.exits}.items()))


@cache
def load_pages() -> Pages:
    """What `pages.yaml` says."""
    from knowledge.safe_yaml import read_mapping  # noqa: PLC0415  # YAML, 17 ms that only help needs

    return msgspec.convert(read_mapping(_FILE.read_bytes(), _FILE.name), Pages, strict=False)


def find_page(prog: str) -> Page | None:
    """The page of a command by the name of its parser, "sizewise quiz grade"; None where there is none."""
    return load_pages().commands.get(prog.removeprefix("sizewise ") if prog != "sizewise" else prog)
