"""The Beta distribution: what a share may be, given so many right and wrong answers."""

from __future__ import annotations

import math
from typing import Final

_STEPS: Final = 300
_CLOSE: Final = 1e-12
_HALVINGS: Final = 60
_TINY: Final = 1e-300


def beta_cdf(x: float, a: float, b: float) -> float:
    """Probability that a share distributed as Beta(a, b) is at most `x`."""
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    if x > (a + 1) / (a + b + 2):  # the fraction converges fast on the other side
        return 1 - beta_cdf(1 - x, b, a)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    return front / (a * _continued_fraction(x, a, b))


def beta_quantile(share: float, a: float, b: float) -> float:
    """The value below which a share distributed as Beta(a, b) lies with probability `share`."""
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if beta_cdf(middle, a, b) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _continued_fraction(x: float, a: float, b: float) -> float:
    """Continued fraction of the incomplete Beta function, by Lentz's method."""
    value, c, d = 1.0, 1.0, 0.0
    for step in range(1, _STEPS):
        half = step // 2
        if step % 2:
            term = -(a + half) * (a + b + half) * x / ((a + 2 * half) * (a + 2 * half + 1))
        else:
            term = half * (b - half) * x / ((a + 2 * half - 1) * (a + 2 * half))
        d = 1 / (1 + term * d or _TINY)
        c = 1 + term / c or _TINY
        value *= c * d
        if abs(c * d - 1) < _CLOSE:
            break
    return value
