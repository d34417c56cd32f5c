"""Memory: published peaks are met, what ran fits and what failed does not, and the arithmetic behaves."""

from __future__ import annotations

import math
import timeit
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from engine.sizing.device import GIB, RESERVED_GIB, Device, bare_device
from engine.sizing.estimated import Memory, Method, Run
from engine.sizing.memory.activations import is_gated, kept_per_token
from engine.sizing.memory.host import (
    compiling_gb,
    loading_gb,
    merging_gb,
    neighbours_gb,
    nodes_of,
    offloaded_device_gb,
    offloaded_gb,
    table_gb,
    training_host_gb,
    trees_gb,
)
from engine.sizing.memory.rates import MemoryRates, memory_rates
from engine.sizing.memory.remedy import serving_remedy, training_remedy
from engine.sizing.memory.serving import cache_gb, sequences_that_fit, serving_memory, tokens_that_fit, verdict_of
from engine.sizing.memory.steps import serving_steps, training_steps
from engine.sizing.memory.storage import BYTES_STORED, stored_as, weights_gb, weights_per_device
from engine.sizing.memory.training import Recipe, recipe_of, training_memory
from engine.sizing.shape import Shape, shape_of
from knowledge import Knowledge
from knowledge.errors import InputError

HERE = Path(__file__).parent
SERVED: list[dict[str, Any]] = yaml.safe_load((HERE / "serving_memory_cases.yaml").read_text("utf-8"))["cases"]
TRAINED: list[dict[str, Any]] = yaml.safe_load((HERE / "training_memory_cases.yaml").read_text("utf-8"))["cases"]
MODELS = ("llama-2-7b", "llama-3-8b", "llama-3-70b", "mixtral-8x7b", "deepseek-r1-671b", "gpt-oss-20b", "bert-base", "resnet-50")
TOLERANCE = 0.15
METHODS: tuple[Method, ...] = ("lora", "qlora")


@pytest.fixture(scope="module")
def rates(knowledge: Knowledge) -> MemoryRates:
    """The coefficients of the base."""
    return memory_rates(knowledge)


def bare(knowledge: Knowledge, accelerator: str, count: float = 8.0) -> Device:
    """Some of an accelerator, on their own."""
    found = bare_device(knowledge.accelerators[accelerator], count)
    assert found is not None
    return found


def host(memory_gb: float) -> Device:
    """A host of 16 cores."""
    return Device(
        processor="cpu",
        name="host",
        count=16.0,
        peak_gflops={"fp32": 83.0},
        bandwidth_gb=10.0,
        memory_gb=memory_gb,
        linked=True,
        sources=(),
    )


def shape_in(knowledge: Knowledge, case: dict[str, Any]) -> Shape:
    """The model of a case."""
    return shape_of(knowledge.models[case["model"]]) if "model" in case else msgspec.convert(case["shape"], Shape, strict=False)


def training_in(knowledge: Knowledge, rates: MemoryRates, case: dict[str, Any]) -> tuple[Memory, Recipe]:
    """The memory of a training case, and how it is trained."""
    recipe = msgspec.convert(case["recipe"], Recipe, strict=False)
    return training_memory(shape_in(knowledge, case), bare(knowledge, case["device"]), recipe, rates), recipe


@pytest.mark.parametrize("case", TRAINED, ids=lambda case: case["name"])
def test_a_training_run_is_judged_as_it_went(knowledge: Knowledge, rates: MemoryRates, case: dict[str, Any]) -> None:
    """What ran fits, and what ended out of memory does not."""
    memory, _ = training_in(knowledge, rates, case)
    assert (memory.verdict != "does-not-fit") == case["runs"], memory


@pytest.mark.parametrize("case", [case for case in TRAINED if "gb" in case], ids=lambda case: case["name"])
def test_a_training_peak_is_met_within_15_percent(knowledge: Knowledge, rates: MemoryRates, case: dict[str, Any]) -> None:
    """What the allocator handed out is the sum without the runtime; what the device told has the reserved part in it."""
    memory, recipe = training_in(knowledge, rates, case)
    if case["of"] == "allocator":
        found = memory.per_device - rates.overhead_training - rates.fragmentation * memory.activations / recipe.devices
    else:
        found = memory.per_device + RESERVED_GIB * GIB
    assert found == pytest.approx(case["gb"], rel=TOLERANCE)


