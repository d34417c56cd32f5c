"""Images, sentences and the like under a latency target: the batch that serves it, and what that carries."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.sizing.device import Device
from engine.sizing.held import to_serve
from engine.sizing.memory.rates import MemoryRates
from engine.sizing.needs import Needs
from engine.sizing.speed.passes import Passes, passes_of
from engine.sizing.speed.record import Speed
from knowledge.schema.efficiency import Efficiency

_MAX_BATCH: Final = 64
_AS_QUICK: Final = 1.05
_PATIENCE: Final = 4
"""Without a target, a batch may take so many times a single item."""
_UNASKED_MS: Final = 250.0
"""And no longer than this, which still feels like an answer at once."""


class HeldNetwork(NamedTuple):
    """A network that fits a device, before anybody asks how soon it has to answer."""

    device: Device
    precision: str
    passes: Passes
    memory_share: float
    """Of what is usable."""
    is_measured: bool

    def speed(self, target_ms: float | None, request_ms: float = 0.0) -> Speed:
        """The batch that serves the target, and what it carries. Each part of a device has its own copy; on a CPU all cores serve one item.

        `request_ms` is spent around a request: server, serialisation, copies.
        """
        device, passes = self.device, self.passes
        batch, on_cpu = 1, device.processor == "cpu"
        free = request_ms + passes.batch_ms(1) * _AS_QUICK  # where reading the weights takes longest, more items cost nothing
        longest = target_ms / 2 if target_ms is not None else min(free * _PATIENCE, _UNASKED_MS)
        while not on_cpu and batch < _MAX_BATCH and request_ms + passes.batch_ms(batch * 2) <= max(longest, free):
            batch *= 2
        answer, alone = request_ms + passes.batch_ms(batch), request_ms + passes.alone_ms(1)
        if on_cpu:
            capacity = 1e3 / (1e3 / passes.rate(1, device.count) + request_ms / device.count)
            servers, used = 1.0, device.count
        else:
            servers, used = device.count * passes.copies, 1.0
            capacity = servers * batch / answer * 1e3
        return Speed(
            latency_ms=answer,
            alone_ms=alone,
            capacity=capacity,
            servers=servers,
            devices_used=used,
            batch=batch,
            bound_by="overhead" if request_ms > passes.batch_ms(1) else passes.bound_by(batch),
            precision=self.precision,
            memory_share=self.memory_share,
            is_measured=self.is_measured,
        )


def held_network(
    needs: Needs, device: Device, precision: str, efficiency: Efficiency, *, rates: MemoryRates, measured: float | None = None
) -> HeldNetwork | None:
    """The network on the device; None where it does not fit. `measured`: how many times as long published runs took as their estimates."""
    if needs.shape is None:
        return None
    held = to_serve(needs, device, precision, rates)
    memory = held.per_device / held.device_usable
    if memory > 1:
        return None
    passes = passes_of(needs.shape, device, precision, efficiency, tokens=needs.input_tokens).times(measured or 1.0)
    return HeldNetwork(device, precision, passes, memory, measured is not None)
