"""Horizontal bars: memory needed against memory usable, the price of each purchase option, what the money is spent on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.figures import PARTS, CostShares, MemoryBar, MemoryBars, Prices
from engine.figures.axis import is_drawable
from engine.figures.memory_bars import memory_part_key
from engine.handover.report.svg.canvas import LETTER, WIDTH, Box, Drawing, Key, draw_line, draw_rectangle, draw_text
from engine.number_format import format_money, format_percentage, format_significant
from engine.plan_wording import describe_purchase, name_machines
from knowledge import Knowledge
from knowledge.sentences import Say

_ROW, _THICK = 40.0, 15.0
_TOP: Final = 6.0
_BEYOND: Final = 4.0
"""The memory axis ends at this multiple of the greatest need; usable memory beyond it runs off the edge."""
_ROUNDED: Final = 1 + 1e-9
_SIGNS: Final = {"fits": "✓", "tight": "!", "does-not-fit": "✗"}


class _Bar(NamedTuple):
    label: str
    note: str
    segments: tuple[tuple[str, float], ...]
    """Class and size of each segment."""
    frame: float | None = None
    """Usable size."""
    is_choice: bool = False


def draw_memory(figure: MemoryBars, say: Say, plots: Say) -> Drawing | None:
    """Memory needed by part inside the usable memory; None where there is nothing to draw."""
    bars = [bar for bar in figure.bars if is_drawable(bar.total) and is_drawable(bar.usable)]
    if not bars:
        return None
    need = max(bar.total for bar in bars)
    top = max(need, min(max(bar.usable for bar in bars), need * _BEYOND))
    parts = [part for part in PARTS if any(part in bar.parts for bar in bars)]
    keys = [Key("box", part.replace("_", "-"), plots(memory_part_key(part, figure))) for part in parts]
    drawn = [_make_memory_bar(bar, say) for bar in bars]
    return Drawing(
        _chart_height(drawn),
        tuple(_draw_rows(drawn, top)),
        _describe_bars(bars, say),
        (*keys, Key("frame", "usable", say("legend_usable"))),
    )


def _describe_bars(bars: Sequence[MemoryBar], say: Say) -> str:
    """A sentence on the choice's bar; on the first bar where the choice has none."""
    bar = next((bar for bar in bars if bar.role == "choice"), bars[0])
    key = "figure_memory" if bar.role == "choice" else "figure_memory_others"
    return say(key, count=len(bars), what=bar.what, need=format_significant(bar.total), has=format_significant(bar.usable))


def _make_memory_bar(bar: MemoryBar, say: Say) -> _Bar:
    device = f", {bar.device}" if bar.device else ""
    verdict = f"{_SIGNS[bar.verdict]} {say(f'verdict_{bar.verdict}')}"
    return _Bar(
        label=f"{name_machines(bar.what, bar.count)}{device}",
        note=f"{format_significant(bar.total)} / {format_significant(bar.usable)} GB {verdict}",
        segments=tuple((part.replace("_", "-"), bar.parts[part]) for part in PARTS if part in bar.parts),
        frame=bar.usable,
        is_choice=bar.role == "choice",
    )


def draw_prices(figure: Prices, say: Say, knowledge: Knowledge) -> Drawing | None:
    """A bar for each purchase option; None where no price can be drawn."""
    ways = [way for way in figure.bars if way.usd_per_month and is_drawable(way.usd_per_month)]
    if not ways:
        return None
    found = [
        _Bar(
            label=describe_purchase(way, knowledge),
            note=format_money(way.usd_per_month or 0.0),
            segments=(("advised" if way.advised else "way", way.usd_per_month or 0.0),),
            is_choice=way.advised,
        )
        for way in ways
    ]
    sums = [way.usd_per_month or 0.0 for way in ways]
    about = say("figure_prices", count=len(ways), what=figure.what, least=format_money(min(sums)), most=format_money(max(sums)))
    keys = [Key("box", "advised", say("legend_advised"))] if any(way.advised for way in ways) else []
    keys += [Key("box", "way", say("legend_way"))] if not all(way.advised for way in ways) else []
    keys += [Key("cut", "way", say("legend_cut"))] if max(sums) > figure.full_scale_usd else []
    return Drawing(_chart_height(found), tuple(_draw_rows(found, figure.full_scale_usd)), about, tuple(keys))


def draw_money(figure: CostShares, say: Say, plots: Say) -> Drawing | None:
    """A bar for each use of the money; None where none can be drawn."""
    uses = [use for use in figure.shares if is_drawable(use.usd)]
    if not uses:
        return None
    found = [
        _Bar(
            label=plots(f"money_{use.key}"),
            note=f"{format_money(use.usd)}, {format_percentage(use.share)}",
            segments=(("way", use.usd),),
        )
        for use in uses
    ]
    most = max(uses, key=lambda use: use.usd)
    words = {"what": plots(f"money_{most.key}"), "share": format_percentage(most.share)}
    about = say("figure_money", count=len(uses), usd=format_money(figure.usd), **words)
    return Drawing(_chart_height(found), tuple(_draw_rows(found, most.usd)), about, (Key("box", "way", say("legend_use")),))


def _chart_height(bars: Sequence[_Bar]) -> float:
    return _TOP + _ROW * len(bars)


def _draw_rows(bars: Sequence[_Bar], top: float) -> list[str]:
    """Label above, bar below; `top` is the value at full width."""
    elements: list[str] = []
    for number, bar in enumerate(bars):
        base = _TOP + number * _ROW + 11
        elements.append(draw_text(2, base, _shorten_label(f"● {bar.label}" if bar.is_choice else bar.label, bar.note), "label"))
        elements.append(draw_text(WIDTH - 2, base, bar.note, "label", "end"))
        elements += _draw_bar(bar, base + 6, top)
    return elements


def _draw_bar(bar: _Bar, above: float, top: float) -> list[str]:
    scale, left = (WIDTH - 4) / top, 2.0
    elements: list[str] = []
    for tone, size in bar.segments:
        right = min(left + size * scale, WIDTH - 2)
        elements.append(draw_rectangle(Box(left, above, right, above + _THICK), tone))
        left = right
    if sum(size for _, size in bar.segments) > top * _ROUNDED:
        elements.append(draw_rectangle(Box(WIDTH - 26, above - 1, WIDTH - 21, above + _THICK + 1), "gap"))
    if bar.frame is not None:
        end = 2 + min(bar.frame, top) * scale
        elements.append(draw_rectangle(Box(2, above, end, above + _THICK), "usable"))
        if bar.frame <= top:
            elements.append(draw_line(end, above - 3, end, above + _THICK + 3, "usable-end"))
    return elements


def _shorten_label(label: str, note: str) -> str:
    """The part of a label that fits beside its note."""
    room = int((WIDTH - 4) / LETTER) - len(note) - 1
    return label if len(label) <= room else f"{label[: room - 1]}…"
