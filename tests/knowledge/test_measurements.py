"""The published measurements: sane rows, none twice, and figures that agree with each other."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from knowledge import Knowledge, load
from knowledge.errors import KnowledgeError
from knowledge.measurements import read_measurements
from knowledge.schema.deployment import Deployment
from knowledge.schema.measurement import Measurement
from tests.case_tables import read_table

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("measurements_cases.yaml"))

COLUMNS = Measurement.__struct_fields__
ROWS = list(load().measurements.values())
ROW = CASES["row"]

UNEQUAL = CASES["unequal"]
"""Rows of trust A whose throughput differs by more than a tenth from batch and times, and why."""

PASSES = {None: 1, "full": 3, "lora": 2, "qlora": 2}
"""Passes over the weights per unit, by method; frozen weights need no gradient."""
BYTES = {"fp32": 4, "tf32": 4, "bf16": 2, "fp16": 2, "fp8": 1, "int8": 1, "int4": 0.5, "fp4": 0.5}


def reckoned(row: Measurement) -> list[float]:
    """Throughputs that follow from the load and the times of a row: requests or batches under way over the time of one."""
    if row.throughput is None or row.stage != "inference":
        return []
    batch = (row.batch or 1) if row.regime in {"batch", "stream"} else 1
    if row.regime != "batch" and row.concurrency is None:
        return []
    under_way = batch * (row.concurrency or 1) * 1000
    found: list[float] = []
    if row.unit == "items":
        if row.latency_ms:
            found.append(under_way / row.latency_ms)
    elif row.output_tokens:
        if row.latency_ms:
            found.append(under_way * row.output_tokens / row.latency_ms)
        if row.per_token_ms:
            found.append(under_way * row.output_tokens / ((row.first_token_ms or 0) + row.per_token_ms * row.output_tokens))
    return found


def agrees(row: Measurement, tolerance: float) -> bool:
    """Whether every throughput that follows is the one that stands there."""
    return all(abs(other / row.throughput - 1) <= tolerance for other in reckoned(row) if row.throughput)


def put_table(root: Path, *rows: dict[str, str], head: str | None = None) -> Path:
    """Write a table of measurements below `root`."""
    lines = [head or ",".join(COLUMNS), *(",".join(row.get(column, "") for column in COLUMNS) for row in rows)]
    (root / "measurements").mkdir()
    (root / "measurements" / "measurements.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (root / "measurements" / "deployments.csv").write_text(",".join(Deployment.__struct_fields__) + "\n", encoding="utf-8")
    return root


def mistakes(root: Path) -> list[str]:
    """Give the lines that reading raises."""
    with pytest.raises(KnowledgeError) as caught:
        read_measurements(root)
    return str(caught.value).splitlines()


def test_every_reference_of_a_row_exists(knowledge: Knowledge) -> None:
    """Models, hardware, types and sources are those of the base; an address is a web address."""
    for row in ROWS:
        assert row.model in knowledge.models, row.id
        assert (row.accelerator in knowledge.accelerators) != (row.core in knowledge.cores), row.id
        assert row.instance_type is None or row.instance_type in knowledge.instances, row.id
        assert row.source in knowledge.sources, row.id
        assert row.address.startswith("https://"), row.id


def test_an_instance_type_has_the_hardware_of_its_row(knowledge: Knowledge) -> None:
    """One machine never has fewer devices than a run on it used; training may span several."""
    for row in ROWS:
        if row.instance_type is None:
            continue
        instance = knowledge.instances[row.instance_type]
        assert instance.accelerator == row.accelerator, row.id
        if row.accelerator and row.stage == "inference":
            assert row.devices <= instance.accelerator_count, row.id
        if row.core:
            assert row.devices == instance.physical_cores, row.id


def test_figures_lie_within_what_can_be() -> None:
    """Units fit the stage; a copy fits the devices; first tokens come before whole answers; memory fits the largest device."""
    for row in ROWS:
        assert row.tp <= row.devices, row.id
        assert row.devices % row.tp == 0, row.id
        assert row.unit.startswith("training ") == (row.stage != "inference"), row.id
        assert (row.method is None) == (row.stage == "inference"), row.id
        told = (row.throughput, row.latency_ms, row.first_token_ms, row.per_token_ms, row.memory_gb)
        assert any(told) or "out of memory" in row.note, row.id
        if row.first_token_ms and row.latency_ms:
            assert row.first_token_ms < row.latency_ms, row.id
        assert row.memory_gb is None or row.memory_gb < 288, row.id
        assert row.image_pixels is None or 128**2 <= row.image_pixels <= 2048**2, row.id
        assert row.unit != "output tokens" or row.image_pixels is None, row.id
        assert (row.core is None) or row.devices <= 192, row.id


def operations(row: Measurement, knowledge: Knowledge) -> float:
    """Operations that one unit of a row's throughput takes; 0 where its size is not told."""
    model = knowledge.models[row.model]
    active = (model.active_parameters_b or model.parameters_b).value * 1e9
    tokens = row.input_tokens or 0
    if row.unit in {"output tokens", "training tokens"}:
        return 2 * active * PASSES[row.method]
    if model.gflops_per_item is None:
        return 2 * active * tokens * PASSES[row.method]
    size, typical = (row.image_pixels, model.image_pixels) if row.image_pixels else (tokens, model.input_tokens)
    return model.gflops_per_item.value * 1e9 * PASSES[row.method] * (size / typical if size and typical else 0)


