"""Sizing against figures worked out by hand or published: memory, speed, queueing, training."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.decision.complete import complete
from engine.decision.context import Context
from engine.sizing.device import Device, device_of, precision_on
from engine.sizing.language import language_speed, splits
from engine.sizing.load import instances_for, wait_p99_ms
from engine.sizing.needs import BYTES, Needs, cache_bytes_per_token, needs_of, serving_memory
from engine.sizing.network import network_speed
from engine.sizing.speed import Speed
from engine.sizing.training import scaling_share, training_exaflop, training_memory
from knowledge import Knowledge
from tests.engine.workloads import stated

GIB_IN_GB = 1.073741824


def needs(knowledge: Knowledge, model: str, **facts: object) -> Needs:
    """What a model needs."""
    return needs_of(stated(knowledge, model=model, **facts), knowledge)


def device(knowledge: Knowledge, instance: str) -> Device:
    """The hardware of an instance type."""
    found = device_of(knowledge.instances[instance], knowledge)
    assert found is not None
    return found


def speed(knowledge: Knowledge, model: str, instance: str, target: float | None = None, precision: str | None = None) -> Speed | None:
    """What one instance does with a model."""
    wanted, hardware = needs(knowledge, model), device(knowledge, instance)
    of_kind = language_speed if wanted.kind == "language-model" else network_speed
    chosen = precision_on(hardware, precision)
    assert chosen is not None
    return of_kind(wanted, hardware, chosen, knowledge.efficiencies[hardware.processor], target)


@pytest.mark.parametrize("precision", BYTES)
@pytest.mark.parametrize("model", ["bert-base", "llama-3-8b", "llama-3-70b", "mixtral-8x7b"])
def test_weights_are_parameters_times_bytes(knowledge: Knowledge, model: str, precision: str) -> None:
    """All parameters are held, also those of a mixture that a token does not touch."""
    held = serving_memory(needs(knowledge, model), precision).weights
    assert held == pytest.approx(knowledge.models[model].parameters_b.value * BYTES[precision])


@pytest.mark.parametrize(
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
    assert cache_bytes_per_token(knowledge.models[model]) == expected


@pytest.mark.parametrize(("model", "queries", "keys"), [("llama-3-8b", 32, 8), ("llama-3-70b", 64, 8)])
def test_grouped_queries_share_their_cache(knowledge: Knowledge, model: str, queries: int, keys: int) -> None:
    """A guide that takes the hidden size for the KV width counts the cache of these models several times over."""
    shape = knowledge.models[model].configuration
    slip = 2 * (shape.layers or 0) * (shape.hidden_size or 0) * 2
    assert cache_bytes_per_token(knowledge.models[model]) == slip * keys / queries


def test_the_cache_grows_with_tokens_and_requests(knowledge: Knowledge) -> None:
    """Llama 3 8B at 4,096 + 4,096 tokens holds 1.07 GB for each request."""
    wanted = needs(knowledge, "llama-3-8b", input_tokens=4096, output_tokens=4096)
    assert serving_memory(wanted, "bf16").kv_cache == pytest.approx(8192 * 131072 / 1e9)
    assert serving_memory(wanted, "bf16", 10).kv_cache == pytest.approx(10 * 8192 * 131072 / 1e9)


def test_a_total_is_the_sum_of_its_parts(knowledge: Knowledge) -> None:
    """What is told as the total is what the parts add up to, for serving and for training."""
    wanted = needs(knowledge, "llama-3-8b")
    for memory in (serving_memory(wanted, "bf16"), training_memory(wanted, stated(knowledge, batch_size=4))):
        parts = memory.weights + memory.kv_cache + memory.activations + memory.gradients + memory.optimizer + memory.overhead
        assert memory.total == pytest.approx(parts)


def test_usable_memory_is_what_the_api_tells_less_half_a_gibibyte(knowledge: Knowledge) -> None:
    """A T4 is sold with 16 GB; the API tells 16,384 MiB, and the driver keeps 512 of them."""
    assert device(knowledge, "g4dn.xlarge").memory_gb == pytest.approx((16384 - 512) / 1024 * GIB_IN_GB)
    assert device(knowledge, "g5.xlarge").memory_gb == pytest.approx((22888 - 512) / 1024 * GIB_IN_GB)


def test_70b_in_16_bits_needs_a_p4d(knowledge: Knowledge) -> None:
    """141 GB of weights do not fit the four A10G of a g5.12xlarge, and fit the eight A100 of a p4d.24xlarge."""
    wanted = needs(knowledge, "llama-3-70b")
    assert not list(splits(wanted, device(knowledge, "g5.12xlarge"), "bf16"))
    assert list(splits(wanted, device(knowledge, "p4d.24xlarge"), "bf16")) == [4, 8]


def test_device_memory_is_of_a_device_not_of_an_instance(knowledge: Knowledge) -> None:
    """A network of 26 GB never fits four T4, although their memory adds up to 66 GB; a language model may be split."""
    parameters = 26.0 / 4
    network, split = (stated(knowledge, model=model, parameters_b=parameters) for model in ("resnet-50", "llama-3-8b"))
    four = device(knowledge, "g4dn.12xlarge")
    assert network_speed(needs_of(network, knowledge), four, "fp32", knowledge.efficiencies["gpu"], None) is None
    assert list(splits(needs_of(split, knowledge), four, "fp32")) == [2, 4]


@pytest.mark.parametrize("instance", ["g5.12xlarge", "g5.48xlarge", "p4d.24xlarge", "g6e.12xlarge"])
@pytest.mark.parametrize("precision", ["bf16", "int8", "int4"])
def test_a_smaller_model_is_never_split_further(knowledge: Knowledge, instance: str, precision: str) -> None:
    """On the same instance a model of 14 B starts at no more devices than one of 34 B, and that at no more than one of 70 B."""
    hardware = device(knowledge, instance)
    least = [
        min(splits(needs(knowledge, model), hardware, precision), default=math.inf)
        for model in ("qwen2-5-14b", "codellama-34b", "llama-3-70b")
    ]
    assert least == sorted(least)


@pytest.mark.parametrize(("model", "published_ms"), [("vit-base", 149.0), ("bert-base", 149.0 * 22.3 / 35.1)])
def test_a_cpu_is_as_fast_as_was_measured(knowledge: Knowledge, model: str, published_ms: float) -> None:
    """ViT-base in fp32 was measured at 149 ms on a c6i.xlarge; estimates stay within a factor of 2, BERT's by its share of the work."""
    found = speed(knowledge, model, "c6i.xlarge")
    assert found is not None
    assert published_ms / 2 < found.alone_ms < published_ms * 2


