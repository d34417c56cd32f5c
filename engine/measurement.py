"""What a person measured: runs of a load test, or of a job, on machines of one type. Numbers of theirs take the place of estimates."""

from __future__ import annotations

from engine.workload import Percentile
from knowledge.schema.record import Record

Tail = Percentile
"""Which answer a time is of: tools report what targets are stated in."""


class Trial(Record):
    """One run. What was not measured is None."""

    instance_type: str | None = None
    """As EC2 names it, without `ml.`; None for a serverless place."""
    instance_count: int = 1
    place: str | None = None
    """Only where there are no instances."""
    memory_mb: int | None = None
    """The same."""
    rate_per_s: float | None = None
    """Completed by all machines together: requests; for a job items, samples, or tokens of a language model."""
    concurrency: int | None = None
    """Requests under way at all times, where that was held instead of a rate."""
    is_capacity: bool = False
    """Whether that is the most they carry: more was asked than they answered."""
    latency_ms: float | None = None
    tail: Tail = "p99"
    first_token_ms: float | None = None
    per_token_ms: float | None = None
    hours_per_run: float | None = None
    """A job's whole run, measured or reckoned from a part of it."""
    source: str = ""
    """The tool and the file."""

    @property
    def arrivals_per_s(self) -> float:
        """Requests that came a second, whatever the answers took; 0 where each machine got one after the other, and none ever waited."""
        is_alone = self.concurrency is not None and self.concurrency <= self.instance_count
        return 0.0 if is_alone else self.rate_per_s or 0.0
