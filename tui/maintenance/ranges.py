"""How far estimates lie from measurements that no fit had seen: the ranges of estimates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from tui.maintenance.cases import Case

Unseen = Sequence[tuple[Case, str, float]]
"""Case, quantity, and logarithm of predicted over measured."""

COVERED: Final = 0.9
"""Share of measurements that a range is to contain."""
ENOUGH: Final = 10
"""Errors from which a kind of model has a range of its own on a processor. With fewer it has that of the kind on all processors,
then that of all kinds on its processor, then that of everything."""
UNKNOWN: Final = 2.0
"""Where nothing of the kind was measured anywhere."""
LEAST: Final = 1.1
"""No range is narrower: the same run, published twice, differs by as much."""
_OF: Final = {"throughput": ("throughput",), "latency": ("latency", "token"), "first_token": ("first-token",)}
_KINDS: Final = ("language-model", "encoder", "convolution", "diffusion", "speech", "other", "training")


def spreads(own: Unseen, every: Unseen) -> dict[str, dict[str, float]]:
    """Kind of model -> quantity -> factor; `own` are the errors of one processor, `every` those of all."""
    return {
        kind: {
            name: _factor(kind, quantities, own, every)
            for name, quantities in _OF.items()
            if name != "first_token" or kind == "language-model"
        }
        for kind in _KINDS
    }


def quantile(errors: Sequence[float], share: float = COVERED) -> float:
    """The distance within which `share` of the next errors will lie, for as many as were seen (split conformal)."""
    distances = sorted(abs(error) for error in errors)
    return distances[min(math.ceil((len(distances) + 1) * share), len(distances)) - 1]


def factor_of(kind: str, quantity: str, own: Unseen, every: Unseen) -> float:
    """The factor for one quantity of one kind of model."""
    return _factor(kind, next(quantities for quantities in _OF.values() if quantity in quantities), own, every)


def _factor(kind: str, quantities: Sequence[str], own: Unseen, every: Unseen) -> float:
    pools = (
        [error for case, quantity, error in own if case.kind == kind and quantity in quantities],
        [error for case, quantity, error in every if case.kind == kind and quantity in quantities],
        [error for _, quantity, error in own if quantity in quantities],
        [error for _, quantity, error in every if quantity in quantities],
    )
    pool = next((pool for pool in pools if len(pool) >= ENOUGH), pools[-1])
    return max(math.exp(quantile(pool)), LEAST) if pool else UNKNOWN
