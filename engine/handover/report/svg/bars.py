"""Bars below their words: memory against what is usable, and the price of each way to pay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.decision.wording import money
from engine.figures import PARTS, MemoryBar, MemoryBars, Prices
from engine.figures.axis import is_drawable
from engine.handover.in_words import named, part_key, way_of
from engine.handover.report.svg.canvas import LETTER, WIDTH, Box, Drawing, Key, line, rectangle, text
from engine.words import significant
from knowledge import Knowledge
from knowledge.sentences import Say

_ROW, _THICK = 40.0, 15.0
_TOP: Final = 6.0
_BEYOND: Final = 4.0
"""How many times the greatest need an axis of memory shows; what is usable beyond it runs off the edge."""
_ROUNDED: Final = 1 + 1e-9
_SIGNS: Final = {"fits": "✓", "tight": "!", "does-not-fit": "✗"}


class _Bar(NamedTuple):
    label: str
    note: str
    segments: tuple[tuple[str, float], ...]
    """Class and size of each."""
    frame: float | None = None
    """What there is room for."""
    is_choice: bool = False


def memory_drawing(figure: MemoryBars, say: Say, plots: Say) -> Drawing | None:
    """Need by part inside what is usable; None where there is nothing to draw."""
    bars = [bar for bar in figure.bars if is_drawable(bar.total) and is_drawable(bar.usable)]
    if not bars:
        return None
    need = max(bar.total for bar in bars)
    top = max(need, min(max(bar.usable for bar in bars), need * _BEYOND))
    parts = [part for part in PARTS if any(part in bar.parts for bar in bars)]
    keys = [Key("box", part.replace("_", "-"), plots(part_key(part, figure))) for part in parts]
    drawn = [_memory_bar(bar, say) for bar in bars]
    return Drawing(_height(drawn), tuple(_rows(drawn, top)), _about(bars, say), (*keys, Key("frame", "usable", say("legend_usable"))))


def _about(bars: Sequence[MemoryBar], say: Say) -> str:
    """What the bars tell of the choice; of the first of them where the choice has no machine of its own."""
    told = next((bar for bar in bars if bar.role == "choice"), bars[0])
    key = "figure_memory" if told.role == "choice" else "figure_memory_others"
    return say(key, count=len(bars), what=told.what, need=significant(told.total), has=significant(told.usable))


def _memory_bar(bar: MemoryBar, say: Say) -> _Bar:
    device = f", {bar.device}" if bar.device else ""
    verdict = f"{_SIGNS[bar.verdict]} {say(f'verdict_{bar.verdict}')}"
    return _Bar(
        label=f"{named(bar.what, bar.count)}{device}",
        note=f"{significant(bar.total)} / {significant(bar.usable)} GB {verdict}",
        segments=tuple((part.replace("_", "-"), bar.parts[part]) for part in PARTS if part in bar.parts),
        frame=bar.usable,
        is_choice=bar.role == "choice",
    )


def prices_drawing(figure: Prices, say: Say, knowledge: Knowledge) -> Drawing | None:
    """A bar for each way to pay; None where no price can be drawn."""
    ways = [way for way in figure.bars if way.usd_per_month and is_drawable(way.usd_per_month)]
    if not ways:
        return None
    found = [
        _Bar(
            label=way_of(way, knowledge),
            note=money(way.usd_per_month or 0.0),
            segments=(("advised" if way.advised else "way", way.usd_per_month or 0.0),),
            is_choice=way.advised,
        )
        for way in ways
    ]
    sums = [way.usd_per_month or 0.0 for way in ways]
    about = say("figure_prices", count=len(ways), what=figure.what, least=money(min(sums)), most=money(max(sums)))
    keys = [Key("box", "advised", say("legend_advised"))] if any(way.advised for way in ways) else []
    keys += [Key("box", "way", say("legend_way"))] if not all(way.advised for way in ways) else []
    keys += [Key("cut", "way", say("legend_cut"))] if max(sums) > figure.top else []
    return Drawing(_height(found), tuple(_rows(found, figure.top)), about, tuple(keys))


def _height(bars: Sequence[_Bar]) -> float:
    return _TOP + _ROW * len(bars)


def _rows(bars: Sequence[_Bar], top: float) -> list[str]:
    """Words above, the bar below; `top` is what the whole width stands for."""
    elements: list[str] = []
    for number, bar in enumerate(bars):
        base = _TOP + number * _ROW + 11
        elements.append(text(2, base, _cut(f"● {bar.label}" if bar.is_choice else bar.label, bar.note), "label"))
        elements.append(text(WIDTH - 2, base, bar.note, "label", "end"))
        elements += _drawn(bar, base + 6, top)
    return elements


def _drawn(bar: _Bar, above: float, top: float) -> list[str]:
    scale, left = (WIDTH - 4) / top, 2.0
    elements: list[str] = []
    for tone, size in bar.segments:
        right = min(left + size * scale, WIDTH - 2)
        elements.append(rectangle(Box(left, above, right, above + _THICK), tone))
        left = right
    if sum(size for _, size in bar.segments) > top * _ROUNDED:
        elements.append(rectangle(Box(WIDTH - 26, above - 1, WIDTH - 21, above + _THICK + 1), "gap"))
    if bar.frame is not None:
        end = 2 + min(bar.frame, top) * scale
        elements.append(rectangle(Box(2, above, end, above + _THICK), "usable"))
        if bar.frame <= top:
            elements.append(line(end, above - 3, end, above + _THICK + 3, "usable-end"))
    return elements


def _cut(label: str, note: str) -> str:
    """A label as far as there is room beside its note."""
    room = int((WIDTH - 4) / LETTER) - len(note) - 1
    return label if len(label) <= room else f"{label[: room - 1]}…"
