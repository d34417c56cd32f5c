"""Markdown that says what it is given: text stays text, in tables too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from knowledge.base import Knowledge

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|$#~])")


def plain(text: str) -> str:
    """Text in which nothing is a mark."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def unbroken(date: str) -> str:
    """A date that stays on one line of a narrow cell."""
    return date.replace("-", "\u2011")


def code(text: str) -> str:
    """Text as it is typed; bars are written so that they end no cell."""
    return "`" + text.replace("`", "'").replace("|", "\\|") + "`"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are Markdown already."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def fence(language: str, text: str) -> str:
    """A block of text as it stands."""
    return f"```{language}\n{text.rstrip()}\n```\n"


def cited(knowledge: Knowledge, ids: Iterable[str]) -> str:
    """Links to sources with the day each was read."""
    sources = (knowledge.sources[identity] for identity in ids)
    return "; ".join(f"[{plain(source.title)}](<{source.url}>), {source.read}" for source in sources)


def joined(*blocks: str) -> str:
    """Blocks with an empty line between them; empty ones are left out."""
    return "\n".join(block if block.endswith("\n") else f"{block}\n" for block in blocks if block)
