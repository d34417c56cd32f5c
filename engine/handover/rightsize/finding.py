"""What is found of a resource: the finding, its reasons, the better fit with what it saves and risks."""

from __future__ import annotations

from typing import Final, Literal

from engine.handover.rightsize.usage import Dimension, Statistic, Theirs
from engine.policy import AppliedPolicy
from knowledge.schema.instance import PriceKind
from knowledge.schema.metric import ResourceKind
from knowledge.schema.record import Lens, Record

Finding = Literal["over-provisioned", "under-provisioned", "right-sized", "idle", "not-enough-data"]
FINDINGS: Final[tuple[Finding, ...]] = ("over-provisioned", "under-provisioned", "right-sized", "idle", "not-enough-data")
RiskLevel = Literal["very-low", "low", "medium", "high", "very-high"]
RISK_LEVELS: Final[tuple[RiskLevel, ...]] = ("very-low", "low", "medium", "high", "very-high")
Change = Literal["size", "family", "accelerator", "architecture", "count"]
ReasonCode = Literal[
    "CPUOverprovisioned",
    "CPUUnderprovisioned",
    "MemoryOverprovisioned",
    "MemoryUnderprovisioned",
    "GPUOverprovisioned",
    "GPUUnderprovisioned",
    "GPUMemoryOverprovisioned",
    "GPUMemoryUnderprovisioned",
    "GPUUnused",
    "GPUStarved",
    "LatencyAboveTarget",
    "CheaperAlternative",
    "NoRequests",
    "NothingRuns",
    "TooFewHours",
    "NoPeaks",
]
"""The codes of Compute Optimizer, and some of our own for what it does not look at."""


class Reason(Record):
    """Why the finding is what it is."""

    code: ReasonCode
    metric: str
    """A dimension, or `requests`, `latency`, `hours`, `peaks`, `price`."""
    statistic: Statistic | None = None
    value: float | None = None
    """What was measured: percent of the machine, requests a day, ms or hours."""
    threshold: float | None = None
    """What it was held against, in the same unit."""
    text: str


class Fit(Record):
    """The machines that would do."""

    instance_type: str
    """As its place calls it."""
    count: int
    changes: tuple[Change, ...]
    usd_per_hour: float
    """Of all instances."""
    usd_per_month: float
    price: PriceKind
    price_as_of: str
    use_after: dict[Dimension, float]
    """Percent of the machine that would be in use, estimated from the statistic that decided."""


class Risk(Record):
    """How likely the better fit is to be too small, with the arithmetic."""

    level: RiskLevel
    score: int
    """From 0 to 4."""
    steps: tuple[str, ...]


class Confidence(Record):
    """How far the finding can be trusted, by how much was measured."""

    level: Literal["high", "medium", "low"]
    why: str


class Hint(Record):
    """Another thing to do: another place, another kind of processor, stopping it."""

    code: str
    place: str | None = None
    instance_type: str | None = None
    usd_per_month: float | None = None
    """What it would cost; None where it cannot be told."""
    text: str


class Rightsized(Record):
    """All that is found of one resource."""

    resource: str
    kind: ResourceKind
    instance_type: str
    """As its place calls it."""
    count: int
    region: str
    place: str
    finding: Finding
    reasons: tuple[Reason, ...]
    usd_per_month: float | None
    """What it costs today, on demand less the policy's discounts; None where no price is known."""
    price: PriceKind | None
    better: Fit | None
    saving_usd_per_month: float | None
    """Below 0 where the better fit costs more. Of an idle resource, all that it costs."""
    saving: float | None
    """The same as a share of today's cost."""
    risk: Risk | None
    """Of the better fit."""
    confidence: Confidence
    hints: tuple[Hint, ...] = ()
    notes: tuple[str, ...] = ()
    compute_optimizer: Theirs | None = None


class Failed(Record):
    """A row that could not be read."""

    source: str
    """The file."""
    row: int
    """Counted as the file counts: the line of a text, the row of a table."""
    resource: str | None
    error: str
    """Names the field, the value and what to give instead."""


class Saving(Record):
    """One of the best savings."""

    resource: str
    finding: Finding
    now: str
    better: str | None
    saving_usd_per_month: float
    risk: RiskLevel | None


class Summary(Record):
    """A whole fleet in figures."""

    resources: int
    failed: int
    findings: dict[Finding, int]
    usd_per_month: float
    """Of all resources whose price is known."""
    saving_usd_per_month: float
    """What the better fits and stopping what is idle save together."""
    saving: float | None
    savings: dict[Finding, float]
    """The same by finding."""
    extra_usd_per_month: float
    """What it costs to give those enough that have too little."""
    without_price: int
    """Resources whose price is not known."""
    estimated_prices: int
    """Resources whose price is an estimate, as all outside the price list's region are."""
    best: tuple[Saving, ...]


class Fleet(Record):
    """Everything in one document."""

    schema: int
    catalog_as_of: str
    lens: Lens
    resources: tuple[Rightsized, ...]
    errors: tuple[Failed, ...]
    """The first thousand; `summary.failed` counts all of them."""
    notes: tuple[str, ...]
    """What to know of all of it: prices, what was not measured, columns that were ignored."""
    sources: tuple[str, ...]
    """Ids of the sources of the thresholds."""
    policy: AppliedPolicy | None
    summary: Summary
