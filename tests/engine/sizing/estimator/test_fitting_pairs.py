"""Pairs of model and hardware that cannot work, and such as are known to run by a hair."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.sizing.device import accelerator_device, instance_device
from engine.sizing.estimate_records import Estimate, Run
from engine.sizing.estimator.estimate import estimate_run
from engine.sizing.shape import ModelKind, Shape, model_shape
from knowledge import Knowledge
from tests.case_tables import for_each, read_table

HERE = Path(__file__).parent
IMPOSSIBLE: list[dict[str, Any]] = read_table(HERE / "impossible.yaml")["cases"]
RUNS: list[dict[str, Any]] = read_table(HERE / "by_a_hair_fits.yaml")["cases"]
_NUMBERS = ("layers", "hidden_size", "heads", "kv_heads", "head_size")


def case_name(case: dict[str, Any]) -> str:
    """What a red line is called by."""
    where = case.get("instance_type") or f"{case['accelerators']}x{case['accelerator']}"
    return f"{case.get('model', case.get('parameters_b'))}-{where}-{case['precision']}-{case.get('method', case['stage'])}"


def estimate_case(knowledge: Knowledge, case: dict[str, Any]) -> Estimate:
    """The estimate of a pair: on an instance with its host, or on bare accelerators."""
    if "model" in case:
        shape = model_shape(knowledge.models[case["model"]])
    else:
        parameters, gflop = case["parameters_b"] * 1e9, float(case.get("gflops_per_item", 0))
        counts = {name: case[name] for name in _NUMBERS}
        kind: ModelKind = "encoder" if gflop else "language-model"
        shape = Shape(name="numbers", kind=kind, parameters=parameters, active_parameters=parameters, gflop_per_item=gflop, **counts)
    instance = knowledge.instances[case["instance_type"]] if "instance_type" in case else None
    device = (
        instance_device(instance, knowledge)
        if instance
        else accelerator_device(knowledge.accelerators[case["accelerator"]], case["accelerators"])
    )
    assert device is not None
    run = Run(
        stage=case["stage"],
        precision=case["precision"],
        batch=case.get("batch"),
        input_tokens=case.get("input_tokens"),
        output_tokens=case.get("output_tokens"),
        method=case.get("method", "full"),
    )
    return estimate_run(shape, device, run, knowledge, instance=instance, use_measurements=False)


@for_each("case", IMPOSSIBLE)
def test_what_cannot_work_does_not_fit(knowledge: Knowledge, case: dict[str, Any]) -> None:
    """However many devices of the machine help; no time or rate is told, and the memory is no less than what nobody disputes."""
    found = estimate_case(knowledge, case)
    assert found.memory_gb.verdict == "does-not-fit", case["why"]
    assert found.latency_ms.estimate is None
    assert found.throughput_per_s.estimate is None
    assert found.memory_gb.remedy
    assert found.memory_gb.per_device / found.memory_gb.device_usable >= case["over"] * 0.999


@for_each("case", RUNS)
def test_what_is_known_to_run_fits(knowledge: Knowledge, case: dict[str, Any]) -> None:
    """Also where little is left; the memory is no less than weights and cache, and there is a rate."""
    found = estimate_case(knowledge, case)
    assert found.memory_gb.verdict in ("fits", "tight"), case["why"]
    assert (found.throughput_per_s.estimate or 0) > 0
    usable = found.memory_gb.device_usable * case.get("accelerators", 1)
    if "instance_type" not in case:
        assert found.memory_gb.total >= case["share"] * usable * 0.999


def test_there_are_pairs_on_both_sides() -> None:
    """Many of each, and a third of the impossible ones miss by less than a sixth."""
    assert len(IMPOSSIBLE) >= 40
    assert len(RUNS) >= 15
    assert sum(case["over"] <= 1.15 for case in IMPOSSIBLE) >= len(IMPOSSIBLE) / 3
