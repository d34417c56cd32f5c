"""The coefficients of memory that were fitted or estimated. Their reasons and sources stand in knowledge/data/weights/memory.yaml."""

from __future__ import annotations

from knowledge import Knowledge
from knowledge.schema.record import Record


class MemoryRates(Record):
    """The thresholds of `weights/memory.yaml` by name; GB of 10^9 bytes unless said otherwise."""

    tight: float
    """Share of what is usable above which a run is tight."""
    full: float
    """Share of what is usable above which it does not fit."""
    overhead_language: float
    overhead_network: float
    overhead_neuron: float
    overhead_cpu: float
    overhead_training: float
    fragmentation: float
    """Share of the activations that the allocator holds beyond them."""
    collective_2: float
    collective_more: float
    prefill_tokens: float
    most_sequences: float
    activation_width_1: float
    activation_width_2: float
    activation_width_more: float
    activation_width_mixture: float
    activation_floor: float
    encoder_width: float
    kept_per_hidden: float
    """Bytes in 16 bits."""
    kept_inner_gated: float
    kept_inner_plain: float
    fused_per_hidden: float
    """Bytes in 16 bits."""
    quantized_activations: float
    logit_bytes: float
    logit_bytes_chunked: float
    image_elements: float
    image_elements_per_gflop: float
    diffusion_elements_per_gflop: float
    diffusion_forwards: float
    image_mixed: float
    image_checkpointed: float
    image_live: float
    recompute_above_b: float
    """10^9 parameters."""
    recompute_adapters_above_b: float
    """10^9 parameters."""
    recompute_adapters_above_tokens: float
    lora_rank: float
    lora_share: float
    bucket_elements: float
    host_share: float
    """Share of the host's memory that a model may take."""
    host_process: float
    host_shard: float
    host_offload_buffer: float


def memory_rates(knowledge: Knowledge) -> MemoryRates:
    """The coefficients of the base. Build them once: estimates take them as an argument."""
    return MemoryRates(**knowledge.weights["memory"].thresholds)
