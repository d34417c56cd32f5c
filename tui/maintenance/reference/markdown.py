"""Builds Markdown in which given text stays plain text, in tables too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from knowledge.base import Knowledge

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|$#~])")


def escape_markdown(text: str) -> str:
    """Text with all Markdown marks escaped."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def join_date(date: str) -> str:
    """A date with hyphens that do not break in a narrow cell."""
    return date.replace("-", "\u2011")


def format_code(text: str) -> str:
    """Inline code; bars are escaped so that they do not end a cell."""
    return "`" + text.replace("`", "'").replace("|", "\\|") + "`"


def format_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are Markdown already."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def format_fence(language: str, text: str) -> str:
    """A fenced block."""
    return f"```{language}\n{text.rstrip()}\n```\n"


def link_sources(knowledge: Knowledge, ids: Iterable[str]) -> str:
    """Links to sources with the day each was read."""
    sources = (knowledge.sources[identity] for identity in ids)
    return "; ".join(f"[{escape_markdown(source.title)}](<{source.url}>), {source.read}" for source in sources)


def join_blocks(*blocks: str) -> str:
    """Blocks with an empty line between them; empty ones are left out."""
    return "\n".join(block if block.endswith("\n") else f"{block}\n" for block in blocks if block)
