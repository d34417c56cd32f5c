"""Language models under a latency target: the split over devices and the number of sequences that carry most requests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.sizing.device import Device
from engine.sizing.estimated import BoundBy
from engine.sizing.held import at_once, to_serve
from engine.sizing.memory.rates import MemoryRates
from engine.sizing.needs import Needs
from engine.sizing.speed.decoder import Decoder, decoder_of
from engine.sizing.speed.performance import HANDED_OUT
from engine.sizing.speed.record import Speed
from knowledge.schema.efficiency import Efficiency

_MOST_SEQUENCES: Final = 256
_WITHIN_TARGET: Final = 0.8
"""Share of the target that an answer may take before waiting is counted."""
_PATIENCE: Final = 4
"""Without a target, an answer may take so many times the quickest one."""


def language_speed(
    needs: Needs, device: Device, precision: str, efficiency: Efficiency, target_ms: float | None, *, rates: MemoryRates
) -> Speed | None:
    """The split that carries most requests within the target; None where the model does not fit."""
    if needs.shape is None:
        return None
    found = []
    for devices in splits(needs, device, precision, rates):
        decoder = decoder_of(needs.shape, device, precision, devices, efficiency)
        most = min(_MOST_SEQUENCES, at_once(needs, device, precision, rates, devices=devices, share=HANDED_OUT))
        held = to_serve(needs, device, precision, rates, devices=devices)
        found.append(
            _speed(needs, device, decoder, precision, target_ms, devices=devices, most=most, share=held.per_device / held.device_usable)
        )
    return max(found, key=lambda speed: speed.capacity, default=None)


def splits(needs: Needs, device: Device, precision: str, rates: MemoryRates) -> Iterator[float]:
    """Powers of two of devices that hold the model and one request, and all of them; a CPU works with all its cores."""
    if device.processor == "cpu":
        if to_serve(needs, device, precision, rates).verdict != "does-not-fit":
            yield device.count
        return
    split = 1.0
    while split <= device.count:
        if to_serve(needs, device, precision, rates, devices=split).verdict != "does-not-fit":
            yield split
        split = device.count if split < device.count < split * 2 else split * 2


def _speed(
    needs: Needs, device: Device, decoder: Decoder, precision: str, target_ms: float | None, *, devices: float, most: int, share: float
) -> Speed:
    tokens_in, tokens_out = max(needs.input_tokens, 1.0), max(needs.output_tokens, 1.0)

    def answer_ms(sequences: float) -> tuple[float, float, float]:
        first, each = decoder.under_load(sequences, tokens_in, tokens_out)
        return first + (tokens_out - 1) * each, first, each

    alone, *_ = answer_ms(1)
    limit = target_ms * _WITHIN_TARGET if target_ms is not None else _PATIENCE * alone
    batch = 1
    while batch * 2 <= most and answer_ms(batch * 2)[0] <= limit:
        batch *= 2
    answer, first, each = answer_ms(batch)
    copies = max(device.count // devices, 1.0)
    return Speed(
        latency_ms=answer,
        alone_ms=alone,
        capacity=copies * batch / answer * 1e3,
        servers=copies * batch,
        devices_used=devices,
        batch=batch,
        bound_by=_bound(decoder, batch, most),
        first_token_ms=first,
        per_token_ms=each,
        precision=precision,
        memory_share=share,
    )


def _bound(decoder: Decoder, batch: int, most: int) -> BoundBy:
    return "memory-capacity" if batch * 2 > most else decoder.bound_by(batch)
