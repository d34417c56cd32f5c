"""Shares of the peak that real software reaches, and fixed costs: what `make calibrate` fits to published measurements."""

from typing import Final, Literal

from msgspec import field

from knowledge.schema.bound import Positive
from knowledge.schema.record import Entry, Record

Width = Literal["32", "16", "8", "4", "weights-8", "weights-4"]
"""Bits in which a model is computed; `weights-` where only the weights are that narrow and 16 bits are computed."""


class DecoderEfficiency(Record):
    """Language models, token by token. Shares are of the device's dense peak or of its memory bandwidth.

    They are effective ones: a share above 1 makes up for bytes or fixed costs that the form counts and the engine spares.
    """

    compute: dict[Width, Positive]
    stream: dict[Width, Positive]
    """Share of the bandwidth at which weights are read."""
    cache: Positive
    """Share of the bandwidth at which the KV cache is read."""
    layer_ms: Positive
    """Per layer and step: launches and small operations."""
    step_ms: Positive
    prompt_ms: Positive
    """Per prompt."""
    reduce_ms: Positive
    """Latency of one all-reduce where devices are linked."""
    host_reduce_ms: Positive
    """The same over PCIe."""
    link_share: Positive
    """Share of the link's bandwidth that an all-reduce reaches."""
    host_link_gb: dict[Literal["2", "4", "8"], Positive]
    """GB/s of an all-reduce over PCIe, by devices."""
    experts_compute: Positive
    """Factor on `compute` for mixtures of experts."""
    experts_met: Positive
    """Of the tokens of a batch, the share that meets experts of its own; above 1 where an engine reads more experts than are met."""
    interference: Positive
    """Share of the prompts of others that a sequence waits for while it decodes; above 1 where a prompt stops all of them for longer."""
    waiting: Positive
    waiting_power: Positive
    """Time to first token under load: 1 + waiting × concurrency × share of time spent on prompts ^ power."""


class PassEfficiency(Record):
    """One forward pass an item: encoders, images, audio, denoising."""

    compute: dict[Width, Positive]
    """At the batch that fills the device."""
    layer_ms: Positive
    """Per layer and batch."""
    batch_ms: Positive
    """Per batch: transfer, launch."""
    size_power: float
    """Larger items fill a device better: the share grows as (GFLOP per item / 10) ^ power."""


class TrainingEfficiency(Record):
    """Model FLOPs utilisation in training."""

    compute: dict[Width, Positive]
    size_power: float
    """The share grows as (10^9 parameters) ^ power."""
    nodes_share: Positive
    """What is kept for every doubling of devices beyond eight."""


class DeviceFactor(Record):
    """How one device departs from its kind: factors on the coefficients."""

    compute: Positive = 1.0
    """Language models."""
    stream: Positive = 1.0
    passes: Positive = 1.0
    overhead: Positive = 1.0
    """On the fixed costs of a pass."""
    training: Positive = 1.0


_USUAL: Final = DeviceFactor()


class Spread(Record):
    """The factor by which an estimate is divided and multiplied so that nine measurements of ten lie within."""

    throughput: Positive
    latency: Positive
    first_token: Positive | None = None


class Efficiency(Entry):
    """One kind of processor, which is the `id`."""

    decoder: DecoderEfficiency
    passes: dict[str, PassEfficiency]
    """Kind of model -> its coefficients; `other` for those without."""
    training: dict[str, TrainingEfficiency]
    devices: dict[str, DeviceFactor] = field(default_factory=dict)
    """Accelerator or core -> its factors."""
    spread: dict[str, Spread]
    """Kind of model, or `training` -> range."""

    def factor_of(self, device: str) -> DeviceFactor:
        """How the accelerator or core of that id departs from its kind; in nothing where no factors were fitted."""
        return self.devices.get(device, _USUAL)
