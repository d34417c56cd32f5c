"""Serving: what was served fits, what failed does not, and the parts add up."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sizing.data_types import BYTES_PER_PARAMETER
from engine.sizing.estimate_records import Memory
from engine.sizing.memory.device_memory import fit_verdict
from engine.sizing.memory.rates import MemoryRates, memory_rates
from engine.sizing.memory.serving_memory import max_context_tokens, max_sequences, serving_memory
from engine.sizing.shape import model_shape
from knowledge import Knowledge
from tests.case_tables import for_each, read_table
from tests.engine.sizing.memory.devices_and_models import MODELS, TOLERANCE, bare_accelerators, case_shape, cpu_host

SERVED: list[dict[str, Any]] = read_table(Path(__file__).with_name("serving_cases.yaml"))["cases"]


@for_each("case", SERVED)
def test_a_served_model_is_judged_as_it_went(knowledge: Knowledge, rates: MemoryRates, case: dict[str, Any]) -> None:
    """What was served fits, what could not be loaded does not; published peaks are met within 15 %."""
    arguments = {name: case[name] for name in ("tokens", "sequences", "tensor_parallel") if name in case}
    memory = serving_memory(
        case_shape(knowledge, case), bare_accelerators(knowledge, case["device"]), case["precision"], rates, **arguments
    )
    assert (memory.verdict != "does-not-fit") == case["runs"], memory
    if "gb" in case:
        assert memory.per_device - rates.overhead_language == pytest.approx(case["gb"], rel=TOLERANCE)


def test_a_cpu_holds_one_copy_in_the_memory_of_its_host(knowledge: Knowledge, rates: MemoryRates) -> None:
    """However many cores: weights in fp32 against the host's memory, once."""
    shape = model_shape(knowledge.models["llama-3-8b"])
    memory = serving_memory(shape, cpu_host(64.0), "fp32", rates, tensor_parallel=16, tokens=1024)
    assert memory.total == memory.per_device
    assert memory.weights == pytest.approx(8.03 * 4)
    assert memory.verdict == "fits"
    assert serving_memory(shape, cpu_host(32.0), "fp32", rates, tokens=1024).verdict == "does-not-fit"


@for_each(("needed", "verdict"), [(8.5, "fits"), (8.6, "tight"), (10.0, "tight"), (10.01, "does-not-fit")])
def test_a_verdict_is_tight_above_85_percent(rates: MemoryRates, needed: float, verdict: str) -> None:
    """Of 10 GB, 8.5 fit and 10 are tight."""
    assert fit_verdict(needed, 10.0, rates) == verdict


@given(
    st.sampled_from(MODELS),
    st.sampled_from(sorted(BYTES_PER_PARAMETER)),
    st.sampled_from([1, 2, 4, 8]),
    st.tuples(st.integers(1, 9000), st.integers(1, 64)),
)
def test_parts_add_up_and_more_needs_more(knowledge: Knowledge, model: str, precision: str, split: int, load: tuple[int, int]) -> None:
    """The total is its parts and its devices; more tokens or sequences never need less, nor does a split over fewer devices."""
    rates, shape, device = memory_rates(knowledge), model_shape(knowledge.models[model]), bare_accelerators(knowledge, "a100-80gb")
    tokens, sequences = load

    def needs(split: int, tokens: int, sequences: int) -> Memory:
        return serving_memory(shape, device, precision, rates, tensor_parallel=split, tokens=tokens, sequences=sequences)

    found = needs(split, tokens, sequences)
    assert found.total == pytest.approx(found.weights + found.kv_cache + found.activations + found.overhead)
    assert found.total == pytest.approx(found.per_device * split)
    assert needs(split, tokens + 500, sequences).per_device >= found.per_device
    assert needs(split, tokens, sequences + 1).per_device >= found.per_device
    for part in ("weights", "kv_cache"):
        assert getattr(needs(2 * split, tokens, sequences), part) / 2 <= getattr(found, part) * (1 + 1e-9)


