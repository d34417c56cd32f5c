"""Sizing of needs and hardware against figures worked out by hand or published, and what larger hardware has to bring."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decision.context import Context, complete_workload
from engine.sizing.data_types import STREAMED_BYTES, supported_precision
from engine.sizing.device import Device, instance_device
from engine.sizing.memory.kv_cache import KV_CACHE_BYTES, kv_cache_elements
from engine.sizing.memory.rates import memory_rates
from engine.sizing.memory_fit import serving_footprint, training_footprint
from engine.sizing.needs import Needs, workload_needs
from engine.sizing.shape import model_shape
from engine.sizing.speed.gradient_exchange import exchange_share
from engine.sizing.speed.instance_speed import Speed
from engine.sizing.speed.language_model_speed import LatencyTargets, best_split_speed, tensor_parallel_splits
from engine.sizing.speed.network_speed import place_network
from engine.sizing.speed.training_speed import FORWARD_PASSES_PER_STEP, forward_gflop, scaling_share, training_units
from knowledge import Knowledge
from tests.case_tables import for_each
from tests.depth import rounds
from tests.engine.workloads import stated_workload

GIB_IN_GB = 1.073741824


def needs(knowledge: Knowledge, model: str, **facts: object) -> Needs:
    """What a model needs."""
    return workload_needs(stated_workload(knowledge, model=model, **facts), knowledge)


def cache_bytes(knowledge: Knowledge, model: str) -> float:
    """What one token adds to the KV cache of a model."""
    return kv_cache_elements(model_shape(knowledge.models[model]), 1) * KV_CACHE_BYTES


def device(knowledge: Knowledge, instance: str) -> Device:
    """The hardware of an instance type."""
    found = instance_device(knowledge.instances[instance], knowledge)
    assert found is not None
    return found


def split_over(knowledge: Knowledge, wanted: Needs, instance: str, precision: str) -> list[float]:
    """Numbers of devices that hold it."""
    hardware = device(knowledge, instance)
    efficiency = knowledge.efficiencies[hardware.processor]
    return [one.devices for one in tensor_parallel_splits(wanted, hardware, precision, efficiency, rates=memory_rates(knowledge))]


def speed(knowledge: Knowledge, model: str, instance: str, target: float | None = None, precision: str | None = None) -> Speed | None:
    """What one instance does with a model."""
    wanted, hardware = needs(knowledge, model), device(knowledge, instance)
    chosen, rates = supported_precision(hardware, precision), memory_rates(knowledge)
    assert chosen is not None
    efficiency = knowledge.efficiencies[hardware.processor]
    if wanted.kind == "language-model":
        return best_split_speed(
            tensor_parallel_splits(wanted, hardware, chosen, efficiency, rates=rates), wanted, hardware, chosen, LatencyTargets(target)
        )
    held = place_network(wanted, hardware, chosen, efficiency, rates=rates)
    return None if held is None else held.serving_speed(target)


@for_each(
    ("model", "expected"),
    [
        ("llama-3-8b", 2 * 32 * 8 * 128 * 2),
        ("llama-3-70b", 2 * 80 * 8 * 128 * 2),
        ("opt-13b", 2 * 40 * 40 * 128 * 2),
        ("deepseek-r1-671b", 61 * (512 + 64) * 2),
    ],
)
def test_the_cache_holds_keys_and_values_of_the_kv_heads(knowledge: Knowledge, model: str, expected: float) -> None:
    """Layers x KV heads x head size, twice, in 16 bits; latent attention keeps its rank and the rotary part once."""
    assert cache_bytes(knowledge, model) == expected


def test_the_cache_grows_with_tokens_and_requests(knowledge: Knowledge) -> None:
    """Llama 3 8B at 4,096 + 4,096 tokens holds 1.07 GB for each request."""
    wanted = needs(knowledge, "llama-3-8b", input_tokens=4096, output_tokens=4096)
    card, rates = device(knowledge, "p5.48xlarge"), memory_rates(knowledge)
    for requests in (1, 10):
        held = serving_footprint(wanted, card, "bf16", rates, sequences=requests)
        assert held.kv_cache == pytest.approx(requests * 8192 * 131072 / 1e9)


def test_usable_memory_is_what_the_api_tells_less_half_a_gibibyte(knowledge: Knowledge) -> None:
    """A T4 is sold with 16 GB; the API tells 16,384 MiB, and the driver keeps 512 of them."""
    assert device(knowledge, "g4dn.xlarge").memory_gb == pytest.approx((16384 - 512) / 1024 * GIB_IN_GB)
    assert device(knowledge, "g5.xlarge").memory_gb == pytest.approx((22888 - 512) / 1024 * GIB_IN_GB)


def test_70b_in_16_bits_needs_a_p4d(knowledge: Knowledge) -> None:
    """141 GB of weights do not fit the four A10G of a g5.12xlarge, and fit the eight A100 of a p4d.24xlarge."""
    wanted = needs(knowledge, "llama-3-70b")
    assert not split_over(knowledge, wanted, "g5.12xlarge", "bf16")
    assert split_over(knowledge, wanted, "p4d.24xlarge", "bf16") == [4, 8]


def test_device_memory_is_of_a_device_not_of_an_instance(knowledge: Knowledge) -> None:
    """A network of 26 GB never fits four T4, although their memory adds up to 66 GB; a language model may be split."""
    network, split = (needs(knowledge, model, parameters_b=26.0 / 4) for model in ("resnet-50", "llama-3-8b"))
    four = device(knowledge, "g4dn.12xlarge")
    assert place_network(network, four, "fp32", knowledge.efficiencies["gpu"], rates=memory_rates(knowledge)) is None
    assert split_over(knowledge, split, "g4dn.12xlarge", "fp32") == [2, 4]


@for_each("instance", ["g5.12xlarge", "g5.48xlarge", "p4d.24xlarge", "g6e.12xlarge"])
@for_each("precision", ["bf16", "int8", "int4"])
def test_a_smaller_model_is_never_split_further(knowledge: Knowledge, instance: str, precision: str) -> None:
    """On the same instance a model of 14 B starts at no more devices than one of 34 B, and that at no more than one of 70 B."""
    least = [
        min(split_over(knowledge, needs(knowledge, model), instance, precision), default=math.inf)
        for model in ("qwen2-5-14b", "codellama-34b", "llama-3-70b")
    ]
    assert least == sorted(least)


@for_each(("model", "published_ms"), [("vit-base", 149.0), ("bert-base", 149.0 * 22.3 / 35.1)])
def test_a_cpu_is_as_fast_as_was_measured(knowledge: Knowledge, model: str, published_ms: float) -> None:
    """ViT-base in fp32 was measured at 149 ms on a c6i.xlarge; estimates stay within a factor of 2, BERT's by its share of the work."""
    found = speed(knowledge, model, "c6i.xlarge")
    assert found is not None
    assert published_ms / 2 < found.alone_ms < published_ms * 2


