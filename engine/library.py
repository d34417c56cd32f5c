"""Functions for programs: a workload from text and facts, an estimate by names, why not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict, Unpack

from engine.advice import Plan, Rejection
from engine.decision.choice import decide
from engine.decision.explanation import why_not as why_not_in
from engine.intake.from_mapping import from_mapping, together
from engine.intake.understand import understand
from engine.sizing.estimate_records import Estimate, Method, Offload, Optimizer, Sharding
from engine.sizing.estimator.estimate_request import parse_estimate_request
from engine.sizing.startup.parts import LoadFrom, Pull
from engine.sizing.startup.scale_out import Place
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.schema.processor import Stage
from knowledge.schema.record import Lens


class EstimateOptions(TypedDict, total=False):
    """What an estimate may be asked with. Numbers may be text with a suffix, "7B" or "4k"."""

    model: str
    """By name or alias."""
    model_config: Mapping[str, Any]
    """The content of a Hugging Face `config.json`, for a model that is not in the base."""
    parameters_b: float | str
    """For one that is not in the base: its parameters, in billions."""
    active_parameters_b: float | str
    """Those that one token meets (mixture of experts), in billions."""
    layers: int | str
    hidden_size: int | str
    heads: int | str
    kv_heads: int | str
    head_size: int | str
    gflops_per_item: float | str
    """10^9 operations for one item, where it generates no text."""
    instance: str
    """`ml.g5.xlarge` for the price at SageMaker."""
    count: int | str
    """Instances."""
    accelerator: str
    """Bare hardware instead of an instance."""
    accelerators: int | str
    """Devices that are used; as many as are needed without it."""
    stage: Stage
    precision: str
    batch: int | str
    concurrency: int | str
    input_tokens: int | str
    output_tokens: int | str
    method: Method
    optimizer: Optimizer
    sharding: Sharding
    offload: Offload
    """What lies in host memory in training: nothing, the optimizer's states, or weights and gradients as well."""
    rank: int | str
    """Of LoRA's matrices; 8 without it."""
    place: Place
    """Where a further copy starts: SageMaker or EC2 by the type, without it."""
    load_from: LoadFrom
    """What a further copy loads its weights from."""
    pull: Pull
    """How a new machine gets the image."""
    image_gb: float | str
    """Compressed, GB of the image."""
    no_checkpointing: bool
    """Training keeps all activations."""
    pure: bool
    """Training holds everything in 16 bits, without fp32 copies."""
    compiled: bool
    """A compiler recomputes what is cheap."""
    chunked_loss: bool
    """The loss is computed in pieces."""


def workload_from(text: str, knowledge: Knowledge, **facts: object) -> Workload:
    """The workload that `text` states, with facts beside it, which win over the text; both may be empty.

    A fact is given by its name with a number in its unit or a text with one: `latency_p99_ms=200` or `latency_p99_ms="0.2s"`.
    Raises InputError with one line per mistake, naming the fact, the value and the nearest valid one.
    """
    heard = understand(text, knowledge).workload if text.strip() else Workload()
    return together(heard, from_mapping(facts, knowledge))


def estimate(knowledge: Knowledge, **asked: Unpack[EstimateOptions]) -> Estimate:
    """What a model needs and how fast some hardware runs it, in GB, ms and units a second, with the arithmetic.

    Raises InputError naming the option, the value and the nearest valid one.
    """
    return parse_estimate_request(asked, knowledge).compute_estimate(knowledge)


def why_not(workload: Workload, knowledge: Knowledge, name: str, *, lens: Lens = "today") -> Plan | Rejection:
    """Why a processor, family, type, place or purchase is not the choice; the choice where it is part of it.

    Raises InputError for a name of nothing.
    """
    return why_not_in(decide(workload, knowledge, lens), name)
