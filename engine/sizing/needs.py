"""What the workload needs of any hardware: operations, bytes, rows."""

from __future__ import annotations

from typing import Final, Literal

from engine.advice import MemoryNeeds
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.schema.accelerator import Precision
from knowledge.schema.model import Model
from knowledge.schema.record import Record

BYTES: Final[dict[str, float]] = {"fp32": 4, "tf32": 4, "bf16": 2, "fp16": 2, "fp8": 1, "int8": 1, "int4": 0.5, "fp4": 0.5}
"""Bytes per parameter."""

CACHE_BYTES: Final = 2
"""The KV cache is kept in 16 bits."""


class Needs(Record):
    """One workload's needs, free of any hardware."""

    kind: Literal["network", "language-model", "classic"]
    name: str
    """What is sized: the model's or the algorithm's name."""
    parameters: float = 0.0
    active_parameters: float = 0.0
    gflop_per_item: float = 0.0
    """Networks: one item. Language models: one token."""
    cache_bytes_per_token: float = 0.0
    layers: int = 0
    hidden_size: int = 0
    input_tokens: float = 0.0
    output_tokens: float = 0.0
    rows: float = 0.0
    columns: float = 0.0
    dataset_gb: float = 0.0
    """Data held in memory (classic) or read (deep), GB."""
    working_set_factor: float = 1.0
    rows_per_core_second: float = 0.0
    predictions_per_core_second: float = 0.0
    sources: tuple[str, ...] = ()

    @property
    def items_per_request(self) -> float:
        """Units that the throughput counts, in one request: output tokens of a language model, else 1."""
        return self.output_tokens if self.kind == "language-model" else 1.0


def needs_of(workload: Workload, knowledge: Knowledge) -> Needs:
    """The needs of a completed workload, which names a model or an algorithm."""
    if workload.model is None or workload.stage == "preprocessing":
        return _classic(workload, knowledge)
    model = knowledge.models[workload.model]
    parameters = (workload.parameters_b or model.parameters_b.value) * 1e9
    share = parameters / (model.parameters_b.value * 1e9)
    active = (model.active_parameters_b or model.parameters_b).value * 1e9 * share
    generates = model.gflops_per_item is None
    item = 2 * active / 1e9 if model.gflops_per_item is None else model.gflops_per_item.value * share * _length_share(workload, model)
    return Needs(
        kind="language-model" if generates else "network",
        name=model.name,
        parameters=parameters,
        active_parameters=active,
        gflop_per_item=item,
        cache_bytes_per_token=cache_bytes_per_token(model) * share,
        layers=model.configuration.layers or 0,
        hidden_size=model.configuration.hidden_size or 0,
        input_tokens=float(workload.input_tokens or model.input_tokens or 0),
        output_tokens=float(workload.output_tokens or model.output_tokens or 0) if generates else 0.0,
        rows=float(workload.rows or 0),
        dataset_gb=workload.dataset_gb or 0.0,
        sources=model.sources,
    )


def _length_share(workload: Workload, model: Model) -> float:
    """A longer text costs in proportion; the quadratic part of attention is small at the lengths of encoders."""
    if workload.input_tokens and model.input_tokens:
        return workload.input_tokens / model.input_tokens
    return 1.0


def cache_bytes_per_token(model: Model) -> float:
    """Bytes of KV cache per token: 2 × layers × KV heads × head size × 2 bytes; latent attention caches its own rank."""
    shape = model.configuration
    if not shape.layers:
        return 0.0
    if shape.latent_rank:
        return float(shape.layers * shape.latent_rank * CACHE_BYTES)
    heads = shape.kv_heads or shape.heads or 0
    size = shape.head_size or ((shape.hidden_size or 0) // (shape.heads or 1))
    return float(2 * shape.layers * heads * size * CACHE_BYTES)


def _classic(workload: Workload, knowledge: Knowledge) -> Needs:
    algorithm = knowledge.algorithms[workload.algorithm or "linear"]
    rates = knowledge.weights["sizing"].thresholds
    rows = float(workload.items_per_run or workload.rows or 0)
    columns = float(workload.columns or 50)
    in_memory = workload.dataset_gb or rows * columns * BYTES["fp32"] / 1e9
    factor, training, scoring = algorithm.working_set_factor, algorithm.rows_per_core_second, algorithm.predictions_per_core_second
    return Needs(
        kind="classic",
        name=algorithm.name,
        rows=rows or in_memory * 1e9 / (columns * BYTES["fp32"]),
        columns=columns,
        dataset_gb=in_memory,
        working_set_factor=factor.value if factor else rates["working_set_factor"],
        rows_per_core_second=training.value if training else rates["rows_per_core_second"],
        predictions_per_core_second=scoring.value if scoring else rates["predictions_per_core_second"],
        sources=algorithm.sources,
    )


def serving_memory(needs: Needs, precision: Precision | str, sequences: float = 1.0) -> MemoryNeeds:
    """Device memory to serve one copy at `precision`, with the KV cache of `sequences` requests, GB."""
    weights = needs.parameters * BYTES[precision] / 1e9
    cache = needs.cache_bytes_per_token * (needs.input_tokens + needs.output_tokens) * sequences / 1e9 if needs.output_tokens else 0.0
    activations = max(0.1, 0.05 * weights)
    overhead = 0.0 if needs.kind == "classic" else 0.5
    return MemoryNeeds(
        weights=weights, kv_cache=cache, activations=activations, overhead=overhead, total=weights + cache + activations + overhead
    )


def classic_memory(needs: Needs) -> MemoryNeeds:
    """Host memory of a classic algorithm while it trains or scores in one piece, GB."""
    working = needs.dataset_gb * needs.working_set_factor
    return MemoryNeeds(activations=working, overhead=1.0, total=working + 1.0)