def _sizes(knowledge: Knowledge, family: str) -> Sequence[str]:
    sizes = [one for one in knowledge.instances.values() if one.family == family and not one.bare_metal]
    return [one.instance_type for one in sorted(sizes, key=lambda one: (one.physical_cores, one.accelerator_count))]


@pytest.mark.parametrize("model", ["bert-base", "resnet-50", "llama-3-8b"])
@pytest.mark.parametrize("family", ["c6i", "m5", "c7i"])
def test_more_cores_are_never_slower(knowledge: Knowledge, family: str, model: str) -> None:
    """Within a family, a size with more cores answers no later and carries no less."""
    found = [one for name in _sizes(knowledge, family) if (one := speed(knowledge, model, name)) is not None]
    assert len(found) > 3
    for smaller, larger in itertools.pairwise(found):
        assert larger.alone_ms <= smaller.alone_ms * (1 + 1e-9)
        assert larger.capacity >= smaller.capacity * (1 - 1e-9)


@given(st.sampled_from(["bert-base", "resnet-50", "llama-3-8b", "qwen2-5-14b"]), st.floats(20, 60_000), st.floats(1.01, 10))
def test_more_time_allows_no_less_capacity(knowledge: Knowledge, model: str, target: float, factor: float) -> None:
    """A looser target allows a larger batch, and a larger batch never lowers what an instance completes."""
    for instance in ("g4dn.xlarge", "g5.12xlarge", "inf2.24xlarge", "p4d.24xlarge"):
        tight, loose = speed(knowledge, model, instance, target), speed(knowledge, model, instance, target * factor)
        assert (tight is None) == (loose is None)
        if tight is not None and loose is not None:
            assert loose.capacity >= tight.capacity * (1 - 1e-9)
            assert loose.alone_ms <= loose.latency_ms * (1 + 1e-9)


@pytest.mark.parametrize("instance", ["g4dn.xlarge", "g5.xlarge", "inf2.xlarge", "c6i.4xlarge"])
def test_a_larger_model_is_never_faster(knowledge: Knowledge, instance: str) -> None:
    """On one machine, BERT-large takes longer than BERT-base, and that longer than DistilBERT."""
    found = [speed(knowledge, model, instance) for model in ("distilbert", "bert-base", "bert-large")]
    times = [one.alone_ms for one in found if one is not None]
    assert len(times) == 3
    assert times == sorted(times)


@given(st.floats(1, 1000), st.integers(1, 64), st.floats(0.01, 0.98), st.floats(1.001, 1.02))
def test_waiting_grows_with_load(service: float, servers: int, busy: float, more: float) -> None:
    """More arrivals at the same servers never wait less."""
    arrivals = busy * servers * 1e3 / service
    assert wait_p99_ms(arrivals * more, service, servers) >= wait_p99_ms(arrivals, service, servers)


@given(st.floats(1, 1000), st.integers(1, 64), st.floats(1, 5))
def test_nobody_waits_at_idle_servers_and_forever_at_full_ones(service: float, servers: int, load: float) -> None:
    """No arrivals wait for nothing; arrivals as fast as the service, or faster, wait without end."""
    assert wait_p99_ms(0.0, service, servers) == 0
    assert wait_p99_ms(load * servers * (1 + 1e-9) * 1e3 / service, service, servers) == math.inf