@pytest.mark.parametrize("case", SERVED, ids=lambda case: f"{case['model']}-{case['device']}-{case['precision']}-{case.get('tensor', 1)}")
def test_a_served_model_is_judged_as_it_went(knowledge: Knowledge, rates: MemoryRates, case: dict[str, Any]) -> None:
    """What was served fits, what could not be loaded does not; published peaks are met within 15 %."""
    arguments = {name: case[name] for name in ("tokens", "sequences", "tensor") if name in case}
    memory = serving_memory(shape_in(knowledge, case), bare(knowledge, case["device"]), case["precision"], rates, **arguments)
    assert (memory.verdict != "does-not-fit") == case["runs"], memory
    if "gb" in case:
        assert memory.per_device - rates.overhead_language == pytest.approx(case["gb"], rel=TOLERANCE)


@pytest.mark.parametrize(
    ("model", "precision", "published"),
    [
        ("bert-base", "fp32", 0.434),  # 413.7 MiB, Hugging Face accelerate
        ("llama-3-8b", "int4", 5.73),
        ("llama-3-70b", "int4", 39.8),
        ("gpt-oss-120b", "fp4", 65.3),
        ("mixtral-8x7b", "bf16", 93.4),
    ],
)
def test_weights_are_as_large_as_published_files(knowledge: Knowledge, model: str, precision: str, published: float) -> None:
    """Scales of quantized weights and the embeddings that stay in 16 bits are counted, and all experts."""
    assert weights_gb(shape_of(knowledge.models[model]), precision) == pytest.approx(published, rel=0.03)


def test_neuron_devices_store_16_bits(knowledge: Knowledge) -> None:
    """Weights in fp32 are cast there; 8 bits stay, 4 bits do not exist."""
    chip, card = bare(knowledge, "inferentia2"), bare(knowledge, "a10g")
    assert [stored_as(chip, kind) for kind in ("fp32", "bf16", "int8", "int4")] == ["bf16", "bf16", "int8", "bf16"]
    assert stored_as(card, "fp32") == "fp32"


def test_a_cache_is_split_by_whole_heads(knowledge: Knowledge) -> None:
    """8 KV heads over 2, 8 and 16 devices leave 4, 1 and 1 on each; latent attention leaves everything on each."""
    grouped, latent = (shape_of(knowledge.models[model]) for model in ("llama-3-70b", "deepseek-r1-671b"))
    whole = cache_gb(grouped, 1000)
    assert whole == pytest.approx(2 * 80 * 8 * 128 * 2 * 1000 / 1e9)
    assert [cache_gb(grouped, 1000, 2.0, devices) / whole for devices in (2, 8, 16)] == [0.5, 0.125, 0.125]
    assert cache_gb(latent, 1000, 2.0, 8) == cache_gb(latent, 1000) == pytest.approx(61 * 576 * 2 * 1000 / 1e9)


def test_stages_hold_whole_layers(knowledge: Knowledge) -> None:
    """80 layers in 3 stages leave 27 on the fullest, beside one of the two matrices of the vocabulary."""
    shape = shape_of(knowledge.models["llama-3-70b"])
    outer = shape.vocabulary * shape.hidden_size * 2 / 1e9
    expected = (weights_gb(shape, "bf16") - 2 * outer) * 27 / 80 + outer
    assert weights_per_device(shape, "bf16", 1, 3) == pytest.approx(expected)
    assert cache_gb(shape, 1000, pipeline=3) == pytest.approx(cache_gb(shape, 1000) * 27 / 80)


def test_a_window_bounds_the_cache() -> None:
    """Layers with a window of 1,024 tokens keep no more of a sequence of 8,192."""
    shape = Shape(
        name="x",
        kind="language-model",
        parameters=1e9,
        active_parameters=1e9,
        layers=4,
        kv_heads=1,
        head_size=64,
        window_tokens=1024,
        windowed_layers=3,
    )
    assert cache_gb(shape, 8192) == pytest.approx(2 * 64 * 2 * (8192 + 3 * 1024) / 1e9)


def test_a_cpu_holds_one_copy_in_the_memory_of_its_host(knowledge: Knowledge, rates: MemoryRates) -> None:
    """However many cores: weights in fp32 against the host's memory, once."""
    shape = shape_of(knowledge.models["llama-3-8b"])
    memory = serving_memory(shape, host(64.0), "fp32", rates, tensor=16, tokens=1024)
    assert memory.total == memory.per_device
    assert memory.weights == pytest.approx(8.03 * 4)
    assert memory.verdict == "fits"
    assert serving_memory(shape, host(32.0), "fp32", rates, tokens=1024).verdict == "does-not-fit"


