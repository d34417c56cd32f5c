"""What training loses where machines exchange their gradients over a network."""

from __future__ import annotations

from typing import Final

from engine.sizing.needs import Needs
from engine.sizing.speed.training_speed import FORWARD_PASSES_PER_STEP

_BYTES_BOTH_WAYS: Final = 8.0
"""Of each parameter and step: gradients of 4 bytes, of which a ring sends nearly twice as many as there are."""
_BITS: Final = 8.0
_UNHIDDEN: Final = 1 / 3
"""Share of a step, its forward pass, during which there is nothing to exchange; the rest runs beside the backward pass."""


def exchange_share(machines: int, network_gbps: float | None, parameters: float, step_seconds: float) -> float:
    """Share of linear scaling that remains; 1 for one machine, and where nobody knows its network.

    `step_seconds` is what a device computes between two exchanges. PyTorch's own paper on data-parallel training (Li and others, 2020)
    describes how the exchange runs beside the backward pass.
    """
    if machines <= 1 or not network_gbps or step_seconds <= 0:
        return 1.0
    exchange = parameters * _BYTES_BOTH_WAYS * (machines - 1) / machines / (network_gbps * 1e9 / _BITS)
    return step_seconds / max(step_seconds, step_seconds * _UNHIDDEN + exchange)


def units_of_step(needs: Needs, *, step_tokens: float, step_gflop: float) -> float:
    """Tokens (language models) or items that a device usually learns from between two exchanges, where nobody says it."""
    if needs.kind == "language-model":
        return step_tokens
    return max(step_gflop / (FORWARD_PASSES_PER_STEP["full"] * needs.gflop_per_item), 1.0) if needs.gflop_per_item else 1.0
