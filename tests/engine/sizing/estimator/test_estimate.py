"""One estimate: ranges hold it, nothing is told of what does not fit, a remedy helps, cost follows from the rate."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from engine.advice import Range
from engine.sizing.estimate_records import Estimate, Run
from engine.sizing.shape import model_shape
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.case_tables import for_each
from tests.engine.sizing.estimator.sample_runs import RUNS, TOO_LARGE, estimate_of


def ranges(found: Estimate) -> list[Range]:
    """Every range of an estimate."""
    return [found.latency_ms, found.time_to_first_token_ms, found.time_per_output_token_ms, found.throughput_per_s]


@for_each("name", RUNS)
def test_without_steps_the_numbers_are_the_same(knowledge: Knowledge, name: str) -> None:
    """`explain=False` spares the words alone, with and without a measurement."""
    for use_measurements in (True, False):
        explained, short = (
            estimate_of(knowledge, *RUNS[name], explain=explain, use_measurements=use_measurements) for explain in (True, False)
        )
        assert explained.steps
        assert msgspec.structs.replace(explained, steps=()) == short


@for_each("name", RUNS)
def test_only_language_models_have_tokens(knowledge: Knowledge, name: str) -> None:
    """First token and time per token are of generated text; training has no latency; units say what is counted."""
    model, _, run = RUNS[name]
    found = estimate_of(knowledge, *RUNS[name], use_measurements=False)
    generates = model_shape(knowledge.models[model]).kind == "language-model"
    trains = run.stage != "inference"
    assert (found.time_per_output_token_ms.estimate is not None) == (generates and not trains)
    assert (found.time_to_first_token_ms.estimate is not None) == (generates and not trains)
    assert (found.latency_ms.estimate is not None) == (not trains)
    units = {(True, False): "output tokens", (False, False): "items", (True, True): "training tokens", (False, True): "training samples"}
    assert found.throughput_per_s.unit == units[generates, trains]


@for_each("name", TOO_LARGE)
def test_nothing_is_told_of_what_does_not_fit(knowledge: Knowledge, name: str) -> None:
    """No time, no rate, no cost of a unit; memory, what bounds it and what would help are told."""
    found = estimate_of(knowledge, *TOO_LARGE[name])
    assert found.memory_gb.verdict == "does-not-fit"
    assert all((one.estimate, one.low, one.high) == (None, None, None) for one in ranges(found))
    assert (found.bound_by, found.basis) == ("memory-capacity", "estimated")
    assert found.memory_gb.total > 0
    assert found.memory_gb.remedy
    assert any("does-not-fit" in step for step in found.steps)
    assert found.cost is not None
    assert found.cost.usd_per_million is None
    short = estimate_of(knowledge, *TOO_LARGE[name], explain=False)
    assert short.memory_gb == msgspec.structs.replace(found.memory_gb, remedy="")


@for_each("instance", ["inf2.xlarge", "inf2.8xlarge", "g5.xlarge", "inf1.xlarge"])
def test_what_does_not_fit_has_a_remedy(knowledge: Knowledge, instance: str) -> None:
    """Also where a device runs several copies side by side, for batches from one that fits to one that does not."""
    for power in range(16):
        found = estimate_of(knowledge, "bert-base", instance, Run(batch=2**power, input_tokens=512), use_measurements=False).memory_gb
        assert bool(found.remedy) == (found.verdict == "does-not-fit"), 2**power


def test_a_transformer_of_images_has_its_patches_in_memory(knowledge: Knowledge) -> None:
    """ViT-base reads 197 patches of an image, as BERT-base 197 tokens: the same size keeps the same activations, within a third."""
    images = estimate_of(knowledge, "vit-base", "g5.xlarge", Run(batch=64), use_measurements=False).memory_gb.activations
    tokens = estimate_of(knowledge, "bert-base", "g5.xlarge", Run(batch=64, input_tokens=197), use_measurements=False).memory_gb.activations
    assert images == pytest.approx(tokens, rel=1 / 3)


def test_each_neuron_core_holds_its_copy(knowledge: Knowledge) -> None:
    """Two cores of an Inferentia2 that answer side by side hold the weights twice."""
    found = estimate_of(knowledge, "bert-large", "inf2.xlarge", Run(), use_measurements=False)
    shape = model_shape(knowledge.models["bert-large"])
    assert found.memory_gb.weights == pytest.approx(2 * shape.parameters * 2 / 1e9)


def test_a_host_too_small_to_load_the_weights_is_told(knowledge: Knowledge) -> None:
    """13 B in 16 bits fit the chip of an inf2.xlarge, and not the 16 GB of host memory that they pass through."""
    found = estimate_of(knowledge, "llama-2-13b", "inf2.xlarge", Run(batch=1, input_tokens=128, output_tokens=64))
    assert found.memory_gb.per_device < found.memory_gb.device_usable
    assert found.memory_gb.verdict == "does-not-fit"
    assert found.memory_gb.remedy.startswith("The host has 17 GB and needs 28 GB")
    larger = estimate_of(knowledge, "llama-2-13b", "inf2.8xlarge", Run(batch=1, input_tokens=128, output_tokens=64))
    assert larger.memory_gb.verdict != "does-not-fit"


def test_the_host_of_training_is_that_of_one_machine(knowledge: Knowledge) -> None:
    """Each machine loads for its own devices, however many machines there are."""
    hosts = [
        estimate_of(knowledge, "llama-3-70b", "p5.48xlarge", Run(stage="training", count=count, accelerators=8, input_tokens=2048)).host_gb
        for count in (4, 16, 64)
    ]
    assert hosts[1] == pytest.approx(hosts[0])
    assert hosts[2] == pytest.approx(hosts[0])


def test_savings_of_training_are_told_in_the_steps(knowledge: Knowledge) -> None:
    """Each way to save memory that a run asks for stands in the arithmetic, and none that it does not."""
    asked = Run(
        stage="training", input_tokens=2048, optimizer="adamw-8bit", offload="optimizer", pure=True, compiled=True, chunked_loss=True
    )
    words = ("host memory", "16 bits", "compiled", "loss in pieces")
    found, plain = (
        estimate_of(knowledge, "llama-3-1-8b", "p4d.24xlarge", run) for run in (asked, Run(stage="training", input_tokens=2048))
    )
    assert all(any(word in step for step in found.steps) for word in words)
    assert not any(word in step for step in plain.steps for word in words)
    adapters = estimate_of(knowledge, "llama-3-1-8b", "p4d.24xlarge", Run(stage="fine-tuning", method="lora", rank=64))
    assert any("LoRA rank 64" in step for step in adapters.steps)
    assert adapters.memory_gb.optimizer == pytest.approx(
        8 * estimate_of(knowledge, "llama-3-1-8b", "p4d.24xlarge", Run(stage="fine-tuning", method="lora")).memory_gb.optimizer
    )


def test_devices_without_a_link_learn_less_together(knowledge: Knowledge) -> None:
    """Four T4 lose to PCIe what the decision takes off too, and the steps say so; linked devices and a single one lose nothing."""

    def run(instance: str, devices: int) -> Estimate:
        return estimate_of(knowledge, "resnet-50", instance, Run(stage="training", accelerators=devices), use_measurements=False)

    one, four = (run("g4dn.12xlarge", devices) for devices in (1, 4))
    kept = knowledge.weights["sizing"].thresholds["pcie_scaling"]
    assert (four.throughput_per_s.estimate or 0) == pytest.approx(4 * kept * (one.throughput_per_s.estimate or 0))
    assert [any("over PCIe" in step for step in found.steps) for found in (one, four, run("p3.8xlarge", 4))] == [False, True, False]


def test_requests_without_room_wait(knowledge: Knowledge) -> None:
    """The cache bounds how many run at once; more requests than that raise nothing, and the steps say that they wait."""
    runs = [Run(concurrency=count, input_tokens=3000, output_tokens=500) for count in (4, 64, 512)]
    few, many, crowd = (estimate_of(knowledge, "llama-2-13b", "g6e.xlarge", run, use_measurements=False) for run in runs)
    assert few.bound_by != "memory-capacity"
    assert (many.bound_by, crowd.bound_by) == ("memory-capacity", "memory-capacity")
    assert not any("wait" in step for step in few.steps)
    assert any("requests wait" in step for step in many.steps)
    assert crowd.throughput_per_s.estimate == many.throughput_per_s.estimate
    assert (many.throughput_per_s.estimate or 0) > (few.throughput_per_s.estimate or 0)


def test_the_fewest_devices_that_hold_it_are_taken(knowledge: Knowledge) -> None:
    """8 B need one A10G, 34 B four of them; those asked for are taken as they are."""
    firsts = [estimate_of(knowledge, model, "g5.12xlarge", Run(precision="bf16")).steps[0] for model in ("llama-3-8b", "codellama-34b")]
    assert [line.split(" on ")[1].split(" × ")[0] for line in firsts] == ["1", "4"]
    assert "on 2 × " in estimate_of(knowledge, "llama-3-8b", "g5.12xlarge", Run(accelerators=2)).steps[0]


@for_each("name", RUNS)
def test_cost_follows_from_price_and_rate(knowledge: Knowledge, name: str) -> None:
    """All machines by the hour, 730 hours a month, and a million units at the estimated rate."""
    model, instance, run = RUNS[name]
    found = estimate_of(knowledge, model, instance, run)
    price = knowledge.instances[instance].price
    assert price is not None
    assert found.cost is not None
    assert found.cost.usd_per_hour is not None
    assert found.cost.usd_per_hour == pytest.approx(price.usd_per_hour * run.count)
    assert found.cost.usd_per_month == pytest.approx(found.cost.usd_per_hour * 730)
    rate = found.throughput_per_s.estimate or 0
    assert found.cost.usd_per_million == pytest.approx(found.cost.usd_per_hour / 3600 / rate * 1e6)
    assert found.cost.per == found.throughput_per_s.unit


def test_sagemaker_has_its_own_price(knowledge: Knowledge) -> None:
    """The same machine as an ml. type costs more, and bare hardware costs nothing that is known."""
    run = Run(batch=1)
    costs = (estimate_of(knowledge, "llama-3-8b", "g5.2xlarge", run, sagemaker=wanted).cost for wanted in (False, True))
    plain, managed = (cost.usd_per_hour if cost else None for cost in costs)
    assert plain is not None
    assert managed is not None
    assert managed > plain
    assert estimate_of(knowledge, "llama-3-8b", "g5.2xlarge", run, instance=None).cost is None


@for_each(
    ("model", "instance", "run", "words"),
    [
        ("llama-3-8b", "g5.2xlarge", Run(accelerators=2), ("accelerators", "2", "Give 1")),
        ("llama-3-8b", "c7i.8xlarge", Run(accelerators=1), ("accelerators", "1", "Leave it out")),
        ("llama-3-8b", "g5.2xlarge", Run(batch=0), ("batch", "0", "at least 1")),
        ("llama-3-8b", "g5.2xlarge", Run(precision="bf-16"), ("precision", "Did you mean bf16?")),
        ("llama-3-8b", "g4dn.xlarge", Run(precision="fp8"), ("precision", "Choose from", "fp16")),
        ("llama-3-8b", "p5.48xlarge", Run(stage="training", precision="int8"), ("precision", "to train in")),
        ("llama-3-8b", "g5.2xlarge", Run(stage="preprocessing"), ("stage", "inference, training, fine-tuning")),
    ],
)
def test_a_run_that_makes_no_sense_is_refused(knowledge: Knowledge, model: str, instance: str, run: Run, words: tuple[str, ...]) -> None:
    """One line that names the field, its value and what would be right."""
    with pytest.raises(InputError) as raised:
        estimate_of(knowledge, model, instance, run)
    text = str(raised.value)
    assert "\n" not in text
    assert all(word in text for word in words), text


def test_sources_are_named_once_and_exist(knowledge: Knowledge) -> None:
    """Model, device and coefficients or measurement: ids of the base, none twice."""
    for (model, instance, run), use_measurements in itertools.product(RUNS.values(), (True, False)):
        found = estimate_of(knowledge, model, instance, run, use_measurements=use_measurements)
        assert found.sources
        assert len(set(found.sources)) == len(found.sources)
        assert set(found.sources) <= set(knowledge.sources)
