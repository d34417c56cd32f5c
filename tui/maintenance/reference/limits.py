"""Every hard limit in its own words, and every figure a place sets."""

from __future__ import annotations

from string import Template

from knowledge import Knowledge
from knowledge.schema.decision import Limit
from tui.maintenance.reference.markdown import cited, code, joined, plain, table

_STANDS_FOR = {"what": "⟨what⟩", "need": "⟨need⟩", "has": "⟨has⟩", "to": "⟨to⟩"}


def page(knowledge: Knowledge) -> str:
    """A table of all limits."""
    rows = (_row(knowledge, limit) for limit in knowledge.limits.values())
    return joined(table(["limit", "what is said", "what relaxes it", "fact", "sources"], rows))


def _row(knowledge: Knowledge, limit: Limit) -> list[str]:
    return [
        f"{code(limit.id)}<br>{plain(limit.name)}",
        _filled(limit.text),
        _filled(limit.relax),
        code(limit.fact) if limit.fact else "",
        cited(knowledge, limit.sources),
    ]


def _filled(text: str) -> str:
    return plain(Template(text).safe_substitute(_STANDS_FOR))
