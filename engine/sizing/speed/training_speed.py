"""How fast a model trains: the operations of a step over what the devices sustain (model FLOPs utilisation)."""

from __future__ import annotations

import math
from typing import Final

from engine.sizing.data_types import compute_width, peak_gflops
from engine.sizing.device import Device
from engine.sizing.estimate_records import Method
from engine.sizing.needs import Needs
from engine.sizing.shape import Shape
from engine.workload import Workload
from knowledge.schema.efficiency import Efficiency

FORWARD_PASSES_PER_STEP: Final[dict[Method, float]] = {"full": 3.0, "lora": 2.0, "qlora": 2.7}
"""Operations of a step over those of a forward pass: the backward pass takes two. Frozen weights need no gradient of their
own; weights of 4 bits are widened again for every pass."""

_NODE: Final = 8
"""Devices that one machine holds; more go over the network."""


def training_rate(
    shape: Shape,
    device: Device,
    precision: str,
    devices: float,
    efficiency: Efficiency,
    *,
    tokens: float = 0.0,
    pixels: float = 0.0,
    method: Method = "full",
) -> float:
    """Samples a second over all `devices` (for a language model: tokens a second, in sequences of `tokens`)."""
    kind = shape.kind if shape.kind in efficiency.training else "other"
    rates = efficiency.training[kind]
    factor = efficiency.factor_of(device.id)
    forward = forward_gflop(shape, tokens, pixels)
    share = rates.compute[compute_width(device, precision)] * factor.training * math.pow(shape.parameters / 1e9, rates.size_power)
    doublings = max(math.log2(devices / _NODE), 0.0) if device.processor != "cpu" else 0.0
    spread = math.pow(rates.nodes_share, doublings)
    return devices * peak_gflops(device, precision) * share * spread / (FORWARD_PASSES_PER_STEP[method] * forward)


def forward_gflop(shape: Shape, tokens: float, pixels: float = 0.0) -> float:
    """10^9 operations forward: of one token in sequences of `tokens`, or of one item."""
    if shape.kind == "language-model":
        return (2 * shape.active_parameters + 2 * shape.layers * shape.hidden_size * tokens) / 1e9
    return shape.item_gflop(tokens, pixels)


def training_units(needs: Needs, workload: Workload) -> float:
    """Tokens (language models) or items of the whole run, every epoch counted; one where none is stated or assumed."""
    if workload.training_tokens_b and needs.kind == "language-model":
        return workload.training_tokens_b * 1e9
    return needs.rows * (workload.epochs or 1.0) * (needs.input_tokens if needs.kind == "language-model" else 1.0)


def scaling_share(devices_per_node: float, over_pcie: float, *, linked: bool) -> float:
    """Share of linear scaling that remains: `over_pcie` where devices exchange gradients so; links are in the measured utilisation."""
    return over_pcie if devices_per_node > 1 and not linked else 1.0
