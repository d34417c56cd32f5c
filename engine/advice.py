"""The answer: one immutable record. Everything that is shown is a view of it, and its JSON is the contract's."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import field

from engine.measurement import Trial
from engine.policy import AppliedPolicy
from engine.workload import Value
from knowledge.schema.instance import PriceKind
from knowledge.schema.place import PlaceOption
from knowledge.schema.processor import ProcessorId
from knowledge.schema.purchase import PurchaseKind
from knowledge.schema.record import Lens, Record

Basis = Literal["measured", "documented", "estimated"]
Verdict = Literal["fits", "tight", "nothing-fits"]
Confidence = Literal["high", "medium", "low"]
Role = Literal["cheapest", "fastest", "simplest", "exam", "today", "runner-up"]


class Range(Record):
    """An estimate and the range around it."""

    estimate: float | None
    low: float | None
    high: float | None


class Throughput(Range):
    """Capacity of the whole plan within the latency target, a second."""

    unit: str


class Cost(Record):
    """What a plan costs, USD. A month is 730 hours."""

    usd_per_hour: float | None
    usd_per_month: float | None
    usd_per_million: float | None
    per: str
    """What is counted in millions: requests, output tokens, items."""
    usd_per_run: float | None
    price: PriceKind
    as_of: str


class PurchaseOption(Record):
    """One way to pay for a plan."""

    kind: PurchaseKind
    name: str
    """The plan within its kind."""
    term_years: int
    """0 where nothing is committed."""
    usd_per_month: float | None
    saving: float
    """Share of the on-demand price; below 0 where it costs more."""
    advised: bool


class Scaling(Record):
    """How the number of instances follows the load."""

    policy: str
    metric: str
    target: float | None
    min: int
    max: int


class Reason(Record):
    """One reason, with the facts and sources that carry it."""

    text: str
    facts: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()


class Plan(Record):
    """One whole choice: hardware, count, place, purchase, scaling."""

    processor: ProcessorId | None
    family: str | None
    instance_type: str | None
    instance_count: int | None
    memory_mb: int | None = None
    """Serverless and Lambda only."""
    place: str
    place_options: dict[PlaceOption, bool | int] = field(default_factory=dict)
    purchase: PurchaseKind
    purchases: tuple[PurchaseOption, ...]
    scaling: Scaling | None
    latency_ms: Range
    throughput_per_s: Throughput
    utilization: float | None
    cost: Cost
    verdict: Verdict
    basis: Basis
    reasons: tuple[Reason, ...] = ()
    cautions: tuple[str, ...] = ()
    software: tuple[str, ...] = ()
    role: Role | None = None
    hours_per_run: float | None = None
    """Jobs only: how long one run takes."""
    precision: str | None = None
    bound_by: str | None = None
    score: dict[str, float] = field(default_factory=dict)
    """Points against it by term (cost, speed, effort, fit, guidance, wish, move, risk), without those of 0; the least sum comes first."""


class Rejection(Record):
    """Something that was considered and is not the choice, with the limit that stopped it."""

    what: str
    kind: Literal["processor", "family", "type", "place", "purchase", "service"]
    limit: str
    need: str
    has: str
    text: str
    sources: tuple[str, ...]
    score: dict[str, float] = field(default_factory=dict)
    """Points by term of what keeps every limit and is not the choice; empty where a limit stopped it."""


class Assumed(Record):
    """A fact nobody stated."""

    fact: str
    value: Value
    why: str
    effect: float | None
    """Probability that another answer changes the choice; null where no question asks for it."""


class MemoryNeeds(Record):
    """Device memory for one copy of the model, GB of 10^9 bytes."""

    weights: float = 0.0
    kv_cache: float = 0.0
    activations: float = 0.0
    gradients: float = 0.0
    optimizer: float = 0.0
    overhead: float = 0.0
    total: float = 0.0


class NeedsSummary(Record):
    """What the workload needs, with the arithmetic."""

    memory_gb: MemoryNeeds
    host_gb: float
    basis: tuple[str, ...]


class PlanInShort(Record):
    """The part of a plan that tells it from another."""

    processor: str | None
    family: str | None
    instance_type: str | None
    instance_count: int | None
    memory_mb: int | None
    place: str
    purchase: str


class ComparedModel(Record):
    """One of several models that are weighed: its choice and what that costs, or why there is none."""

    model: str
    """Its id."""
    name: str
    plan: PlanInShort | None = None
    usd_per_month: float | None = None
    usd_per_run: float | None = None
    """None where nothing runs and ends."""
    why_not: str = ""
    """What stands in the way, where there is no plan."""


PresentChange = Literal["neuron", "processor", "architecture", "place", "accelerator", "family", "size", "count", "purchase"]


class Present(Record):
    """What runs today, as far as it was told."""

    processor: str | None
    family: str | None
    instance_type: str | None
    """The first of several types; null at a place without machines, as are the next two."""
    instance_count: int | None
    """Of all types."""
    machines: tuple[str, ...]
    """How many of each type: "2 × g5.xlarge"."""
    place: str | None
    purchase: str | None
    usd_per_month: float | None
    usd_per_run: float | None
    step: str
    """From today to the choice, in one or two sentences."""
    changes: tuple[PresentChange, ...] = ()
    """What differs in the choice, the heaviest first; empty where it stays as it is."""
    time: str = ""
    """How long an answer or a run takes, before and after; empty where today's time is not told."""
    effort: str = ""
    """What the move takes; empty where nothing moves."""
    risk: str = ""
    """What could go wrong; empty where nothing moves."""
    first_step: str = ""
    """What to do before anything is switched; when to look again where nothing moves."""


