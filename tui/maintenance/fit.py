"""Fits coefficients to measurements by least squares of logarithms, held back by where they start."""

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
from tui.maintenance.cases import Case, Section, errors
from tui.maintenance.knobs import Tree, knobs_of, plant, starting

WEIGHTS: Final = {"throughput": 0.8, "latency": 0.8, "token": 1.0, "first-token": 0.5}
"""What an error of each quantity counts; times to first token scatter most, since every publisher defines load in its own way."""
TRUSTED: Final = {"A": 1.0, "B": 0.5}
HELD_BACK: Final = {"decoder": 0.3, "passes": 0.5, "training": 0.5}
"""How strongly a coefficient is pulled to its start: the fewer the measurements, the more."""
CROWD: Final = 40
"""Measurements of one model from which each further one counts less, so that a much measured model does not rule the fit."""
CROWDING: Final = 0.35
SECTIONS: Final[tuple[Section, ...]] = ("decoder", "passes", "training")
"""In the order of the fit: passes use the bandwidth that the decoders are fitted with."""
SOFT: Final = 0.3
"""Errors beyond this, in logarithms, count in proportion instead of squared."""


def fitted(processor: str, cases: Sequence[Case], *, rounds: int = 25) -> Efficiency:
    """The coefficients of a processor that suit its cases best."""
    tree = starting(processor)
    for section in SECTIONS:
        fit_section(processor, section, tree, [case for case in cases if case.section == section], rounds=rounds)
    return efficiency_of(tree)


def fit_section(processor: str, section: Section, tree: Tree, cases: Sequence[Case], *, rounds: int) -> None:
    """Turn the knobs of one section; the others stay as `tree` has them."""
    if not cases:
        return
    kinds = sorted({case.shape.kind for case in cases})
    knobs = knobs_of(processor, section, kinds, sorted({case.device.id for case in cases}))
    begin = np.array([knob.origin for knob in knobs])
    spread = np.array([knob.spread for knob in knobs])
    far = np.array([knob.most for knob in knobs])
    crowd = Counter(case.model for case in cases)
    weights = [TRUSTED[case.measurement.trust] * (CROWD / max(crowd[case.model], CROWD)) ** CROWDING for case in cases]

    def residuals(turned: NDArray[np.float64]) -> NDArray[np.float64]:
        """(knobs,) -> (errors of all cases + knobs,): weighted errors, then how far each knob stands from its origin."""
        plant(tree, knobs, turned.tolist())
        efficiency = efficiency_of(tree)
        off = [
            weight * WEIGHTS[quantity] * error
            for case, weight in zip(cases, weights, strict=True)
            for quantity, error in errors(case, efficiency)
        ]
        held: NDArray[np.float64] = (turned - begin) / spread * HELD_BACK[section]
        return np.concatenate([np.array(off), held])

    result = least_squares(residuals, begin, bounds=(begin - far, begin + far), loss="soft_l1", f_scale=SOFT, max_nfev=rounds)
    plant(tree, knobs, result.x.tolist())


def efficiency_of(tree: Tree, **head: Any) -> Efficiency:  # noqa: ANN401  # fields of the record
    """The record of a tree of coefficients; without its ranges, which come from cross-validation."""
    blank = {"id": "fit", "name": "Fit", "summary": "A fit under way.", "as_of": dt.date(2000, 1, 1), "sources": (), "spread": {}}
    return msgspec.convert({**blank, **tree, **head}, Efficiency)


def cross_validated(processor: str, cases: Sequence[Case], *, rounds: int = 12) -> dict[str, Efficiency]:
    """Model -> coefficients that were fitted without any measurement of it.

    Only the sections that it was measured in are fitted anew.
    """
    return {model: _without(processor, cases, model, rounds) for model in sorted({case.model for case in cases})}


def _without(processor: str, cases: Sequence[Case], model: str, rounds: int) -> Efficiency:
    tree = starting(processor)
    measured = {case.section for case in cases if case.model == model}
    for section in SECTIONS:
        if section not in measured and not (section == "decoder" and "passes" in measured):
            continue  # passes read the decoder's bandwidth
        others = [case for case in cases if case.section == section and case.model != model]
        fit_section(processor, section, tree, others, rounds=rounds)
    return efficiency_of(tree)
