"""Instance families."""

from typing import Annotated, Literal

from msgspec import field

from knowledge.schema.processor import ProcessorId, Stage
from knowledge.schema.record import Entry, Fact, Ref, Text

Category = Literal["general", "burstable", "compute", "memory", "storage", "accelerated", "inference"]
Status = Literal["current", "previous", "capacity-only", "retired"]
"""`capacity-only` has no on-demand price: capacity blocks, training plans or private offers."""
SoftwareState = Literal["current", "maintenance", "frozen", "archived"]
"""Of what models need to run there: developed, mended only, left as it is, or gone."""
FamilyId = Annotated[str, Ref("families")]
ExamStanding = Literal["expected", "known", "unknown"]
"""How the exam's study material treats it: names it as an answer, mentions it, or does not know it."""
CostLevel = Literal["very low", "low", "medium", "high", "very high"]
Addition = Literal["local-nvme", "network", "ebs", "high-frequency", "memory", "flexible", "fraction"]


class Family(Entry):
    """A family of instance types that share their hardware."""

    letter: str
    """The letter or word the name starts with: t, m, c, r, x, g, p, trn, inf, dl."""
    mnemonic: str = ""
    category: Category
    processor: ProcessorId
    accelerator: Annotated[str, Ref("accelerators")] | None = None
    core: Annotated[str, Ref("cores")] | None = None
    """Its host processor's core; null where no source tells."""
    generation: int
    status: Fact[Status]
    """By the EC2 API's list and flags."""
    exam_standing: Fact[ExamStanding]
    software: Fact[SoftwareState] | None = None
    """State of the software that its processor needs; null where it is that of any machine."""
    superseded_by: tuple[FamilyId, ...] = ()
    """Families that serve the same need now, best first."""
    variant_of: FamilyId | None = None
    """The family with the same processor that this one extends; it is proposed only where its addition is needed."""
    adds: tuple[Addition, ...] = ()
    stages: tuple[Stage, ...]
    """The stages of the lifecycle it is meant for."""
    best_for: tuple[Text, ...]
    not_for: tuple[Text, ...]
    limits: tuple[Text, ...] = ()
    """What stops people: no training, no bf16, no link between GPUs, Arm only."""
    network: Fact[str] | None = None
    """Bandwidth and EFA, in a few words."""
    cost_level: CostLevel
    confused_with: dict[FamilyId, Text] = field(default_factory=dict)
    """Family -> how the two differ."""
