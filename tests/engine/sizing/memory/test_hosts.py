"""The memory of hosts: what is moved there, and what loading takes."""

from __future__ import annotations

import msgspec
import pytest

from engine.sizing.memory.host_memory import host_loading_gb, offloaded_gb, training_host_gb
from engine.sizing.memory.rates import MemoryRates
from engine.sizing.memory.training_memory import Recipe
from engine.sizing.memory.weights import weights_gb
from engine.sizing.shape import Shape, model_shape
from knowledge import Knowledge
from knowledge.schema.instance import GIB
from knowledge.schema.processor import ProcessorId
from tests.case_tables import for_each
from tests.engine.sizing.memory.devices_and_models import TOLERANCE

PROCESSORS: tuple[ProcessorId, ...] = ("gpu", "inferentia", "cpu")


@for_each(("offload", "host_gib"), [("all", 1.52), ("optimizer", 1.35), ("none", 0.0)])
def test_offloading_follows_deepspeed(rates: MemoryRates, offload: str, host_gib: float) -> None:
    """What DeepSpeed's own estimator prints for T5-small: 60 million parameters; nothing where nothing is offloaded."""
    shape = Shape(
        name="T5-small", kind="language-model", parameters=60.5e6, active_parameters=60.5e6, layers=6, hidden_size=512, vocabulary=32128
    )
    recipe = msgspec.convert({"offload": offload, "sharding": "zero-3"}, Recipe)
    assert offloaded_gb(shape.parameters, recipe, rates) / GIB == pytest.approx(host_gib, abs=0.01)


def test_machines_share_what_is_offloaded(rates: MemoryRates) -> None:
    """Each of four holds a quarter of states and weights, as DeepSpeed counts; but every process builds the model in fp32 first."""
    whole, quarter = (offloaded_gb(70e9, Recipe(devices=8, offload="all"), rates, machines=count) for count in (1, 4))
    assert whole == pytest.approx(70 * 18 * 1.5) == pytest.approx(4 * quarter)
    states = [offloaded_gb(70e9, Recipe(devices=devices, offload="optimizer"), rates, machines=4) for devices in (1, 8)]
    assert states == pytest.approx([70 * 4 * 1.5, 70 * 32 * 1.5])


def test_lighter_states_take_less_of_the_host(knowledge: Knowledge, rates: MemoryRates) -> None:
    """Pure 16 bits with 8-bit AdamW: 2 bytes of gradient and 2 of moments a parameter; of adapters only theirs beside the loading."""
    shape = model_shape(knowledge.models["llama-3-1-8b"])
    light = Recipe(pure=True, optimizer="adamw-8bit", offload="optimizer")
    assert offloaded_gb(shape.parameters, light, rates) == pytest.approx(8.03 * 4 * 1.5, rel=0.01)
    kept, moved = (training_host_gb(shape, Recipe(method="lora", offload=one), rates) for one in ("none", "optimizer"))
    assert kept < moved < kept + 1


def test_hosts_hold_what_was_reported(knowledge: Knowledge, rates: MemoryRates) -> None:
    """127 GB for FSDP with QLoRA of 70 B on four GPUs."""
    shape = model_shape(knowledge.models["llama-3-70b"])
    recipe = Recipe(method="qlora", tokens=3072, devices=4, sharding="zero-3", offload="all")
    assert training_host_gb(shape, recipe, rates) == pytest.approx(127, rel=TOLERANCE)


def test_loading_takes_a_file_or_all(knowledge: Knowledge, rates: MemoryRates) -> None:
    """On its way to a GPU one file is held; Neuron pins everything, and on a CPU it stays."""
    shape = model_shape(knowledge.models["llama-3-70b"])
    on_gpu, on_neuron, on_cpu = (host_loading_gb(shape, "bf16", one, rates) for one in PROCESSORS)
    assert on_gpu < 10
    assert on_neuron == on_cpu > weights_gb(shape, "bf16")


def test_twelve_billion_in_int8_hardly_load_on_16_gb_of_host(rates: MemoryRates) -> None:
    """The report: 13 GB pinned and 2 to 3 GB beside them end an inf2.xlarge."""
    shape = Shape(
        name="Gemma 3 12B", kind="language-model", parameters=12.2e9, active_parameters=12.2e9, vocabulary=262208, hidden_size=3840
    )
    assert 14.5 < host_loading_gb(shape, "int8", "inferentia", rates) < 17
