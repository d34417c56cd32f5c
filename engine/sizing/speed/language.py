"""Language models under a latency target: the split over devices and the number of sequences that carry most requests."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.sizing.device import Device
from engine.sizing.estimated import BoundBy, Memory
from engine.sizing.held import at_once, to_serve
from engine.sizing.memory.rates import MemoryRates
from engine.sizing.needs import Needs
from engine.sizing.speed.decoder import Decoder, decoder_of
from engine.sizing.speed.performance import HANDED_OUT
from engine.sizing.speed.record import Speed
from knowledge.schema.efficiency import Efficiency

_WITHIN_TARGET: Final = 0.8
"""Share of the target that an answer may take before waiting is counted."""
_PATIENCE: Final = 4
"""Without a target, an answer may take so many times the quickest one."""


class Targets(NamedTuple):
    """What an answer may take, ms; None where nobody says."""

    answer: float | None = None
    first_token: float | None = None
    per_token: float | None = None


class HeldSplit(NamedTuple):
    """A language model split over so many devices, before anybody asks how soon it has to answer."""

    devices: float
    decoder: Decoder
    most: int
    """Sequences whose cache fits."""
    memory_share: float


def held_splits(needs: Needs, device: Device, precision: str, efficiency: Efficiency, *, rates: MemoryRates) -> tuple[HeldSplit, ...]:
    """The ways to split the model over the devices of a machine, few devices first; empty where it does not fit."""
    if needs.shape is None:
        return ()
    found = []
    for devices, held in _memories(needs, device, precision, rates):
        decoder = decoder_of(needs.shape, device, precision, devices, efficiency)
        most = min(int(rates.most_sequences), at_once(needs, device, precision, rates, devices=devices, share=HANDED_OUT))
        found.append(HeldSplit(devices, decoder, most, held.per_device / held.device_usable))
    return tuple(found)


def quickest(held: Sequence[HeldSplit], needs: Needs, device: Device, precision: str, targets: Targets) -> Speed | None:
    """The split that carries most requests within the targets, else the quickest one; None where there is none."""
    speeds = (
        _speed(needs, device, one.decoder, precision, targets, devices=one.devices, most=one.most, share=one.memory_share) for one in held
    )
    return max(speeds, key=lambda speed: (_overshoot(speed, targets), speed.capacity), default=None)


def _overshoot(speed: Speed, targets: Targets) -> float:
    """0 where one request alone keeps every target, else how far it misses, below 0."""
    told = ((speed.alone_ms, targets.answer), (speed.first_token_ms, targets.first_token), (speed.per_token_ms, targets.per_token))
    return -max(max(value / most - 1, 0.0) if value is not None and most else 0.0 for value, most in told)


def _memories(needs: Needs, device: Device, precision: str, rates: MemoryRates) -> Iterator[tuple[float, Memory]]:
    """Powers of two of devices that hold the model and one request, and all of them, with what one copy holds; a CPU works as a whole."""
    if device.processor == "cpu":
        if to_serve(needs, device, precision, rates).verdict != "does-not-fit":
            yield device.count, to_serve(needs, device, precision, rates, devices=device.count)
        return
    split = 1.0
    while split <= device.count:
        held = to_serve(needs, device, precision, rates, devices=split)
        if held.verdict != "does-not-fit":
            yield split, held
        split = device.count if split < device.count < split * 2 else split * 2


def _speed(
    needs: Needs, device: Device, decoder: Decoder, precision: str, targets: Targets, *, devices: float, most: int, share: float
) -> Speed:
    tokens_in, tokens_out = max(needs.input_tokens, 1.0), max(needs.output_tokens, 1.0)
    times = decoder.loaded(tokens_in, tokens_out)

    def answer_ms(sequences: float) -> tuple[float, float, float]:
        """Milliseconds of a whole answer, of its first token, of each token after that, with so many sequences at once."""
        first, each = times(sequences)
        return first + (tokens_out - 1) * each, first, each

    found = answer_ms(1)
    alone = found[0]
    limits = (
        targets.answer * _WITHIN_TARGET if targets.answer is not None else _PATIENCE * alone,
        targets.first_token or math.inf,
        targets.per_token or math.inf,
    )
    batch = 1
    while batch * 2 <= most:
        more = answer_ms(batch * 2)
        if more[0] > limits[0] or more[1] > limits[1] or more[2] > limits[2]:
            break
        batch, found = batch * 2, more
    answer, first, each = found
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