def test_no_run_computes_faster_than_its_hardware(knowledge: Knowledge) -> None:
    """Operations a second stay below the published peak: no unit is off by a factor of a thousand, or of the devices."""
    for row in ROWS:
        if row.accelerator:
            peak = max(fact.value * 1e12 for fact in knowledge.accelerators[row.accelerator].peak_tflops.values())
        else:
            peak = max(fact.value * 1e9 for fact in knowledge.cores[row.core or ""].peak_gflops.values())
        assert (row.throughput or 0) * operations(row, knowledge) <= 0.9 * peak * row.devices, row.id


def test_no_step_reads_faster_than_its_memory(knowledge: Knowledge) -> None:
    """One request at a time reads every active weight once a token; only a draft model gets round that."""
    tried = 0
    for row in ROWS:
        if row.unit != "output tokens" or not row.accelerator or 1 not in {row.batch, row.concurrency} or row.special:
            continue
        step = row.per_token_ms or (row.latency_ms / row.output_tokens if row.latency_ms and row.output_tokens else None)
        if step is None:
            continue
        model, accelerator = knowledge.models[row.model], knowledge.accelerators[row.accelerator]
        weights_gb = (model.active_parameters_b or model.parameters_b).value * BYTES[row.precision]
        assert weights_gb / step * 1000 <= accelerator.bandwidth_gb_per_second.value * row.tp, row.id
        tried += 1
    assert tried > 80


def test_throughput_batch_and_latency_agree_where_all_are_given() -> None:
    """Within a tenth for trust A, but for the rows named above; within 45 % where network or few samples blur the figures."""
    unequal = {row.id for row in ROWS if row.trust == "A" and not agrees(row, 0.1)}
    assert unequal == set(UNEQUAL)
    assert [row.id for row in ROWS if row.trust != "A" and not agrees(row, 0.45)] == []
    assert sum(bool(reckoned(row)) for row in ROWS) > 1000


def test_no_row_stands_twice() -> None:
    """Two rows never tell the same run of the same machine."""
    told = Counter(tuple(getattr(row, column) for column in COLUMNS if column not in {"id", "throughput", "latency_ms"}) for row in ROWS)
    assert [run for run, count in told.items() if count > 1] == []


def test_every_way_of_running_is_measured() -> None:
    """The table covers what the estimator must be measured against."""
    assert len(ROWS) > 1400
    assert {row.stage for row in ROWS} == {"inference", "training", "fine-tuning"}
    assert {row.method for row in ROWS} == {None, "full", "lora", "qlora"}
    assert {row.regime for row in ROWS} == {"batch", "concurrency", "saturated", "offline", "stream", "server"}
    assert {"t4", "a10g", "l4", "l40s", "a100-40gb", "h100", "h200", "b200", "inferentia1", "inferentia2", "trainium1", "trainium2"} <= {
        row.accelerator for row in ROWS
    }


def test_a_row_becomes_a_record_and_a_blank_nothing(tmp_path: Path) -> None:
    """Numbers are numbers; what a publisher leaves open is null."""
    row = read_measurements(put_table(tmp_path, ROW))["measurements"]["x1"]
    assert (row.devices, row.batch, row.throughput, row.concurrency, row.core, row.note) == (1, 8.0, 880.1, None, None, "")


def test_a_base_without_measurements_has_none(tmp_path: Path) -> None:
    """A small base need not bring any."""
    assert read_measurements(tmp_path) == {"measurements": {}, "deployments": {}}


@pytest.mark.parametrize(
    ("change", "told"),
    CASES["a_wrong_row_is_told_with_its_line"],
)
def test_a_wrong_row_is_told_with_its_line(tmp_path: Path, change: dict[str, str], told: str) -> None:
    """File, line and field of each mistake."""
    assert [line.startswith(told) for line in mistakes(put_table(tmp_path, {**ROW, **change}))] == [True]


def test_an_id_stands_once(tmp_path: Path) -> None:
    """A second row of that name would hide the first."""
    assert mistakes(put_table(tmp_path, ROW, ROW)) == ["measurements/measurements.csv:3: id: x1 stands twice."]


def test_another_head_is_refused(tmp_path: Path) -> None:
    """A column too many, too few or misspelt says so at once."""
    told = mistakes(put_table(tmp_path, ROW, head="id,model"))
    assert told == [f"measurements/measurements.csv:1: the columns are id, model; expected {', '.join(COLUMNS)}."]