@pytest.mark.parametrize(("needed", "verdict"), [(8.5, "fits"), (8.6, "tight"), (10.0, "tight"), (10.01, "does-not-fit")])
def test_a_verdict_is_tight_above_85_percent(rates: MemoryRates, needed: float, verdict: str) -> None:
    """Of 10 GB, 8.5 fit and 10 are tight."""
    assert verdict_of(needed, 10.0, rates) == verdict


@given(
    st.sampled_from(MODELS),
    st.sampled_from(sorted(BYTES_STORED)),
    st.sampled_from([(1, 1), (2, 1), (4, 1), (8, 1), (2, 3), (4, 2)]),
    st.tuples(st.integers(1, 9000), st.integers(1, 64)),
)
def test_parts_add_up_and_more_needs_more(
    knowledge: Knowledge, model: str, precision: str, split: tuple[int, int], load: tuple[int, int]
) -> None:
    """The total is its parts and its devices; more tokens or sequences never need less, nor does a split over fewer devices."""
    rates, shape, device = memory_rates(knowledge), shape_of(knowledge.models[model]), bare(knowledge, "a100-80gb")
    tensor, pipeline = split
    tokens, sequences = load

    def needs(tensor: int, tokens: int, sequences: int) -> Memory:
        return serving_memory(shape, device, precision, rates, tensor=tensor, pipeline=pipeline, tokens=tokens, sequences=sequences)

    found = needs(tensor, tokens, sequences)
    assert found.total == pytest.approx(found.weights + found.kv_cache + found.activations + found.overhead)
    assert found.total == pytest.approx(found.per_device * tensor * pipeline)
    assert needs(tensor, tokens + 500, sequences).per_device >= found.per_device
    assert needs(tensor, tokens, sequences + 1).per_device >= found.per_device
    for part in ("weights", "kv_cache"):
        assert getattr(needs(2 * tensor, tokens, sequences), part) / 2 <= getattr(found, part) * (1 + 1e-9)


@given(st.sampled_from(MODELS))
def test_fewer_bits_never_take_more(knowledge: Knowledge, model: str) -> None:
    """fp32, 16 bits, 8 bits and 4 bits take less in this order."""
    shape = shape_of(knowledge.models[model])
    sizes = [weights_gb(shape, precision) for precision in ("fp32", "bf16", "int8", "nf4", "fp4", "int4")]
    assert sizes == sorted(sizes, reverse=True)