@given(st.floats(1, 1000), st.integers(1, 32), st.floats(0.05, 0.95))
def test_more_servers_wait_less(service: float, servers: int, busy: float) -> None:
    """The same arrivals at one server more never wait longer."""
    arrivals = busy * servers * 1e3 / service
    assert wait_p99_ms(arrivals, service, servers + 1) <= wait_p99_ms(arrivals, service, servers)


def test_one_server_waits_as_in_the_textbook() -> None:
    """M/M/1 at 50 %: the 99th percentile of waiting is ln(50) service times over 1 - 0.5; service that hardly varies halves it."""
    assert wait_p99_ms(5, 100, 1) == pytest.approx(math.log(0.5 / 0.01) * 100 / 0.5 / 2, rel=0.01)


@given(st.floats(0.01, 1e4), st.floats(0.01, 1e3), st.floats(0.3, 0.95), st.floats(1, 10))
def test_instances_follow_the_load(peak: float, capacity: float, share: float, factor: float) -> None:
    """Enough for the peak and not one too many; never fewer for a higher peak, nor more for more capacity."""
    count = instances_for(peak, capacity, share)
    assert count * capacity * share >= peak * (1 - 1e-6)
    assert count == 1 or (count - 1) * capacity * share < peak
    assert instances_for(peak * factor, capacity, share) >= count
    assert instances_for(peak, capacity * factor, share) <= count


def test_full_training_holds_18_bytes_a_parameter(knowledge: Knowledge) -> None:
    """Mixed-precision AdamW keeps 2 + 4 + 12 bytes a parameter, beside the activations and 1 GB of the runtime."""
    wanted = needs(knowledge, "llama-3-8b")
    memory = training_memory(wanted, stated(knowledge, fine_tuning_method="full"))
    assert memory.weights + memory.gradients + memory.optimizer == pytest.approx(18 * 8.03)
    assert memory.total == pytest.approx(18 * 8.03 + memory.activations + 1)


def test_lora_and_qlora_hold_less(knowledge: Knowledge) -> None:
    """LoRA holds the frozen weights once, QLoRA in 4 bits: 8 B parameters fit 24 GB with the first, 70 B fit 80 GB with the second."""
    for model in ("llama-3-8b", "llama-3-70b", "bert-base"):
        wanted = needs(knowledge, model)
        full, lora, qlora = (
            training_memory(wanted, stated(knowledge, fine_tuning_method=method)).total for method in ("full", "lora", "qlora")
        )
        assert qlora < lora < full
    small, large = needs(knowledge, "llama-3-8b"), needs(knowledge, "llama-3-70b")
    assert training_memory(small, stated(knowledge, fine_tuning_method="lora")).total < 24
    assert training_memory(large, stated(knowledge, fine_tuning_method="qlora")).total < 80


def test_activations_grow_with_the_batch(knowledge: Knowledge) -> None:
    """Twice the batch holds twice the activations, and nothing else grows."""
    wanted = needs(knowledge, "llama-3-8b")
    one, two = (training_memory(wanted, stated(knowledge, batch_size=size)) for size in (4, 8))
    assert two.activations == pytest.approx(2 * one.activations)
    assert two.total - two.activations == pytest.approx(one.total - one.activations)


def test_training_takes_six_operations_a_parameter_and_token(knowledge: Knowledge) -> None:
    """8.03 B parameters over 1 B tokens take 6 x 8.03e9 x 1e9 operations; frozen weights save a third of them."""
    wanted = needs(knowledge, "llama-3-8b")
    full, lora = (
        training_exaflop(wanted, stated(knowledge, training_tokens_b=1, fine_tuning_method=method)) for method in ("full", "lora")
    )
    assert full == pytest.approx(6 * 8.03)
    assert lora == pytest.approx(full * 2 / 3)


@pytest.mark.parametrize("linked", [True, False])
def test_scaling_never_exceeds_linear(linked: bool) -> None:  # noqa: FBT001  # pytest gives it by name
    """More devices and machines do more work together and less each."""
    shares = [scaling_share(devices, nodes, linked=linked) for devices, nodes in ((1, 1), (8, 1), (8, 2))]
    assert shares[0] == 1
    assert shares == sorted(shares, reverse=True)
    assert 16 * shares[2] > 8 * shares[1] > shares[0]


def test_peak_rates_follow_from_the_traffic(knowledge: Knowledge) -> None:
    """The stated rate is merely divided; the peak follows from it by the traffic, and never lies below it."""
    for traffic in ("steady", "spiky", "intermittent", "scheduled"):
        whole = complete(stated(knowledge, model="bert-base", requests_per_second="1000/min", traffic=traffic), knowledge)
        assert whole.requests_per_second == pytest.approx(1000 / 60)
        assert Context.of(whole, knowledge, "today").peak >= 1000 / 60 * (1 - 1e-9)
