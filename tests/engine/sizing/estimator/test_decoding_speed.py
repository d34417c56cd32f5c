"""Decoding against published measurements that no fit may lose: within a quarter, without looking them up."""

from __future__ import annotations

import pytest

from engine.sizing.estimator.estimate import estimate_run
from knowledge import Knowledge
from knowledge.schema.measurement import Measurement
from tests.case_tables import for_each
from tests.engine.sizing.estimator.sample_runs import measured_inputs

WITHIN = 0.25
OUTSIDE = {
    "m0319": 0.35,  # Qwen3 32B on four A10G, measured faster with a prompt of 1,662 tokens than with 522 (m0325)
    "m0750": 0.40,  # gpt-fast in 4 bits: the coefficient of such weights lies below what it reached
}
"""Rows that the coefficients of their kind miss by more, and by how much at most."""


def oracles(knowledge: Knowledge, source: str, model: str = "") -> list[Measurement]:
    """Plain rows of a source at one request or one static batch."""
    return [
        row
        for row in knowledge.measurements.values()
        if row.source == source
        and model in row.model
        and row.unit == "output tokens"
        and not row.special
        and row.trust == "A"
        and (row.regime == "batch" or row.concurrency == 1)
    ]


def error(knowledge: Knowledge, row: Measurement) -> float:
    """How far the time per token is off, or the rate where no time is published; as a share of what was measured."""
    shape, device, run = measured_inputs(knowledge, row)
    found = estimate_run(shape, device, run, knowledge, explain=False, use_measurements=False)
    assert found.memory_gb.verdict != "does-not-fit", row.id
    if row.per_token_ms:
        return abs((found.time_per_output_token_ms.estimate or 0) / row.per_token_ms - 1)
    assert row.throughput
    return abs((found.throughput_per_s.estimate or 0) / row.throughput - 1)


def test_an_a100_decodes_llama_2_7b_as_gpt_fast_does(knowledge: Knowledge) -> None:
    """104.9 tokens a second, one sequence in bf16."""
    row = knowledge.measurements["m0748"]
    assert (row.model, row.accelerator, row.precision, row.throughput) == ("llama-2-7b", "a100-80gb", "bf16", 104.9)
    shape, device, run = measured_inputs(knowledge, row)
    found = estimate_run(shape, device, run, knowledge, use_measurements=False)
    assert found.throughput_per_s.estimate == pytest.approx(104.9, rel=WITHIN)
    assert found.bound_by == "memory-bandwidth"


@for_each(
    ("source", "model", "least"),
    [("gpt-fast-readme", "llama-2-7b", 6), ("aws-neuron-benchmarks", "70b", 20), ("aws-genai-hosting-benchmarks", "", 12)],
)
def test_decoding_is_within_a_quarter(knowledge: Knowledge, source: str, model: str, least: int) -> None:
    """gpt-fast on one to eight A100, 70 B on Inferentia2 and Trainium, and AWS's suite at one request."""
    rows = oracles(knowledge, source, model)
    assert len(rows) >= least
    errors = {row.id: error(knowledge, row) for row in rows}
    assert {name: found for name, found in errors.items() if found > OUTSIDE.get(name, WITHIN)} == {}
