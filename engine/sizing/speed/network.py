"""Images, sentences and the like under a latency target: the batch that serves it, and what that carries."""

from __future__ import annotations

from typing import Final

from engine.sizing.device import Device
from engine.sizing.held import to_serve
from engine.sizing.memory.rates import MemoryRates
from engine.sizing.needs import Needs
from engine.sizing.speed.passes import passes_of
from engine.sizing.speed.record import Speed
from knowledge.schema.efficiency import Efficiency

_MAX_BATCH: Final = 64
_AS_QUICK: Final = 1.05


def network_speed(
    needs: Needs,
    device: Device,
    precision: str,
    efficiency: Efficiency,
    target_ms: float | None,
    *,
    rates: MemoryRates,
    request_ms: float = 0.0,
) -> Speed | None:
    """Each part of a device serves its own copy; on a CPU all cores serve one item together. None where it does not fit.

    `request_ms` is spent around a request: server, serialisation, copies.
    """
    if needs.shape is None:
        return None
    held = to_serve(needs, device, precision, rates)
    memory = held.per_device / held.device_usable
    passes = passes_of(needs.shape, device, precision, efficiency, tokens=needs.input_tokens)
    if memory > 1:
        return None
    around = request_ms
    batch, on_cpu = 1, device.processor == "cpu"
    free = around + passes.batch_ms(1) * _AS_QUICK  # where reading the weights takes longest, more items cost nothing
    while not on_cpu and batch < _MAX_BATCH and target_ms is not None:
        if around + passes.batch_ms(batch * 2) > max(target_ms / 2, free):
            break
        batch *= 2
    answer, alone = around + passes.batch_ms(batch), around + passes.alone_ms(1)
    if on_cpu:
        capacity = 1e3 / (1e3 / passes.rate(1, device.count) + around / device.count)
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
        bound_by="overhead" if around > passes.batch_ms(1) else passes.bound_by(batch),
        precision=precision,
        memory_share=memory,
    )
