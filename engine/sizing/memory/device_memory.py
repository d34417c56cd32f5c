"""Memory of a run by part: of one device, and from that of all devices together."""

from __future__ import annotations

import msgspec

from engine.sizing.device import Device
from engine.sizing.estimate_records import Fits, Memory
from engine.sizing.memory.kv_cache import CacheMemory
from engine.sizing.memory.rates import MemoryRates
from engine.sizing.memory.weights import WeightsMemory


class DeviceMemory(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Memory of each of the `devices` that share a run, GB."""

    devices: float
    weights: float
    kv_cache: float = 0.0
    gradients: float = 0.0
    optimizer: float = 0.0
    activations: float
    overhead: float
    weights_of_copy: WeightsMemory | None = None
    """The weights that all devices together hold once; None where they hold more or other weights."""
    cache: CacheMemory | None = None
    """The KV cache of all devices; None for what has none."""

    @property
    def total(self) -> float:
        """The sum of all parts, GB."""
        return self.weights + self.kv_cache + self.gradients + self.optimizer + self.activations + self.overhead

    def across_devices(self, device: Device, rates: MemoryRates) -> Memory:
        """Memory of all devices together, and whether it fits one of them."""
        devices, used = self.devices, self.total
        return Memory(
            weights=self.weights * devices,
            kv_cache=self.kv_cache * devices,
            gradients=self.gradients * devices,
            optimizer=self.optimizer * devices,
            activations=self.activations * devices,
            overhead=self.overhead * devices,
            total=used * devices,
            per_device=used,
            device_usable=device.memory_gb,
            verdict=fit_verdict(used, device.memory_gb, rates),
        )


def fit_verdict(needed: float, usable: float, rates: MemoryRates) -> Fits:
    """What `needed` GB on a device with `usable` GB mean: fits, tight above 85 %, does not fit above 100 %."""
    if needed > usable * rates.full:
        return "does-not-fit"
    return "tight" if needed > usable * rates.tight else "fits"
