"""Fits coefficients to measurements: least squares of logarithms, regularized towards their starts."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from knowledge.schema.efficiency import Efficiency
from tui.maintenance.coefficient_knobs import Tree, list_knobs, start_tree, write_coefficients
from tui.maintenance.measured_cases import Case, Section, log_errors

QUANTITY_WEIGHTS: Final = {"throughput": 0.8, "latency": 0.8, "token": 1.0, "first-token": 0.5}
"""Weight of an error of each quantity. Times to first token scatter most, because publishers define load differently."""
TRUST_WEIGHTS: Final = {"A": 1.0, "B": 0.5}
REGULARIZATION: Final = {"decoder": 0.3, "passes": 0.5, "training": 0.5}
"""How strongly a coefficient is pulled to its start."""
CROWDED_MODEL: Final = 40
"""From so many measurements of one model on, each counts less, so that one model does not dominate the fit."""
CROWDING_EXPONENT: Final = 0.35
SECTIONS: Final[tuple[Section, ...]] = ("decoder", "passes", "training")
"""In the order of fitting: passes use the bandwidth that the decoders are fitted with."""
SOFT_ERROR: Final = 0.3
"""Larger errors, in logarithms, count linearly instead of squared."""


def fit_processor(processor: str, cases: Sequence[Case], *, rounds: int = 25) -> Efficiency:
    """Fit all coefficients of a processor to its cases."""
    tree = start_tree(processor)
    for section in SECTIONS:
        fit_section(processor, section, tree, [case for case in cases if case.section == section], rounds=rounds)
    return build_efficiency(tree)


def fit_section(processor: str, section: Section, tree: Tree, cases: Sequence[Case], *, rounds: int) -> None:
    """Fit the coefficients of one section in `tree`; leave the others as they are."""
    if not cases:
        return
    kinds = sorted({case.shape.kind for case in cases})
    knobs = list_knobs(processor, section, kinds, sorted({case.device.id for case in cases}))
    begin = np.array([knob.origin for knob in knobs])
    spread = np.array([knob.spread for knob in knobs])
    far = np.array([knob.max_distance for knob in knobs])
    crowd = Counter(case.model for case in cases)
    weights = [
        TRUST_WEIGHTS[case.measurement.trust] * (CROWDED_MODEL / max(crowd[case.model], CROWDED_MODEL)) ** CROWDING_EXPONENT
        for case in cases
    ]

    def residuals(turned: NDArray[np.float64]) -> NDArray[np.float64]:
        """(knobs,) -> (errors of all cases + knobs,): weighted errors, then how far each knob stands from its origin."""
        write_coefficients(tree, knobs, turned.tolist())
        efficiency = build_efficiency(tree)
        off = [
            weight * QUANTITY_WEIGHTS[quantity] * error
            for case, weight in zip(cases, weights, strict=True)
            for quantity, error in log_errors(case, efficiency)
        ]
        held: NDArray[np.float64] = (turned - begin) / spread * REGULARIZATION[section]
        return np.concatenate([np.array(off), held])

    result = least_squares(residuals, begin, bounds=(begin - far, begin + far), loss="soft_l1", f_scale=SOFT_ERROR, max_nfev=rounds)
    write_coefficients(tree, knobs, result.x.tolist())


def build_efficiency(tree: Tree, **head: Any) -> Efficiency:  # noqa: ANN401  # fields of the record
    """The record of a tree of coefficients; without its ranges, which come from cross-validation."""
    blank = {"id": "fit", "name": "Fit", "summary": "A fit under way.", "as_of": dt.date(2000, 1, 1), "sources": (), "spread": {}}
    return msgspec.convert({**blank, **tree, **head}, Efficiency)


def cross_validate(processor: str, cases: Sequence[Case], *, rounds: int = 12) -> dict[str, Efficiency]:
    """Model -> coefficients that were fitted without any measurement of it.

    Only the sections that it was measured in are fitted anew.
    """
    return {model: _fit_without(processor, cases, model, rounds) for model in sorted({case.model for case in cases})}


def _fit_without(processor: str, cases: Sequence[Case], model: str, rounds: int) -> Efficiency:
    tree = start_tree(processor)
    measured = {case.section for case in cases if case.model == model}
    for section in SECTIONS:
        if section not in measured and not (section == "decoder" and "passes" in measured):
            continue  # passes read the decoder's bandwidth
        others = [case for case in cases if case.section == section and case.model != model]
        fit_section(processor, section, tree, others, rounds=rounds)
    return build_efficiency(tree)
