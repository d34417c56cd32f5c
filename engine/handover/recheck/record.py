"""What rechecking a kept advice finds: the records that `sizewise recheck` prints."""

from __future__ import annotations

from typing import Literal

from engine.advice import Change, PlanInShort
from knowledge.schema.record import Record

Status = Literal["stands", "moved", "other", "gone", "nothing-fits"]
Cause = Literal["price", "gone", "new", "assumption", "limit", "estimate", "rule"]


class Checked(Record):
    """One kept advice, held against today's base."""

    file: str
    status: Status
    """Whether the choice stands; its cost moved; another is the choice; it cannot be had any more; or nothing fits."""
    cause: Cause | None
    """What changed: its price; that it can be had; a family that came; what is assumed; a limit that it breaks; estimates; or rules."""
    text: str
    """All of it in words."""
    kept_as_of: str
    """Day of the catalogue that the advice was made with."""
    kept: PlanInShort | None
    """The choice as it was kept; null where nothing fitted."""
    today: PlanInShort | None
    """The choice with today's base; null where nothing fits, or where what was kept cannot be read by it."""
    usd: Change
    """What the kept choice costs, paid as it was: a run of a job, else a month. Null after where it is out of the question."""
    usd_today: float | None
    """What today's choice costs, counted alike."""
    moved: float | None
    """Share by which the cost of the kept choice changed."""
    latency_ms: Change
    """99th percentile of the kept choice then, and of today's choice."""
    hours_per_run: Change
    """Of the kept choice then, and of today's choice."""
    notes: tuple[str, ...]


class Rechecked(Record):
    """Every advice that was given."""

    schema: Literal[1] = 1
    catalog_as_of: str
    """Day of today's catalogue."""
    tolerance: float
    """Percent by which a cost may move, or another choice be cheaper."""
    advices: tuple[Checked, ...]
