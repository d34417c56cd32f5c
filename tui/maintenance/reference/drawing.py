"""SVG for a page in light and in dark: its colours are those of the page."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

INK: Final = "var(--color-foreground-primary, currentColor)"
FAINT: Final = "var(--color-foreground-muted, gray)"
LINE: Final = "var(--color-foreground-border, gray)"
GROUND: Final = "var(--color-background-secondary, transparent)"
ACCENT: Final = "var(--color-brand-primary, currentColor)"


def draw_svg(width: float, height: float, title: str, shapes: Iterable[str]) -> str:
    """A drawing that is as wide as the page and says in words what it shows."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="100%" role="img" font-family="inherit">'
    return "\n".join([head, f"<title>{escape(title)}</title>", *shapes, "</svg>", ""])


def draw_box(x: float, y: float, width: float, height: float, *, fill: str = GROUND, stroke: str = LINE, title: str = "") -> str:
    """A rectangle with round corners; the title shows where the pointer rests."""
    tip = f"<title>{escape(title)}</title>" if title else ""
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="4" fill="{fill}" stroke="{stroke}">{tip}</rect>'


def draw_text(x: float, y: float, words: str, *, size: float = 12, anchor: str = "start", fill: str = INK, weight: str = "normal") -> str:
    """Words, their baseline at y."""
    style = f'font-size="{size:g}" font-weight="{weight}" text-anchor="{anchor}" fill="{fill}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(words)}</text>'


def draw_curve(start: tuple[float, float], end: tuple[float, float], *, width: float, opacity: float, title: str = "", of: str = "") -> str:
    """A line that leaves and arrives upright; `of` are the classes by which a style finds it."""
    middle = (start[1] + end[1]) / 2
    path = f"M{start[0]:.1f} {start[1]:.1f} C{start[0]:.1f} {middle:.1f} {end[0]:.1f} {middle:.1f} {end[0]:.1f} {end[1]:.1f}"
    tip = f"<title>{escape(title)}</title>" if title else ""
    look = f'fill="none" stroke="{ACCENT}" stroke-width="{width:.2f}" stroke-opacity="{opacity:.2f}"'
    return f'<path class="{of}" d="{path}" {look}>{tip}</path>'
