"""The memory of hosts: what is moved there, what loading and compiling take, and models of tables."""

from __future__ import annotations

import msgspec
import pytest

from engine.sizing.device import GIB
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
from engine.sizing.memory.rates import MemoryRates
from engine.sizing.memory.storage import weights_gb
from engine.sizing.memory.training import Recipe
from engine.sizing.shape import Shape, shape_of
from knowledge import Knowledge
from tests.engine.memory.subjects import TOLERANCE


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