@given(
    st.sampled_from(["llama-3-8b", "qwen3-8b", "gpt-oss-20b", "mistral-7b"]),
    st.integers(32, 8000),
    st.sampled_from(["a10g", "l40s", "h100"]),
)
def test_as_many_sequences_as_are_told_fit_and_hardly_more(knowledge: Knowledge, model: str, tokens: int, accelerator: str) -> None:
    """The count fits; a twentieth more, and at least two, do not."""
    rates, shape, device = memory_rates(knowledge), shape_of(knowledge.models[model]), bare(knowledge, accelerator)
    count = sequences_that_fit(shape, device, "bf16", rates, tokens=tokens)
    assert count > 0 or shape.parameters > 20e9
    if count:
        assert serving_memory(shape, device, "bf16", rates, tokens=tokens, sequences=count).per_device <= device.memory_gb * (1 + 1e-9)
        more = count + max(2, count // 20)
        assert serving_memory(shape, device, "bf16", rates, tokens=tokens, sequences=more).per_device > device.memory_gb


def test_the_longest_context_fits_and_the_next_token_does_not(knowledge: Knowledge, rates: MemoryRates) -> None:
    """16 sequences of Llama 3 8B on an A10G; alone it reaches the context it was made for; 70 B have no room at all."""
    shape, device = shape_of(knowledge.models["llama-3-8b"]), bare(knowledge, "a10g")
    longest = tokens_that_fit(shape, device, "bf16", rates, sequences=16)
    needs = [serving_memory(shape, device, "bf16", rates, tokens=tokens, sequences=16).per_device for tokens in (longest, longest + 1)]
    assert needs[0] <= device.memory_gb < needs[1]
    assert tokens_that_fit(shape, device, "bf16", rates) == shape.context_tokens
    assert tokens_that_fit(shape_of(knowledge.models["llama-3-70b"]), device, "bf16", rates) == 0


def test_a_remedy_names_the_fewest_devices_and_what_else_helps(knowledge: Knowledge, rates: MemoryRates) -> None:
    """70 B in bf16 on four A10G: eight hold it, or 8 bits; what fits needs no remedy; a chip too small says so."""
    shape, device = shape_of(knowledge.models["llama-3-70b"]), bare(knowledge, "a10g")
    assert serving_remedy(shape, device, "bf16", rates, tensor=4, tokens=4096) == "fits with 8 devices, or in int8"
    assert serving_memory(shape, device, "bf16", rates, tensor=8, tokens=4096).verdict != "does-not-fit"
    assert not serving_remedy(shape, device, "int8", rates, tensor=4, tokens=4096)
    assert serving_remedy(shape, bare(knowledge, "t4", 1), "fp16", rates, tokens=512).startswith("nothing smaller fits on 1 NVIDIA T4")


def test_a_remedy_for_a_long_context_shortens_it(knowledge: Knowledge, rates: MemoryRates) -> None:
    """16 sequences of 8,192 tokens are too many for one A10G: fewer tokens or fewer sequences fit, as the sentence says."""
    shape, device = shape_of(knowledge.models["llama-3-8b"]), bare(knowledge, "a10g", 1)
    text = serving_remedy(shape, device, "bf16", rates, tokens=8192, sequences=16)
    tokens, count = int(text.split(" tokens")[0].split()[-1].replace(",", "")), int(text.split(" at once")[0].split()[-1])
    assert serving_memory(shape, device, "bf16", rates, tokens=tokens, sequences=16).verdict != "does-not-fit"
    assert serving_memory(shape, device, "bf16", rates, tokens=8192, sequences=count).verdict != "does-not-fit"
    assert serving_memory(shape, device, "bf16", rates, tokens=8192, sequences=count + 1).verdict == "does-not-fit"


def test_a_remedy_for_training_is_true(knowledge: Knowledge, rates: MemoryRates) -> None:
    """Full training of 8 B on one L40S: sharded over four, or LoRA."""
    shape, device = shape_of(knowledge.models["llama-3-8b"]), bare(knowledge, "l40s")
    recipe = recipe_of(Run(stage="training"), shape, device, rates)
    assert training_remedy(shape, device, recipe, rates) == "fits sharded over 4 devices (ZeRO-3), or with LoRA"
    sharded = msgspec.structs.replace(recipe, devices=4, sharding="zero-3")
    assert training_memory(shape, device, sharded, rates).verdict != "does-not-fit"
    assert training_memory(shape, device, msgspec.structs.replace(sharded, devices=2), rates).verdict == "does-not-fit"


@pytest.mark.parametrize(
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
    memory = training_memory(shape_of(knowledge.models["llama-3-8b"]), bare(knowledge, "a100-80gb"), recipe, rates)
    assert memory.weights + memory.gradients + memory.optimizer == pytest.approx(8.03 * per_parameter)


def test_zero_stages_shard_one_state_after_the_other(knowledge: Knowledge, rates: MemoryRates) -> None:
    """Over 8 devices ZeRO-1 leaves 2 + 4 + 12/8 bytes, ZeRO-2 2 + 4/8 + 12/8, ZeRO-3 18/8."""
    shape, device = shape_of(knowledge.models["llama-3-8b"]), bare(knowledge, "a100-80gb")
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
    rates, shape, device = memory_rates(knowledge), shape_of(knowledge.models[model]), bare(knowledge, "a100-80gb")
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
    shape = shape_of(knowledge.models["opt-66b"])
    per_hidden = kept_per_token(shape, rates) / shape.hidden_size
    assert 34 <= per_hidden <= 34 * 7 / 6
    scores = kept_per_token(shape, rates, scores_over=2048) - kept_per_token(shape, rates)
    assert scores == pytest.approx(5 * shape.heads * 2048)


def test_gates_are_told_from_the_parameters(knowledge: Knowledge) -> None:
    """Llama, Mistral and Qwen have gated layers, GPT-J, BLOOM, NeoX and Falcon plain ones."""
    for model in ("llama-2-7b", "llama-2-13b", "llama-3-8b", "mistral-7b", "qwen3-8b"):
        assert is_gated(shape_of(knowledge.models[model]))
    for model in ("gpt-j-6b", "bloomz-7b1", "falcon-40b", "gpt-neox-20b", "bert-base"):
        assert not is_gated(shape_of(knowledge.models[model]))


def test_an_open_run_is_filled_with_habits(knowledge: Knowledge, rates: MemoryRates) -> None:
    """Full training of 8 B computes layers again, LoRA of 8 B does not; small encoders run under AMP; one device shards nothing."""
    device = bare(knowledge, "a100-80gb")
    large, small = (shape_of(knowledge.models[model]) for model in ("llama-3-8b", "roberta-base"))
    full, lora = (recipe_of(msgspec.convert({"method": method}, Run), large, device, rates) for method in ("full", "lora"))
    assert (full.checkpointed, lora.checkpointed, full.sharding, full.autocast) == (True, False, "none", False)
    assert recipe_of(Run(), large, device, rates, devices=8).sharding == "zero-3"
    assert recipe_of(Run(), small, device, rates).autocast
    assert not recipe_of(Run(checkpointing=False), large, device, rates).checkpointed


@pytest.mark.parametrize(("offload", "host_gib", "device_gib"), [("all", 1.52, 0.06), ("optimizer", 1.35, 0.17), ("none", None, 1.08)])
def test_offloading_follows_deepspeed(rates: MemoryRates, offload: str, host_gib: float | None, device_gib: float) -> None:
    """What DeepSpeed's own estimator prints for T5-small: 60 million parameters, 16 of them in the largest layer."""
    shape = Shape(
        name="T5-small", kind="language-model", parameters=60.5e6, active_parameters=60.5e6, layers=6, hidden_size=512, vocabulary=32128
    )
    recipe = msgspec.convert({"offload": offload, "sharding": "zero-3"}, Recipe)
    if host_gib is not None:
        assert offloaded_gb(shape.parameters, recipe, rates) / GIB == pytest.approx(host_gib, abs=0.01)
    assert offloaded_device_gb(shape, recipe) / GIB == pytest.approx(device_gib, abs=0.01)


def test_hosts_hold_what_was_reported(knowledge: Knowledge, rates: MemoryRates) -> None:
    """127 GB for FSDP with QLoRA of 70 B on four GPUs; a little more than 192 GB to merge it."""
    shape = shape_of(knowledge.models["llama-3-70b"])
    recipe = Recipe(method="qlora", tokens=3072, devices=4, sharding="zero-3", offload="all")
    assert training_host_gb(shape, recipe, rates) == pytest.approx(127, rel=TOLERANCE)
    assert 185 < merging_gb(shape, rates) < 210


def test_loading_takes_a_file_two_copies_or_all(knowledge: Knowledge, rates: MemoryRates) -> None:
    """On its way to a GPU one file is held, of a pickled checkpoint two copies; Neuron pins everything and compiles with twice as much."""
    shape = shape_of(knowledge.models["llama-3-70b"])
    weights = weights_gb(shape, "bf16")
    on_gpu, pickled = loading_gb(shape, "bf16", "gpu", rates), loading_gb(shape, "bf16", "gpu", rates, checkpoint="pickle")
    on_neuron = loading_gb(shape, "bf16", "inferentia", rates)
    assert on_gpu < 10 < weights < on_neuron < compiling_gb(shape, rates)
    assert pickled >= 2 * weights
    assert compiling_gb(shape, rates) >= 2 * weights


def test_twelve_billion_in_int8_hardly_load_on_16_gb_of_host(rates: MemoryRates) -> None:
    """The report: 13 GB pinned and 2 to 3 GB beside them end an inf2.xlarge."""
    shape = Shape(
        name="Gemma 3 12B", kind="language-model", parameters=12.2e9, active_parameters=12.2e9, vocabulary=262208, hidden_size=3840
    )
    assert 14.5 < loading_gb(shape, "int8", "inferentia", rates) < 17


def test_classic_models_are_tables_trees_and_neighbours(rates: MemoryRates) -> None:
    """10.5 million rows of 28 columns in fp32 at 3.2 times their size; a forest of full trees; a training set that is the model."""
    assert table_gb(10.5e6, 28, 4, 3.2) == pytest.approx(3.76, rel=0.01)
    assert nodes_of(1e6, depth=8) == 511
    assert nodes_of(1e6) == 2e6 - 1
    assert trees_gb(100, nodes_of(1e6), rates, values_per_node=2) == pytest.approx(100 * 2e6 * 80 / 1e9, rel=0.01)
    assert neighbours_gb(1e6, 100) == pytest.approx(0.408)


def test_an_unknown_precision_is_named_with_the_nearest(knowledge: Knowledge) -> None:
    """One line, never a KeyError."""
    with pytest.raises(InputError, match="Did you mean bf16"):
        weights_gb(shape_of(knowledge.models["llama-3-8b"]), "bf-16")


def test_numbers_without_layers_still_get_a_cache() -> None:
    """Where only parameters are known, the cache is taken to be that of a Llama 3 of this size, and more for small models."""

    def of_numbers(parameters: float) -> float:
        return cache_gb(Shape(name="x", kind="language-model", parameters=parameters, active_parameters=parameters), 1e6)

    for parameters, layers in ((8.03e9, 32), (70.6e9, 80), (406e9, 126)):
        assert of_numbers(parameters) == pytest.approx(2 * layers * 8 * 128 * 2 * 1e6 / 1e9, rel=0.15)
    assert 2 * 16 * 8 * 64 * 2 * 1e6 / 1e9 < of_numbers(1.24e9) < of_numbers(8.03e9)


def test_an_estimate_is_quick(knowledge: Knowledge, rates: MemoryRates) -> None:
    """Tens of thousands are made for one advice: the best of some rounds stays below 20 µs each."""
    shape, device = shape_of(knowledge.models["llama-3-70b"]), bare(knowledge, "a10g")
    rounds = timeit.repeat(
        lambda: serving_memory(shape, device, "int4", rates, tensor=4, pipeline=2, tokens=2048, sequences=8), number=200, repeat=20
    )
    assert min(rounds) / 200 < 20e-6
    assert math.isfinite(min(rounds))


def test_steps_show_the_arithmetic(knowledge: Knowledge, rates: MemoryRates) -> None:
    """Weights by their bytes, the cache by its heads, and the verdict, a line each."""
    shape, device = shape_of(knowledge.models["llama-3-8b"]), bare(knowledge, "a10g")
    memory = serving_memory(shape, device, "bf16", rates, tokens=8192)
    assert serving_steps(shape, device, "bf16", memory, tokens=8192) == (
        "weights = 8.03e9 × 2 B (bf16) = 16.1 GB",
        "KV cache = 1 × 8,192 tokens × 2 × 32 layers × 8 KV heads × 128 = 1.1 GB",
        "activations 0.74 GB, runtime 1.0 GB",
        "one device: 18.9 GB of 23.5 GB usable, 80%: fits",
    )
    recipe = Recipe(devices=8, sharding="zero-3", tokens=512, checkpointed=True)
    steps = training_steps(shape, recipe, training_memory(shape, device, recipe, rates))
    assert steps[0] == "full of 8.03e9 parameters in bf16: weights 16.1 GB, gradients 32.1 GB, optimizer 96.4 GB = 144.5 GB"
    assert steps[-1].endswith("does-not-fit")


def test_a_host_of_unknown_size_holds_everything(knowledge: Knowledge, rates: MemoryRates) -> None:
    """No memory is given: nothing is too large, and no count is made of infinity."""
    shape, machine = shape_of(knowledge.models["llama-3-70b"]), host(math.inf)
    assert serving_memory(shape, machine, "bf16", rates, tokens=4096).verdict == "fits"
    assert sequences_that_fit(shape, machine, "bf16", rates, tokens=4096) == 1_000_000


def test_a_mixture_plans_twice_the_activations(rates: MemoryRates, knowledge: Knowledge) -> None:
    """Of two models that differ in nothing else, the one whose tokens meet a quarter of the parameters holds twice as much of a prompt."""
    dense = msgspec.structs.replace(shape_of(knowledge.models["llama-3-8b"]), vocabulary=0)
    mixture, device = msgspec.structs.replace(dense, active_parameters=2e9), bare(knowledge, "h100")
    once, twice = (serving_memory(shape, device, "bf16", rates, tokens=8192).activations for shape in (dense, mixture))
    assert once == pytest.approx(2 * 8192 * 4096 * 11 / 1e9)
    assert twice == pytest.approx(2 * once)


def test_layers_in_4_bits_keep_more_activations(rates: MemoryRates, knowledge: Knowledge) -> None:
    """A quarter to two fifths more than those of LoRA, as LitGPT's rows show; the same where they are computed again."""
    shape, device = shape_of(knowledge.models["llama-2-7b"]), bare(knowledge, "a100-40gb")
    lora, qlora = (
        [
            training_memory(shape, device, Recipe(method=method, tokens=1304, checkpointed=again), rates).activations
            for again in (False, True)
        ]
        for method in METHODS
    )
    assert 1.2 < qlora[0] / lora[0] < 1.4
    assert qlora[1] == lora[1]