class Diagnosis(Record):
    """What hurts, how to make sure, and what helps."""

    symptom: str
    name: str
    because: str
    check: str
    """What to run, look at or ask, and what the outcome tells."""
    remedy: str
    next: str
    """The remedy to try after it; empty where there is one only."""
    then: PlanInShort | None
    """The plan with the first remedy that changes one."""
    then_remedy: str
    """That remedy; empty where none changes the plan."""
    then_cost: str
    """What the plan costs with it, such as "$434 a month"; empty likewise."""
    sources: tuple[str, ...]


class Diagnosed(Record):
    """What `diagnose` prints."""

    diagnosis: tuple[Diagnosis, ...]


class Flip(Record):
    """The nearest change of one fact that changes the choice."""

    fact: str
    before: Value | None
    """`from` in JSON."""
    to: Value
    choice: PlanInShort


class Change(Record):
    """A number before and after; null where it is not known, or there is no choice."""

    before: float | None
    after: float | None


class Moved(Record):
    """A family's rank, counted from 1 among the families that both decisions rank."""

    family: str
    before: int
    after: int


class Barrier(Record):
    """A limit that stops a family or a place in one of two decisions, and not in the other."""

    what: str
    kind: Literal["family", "place"]
    limit: str


class Difference(Record):
    """What another answer changed: two decisions side by side."""

    before: PlanInShort | None
    after: PlanInShort | None
    usd_per_month: Change
    usd_per_run: Change
    latency_ms: Change
    hours_per_run: Change
    moved: tuple[Moved, ...]
    """Families of both whose rank is another one, the best of after first."""
    opened: tuple[Barrier, ...]
    """What was stopped before and is not any more, with the limit of before."""
    closed: tuple[Barrier, ...]
    """What is stopped now and was not before, with the limit of after."""


class NextQuestion(Record):
    """A question worth asking, with the effect of its answer."""

    fact: str
    prompt: str
    why: str
    effect: float
    choices: tuple[str, ...]


class Branch(Record, rename={"facts": "if"}):
    """The choice if one more fact were known."""

    facts: dict[str, Value]
    """`if` in JSON."""
    label: str
    """The fact as a person would pick it."""
    choice: PlanInShort


class Relaxation(Record):
    """What to give up when nothing fits."""

    fact: str
    to: Value | None
    """The value that is enough; None where it has to be dropped, or is no matter of degree."""
    text: str
    together_with: tuple[str, ...] = ()
    """Facts that have to be given up with it, where it alone opens no way."""
    is_assumed: bool = False
    """True if nobody stated the fact."""
    plan: PlanInShort | None = None
    """The nearest plan without it; None where that was not decided."""


class Advice(Record):
    """The whole answer."""

    schema: Literal[1] = 1
    catalog_as_of: str
    lens: Lens
    workload: dict[str, dict[str, Any]]
    """Fact -> value, origin, and the words or the reason behind it."""
    assumptions: tuple[Assumed, ...]
    other_workloads: tuple[dict[str, Any], ...]
    contradictions: tuple[str, ...]
    not_understood: tuple[str, ...]
    not_used: tuple[str, ...] = ()
    """Numbers and names of the text that no fact came from."""
    needs: NeedsSummary
    answer: str = ""
    """What was asked, answered in one or two sentences; the choice where nothing was."""
    branches: tuple[Branch, ...] = ()
    """Where too little is known for one choice: the likeliest few, by the fact that decides."""
    present: Present | None = None
    """The machines of today; None where none are told."""
    diagnosis: tuple[Diagnosis, ...] = ()
    """What hurts, the likeliest first."""
    choice: Plan | None
    premises: tuple[str, ...] = ()
    """What the choice rests on that nobody stated and that decides how much is bought; empty in most cases."""
    alternatives: tuple[Plan, ...]
    comparison: tuple[Plan | Rejection, ...]
    models: tuple[ComparedModel, ...] = ()
    """The choice for each of the models that were asked about."""
    rejected: tuple[Rejection, ...]
    flips: tuple[Flip, ...] = ()
    next_questions: tuple[NextQuestion, ...] = ()
    verdict: Verdict
    confidence: Confidence
    conflict: str = ""
    """Where nothing fits, the facts that stand in the way."""
    relax: tuple[Relaxation, ...]
    policy: AppliedPolicy | None = None
    """The person's own terms that it follows; left out of the JSON where there are none."""
    measured: tuple[Trial, ...] = ()
    """The person's own measurements that it rests on; left out of the JSON where there are none."""
    trace: tuple[str, ...] = ()
    """The arithmetic, a line a step."""
