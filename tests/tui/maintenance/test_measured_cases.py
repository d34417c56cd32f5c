"""Measurements as cases: which rows are left out, under what load the others are predicted, and what is compared."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine.sizing.speed.load_performance import Load, predict_performance
from knowledge import Knowledge
from knowledge.schema.measurement import Measurement
from tests.tui.maintenance.synthetic_cases import device, row, shape, truth_of
from tui.maintenance.measured_cases import Case, list_cases, log_errors

DECODED = {"model": "llama-3-8b", "input_tokens": 512.0, "output_tokens": 128.0, "unit": "output tokens", "throughput": 1000.0}
PASSED = {"model": "bert-base", "input_tokens": 128.0, "throughput": 1000.0}
TRAINED = {"model": "llama-3-8b", "stage": "training", "input_tokens": 4096.0, "unit": "training tokens", "throughput": 1000.0}


def among(knowledge: Knowledge, *rows: Measurement) -> list[Case]:
    """The cases of a base that holds these measurements alone."""
    kept = {str(index): one for index, one in enumerate(rows)}
    parts = SimpleNamespace(
        measurements=kept, models=knowledge.models, accelerators=knowledge.accelerators, cores=knowledge.cores, sources=knowledge.sources
    )
    return list_cases(cast("Knowledge", parts))


def only(knowledge: Knowledge, **given: Any) -> Case:  # noqa: ANN401  # fields of the record
    """The one case of one row."""
    (found,) = among(knowledge, row(**given))
    return found


@pytest.mark.parametrize(
    "left_out",
    [
        DECODED | {"special": "eagle3"},
        DECODED | {"special": "prefix-cache"},
        DECODED | {"trust": "C"},
        DECODED | {"input_tokens": None},
        DECODED | {"output_tokens": None},
        TRAINED | {"input_tokens": None},
        DECODED | {"accelerator": None},
    ],
    ids=["speculation", "prefix cache", "trust C", "no input tokens", "no output tokens", "training without tokens", "no hardware"],
)
def test_rows_that_cannot_be_predicted_are_left_out(knowledge: Knowledge, left_out: dict[str, Any]) -> None:
    """Special runs, figures that are no measure, and rows that leave the tokens open are no cases; the rows beside them stay."""
    found = among(knowledge, row(**left_out), row(**DECODED))
    assert [case.measurement for case in found] == [row(**DECODED)]


def test_one_pass_needs_no_tokens(knowledge: Knowledge) -> None:
    """An encoder or an image model has a usual item; training needs no tokens that come out."""
    assert only(knowledge, **PASSED | {"input_tokens": None}).load.tokens_in == 0
    assert only(knowledge, **TRAINED).load.tokens_out == 0


@pytest.mark.parametrize(
    ("hardware", "group"),
    [
        ({"accelerator": "inferentia2"}, "neuron"),
        ({"accelerator": "trainium1"}, "neuron"),
        ({"accelerator": "a10g"}, "gpu"),
        ({"accelerator": None, "core": "ice-lake"}, "cpu"),
    ],
)
def test_processors_with_the_same_software_are_fitted_together(knowledge: Knowledge, hardware: dict[str, Any], group: str) -> None:
    """Inferentia and Trainium run the Neuron software and make one group; all others stand alone."""
    assert only(knowledge, **PASSED | hardware).processor_group == group


@pytest.mark.parametrize(
    ("given", "section", "kind"),
    [
        (DECODED, "decoder", "language-model"),
        (PASSED, "passes", "encoder"),
        (PASSED | {"model": "resnet-50"}, "passes", "convolution"),
        (TRAINED, "training", "training"),
        (PASSED | {"stage": "fine-tuning"}, "training", "training"),
    ],
)
def test_a_case_knows_its_coefficients_and_its_range(knowledge: Knowledge, given: dict[str, Any], section: str, kind: str) -> None:
    """Stage and kind of model say which coefficients are fitted, and whose range is drawn."""
    case = only(knowledge, **given)
    assert (case.section, case.spread_kind, case.model) == (section, kind, given["model"])


@pytest.mark.parametrize(
    ("given", "load"),
    [
        (
            DECODED | {"regime": "concurrency", "concurrency": 32.0, "devices": 8, "tp": 4},
            Load(regime="concurrency", batch=1, concurrency=32, tokens_in=512, tokens_out=128, devices=8, split=4),
        ),
        (DECODED | {"batch": 16.0}, Load(batch=16, concurrency=16, tokens_in=512, tokens_out=128)),
        (DECODED | {"batch": 16.0, "concurrency": 2.0}, Load(batch=16, concurrency=2, tokens_in=512, tokens_out=128)),
        (DECODED | {"regime": "saturated"}, Load(regime="saturated", tokens_in=512, tokens_out=128)),
        (
            DECODED | {"regime": "saturated", "batch": 32.0, "concurrency": 29.6, "devices": 8, "tp": 4},
            Load(regime="concurrency", batch=32, concurrency=64, tokens_in=512, tokens_out=128, devices=8, split=4),
        ),
        (PASSED | {"regime": "offline"}, Load(regime="offline", tokens_in=128)),
        (PASSED | {"model": "resnet-50", "input_tokens": None, "image_pixels": 50176}, Load(pixels=50176)),
        (TRAINED | {"method": "qlora", "devices": 16}, Load(stage="training", method="qlora", tokens_in=4096, devices=16)),
    ],
)
def test_the_load_of_a_row(knowledge: Knowledge, given: dict[str, Any], load: Load) -> None:
    """Regime, batch, requests at once, tokens, devices and split are those of the row; what it leaves open is one, or none.

    A server that was compiled for a number of sequences takes these at most, on each of its copies, however many wait.
    """
    assert only(knowledge, **given).load == load


def test_a_core_is_predicted_with_all_the_cores_that_were_used(knowledge: Knowledge) -> None:
    """The devices of a CPU are its cores."""
    case = only(knowledge, **PASSED | {"accelerator": None, "core": "ice-lake", "devices": 24})
    assert (case.device.id, case.device.count, case.load.devices) == ("ice-lake", 24, 24)


ALL = {"throughput": 100.0, "latency_ms": 2000.0, "per_token_ms": 10.0, "first_token_ms": 50.0}
DECODER = (shape("language-model"), device("first"))


@pytest.mark.parametrize(
    ("regime", "figures", "compared"),
    [
        ("concurrency", ALL, {"throughput": 100, "latency": 2000, "token": 10, "first-token": 50}),
        ("batch", ALL | {"throughput": None}, {"latency": 2000, "token": 10, "first-token": 50}),
        ("batch", {"per_token_ms": 10.0}, {"token": 10}),
        ("saturated", ALL, {"throughput": 100}),
        ("batch", {}, {}),
    ],
)
def test_what_was_measured_is_compared(regime: str, figures: dict[str, float], compared: dict[str, float]) -> None:
    """Each published figure is compared with its prediction; of a saturated server only the throughput, since times depend on the queue."""
    case = Case(row(regime=regime, **figures), *DECODER, Load(regime=cast("Any", regime), tokens_in=512, tokens_out=128))
    assert {quantity: measured for quantity, _, measured in case.compare_quantities(truth_of("gpu", {}))} == compared


def test_times_of_a_server_that_is_full_are_not_compared(knowledge: Knowledge) -> None:
    """Nor those of one that was compiled for a number of sequences, which is predicted under that load."""
    full = only(knowledge, **DECODED | ALL | {"regime": "saturated", "batch": 32.0})
    assert [quantity for quantity, *_ in full.compare_quantities(truth_of("gpu", {}))] == ["throughput"]


def test_a_pass_has_no_tokens_to_compare() -> None:
    """Times per token of a model that makes none are passed over."""
    case = Case(row(**ALL), shape("encoder"), device("first"), Load())
    assert [quantity for quantity, *_ in case.compare_quantities(truth_of("gpu", {}))] == ["throughput", "latency"]


def test_samples_of_a_language_model_count_as_their_tokens() -> None:
    """Training of language models is predicted in tokens, so that published samples are multiplied by their length."""
    load = Load(stage="training", tokens_in=2048)
    figures = {"stage": "training", "throughput": 3.0, "input_tokens": 2048.0}
    samples, tokens = (Case(row(unit=unit, **figures), *DECODER, load) for unit in ("training samples", "training tokens"))
    assert [measured for *_, measured in samples.compare_quantities(truth_of("gpu", {}))] == [3 * 2048]
    assert [measured for *_, measured in tokens.compare_quantities(truth_of("gpu", {}))] == [3]
    items = Case(row(unit="training samples", **figures), shape("encoder"), device("first"), load)
    assert [measured for *_, measured in items.compare_quantities(truth_of("gpu", {}))] == [3]


def test_a_case_is_predicted_by_the_estimator_itself() -> None:
    """What is compared is what the engine says for the same model, hardware, data type and load."""
    load, truth = Load(regime="concurrency", concurrency=8, tokens_in=512, tokens_out=128), truth_of("gpu", {})
    case = Case(row(precision="fp8", **ALL), *DECODER, load)
    said = predict_performance(*DECODER, "fp8", truth, load)
    assert case.predict_performance(truth) == said
    assert case.predict_performance(truth) != predict_performance(*DECODER, "bf16", truth, load)
    assert dict(log_errors(case, truth))["throughput"] == pytest.approx(math.log(said.rate / 100))


def test_the_base_loses_few_rows(knowledge: Knowledge) -> None:
    """Nine rows of ten of the base are predicted, in all regimes and stages, and each gives something to compare."""
    found = list_cases(knowledge)
    assert len(found) >= 0.9 * len(knowledge.measurements)
    assert {case.load.regime for case in found} == {row.regime for row in knowledge.measurements.values()}
    assert {case.section for case in found} == {"decoder", "passes", "training"}
    assert all(log_errors(case, knowledge.efficiencies[case.device.processor]) for case in found)
