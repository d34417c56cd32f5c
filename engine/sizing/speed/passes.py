"""Models that answer with one forward pass an item: sentences, images, audio, pictures made by denoising."""

from __future__ import annotations

import math
from typing import Final

import msgspec

from engine.sizing.device import Device
from engine.sizing.estimated import BoundBy
from engine.sizing.shape import Shape
from engine.sizing.speed.width import STREAMED, peak_gflops, width_of
from knowledge.schema.efficiency import Efficiency, PassEfficiency

_USUAL_GFLOP: Final = 10.0


class Passes(msgspec.Struct):
    """A model on a device, or on all cores of a host. Times are in ms."""

    item_ms: float
    """One more item in a batch."""
    fixed_ms: float
    """Per batch: launches, transfer."""
    stream_ms: float
    """Reading the weights once."""
    copies: float
    """Copies of the model that one device runs side by side: NeuronCores."""
    hidden: float
    """Batches under way at once that hide each other's fixed costs: cores of a host."""

    def batch_ms(self, batch: float) -> float:
        """One batch, from its arrival to its answer."""
        return self.fixed_ms + max(batch * self.item_ms, self.stream_ms)

    def alone_ms(self, batch: float) -> float:
        """One batch while the other copies on the device are idle, so that it has all of the device's bandwidth."""
        return self.fixed_ms + max(batch * self.item_ms, self.stream_ms / self.copies)

    def rate(self, batch: float, devices: float) -> float:
        """Items a second of `devices`, each of them busy with batches of that size."""
        if self.hidden > 1:
            return 1e3 / (self.item_ms + self.fixed_ms / self.hidden / batch)
        return devices * self.copies * batch / self.batch_ms(batch) * 1e3

    def times(self, factor: float) -> Passes:
        """The same, all of it `factor` times as slow."""
        return msgspec.structs.replace(
            self, item_ms=self.item_ms * factor, fixed_ms=self.fixed_ms * factor, stream_ms=self.stream_ms * factor
        )

    def bound_by(self, batch: float = 1.0) -> BoundBy:
        """What takes most of a batch's time."""
        parts: dict[BoundBy, float] = {"overhead": self.fixed_ms, "compute": batch * self.item_ms, "memory-bandwidth": self.stream_ms}
        return max(parts, key=lambda name: parts[name])


def passes_of(shape: Shape, device: Device, precision: str, efficiency: Efficiency, *, tokens: float = 0.0, pixels: float = 0.0) -> Passes:
    """`shape` on `device` for items of `tokens` or images of `pixels` (0 for its typical item)."""
    of = _of_kind(shape, efficiency)
    factor = efficiency.factor_of(device.id)
    gflop = shape.item_gflop(tokens, pixels)
    share = of.compute[width_of(device, precision)] * factor.passes * math.pow(gflop / _USUAL_GFLOP, of.size_power)
    sustained = peak_gflops(device, precision) * share
    weights = shape.parameters * STREAMED[precision] / 1e9
    if device.processor == "cpu":
        bandwidth = device.bandwidth_gb * device.count * efficiency.decoder.stream["32"]
        return Passes(
            item_ms=gflop / (sustained * device.count) * 1e3,
            fixed_ms=(of.batch_ms + of.layer_ms * shape.layers) * factor.overhead,
            stream_ms=weights / bandwidth * 1e3,
            copies=1.0,
            hidden=max(device.count, 1.0),
        )
    copies = float(device.cores)
    return Passes(
        item_ms=gflop / sustained * 1e3 * copies,
        fixed_ms=(of.batch_ms + of.layer_ms * shape.layers) * factor.overhead,
        stream_ms=weights / (device.bandwidth_gb * efficiency.decoder.stream["16"] * factor.stream) * 1e3 * copies,
        copies=copies,
        hidden=1.0,
    )


def _of_kind(shape: Shape, efficiency: Efficiency) -> PassEfficiency:
    return efficiency.passes.get(shape.kind) or efficiency.passes["other"]