def _sizes(knowledge: Knowledge, family: str) -> Sequence[str]:
    sizes = [one for one in knowledge.instances.values() if one.family == family and not one.bare_metal]
    return [one.instance_type for one in sorted(sizes, key=lambda one: (one.physical_cores, one.accelerator_count))]


@for_each("model", ["bert-base", "resnet-50", "llama-3-8b"])
@for_each("family", ["c6i", "m5", "c7i"])
def test_more_cores_are_never_slower(knowledge: Knowledge, family: str, model: str) -> None:
    """Within a family, a size with more cores answers no later and carries no less."""
    found = [one for name in _sizes(knowledge, family) if (one := speed(knowledge, model, name)) is not None]
    assert len(found) > 3
    for smaller, larger in itertools.pairwise(found):
        assert larger.alone_ms <= smaller.alone_ms * (1 + 1e-9)
        assert larger.capacity >= smaller.capacity * (1 - 1e-9)


@settings(max_examples=rounds(25, 1_000))
@given(st.sampled_from(["bert-base", "resnet-50", "llama-3-8b", "qwen2-5-14b"]), st.floats(20, 60_000), st.floats(1.01, 10))
def test_more_time_allows_no_less_capacity(knowledge: Knowledge, model: str, target: float, factor: float) -> None:
    """A looser target allows a larger batch, and a larger batch never lowers what an instance completes."""
    for instance in ("g4dn.xlarge", "g5.12xlarge", "inf2.24xlarge", "p4d.24xlarge"):
        tight, loose = speed(knowledge, model, instance, target), speed(knowledge, model, instance, target * factor)
        assert (tight is None) == (loose is None)
        if tight is not None and loose is not None:
            assert loose.capacity >= tight.capacity * (1 - 1e-9)
            assert loose.alone_ms <= loose.latency_ms * (1 + 1e-9)


@for_each("instance", ["g4dn.xlarge", "g5.xlarge", "inf2.xlarge", "c6i.4xlarge"])
def test_a_larger_model_is_never_faster(knowledge: Knowledge, instance: str) -> None:
    """On one machine, BERT-large takes longer than BERT-base, and that longer than DistilBERT."""
    found = [speed(knowledge, model, instance) for model in ("distilbert", "bert-base", "bert-large")]
    times = [one.alone_ms for one in found if one is not None]
    assert len(times) == 3
    assert times == sorted(times)


