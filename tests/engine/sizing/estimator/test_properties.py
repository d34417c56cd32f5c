"""What has to hold for any run: more work takes longer, better hardware is no worse, ranges are ordered."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sizing.device import Device, accelerator_device, instance_device
from engine.sizing.estimate_records import Estimate, Run
from engine.sizing.estimator.estimate import estimate_run
from engine.sizing.memory.weights import embedding_parameters, weights_gb
from engine.sizing.shape import Shape, model_shape
from knowledge import Knowledge
from tests.case_tables import for_each

DECODERS = ("llama-3-2-1b", "llama-3-8b", "mistral-7b", "gpt-oss-20b", "mixtral-8x7b", "deepseek-r1-671b", "gemma-2-9b", "llama-2-13b")
PASSES = ("bert-base", "bert-large", "resnet-50", "vit-base", "stable-diffusion-1-5")
CARDS = ("a10g", "l40s", "a100-80gb", "h200", "inferentia2", "trainium2")
WHERE = ("g4dn.xlarge", "g5.12xlarge", "p5.48xlarge", "inf2.24xlarge", "inf1.6xlarge", "c6i.4xlarge", "c7i.8xlarge")
VERDICTS = ("fits", "tight", "does-not-fit")
SLACK = 1 + 1e-9
BUFFERS_GB = 0.05
"""What the library of exchanges holds more on each of four devices than on each of two."""


def bare_estimate(knowledge: Knowledge, shape: Shape, device: Device, run: Run) -> Estimate:
    """The arithmetic alone."""
    return estimate_run(shape, device, run, knowledge, explain=False, use_measurements=False)


def accelerators(knowledge: Knowledge, accelerator: str, count: float = 8.0) -> Device:
    """Some of an accelerator."""
    found = accelerator_device(knowledge.accelerators[accelerator], count)
    assert found is not None
    return found


def instance_hardware(knowledge: Knowledge, instance: str) -> Device:
    """The hardware of an instance type."""
    found = instance_device(knowledge.instances[instance], knowledge)
    assert found is not None
    return found


def with_endless_memory(device: Device) -> Device:
    """The same with memory for anything, so that speed alone is compared."""
    return msgspec.structs.replace(device, memory_gb=1e9)


def is_slower(one: Estimate, other: Estimate) -> bool:
    """Whether the second answers no sooner than the first, in the whole, to the first token and for each one after it."""
    pairs = [
        (one.latency_ms, other.latency_ms),
        (one.time_to_first_token_ms, other.time_to_first_token_ms),
        (one.time_per_output_token_ms, other.time_per_output_token_ms),
    ]
    return all(other.estimate * SLACK >= one.estimate for one, other in pairs if one.estimate is not None and other.estimate is not None)


@given(st.sampled_from(PASSES), st.sampled_from(WHERE), st.integers(1, 256), st.integers(1, 256))
def test_a_larger_batch_of_passes_carries_no_less_and_takes_no_less_time(
    knowledge: Knowledge, model: str, instance: str, batch: int, more: int
) -> None:
    """Fixed costs are shared by more items, and every item takes its time."""
    shape, device = model_shape(knowledge.models[model]), with_endless_memory(instance_hardware(knowledge, instance))
    small, large = (bare_estimate(knowledge, shape, device, Run(batch=size)) for size in (batch, batch + more))
    assert is_slower(small, large)
    assert (large.throughput_per_s.estimate or 0) * SLACK >= (small.throughput_per_s.estimate or 0)


@given(
    st.sampled_from(DECODERS),
    st.sampled_from(CARDS),
    st.tuples(st.integers(1, 256), st.integers(1, 256)),
    st.tuples(st.integers(16, 8000), st.integers(2, 1000)),
)
def test_a_larger_batch_of_sequences_is_slower_for_each(
    knowledge: Knowledge, model: str, accelerator: str, batches: tuple[int, int], tokens: tuple[int, int]
) -> None:
    """Prompts, steps and answers take no less time in a larger batch, which completes no fewer tokens a second."""
    shape, device = model_shape(knowledge.models[model]), with_endless_memory(accelerators(knowledge, accelerator))
    small, large = (
        bare_estimate(knowledge, shape, device, Run(batch=size, accelerators=8, input_tokens=tokens[0], output_tokens=tokens[1]))
        for size in (batches[0], sum(batches))
    )
    assert is_slower(small, large)


@given(
    st.sampled_from(DECODERS),
    st.sampled_from(CARDS),
    st.tuples(st.integers(1, 64), st.booleans()),
    st.tuples(st.integers(16, 8000), st.integers(1, 8000), st.integers(2, 1000), st.integers(1, 1000)),
)
def test_longer_sequences_are_slower(
    knowledge: Knowledge, model: str, accelerator: str, load: tuple[int, bool], tokens: tuple[int, int, int, int]
) -> None:
    """A longer prompt delays everything, a longer answer the whole of it; in batches and under load."""
    shape, device = model_shape(knowledge.models[model]), with_endless_memory(accelerators(knowledge, accelerator))
    asked, more, answer, longer = tokens
    count, batched = load
    run = Run(
        batch=count if batched else None,
        concurrency=None if batched else count,
        accelerators=8,
        input_tokens=asked,
        output_tokens=answer,
    )
    base, prompted, answered = (
        bare_estimate(knowledge, shape, device, msgspec.structs.replace(run, **changes))
        for changes in ({}, {"input_tokens": asked + more}, {"output_tokens": answer + longer})
    )
    assert is_slower(base, prompted)
    assert (answered.latency_ms.estimate or 0) > (base.latency_ms.estimate or 0)


@given(st.sampled_from(["bert-base", "bert-large", "roberta-base"]), st.sampled_from(WHERE), st.integers(8, 500), st.integers(1, 500))
def test_longer_sentences_are_slower(knowledge: Knowledge, model: str, instance: str, tokens: int, more: int) -> None:
    """Encoders too, with all of their memory."""
    shape, device = model_shape(knowledge.models[model]), instance_hardware(knowledge, instance)
    short, long = (bare_estimate(knowledge, shape, device, Run(batch=4, input_tokens=count)) for count in (tokens, tokens + more))
    assert is_slower(short, long)
    assert long.memory_gb.total >= short.memory_gb.total
    assert (long.throughput_per_s.estimate or 0) <= (short.throughput_per_s.estimate or 0) * SLACK


@given(
    st.sampled_from((*DECODERS, *PASSES)),
    st.sampled_from((*CARDS, "host")),
    st.floats(1, 8),
    st.sampled_from([Run(batch=1), Run(batch=32), Run(concurrency=16)]),
)
def test_more_bandwidth_or_compute_is_never_slower(knowledge: Knowledge, model: str, where: str, factor: float, run: Run) -> None:
    """The same device with faster memory, faster products or faster links; under load more requests may then queue for their prompt."""
    device = with_endless_memory(instance_hardware(knowledge, "c7i.8xlarge") if where == "host" else accelerators(knowledge, where))
    shape = model_shape(knowledge.models[model])
    base = bare_estimate(knowledge, shape, device, run)
    better = (
        {"bandwidth_gb": device.bandwidth_gb * factor},
        {"peak_gflops": {name: peak * factor for name, peak in device.peak_gflops.items()}},
        {"link_gb": device.link_gb * factor},
    )
    for changes in better:
        found = bare_estimate(knowledge, shape, msgspec.structs.replace(device, **changes), run)
        assert is_slower(found, base) if run.batch else (found.latency_ms.estimate or 0) <= (base.latency_ms.estimate or 0) * SLACK
        assert (found.throughput_per_s.estimate or 0) * SLACK >= (base.throughput_per_s.estimate or 0)


@given(
    st.sampled_from(DECODERS),
    st.sampled_from(CARDS),
    st.sampled_from(["bf16", "int8"]),
    st.tuples(st.sampled_from([1, 2, 4]), st.integers(1, 64), st.integers(16, 8000)),
)
def test_more_devices_never_lower_the_fit(
    knowledge: Knowledge, model: str, accelerator: str, precision: str, load: tuple[int, int, int]
) -> None:
    """Twice the devices hold a copy at least as well."""
    devices, batch, tokens = load
    shape, device = model_shape(knowledge.models[model]), accelerators(knowledge, accelerator)
    if precision not in device.peak_gflops:
        return
    few, many = (
        bare_estimate(knowledge, shape, device, Run(precision=precision, accelerators=count, batch=batch, input_tokens=tokens)).memory_gb
        for count in (devices, 2 * devices)
    )
    assert VERDICTS.index(many.verdict) <= VERDICTS.index(few.verdict)


@given(
    st.sampled_from(["llama-3-8b", "llama-2-13b", "qwen2-5-32b", "llama-3-70b"]),
    st.sampled_from(["a10g", "a100-40gb", "h100"]),
    st.sampled_from(["full", "lora"]),
    st.tuples(st.sampled_from([2, 4]), st.integers(1, 4), st.integers(64, 4096)),
)
def test_more_devices_never_lower_the_fit_of_training(
    knowledge: Knowledge, model: str, accelerator: str, method: str, load: tuple[int, int, int]
) -> None:
    """Sharded over twice the devices, or over twice the machines, each holds no more."""
    shape, device = model_shape(knowledge.models[model]), accelerators(knowledge, accelerator)
    devices, batch, tokens = load
    run = msgspec.convert(
        {"stage": "fine-tuning", "method": method, "accelerators": devices, "batch": batch, "input_tokens": tokens, "checkpointing": True},
        Run,
    )
    base = bare_estimate(knowledge, shape, device, run).memory_gb
    for changes in ({"accelerators": 2 * devices}, {"count": 2}):
        found = bare_estimate(knowledge, shape, device, msgspec.structs.replace(run, **changes)).memory_gb
        assert found.per_device <= base.per_device * SLACK + BUFFERS_GB
        assert VERDICTS.index(found.verdict) <= VERDICTS.index(base.verdict)


@for_each("model", ["llama-3-8b", "gemma-2-9b", "mixtral-8x7b", "bert-base", "resnet-50"])
def test_8_bits_are_half_of_16(knowledge: Knowledge, model: str) -> None:
    """Half, and another half for what stays in 16 bits: the embeddings."""
    shape = model_shape(knowledge.models[model])
    kept = embedding_parameters(shape) / 1e9
    assert weights_gb(shape, "int8") == pytest.approx((weights_gb(shape, "bf16") + 2 * kept) / 2)
    assert kept < 0.3 * shape.parameters / 1e9


@given(
    st.sampled_from((*DECODERS, *PASSES)),
    st.sampled_from(WHERE),
    st.tuples(st.integers(1, 128), st.booleans(), st.integers(1, 3)),
    st.sampled_from(["inference", "training", "fine-tuning"]),
)
def test_an_estimate_is_whole_or_says_that_it_does_not_fit(
    knowledge: Knowledge, model: str, instance: str, load: tuple[int, bool, int], stage: str
) -> None:
    """Finite positive numbers with ordered ranges, or nothing but memory."""
    shape, device = model_shape(knowledge.models[model]), instance_hardware(knowledge, instance)
    size, batched, count = load
    run = msgspec.convert({"stage": stage, "count": count, "batch" if batched or stage != "inference" else "concurrency": size}, Run)
    found = bare_estimate(knowledge, shape, device, run)
    ranges = [found.latency_ms, found.time_to_first_token_ms, found.time_per_output_token_ms, found.throughput_per_s]
    for one in ranges:
        if one.estimate is None:
            assert (one.low, one.high) == (None, None)
        else:
            assert 0 < (one.low or 0) < one.estimate < (one.high or 0) < float("inf")
    assert (found.throughput_per_s.estimate is None) == (found.memory_gb.verdict == "does-not-fit")
    assert found.memory_gb.total > 0
    assert found.host_gb > 0
