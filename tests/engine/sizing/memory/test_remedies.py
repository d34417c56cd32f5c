"""What would help where memory does not suffice: what is said is true."""

from __future__ import annotations

import msgspec

from engine.sizing.estimate_records import Run
from engine.sizing.memory.rates import MemoryRates
from engine.sizing.memory.remedy import serving_remedy, training_remedy
from engine.sizing.memory.serving_memory import serving_memory
from engine.sizing.memory.training_memory import complete_recipe, training_memory
from engine.sizing.shape import model_shape
from knowledge import Knowledge
from tests.engine.sizing.memory.devices_and_models import bare_accelerators


def test_a_remedy_names_the_fewest_devices_and_what_else_helps(knowledge: Knowledge, rates: MemoryRates) -> None:
    """70 B in bf16 on four A10G: eight hold it, or 8 bits; what fits needs no remedy; a chip too small says so."""
    shape, device = model_shape(knowledge.models["llama-3-70b"]), bare_accelerators(knowledge, "a10g")
    assert serving_remedy(shape, device, "bf16", rates, tensor_parallel=4, tokens=4096) == "fits with 8 devices, or in int8"
    assert serving_memory(shape, device, "bf16", rates, tensor_parallel=8, tokens=4096).verdict != "does-not-fit"
    assert not serving_remedy(shape, device, "int8", rates, tensor_parallel=4, tokens=4096)
    assert serving_remedy(shape, bare_accelerators(knowledge, "t4", 1), "fp16", rates, tokens=512).startswith(
        "nothing smaller fits on 1 NVIDIA T4"
    )


def test_a_remedy_for_a_long_context_shortens_it(knowledge: Knowledge, rates: MemoryRates) -> None:
    """16 sequences of 8,192 tokens are too many for one A10G: fewer tokens or fewer sequences fit, as the sentence says."""
    shape, device = model_shape(knowledge.models["llama-3-8b"]), bare_accelerators(knowledge, "a10g", 1)
    text = serving_remedy(shape, device, "bf16", rates, tokens=8192, sequences=16)
    tokens, count = int(text.split(" tokens")[0].split()[-1].replace(",", "")), int(text.split(" at once")[0].split()[-1])
    assert serving_memory(shape, device, "bf16", rates, tokens=tokens, sequences=16).verdict != "does-not-fit"
    assert serving_memory(shape, device, "bf16", rates, tokens=8192, sequences=count).verdict != "does-not-fit"
    assert serving_memory(shape, device, "bf16", rates, tokens=8192, sequences=count + 1).verdict == "does-not-fit"


def test_a_remedy_for_training_is_true(knowledge: Knowledge, rates: MemoryRates) -> None:
    """Full training of 8 B on one L40S: sharded over four, or LoRA."""
    shape, device = model_shape(knowledge.models["llama-3-8b"]), bare_accelerators(knowledge, "l40s")
    recipe = complete_recipe(Run(stage="training"), shape, device, rates)
    assert training_remedy(shape, device, recipe, rates) == "fits sharded over 4 devices (ZeRO-3), or with LoRA"
    sharded = msgspec.structs.replace(recipe, devices=4, sharding="zero-3")
    assert training_memory(shape, device, sharded, rates).verdict != "does-not-fit"
    assert training_memory(shape, device, msgspec.structs.replace(sharded, devices=2), rates).verdict == "does-not-fit"