def test_lora_and_qlora_of_a_workload_hold_less(knowledge: Knowledge) -> None:
    """LoRA holds the frozen weights once, QLoRA in 4 bits: 8 B parameters fit 24 GB with the first, 70 B fit 80 GB with the second."""
    card, rates = device(knowledge, "p5.48xlarge"), memory_rates(knowledge)

    def footprint_gb(model: str, method: str) -> float:
        workload = stated_workload(knowledge, model=model, fine_tuning_method=method, input_tokens=512, batch_size=1)
        return training_footprint(workload_needs(workload, knowledge), card, workload, rates, devices=1).total

    for model in ("llama-3-8b", "llama-3-70b"):
        assert footprint_gb(model, "qlora") < footprint_gb(model, "lora") < footprint_gb(model, "full")
    assert footprint_gb("bert-base", "lora") < footprint_gb("bert-base", "full")
    assert footprint_gb("llama-3-8b", "lora") < 24
    assert footprint_gb("llama-3-70b", "qlora") < 80


def test_training_takes_six_operations_a_parameter_and_token(knowledge: Knowledge) -> None:
    """Of 8.03 B parameters 6 x 8.03e9 for a token, a few percent more with attention; frozen weights save a third of them."""
    wanted = needs(knowledge, "llama-3-8b")
    assert wanted.shape is not None
    without = forward_gflop(wanted.shape, 0)
    assert FORWARD_PASSES_PER_STEP["full"] * without == pytest.approx(6 * 8.03)
    assert 1 < forward_gflop(wanted.shape, 2048) / without < 1.05
    assert FORWARD_PASSES_PER_STEP["lora"] == pytest.approx(FORWARD_PASSES_PER_STEP["full"] * 2 / 3)
    assert FORWARD_PASSES_PER_STEP["lora"] < FORWARD_PASSES_PER_STEP["qlora"] < FORWARD_PASSES_PER_STEP["full"]


def test_a_run_counts_every_token_once_an_epoch(knowledge: Knowledge) -> None:
    """A stated number of tokens is taken as it is; rows are read once an epoch, each as long as the input."""
    workload = stated_workload(knowledge, model="llama-3-8b", training_tokens_b=1)
    assert training_units(workload_needs(workload, knowledge), workload) == 1e9
    workload = stated_workload(knowledge, model="llama-3-8b", rows=10_000, epochs=2, input_tokens=512)
    assert training_units(workload_needs(workload, knowledge), workload) == 10_000 * 2 * 512
    workload = stated_workload(knowledge, model="resnet-50", rows=10_000, epochs=2)
    assert training_units(workload_needs(workload, knowledge), workload) == 20_000


@for_each("linked", [True, False])
def test_scaling_never_exceeds_linear(linked: bool) -> None:  # noqa: FBT001  # pytest gives it by name
    """More devices do more work together and less each; only over PCIe is a share lost that measurements do not hold."""
    alone, eight = (scaling_share(devices, 0.85, linked=linked) for devices in (1, 8))
    assert alone == 1
    assert eight <= alone
    assert 8 * eight > alone
    assert (eight < 1) != linked


def test_every_precision_of_the_base_has_a_width(knowledge: Knowledge) -> None:
    """A device that computes in a data type can read weights of it, and fewer bits never take more bytes."""
    kinds = {precision for accelerator in knowledge.accelerators.values() for precision in accelerator.peak_tflops}
    assert kinds <= set(STREAMED_BYTES)
    assert STREAMED_BYTES["fp32"] > STREAMED_BYTES["bf16"] > STREAMED_BYTES["int8"] > STREAMED_BYTES["int4"] >= 0.5


def test_peak_rates_follow_from_the_traffic(knowledge: Knowledge) -> None:
    """The stated rate is merely divided; the peak follows from it by the traffic, and never lies below it."""
    for traffic in ("steady", "spiky", "intermittent", "scheduled"):
        whole = complete_workload(stated_workload(knowledge, model="bert-base", requests_per_second="1000/min", traffic=traffic), knowledge)
        assert whole.requests_per_second == pytest.approx(1000 / 60)
        assert Context.for_workload(whole, knowledge, "today").peak >= 1000 / 60 * (1 - 1e-9)


@given(machines=st.integers(1, 64), parameters=st.floats(1e6, 1e12), step=st.floats(0.01, 100), gbps=st.floats(1, 6400))
def test_machines_that_exchange_gradients_lose_no_more_than_the_exchange_takes(
    machines: int, parameters: float, step: float, gbps: float
) -> None:
    """One machine loses nothing; a quicker network, a longer step and fewer parameters never lose more."""
    share = exchange_share(machines, gbps, parameters, step)
    assert 0 < share <= 1
    assert exchange_share(1, gbps, parameters, step) == 1
    assert exchange_share(machines, 2 * gbps, parameters, step) >= share
    assert exchange_share(machines, gbps, parameters, 2 * step) >= share
    assert exchange_share(machines, gbps, parameters / 2, step) >= share


def test_small_machines_wait_for_their_network() -> None:
    """44 million parameters over 5 Gbit/s: 352 MB take 0.56 s, of which a step of 0.2 s hides two thirds of itself."""
    assert math.isclose(exchange_share(10**6, 5, 44e6, 0.2), 0.2 / (0.2 / 3 + 0.5632), rel_tol=1e-4)
