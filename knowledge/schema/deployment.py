"""What somebody ran, recommended or failed to run on a machine."""

from typing import Annotated, Literal

from knowledge.schema.accelerator import Precision
from knowledge.schema.bound import Count, Positive
from knowledge.schema.record import Record, Ref, Text


class Deployment(Record):
    """One row of `measurements/deployments.csv`. Null is what the publisher leaves open."""

    id: Text
    purpose: Literal["serve", "fine-tune", "pretrain"]
    model: Annotated[str, Ref("models")] | None = None
    """Null where a class of models is meant, or the base does not have it; then `parameters_b` stands for it."""
    parameters_b: Positive | None = None
    instance_type: Annotated[str, Ref("instances")] | None = None
    accelerator: Annotated[str, Ref("accelerators")] | None = None
    count: Count | None = None
    """Machines."""
    accelerators: int | None = None
    """In all; 0 on CPUs."""
    tp: Count | None = None
    precision: Precision | None = None
    method: Literal["full", "lora", "qlora"] | None = None
    max_tokens: Positive | None = None
    """Longest sequence."""
    batch: Positive | None = None
    outcome: Literal["ran", "failed"]
    cause: Literal["memory", "host-memory", "other"] | None = None
    """Of a failure; `other` where the weights would fit and the engine or its settings are to blame."""
    evidence: Literal["measured", "recipe", "recommendation", "notebook"]
    """`measured` where somebody tells that it ran; the others publish it as a way that works."""
    special: str = ""
    """What makes it unlike a plain run: "offload", "dpo", "eagle3"."""
    source: Annotated[str, Ref("sources")]
    address: Text
    note: str = ""
