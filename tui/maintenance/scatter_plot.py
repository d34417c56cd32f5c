"""A plot of error factors against what was measured, as SVG text."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

WIDTH, HEIGHT, MARGIN = 720, 440, 64
COLOURS: Final = {"GPU": "#3b7dd8", "Inferentia": "#d9822b", "Trainium": "#8f5fbf", "CPU": "#4f9d5d", "Other": "#888888"}
_MOST: Final = math.log(8)
_LINES: Final = (0.25, 0.5, 1.0, 2.0, 4.0)

Point = tuple[float, float, str]
"""Measured value, logarithm of predicted over measured, name of the processor."""


def draw_scatter(points: Sequence[Point]) -> str:
    """Predicted over measured, against measured throughput; both axes logarithmic."""
    low = math.floor(math.log10(min(value for value, _, _ in points)))
    high = math.ceil(math.log10(max(value for value, _, _ in points)))
    return "\n".join([*_draw_frame(low, high), *(_draw_dot(point, low, high) for point in points), *_draw_legend(), "</svg>"])


def _x(value: float, low: int, high: int) -> float:
    return MARGIN + (math.log10(value) - low) / max(high - low, 1) * (WIDTH - 2 * MARGIN)


def _y(error: float) -> float:
    return HEIGHT / 2 - max(-_MOST, min(_MOST, error)) / _MOST * (HEIGHT / 2 - MARGIN)


def _draw_frame(low: int, high: int) -> Iterator[str]:
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">'
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>'
    for factor in _LINES:
        y, dash = _y(math.log(factor)), "" if factor == 1 else ' stroke-dasharray="4 4"'
        yield f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y:.1f}" y2="{y:.1f}" stroke="#999999"{dash}/>'
        yield f'<text x="{MARGIN - 8}" y="{y + 4:.1f}" text-anchor="end">{factor:g}</text>'
    for power in range(low, high + 1):
        yield f'<text x="{_x(10.0**power, low, high):.1f}" y="{HEIGHT - MARGIN + 24}" text-anchor="middle">{10.0**power:g}</text>'
    yield f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">measured throughput, units a second</text>'
    yield f'<text x="{MARGIN}" y="20">predicted / measured, of models that no fit had seen</text>'


def _draw_dot(point: Point, low: int, high: int) -> str:
    value, error, name = point
    return f'<circle cx="{_x(value, low, high):.1f}" cy="{_y(error):.1f}" r="2.5" fill="{COLOURS[name]}" fill-opacity="0.5"/>'


def _draw_legend() -> Iterator[str]:
    for index, (name, colour) in enumerate(COLOURS.items()):
        x = MARGIN + 100 * index + 4
        yield f'<circle cx="{x}" cy="38" r="4" fill="{colour}"/><text x="{x + 8}" y="42">{name}</text>'
