"""The fit of coefficients: made-up measurements give back what made them, and what nobody measured stays where it starts."""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Callable, Sequence
from functools import cache

import msgspec
import pytest

from engine.sizing.speed.load_performance import Load
from knowledge.schema.efficiency import Efficiency
from tests.tui.maintenance.synthetic_cases import coefficient, device, measured_by, paths, shape, truth_of
from tui.maintenance import fit
from tui.maintenance.coefficient_knobs import start_tree
from tui.maintenance.fit import cross_validate, fit_processor
from tui.maintenance.measured_cases import Case, log_errors

NEAR = 0.03
"""What a coefficient may be off where hardly anything pulls it back."""
ON = (device("first"), device("second", speed=2.0))
SIZES = (0.01, 0.1, 0.3, 1.0, 3.0, 10.0)

DECODER = {
    "decoder.compute.16": 0.55,
    "decoder.stream.16": 0.7,
    "decoder.cache": 0.55,
    "decoder.layer_ms": 0.04,
    "decoder.step_ms": 1.5,
    "decoder.prompt_ms": 9.0,
    "decoder.interference": 0.8,
    "decoder.waiting": 0.2,
    "decoder.waiting_power": 0.4,
}
PASSES = {
    "passes.encoder.compute.16": 0.36,
    "passes.encoder.layer_ms": 0.08,
    "passes.encoder.batch_ms": 0.3,
    "passes.encoder.size_power": 0.04,
}
TRAINING = {
    "training.language-model.compute.16": 0.38,
    "training.language-model.size_power": 0.05,
    "training.language-model.nodes_share": 0.93,
}
FACTORS = {
    "decoder.compute.16": "compute",
    "decoder.stream.16": "stream",
    "decoder.cache": "stream",
    "passes.encoder.compute.16": "passes",
    "passes.encoder.layer_ms": "overhead",
    "passes.encoder.batch_ms": "overhead",
    "training.language-model.compute.16": "training",
}
"""The factor of a device that a coefficient is multiplied with; measurements only tell the product."""


def decoding(truth: Efficiency) -> list[Case]:
    """Language models of several sizes, answering one to sixty-four requests at once."""
    loads = [
        Load(regime="concurrency", concurrency=at_once, tokens_in=tokens_in, tokens_out=tokens_out)
        for at_once, (tokens_in, tokens_out) in itertools.product((1, 8, 64), ((128, 512), (2048, 128)))
    ]
    return [
        measured_by(truth, shape("language-model", f"m{size}", size), on, load)
        for size, on, load in itertools.product((0.03, 0.3, 1.0, 3.0), ON, loads)
    ]


def passing(truth: Efficiency) -> list[Case]:
    """Encoders of several sizes, in small and large batches."""
    return [
        measured_by(truth, shape("encoder", f"m{size}", size), on, Load(batch=batch))
        for size, on, batch in itertools.product(SIZES, ON, (1, 2, 4, 8, 16, 32, 64))
    ]


def training(truth: Efficiency) -> list[Case]:
    """Language models of several sizes, trained on one device and on many."""
    return [
        measured_by(truth, shape("language-model", f"m{size}", size), on, Load(stage="training", tokens_in=2048, devices=devices))
        for size, on, devices in itertools.product(SIZES, ON, (1, 8, 16, 64, 128, 256, 512))
    ]


Made = tuple[dict[str, float], Callable[[Efficiency], list[Case]]]
SETS: dict[str, Made] = {"decoder": (DECODER, decoding), "passes": (PASSES, passing), "training": (TRAINING, training)}


@cache
def fitted_to_truth(section: str) -> Efficiency:
    """The coefficients that the command would fit to the made-up measurements of a section."""
    known, make = SETS[section]
    return fit_processor("gpu", make(truth_of("gpu", known)))


