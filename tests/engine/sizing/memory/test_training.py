"""Training: published peaks are met, what ran fits and what failed does not, and savings save."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sizing.device import RESERVED_GIB
from engine.sizing.estimate_records import Memory, Method, Run
from engine.sizing.memory.activations import activation_bytes_per_token, is_gated
from engine.sizing.memory.rates import MemoryRates, memory_rates
from engine.sizing.memory.training_memory import Recipe, complete_recipe, training_memory
from engine.sizing.shape import model_shape
from knowledge import Knowledge
from knowledge.schema.instance import GIB
from tests.case_tables import for_each, read_table
from tests.engine.sizing.memory.devices_and_models import TOLERANCE, bare_accelerators, case_shape

TRAINED: list[dict[str, Any]] = read_table(Path(__file__).with_name("training_cases.yaml"))["cases"]
METHODS: tuple[Method, ...] = ("lora", "qlora")


def training_in(knowledge: Knowledge, rates: MemoryRates, case: dict[str, Any]) -> tuple[Memory, Recipe]:
    """The memory of a training case, and how it is trained."""
    recipe = msgspec.convert(case["recipe"], Recipe, strict=False)
    return training_memory(case_shape(knowledge, case), bare_accelerators(knowledge, case["device"]), recipe, rates), recipe


@for_each("case", TRAINED)
def test_a_training_run_is_judged_as_it_went(knowledge: Knowledge, rates: MemoryRates, case: dict[str, Any]) -> None:
    """What ran fits, and what ended out of memory does not."""
    memory, _ = training_in(knowledge, rates, case)
    assert (memory.verdict != "does-not-fit") == case["runs"], memory


@for_each("case", [case for case in TRAINED if "gb" in case])
def test_a_training_peak_is_met_within_15_percent(knowledge: Knowledge, rates: MemoryRates, case: dict[str, Any]) -> None:
    """What the allocator handed out is the sum without the runtime; what the device told has the reserved part in it."""
    memory, recipe = training_in(knowledge, rates, case)
    if case["of"] == "allocator":
        found = memory.per_device - rates.overhead_training - rates.fragmentation * memory.activations / recipe.devices
    else:
        found = memory.per_device + RESERVED_GIB * GIB
    assert found == pytest.approx(case["gb"], rel=TOLERANCE)


@for_each(
    ("recipe", "per_parameter"),
    [
        (Recipe(precision="fp32"), 16),
        (Recipe(), 18),
        (Recipe(optimizer="adamw-8bit"), 12),
        (Recipe(optimizer="sgd"), 14),
        (Recipe(optimizer="adafactor"), 14),
        (Recipe(pure=True), 8),
        (Recipe(pure=True, optimizer="adamw-8bit"), 6),
    ],
)
def test_states_are_counted_in_bytes_per_parameter(knowledge: Knowledge, rates: MemoryRates, recipe: Recipe, per_parameter: float) -> None:
    """Weights, gradients and optimizer of full training: 18 bytes in mixed precision, 16 in fp32, 8 in pure 16 bits."""
    memory = training_memory(model_shape(knowledge.models["llama-3-8b"]), bare_accelerators(knowledge, "a100-80gb"), recipe, rates)
    assert memory.weights + memory.gradients + memory.optimizer == pytest.approx(8.03 * per_parameter)


def test_zero_stages_shard_one_state_after_the_other(knowledge: Knowledge, rates: MemoryRates) -> None:
    """Over 8 devices ZeRO-1 leaves 2 + 4 + 12/8 bytes, ZeRO-2 2 + 4/8 + 12/8, ZeRO-3 18/8."""
    shape, device = model_shape(knowledge.models["llama-3-8b"]), bare_accelerators(knowledge, "a100-80gb")
    for sharding, expected in (("none", 18.0), ("zero-1", 7.5), ("zero-2", 4.0), ("zero-3", 2.25)):
        memory = training_memory(shape, device, msgspec.convert({"devices": 8, "sharding": sharding}, Recipe), rates)
        assert (memory.weights + memory.gradients + memory.optimizer) / 8 == pytest.approx(8.03 * expected)
        assert memory.total == pytest.approx(memory.per_device * 8)


@given(
    st.sampled_from(["llama-3-8b", "mixtral-8x7b", "bert-large"]),
    st.sampled_from(["bf16", "fp32"]),
    st.integers(64, 4096),
    st.integers(1, 8),
)
def test_savings_save(knowledge: Knowledge, model: str, precision: str, tokens: int, batch: int) -> None:
    """Checkpointing, a compiler, sharding, 8-bit states, LoRA and QLoRA never need more than without them; a batch never less."""
    rates, shape, device = memory_rates(knowledge), model_shape(knowledge.models[model]), bare_accelerators(knowledge, "a100-80gb")
    base = Recipe(precision=precision, tokens=tokens, batch=batch)

    def needs(**changes: Any) -> float:  # noqa: ANN401  # any field of the recipe
        return training_memory(shape, device, msgspec.structs.replace(base, **changes), rates).per_device

    full = needs()
    for changes in ({"checkpointed": True}, {"compiled": True}, {"chunked_loss": True}, {"optimizer": "adamw-8bit"}, {"method": "lora"}):
        assert needs(**changes) <= full
    assert needs(method="qlora", checkpointed=True) < needs(method="lora", checkpointed=True)
    assert needs(devices=8, sharding="zero-3", checkpointed=True) < needs(devices=8, checkpointed=True)
    assert needs(batch=batch + 1) > full
    assert needs(tokens=tokens + 64) > full


def test_activations_without_checkpointing_are_those_of_the_formula(knowledge: Knowledge, rates: MemoryRates) -> None:
    """34 bytes × hidden for plain layers by Korthikanti et al., within a sixth; scores add 5 × heads × tokens in 16 bits."""
    shape = model_shape(knowledge.models["opt-66b"])
    per_hidden = activation_bytes_per_token(shape, rates) / shape.hidden_size
    assert 34 <= per_hidden <= 34 * 7 / 6
    scores = activation_bytes_per_token(shape, rates, attended_tokens=2048) - activation_bytes_per_token(shape, rates)
    assert scores == pytest.approx(5 * shape.heads * 2048)


def test_gates_are_told_from_the_parameters(knowledge: Knowledge) -> None:
    """Llama, Mistral and Qwen have gated layers, GPT-J, BLOOM, NeoX and Falcon plain ones."""
    for model in ("llama-2-7b", "llama-2-13b", "llama-3-8b", "mistral-7b", "qwen3-8b"):
        assert is_gated(model_shape(knowledge.models[model]))
    for model in ("gpt-j-6b", "bloomz-7b1", "falcon-40b", "gpt-neox-20b", "bert-base"):
        assert not is_gated(model_shape(knowledge.models[model]))


def test_an_open_run_is_filled_with_habits(knowledge: Knowledge, rates: MemoryRates) -> None:
    """Full training of 8 B computes layers again, LoRA of 8 B does not; small encoders run under AMP; one device shards nothing."""
    device = bare_accelerators(knowledge, "a100-80gb")
    large, small = (model_shape(knowledge.models[model]) for model in ("llama-3-8b", "roberta-base"))
    full, lora = (complete_recipe(msgspec.convert({"method": method}, Run), large, device, rates) for method in ("full", "lora"))
    assert (full.checkpointed, lora.checkpointed, full.sharding, full.autocast) == (True, False, "none", False)
    assert complete_recipe(Run(), large, device, rates, devices=8).sharding == "zero-3"
    assert complete_recipe(Run(), small, device, rates).autocast
    assert not complete_recipe(Run(checkpointing=False), large, device, rates).checkpointed


def test_a_run_is_trained_as_it_asks(knowledge: Knowledge, rates: MemoryRates) -> None:
    """What saves memory is taken over; pure 16 bits leave no fp32 weights to run under AMP."""
    asked = Run(method="lora", offload="all", pure=True, compiled=True, chunked_loss=True, rank=16)
    found = complete_recipe(asked, model_shape(knowledge.models["llama-3-8b"]), bare_accelerators(knowledge, "a100-80gb"), rates)
    assert (found.offload, found.pure, found.compiled, found.chunked_loss, found.rank) == ("all", True, True, True, 16)
    assert not complete_recipe(
        Run(pure=True), model_shape(knowledge.models["roberta-base"]), bare_accelerators(knowledge, "a100-80gb"), rates
    ).autocast


def test_layers_in_4_bits_keep_more_activations(rates: MemoryRates, knowledge: Knowledge) -> None:
    """A quarter to two fifths more than those of LoRA, as LitGPT's rows show; the same where they are computed again."""
    shape, device = model_shape(knowledge.models["llama-2-7b"]), bare_accelerators(knowledge, "a100-40gb")
    lora, qlora = (
        [
            training_memory(shape, device, Recipe(method=method, tokens=1304, checkpointed=again), rates).activations
            for again in (False, True)
        ]
        for method in METHODS
    )
    assert 1.2 < qlora[0] / lora[0] < 1.4
    assert qlora[1] == lora[1]
