"""Networks that answer in one pass (images, sentences and the like) under a latency target: the batch, and what it carries."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.sizing.device import Device
from engine.sizing.memory.rates import MemoryRates
from engine.sizing.memory_fit import serving_footprint
from engine.sizing.needs import Needs
from engine.sizing.speed.forward_pass import ForwardPass, forward_pass
from engine.sizing.speed.instance_speed import Speed
from knowledge.schema.efficiency import Efficiency

_MAX_BATCH: Final = 64
_FREE_SLOWDOWN: Final = 1.05
"""Where reading the weights takes longest, more items cost nothing: a batch may always take so many times a single item."""
_PATIENCE: Final = 4
"""Without a target, a batch may take so many times a single item."""
_DEFAULT_PATIENCE_MS: Final = 250.0
"""And no longer than this, which still feels immediate."""


class NetworkPlacement(NamedTuple):
    """A network that fits a device, before any latency target."""

    device: Device
    precision: str
    passes: ForwardPass
    memory_share: float
    """Of what is usable."""
    is_measured: bool

    def serving_speed(self, target_ms: float | None, request_ms: float = 0.0) -> Speed:
        """The largest batch within the target, and what it carries.

        Each device, or part of one, has its own copy; on a CPU all cores serve one item. `request_ms` is spent around a request:
        server, serialisation, copies.
        """
        device, passes = self.device, self.passes
        batch, on_cpu = 1, device.processor == "cpu"
        free = request_ms + passes.batch_ms(1) * _FREE_SLOWDOWN
        longest = target_ms / 2 if target_ms is not None else min(free * _PATIENCE, _DEFAULT_PATIENCE_MS)
        while not on_cpu and batch < _MAX_BATCH and request_ms + passes.batch_ms(batch * 2) <= max(longest, free):
            batch *= 2
        latency = request_ms + passes.batch_ms(batch)
        if on_cpu:
            capacity = 1e3 / (1e3 / passes.items_per_second(1, device.count) + request_ms / device.count)
            servers, used = 1.0, device.count
        else:
            servers, used = device.count * passes.copies, 1.0
            capacity = servers * batch / latency * 1e3
        return Speed(
            latency_ms=latency,
            alone_ms=request_ms + passes.idle_batch_ms(1),
            capacity=capacity,
            servers=servers,
            devices_used=used,
            batch=batch,
            bound_by="overhead" if request_ms > passes.batch_ms(1) else passes.bound_by(batch),
            precision=self.precision,
            memory_share=self.memory_share,
            is_measured=self.is_measured,
        )


def place_network(
    needs: Needs, device: Device, precision: str, efficiency: Efficiency, *, rates: MemoryRates, measured: float | None = None
) -> NetworkPlacement | None:
    """The network on the device; None where it does not fit. `measured`: measured over estimated times of published runs."""
    if needs.shape is None:
        return None
    memory = serving_footprint(needs, device, precision, rates)
    share = memory.per_device / memory.device_usable
    if share > 1:
        return None
    passes = forward_pass(needs.shape, device, precision, efficiency, tokens=needs.input_tokens).slowed_by(measured or 1.0)
    return NetworkPlacement(device, precision, passes, share, measured is not None)