def loosened(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let hardly anything pull a coefficient back to its start."""
    monkeypatch.setattr(fit, "REGULARIZATION", dict.fromkeys(fit.REGULARIZATION, 0.01))


def worst(found: Efficiency, cases: Sequence[Case]) -> float:
    """The largest factor between what is predicted and what was measured."""
    return math.exp(max(abs(error) for case in cases for _, error in log_errors(case, found)))


def on_device(found: Efficiency, path: str, name: str) -> float:
    """A coefficient with the factor of a device in it."""
    factor = getattr(found.devices[name], FACTORS[path]) if path in FACTORS else 1.0
    return coefficient(found, path) * factor


@pytest.mark.parametrize("section", SETS)
def test_made_up_measurements_give_back_what_made_them(section: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With hardly any pull to the start, every coefficient of a section is found again, and so is every measurement."""
    loosened(monkeypatch)
    known, make = SETS[section]
    cases = make(truth_of("gpu", known))
    found = fit_processor("gpu", cases)
    assert worst(found, cases) < 1.01
    for path, value in known.items():
        for name in ("first", "second"):
            assert on_device(found, path, name) == pytest.approx(value, rel=NEAR), path


@pytest.mark.parametrize("section", SETS)
def test_the_pull_to_the_start_costs_little_where_much_was_measured(section: str) -> None:
    """As the command fits, a section with many measurements predicts them within a tenth, far nearer than the starts do."""
    known, make = SETS[section]
    cases = make(truth_of("gpu", known))
    assert worst(fitted_to_truth(section), cases) < 1.1
    assert worst(truth_of("gpu", {}), cases) > 1.25


def test_nothing_measured_leaves_every_start() -> None:
    """Without measurements the coefficients are the starts, and no device departs."""
    found = fit_processor("cpu", [])
    assert found == truth_of("cpu", {})
    assert found.devices == {}


@pytest.mark.parametrize("section", SETS)
def test_what_nobody_measured_keeps_its_start(section: str) -> None:
    """The other sections, the other kinds of model and the other widths stay where they start."""
    known, _ = SETS[section]
    found, start = fitted_to_truth(section), truth_of("gpu", {})
    met = {tuple(path.split(".")) for path in known}
    for path in paths(start_tree("gpu")):
        if path not in met:
            assert coefficient(found, ".".join(path)) == pytest.approx(coefficient(start, ".".join(path)), rel=1e-6), path
    untouched = set(FACTORS.values()) - {FACTORS[path] for path in known if path in FACTORS}
    assert all(getattr(factors, name) == 1 for factors in found.devices.values() for name in untouched)


@pytest.mark.parametrize("departure", [0.1, 5.0])
def test_a_device_departs_by_at_most_half(departure: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """However far a device departs from its kind, its factor stays between two thirds and one and a half."""
    loosened(monkeypatch)
    truth = truth_of("gpu", {"devices.second.training": departure})
    found = fit_processor("gpu", training(truth))
    bound = 1.5 if departure > 1 else 1 / 1.5
    assert found.devices["second"].training == pytest.approx(bound, rel=1e-3)
    assert 1 / 1.5 <= found.devices["first"].training <= 1.5


def test_one_wild_measurement_hardly_moves_the_fit() -> None:
    """A measurement that is off by a factor of fifty counts in proportion, not squared."""
    truth = truth_of("gpu", TRAINING)
    cases = training(truth)
    wild = measured_by(truth_of("gpu", {"training.language-model.compute.16": 0.38 * 50}), cases[0].shape, ON[0], cases[0].load)
    path = "training.language-model.compute.16"
    assert coefficient(fit_processor("gpu", [*cases, wild]), path) == pytest.approx(
        coefficient(fit_processor("gpu", cases), path), rel=0.05
    )


def test_trusted_measurements_count_more() -> None:
    """Between two that contradict each other, the fit lies nearer to the one of trust A."""
    low, high = (training(truth_of("gpu", {"training.language-model.compute.16": share})) for share in (0.3, 0.6))
    path = "training.language-model.compute.16"
    trust_low = coefficient(fit_processor("gpu", [*low, *map(doubted, high)]), path)
    trust_high = coefficient(fit_processor("gpu", [*map(doubted, low), *high]), path)
    assert trust_low < math.sqrt(0.3 * 0.6) < trust_high


def doubted(case: Case) -> Case:
    """The same case with trust B."""
    return dataclasses.replace(case, measurement=msgspec.structs.replace(case.measurement, trust="B"))


def test_cross_validation_hides_a_model_from_its_own_coefficients() -> None:
    """The coefficients for a model are those that the measurements of all others give, and do not move with its own."""
    truth, other = truth_of("gpu", TRAINING), truth_of("gpu", {"training.language-model.compute.16": 0.9})
    hidden = f"m{SIZES[0]}"
    others = [case for case in training(truth) if case.model != hidden]
    own, changed = ([case for case in training(made) if case.model == hidden] for made in (truth, other))
    blind, blind_too = (cross_validate("gpu", [*others, *some]) for some in (own, changed))
    assert set(blind) == {f"m{size}" for size in SIZES}
    assert blind[hidden] == blind_too[hidden]
    assert blind[hidden] == fit_processor("gpu", others, rounds=12)
    assert blind[f"m{SIZES[1]}"] != blind_too[f"m{SIZES[1]}"]


def test_a_model_that_is_alone_is_predicted_from_the_starts() -> None:
    """Where no other model was measured, cross-validation has the starts alone."""
    only = [case for case in training(truth_of("gpu", TRAINING)) if case.model == "m1.0"]
    assert cross_validate("gpu", only) == {"m1.0": truth_of("gpu", {})}
