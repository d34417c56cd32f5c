"""Ranges of estimates, from the errors of predictions that the fit has not seen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from tui.maintenance.measured_cases import Case

BlindErrors = Sequence[tuple[Case, str, float]]
"""Case, quantity, and logarithm of predicted over measured."""

COVERAGE: Final = 0.9
"""Share of measurements that a range is to contain."""
MIN_ERRORS: Final = 10
"""A kind of model has a range of its own on a processor if it has so many errors. Otherwise it has the range of the kind on all
processors, then of all kinds on its processor, then of everything."""
UNKNOWN_FACTOR: Final = 2.0
"""Range without any measurement."""
MIN_FACTOR: Final = 1.1
"""Narrowest range: two publications of the same run differ by as much."""
_OF: Final = {"throughput": ("throughput",), "latency": ("latency", "token"), "first_token": ("first-token",)}
_KINDS: Final = ("language-model", "encoder", "convolution", "diffusion", "speech", "other", "training")


def measure_spreads(own: BlindErrors, every: BlindErrors) -> dict[str, dict[str, float]]:
    """Kind of model -> quantity -> factor; `own` are the errors of one processor, `every` those of all."""
    return {
        kind: {
            name: _range_factor(kind, quantities, own, every)
            for name, quantities in _OF.items()
            if name != "first_token" or kind == "language-model"
        }
        for kind in _KINDS
    }


def conformal_quantile(errors: Sequence[float], share: float = COVERAGE) -> float:
    """The distance within which `share` of the next errors will lie, for as many as were seen (split conformal)."""
    distances = sorted(abs(error) for error in errors)
    return distances[min(math.ceil((len(distances) + 1) * share), len(distances)) - 1]


def range_factor(kind: str, quantity: str, own: BlindErrors, every: BlindErrors) -> float:
    """The factor for one quantity of one kind of model."""
    return _range_factor(kind, next(quantities for quantities in _OF.values() if quantity in quantities), own, every)


def _range_factor(kind: str, quantities: Sequence[str], own: BlindErrors, every: BlindErrors) -> float:
    pools = (
        [error for case, quantity, error in own if case.spread_kind == kind and quantity in quantities],
        [error for case, quantity, error in every if case.spread_kind == kind and quantity in quantities],
        [error for _, quantity, error in own if quantity in quantities],
        [error for _, quantity, error in every if quantity in quantities],
    )
    pool = next((pool for pool in pools if len(pool) >= MIN_ERRORS), pools[-1])
    return max(math.exp(conformal_quantile(pool)), MIN_FACTOR) if pool else UNKNOWN_FACTOR