@given(
    st.sampled_from(["llama-3-8b", "qwen3-8b", "gpt-oss-20b", "mistral-7b"]),
    st.integers(32, 8000),
    st.sampled_from(["a10g", "l40s", "h100"]),
)
def test_as_many_sequences_as_are_told_fit_and_hardly_more(knowledge: Knowledge, model: str, tokens: int, accelerator: str) -> None:
    """The count fits; a twentieth more, and at least two, do not."""
    rates, shape, device = memory_rates(knowledge), model_shape(knowledge.models[model]), bare_accelerators(knowledge, accelerator)
    count = max_sequences(shape, device, "bf16", rates, tokens=tokens)
    assert count > 0 or shape.parameters > 20e9
    if count:
        assert serving_memory(shape, device, "bf16", rates, tokens=tokens, sequences=count).per_device <= device.memory_gb * (1 + 1e-9)
        more = count + max(2, count // 20)
        assert serving_memory(shape, device, "bf16", rates, tokens=tokens, sequences=more).per_device > device.memory_gb


def test_the_longest_context_fits_and_the_next_token_does_not(knowledge: Knowledge, rates: MemoryRates) -> None:
    """16 sequences of Llama 3 8B on an A10G; alone it reaches the context it was made for; 70 B have no room at all."""
    shape, device = model_shape(knowledge.models["llama-3-8b"]), bare_accelerators(knowledge, "a10g")
    longest = max_context_tokens(shape, device, "bf16", rates, sequences=16)
    needs = [serving_memory(shape, device, "bf16", rates, tokens=tokens, sequences=16).per_device for tokens in (longest, longest + 1)]
    assert needs[0] <= device.memory_gb < needs[1]
    assert max_context_tokens(shape, device, "bf16", rates) == shape.context_tokens
    assert max_context_tokens(model_shape(knowledge.models["llama-3-70b"]), device, "bf16", rates) == 0


def test_an_estimate_takes_few_calls(knowledge: Knowledge, rates: MemoryRates) -> None:
    """Tens of thousands are made for one advice: each takes two dozen calls of functions at most, however long the context."""
    shape, device = model_shape(knowledge.models["llama-3-70b"]), bare_accelerators(knowledge, "a10g")
    called: list[str] = []
    before = sys.getprofile()
    for tokens in (2_048, 131_072):
        sys.setprofile(lambda frame, event, _: called.append(frame.f_code.co_name) if event == "call" else None)
        try:
            serving_memory(shape, device, "int4", rates, tensor_parallel=4, tokens=tokens, sequences=8)
        finally:
            sys.setprofile(before)
    assert "serving_memory" in called
    assert len(called) <= 2 * 24, called


def test_a_host_of_unknown_size_holds_everything(knowledge: Knowledge, rates: MemoryRates) -> None:
    """No memory is given: nothing is too large, and no count is made of infinity."""
    shape, machine = model_shape(knowledge.models["llama-3-70b"]), cpu_host(math.inf)
    assert serving_memory(shape, machine, "bf16", rates, tokens=4096).verdict == "fits"
    assert max_sequences(shape, machine, "bf16", rates, tokens=4096) == 1_000_000


def test_a_mixture_plans_twice_the_activations(rates: MemoryRates, knowledge: Knowledge) -> None:
    """Of two models that differ in nothing else, the one whose tokens meet a quarter of the parameters holds twice as much of a prompt."""
    dense = msgspec.structs.replace(model_shape(knowledge.models["llama-3-8b"]), vocabulary=0)
    mixture, device = msgspec.structs.replace(dense, active_parameters=2e9), bare_accelerators(knowledge, "h100")
    once, twice = (serving_memory(shape, device, "bf16", rates, tokens=8192).activations for shape in (dense, mixture))
    assert once == pytest.approx(2 * 8192 * 4096 * 11 / 1e9)
    assert twice == pytest.approx(2 * once)
