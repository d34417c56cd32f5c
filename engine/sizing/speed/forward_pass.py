"""Models that answer with one forward pass an item: sentences, images, audio, pictures made by denoising."""

from __future__ import annotations

import math
from typing import Final

import msgspec

from engine.sizing.data_types import STREAMED_BYTES, compute_width, peak_gflops
from engine.sizing.device import Device
from engine.sizing.estimate_records import BoundBy
from engine.sizing.shape import Shape
from knowledge.schema.efficiency import Efficiency, PassEfficiency

_REFERENCE_GFLOP: Final = 10.0


class ForwardPass(msgspec.Struct):
    """The forward pass of a model on a device, or on all cores of a host. Times are in ms."""

    item_ms: float
    """One more item in a batch."""
    fixed_ms: float
    """Per batch: launches, transfer."""
    stream_ms: float
    """Reading the weights once."""
    copies: float
    """Copies of the model that one device runs side by side: NeuronCores."""
    overlapped_batches: float
    """Concurrent batches that hide each other's fixed costs: cores of a host."""

    def batch_ms(self, batch: float) -> float:
        """One batch, from its arrival to its answer."""
        return self.fixed_ms + max(batch * self.item_ms, self.stream_ms)

    def idle_batch_ms(self, batch: float) -> float:
        """One batch while the other copies on the device are idle, so that it has all of the device's bandwidth."""
        return self.fixed_ms + max(batch * self.item_ms, self.stream_ms / self.copies)

    def items_per_second(self, batch: float, devices: float) -> float:
        """Items a second of `devices`, each of them busy with batches of that size."""
        if self.overlapped_batches > 1:
            return 1e3 / (self.item_ms + self.fixed_ms / self.overlapped_batches / batch)
        return devices * self.copies * batch / self.batch_ms(batch) * 1e3

    def slowed_by(self, factor: float) -> ForwardPass:
        """The same pass, `factor` times as slow."""
        return msgspec.structs.replace(
            self, item_ms=self.item_ms * factor, fixed_ms=self.fixed_ms * factor, stream_ms=self.stream_ms * factor
        )

    def bound_by(self, batch: float = 1.0) -> BoundBy:
        """What takes most of a batch's time."""
        parts: dict[BoundBy, float] = {"overhead": self.fixed_ms, "compute": batch * self.item_ms, "memory-bandwidth": self.stream_ms}
        return max(parts, key=lambda name: parts[name])


def forward_pass(
    shape: Shape, device: Device, precision: str, efficiency: Efficiency, *, tokens: float = 0.0, pixels: float = 0.0
) -> ForwardPass:
    """`shape` on `device` for items of `tokens` or images of `pixels` (0 for its typical item)."""
    rates = _pass_efficiency(shape, efficiency)
    factor = efficiency.factor_of(device.id)
    gflop = shape.item_gflop(tokens, pixels)
    share = rates.compute[compute_width(device, precision)] * factor.passes * math.pow(gflop / _REFERENCE_GFLOP, rates.size_power)
    sustained = peak_gflops(device, precision) * share
    weights = shape.parameters * STREAMED_BYTES[precision] / 1e9
    if device.processor == "cpu":
        bandwidth = device.bandwidth_gb * device.count * efficiency.decoder.stream["32"]
        return ForwardPass(
            item_ms=gflop / (sustained * device.count) * 1e3,
            fixed_ms=(rates.batch_ms + rates.layer_ms * shape.layers) * factor.overhead,
            stream_ms=weights / bandwidth * 1e3,
            copies=1.0,
            overlapped_batches=max(device.count, 1.0),
        )
    copies = float(device.cores)
    return ForwardPass(
        item_ms=gflop / sustained * 1e3 * copies,
        fixed_ms=(rates.batch_ms + rates.layer_ms * shape.layers) * factor.overhead,
        stream_ms=weights / (device.bandwidth_gb * efficiency.decoder.stream["16"] * factor.stream) * 1e3 * copies,
        copies=copies,
        overlapped_batches=1.0,
    )


def _pass_efficiency(shape: Shape, efficiency: Efficiency) -> PassEfficiency:
    return efficiency.passes.get(shape.kind) or efficiency.passes["other"]
