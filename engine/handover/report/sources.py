"""The sources of an advice: numbered as a record calls upon them, and written out for those who read its JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.advice import Advice, Plan
from knowledge.schema.record import Record
from knowledge.schema.source import Source


class Numbering:
    """Gives each source its number when it is first called upon."""

    def __init__(self, known: Mapping[str, Source]) -> None:
        """Take the sources of the base; an id that it does not have any more gets no number."""
        self._known = known
        self._numbers: dict[str, int] = {}

    def marks(self, ids: Iterable[str]) -> tuple[int, ...]:
        """The numbers of some sources."""
        return tuple(self._numbers.setdefault(one, len(self._numbers) + 1) for one in dict.fromkeys(ids) if one in self._known)

    def numbered(self) -> list[tuple[int, Source]]:
        """All that were called upon, by number."""
        return [(number, self._known[one]) for one, number in self._numbers.items()]


class Resolved(Record):
    """A source as the base knows it."""

    title: str
    publisher: str
    url: str
    read: str
    """The day it was read, ISO 8601."""
    published: str | None
    note: str


def resolved(advice: Advice, known: Mapping[str, Source]) -> dict[str, Resolved]:
    """Every source that the advice names, by its id, in the order of the ids; one that the base does not have is left out."""
    plans = [one for one in (advice.choice, *advice.alternatives, *advice.comparison) if isinstance(one, Plan)]
    found = {name for plan in plans for reason in plan.reasons for name in reason.sources}
    found |= {name for one in (*advice.rejected, *advice.comparison) if not isinstance(one, Plan) for name in one.sources}
    return {name: _resolved(known[name]) for name in sorted(found) if name in known}


def _resolved(source: Source) -> Resolved:
    published = source.published.isoformat() if source.published else None
    kept = {"title": source.title, "publisher": source.publisher, "url": source.url, "note": source.note}
    return Resolved(**kept, read=source.read.isoformat(), published=published)
