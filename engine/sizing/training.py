"""Memory and time of training."""

from __future__ import annotations

from typing import Final

from engine.advice import MemoryNeeds
from engine.sizing.needs import Needs
from engine.workload import Workload

_STATES: Final[dict[str, tuple[float, float, float]]] = {
    "full": (2.0, 4.0, 12.0),
    "lora": (2.0, 0.02, 0.16),
    "qlora": (0.55, 0.02, 0.16),
}
"""Method -> bytes per parameter for weights, gradients and optimizer. Mixed-precision AdamW: 2 + 4 + 12 = 18;
LoRA trains about 1 % of the parameters; QLoRA keeps the frozen ones in 4 bits with their scales."""

_FORWARD_BACKWARD: Final = {"full": 3.0, "lora": 2.0, "qlora": 2.7}
"""Method -> operations of one step over those of a forward pass. Frozen weights need no gradient of their own."""


_RECOMPUTED_ABOVE: Final = 1e9
"""Parameters from which activation checkpointing is the habit."""


def training_memory(needs: Needs, workload: Workload) -> MemoryNeeds:
    """Device memory of one training copy before it is split over devices, GB."""
    weights, gradients, optimizer = (needs.parameters * size / 1e9 for size in _STATES[method_of(workload)])
    activations = _activations_gb(needs, workload.batch_size or 1)
    return MemoryNeeds(
        weights=weights,
        gradients=gradients,
        optimizer=optimizer,
        activations=activations,
        overhead=1.0,
        total=weights + gradients + optimizer + activations + 1.0,
    )


def method_of(workload: Workload) -> str:
    """The fine-tuning method; full where none is stated."""
    return workload.fine_tuning_method or "full"


def _activations_gb(needs: Needs, batch: float) -> float:
    """34 bytes × tokens × hidden size × layers without the attention matrix (Korthikanti et al., 2022); recomputed above 1 B parameters."""
    if not needs.layers or not needs.hidden_size:
        return max(0.5, 2 * needs.parameters * 4 / 1e9)
    per_token = 2.0 if needs.parameters > _RECOMPUTED_ABOVE else 34.0
    return per_token * max(needs.input_tokens, 128) * batch * needs.hidden_size * needs.layers / 1e9


def training_exaflop(needs: Needs, workload: Workload) -> float:
    """10^18 operations of the whole run: 3 forward passes an item and epoch (2 to 2.7 for LoRA and QLoRA)."""
    steps = _FORWARD_BACKWARD[method_of(workload)]
    if workload.training_tokens_b and needs.input_tokens:
        per_token = 2 * needs.active_parameters
        return steps * per_token * workload.training_tokens_b * 1e9 / 1e18
    epochs = workload.epochs or 3.0
    tokens = needs.input_tokens if needs.kind == "language-model" else 1.0
    return steps * needs.gflop_per_item * tokens * needs.rows * epochs / 1e9


def scaling_share(devices_per_node: float, nodes: int, *, linked: bool) -> float:
    """Share of linear scaling that remains over several devices and machines."""
    within = 1.0 if devices_per_node <= 1 else (0.95 if linked else 0.85)
    return within if nodes == 1 else within * 0.9
