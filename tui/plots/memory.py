"""The plot of memory needs by part against the usable memory."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.figures import PARTS, MemoryBar, MemoryBars, Part
from engine.figures.axis import is_drawable
from engine.figures.memory_bars import memory_part_key
from engine.number_format import format_significant
from engine.plan_wording import name_machines
from knowledge.sentences import Say
from tui.plots.bars import Bar, Segment, choice_sign, draw_bar_page

_MAX_DEVICE_CHARACTERS: Final = 14
_GLYPHS: Final[Mapping[Part, str]] = dict(zip(PARTS, "█▓▒▚═░", strict=True))


def draw_memory(figure: MemoryBars, say: Say, width: int, height: int) -> list[str]:
    """A bar for each option; one line that says why where there is nothing to draw."""
    found = [bar for bar in figure.bars if is_drawable(bar.total) and is_drawable(bar.usable) and bar.usable > 0]
    if not found:
        return [say(figure.missing or "no_figures")]
    top = _full_length_gb(found)
    bars = [_memory_bar(bar, say) for bar in found]
    return draw_bar_page(_memory_title(figure, say), bars, list(_memory_legend(figure, found, top, say)), width, height, top=top)


def _memory_title(figure: MemoryBars, say: Say) -> str:
    precision = say("memory_in", precision=figure.precision) if figure.precision else ""
    return say(f"memory_title_{figure.of}", name=figure.name, precision=precision)


def _full_length_gb(bars: Sequence[MemoryBar]) -> float:
    """GB of a full bar: room for every need, and for the usable memory up to a few times of that."""
    needs, usable = max(bar.total for bar in bars), [bar.usable for bar in bars]
    return max(needs, min(max(usable), max(2 * needs, 1.5 * usable[0])))


def _memory_bar(bar: MemoryBar, say: Say) -> Bar:
    need = say("memory_note", need=format_significant(bar.total), has=format_significant(bar.usable))
    device = bar.device.removeprefix("NVIDIA ").removeprefix("AWS ") or say("memory_host")
    short = textwrap.shorten(device, _MAX_DEVICE_CHARACTERS, placeholder="…")
    together = f"{bar.devices} × " if bar.devices > 1 else ""
    return Bar(
        label=f"{choice_sign(is_it=bar.role == 'choice')}{name_machines(bar.what, bar.count)}, {together}{short}",
        segments=tuple(Segment(_GLYPHS[part], bar.parts[part]) for part in PARTS if part in bar.parts),
        note=f"{need}  {say(f'memory_{bar.verdict}')}",
        mark=bar.usable,
    )


def _memory_legend(figure: MemoryBars, bars: Sequence[MemoryBar], top: float, say: Say) -> Iterator[str]:
    for part in PARTS:
        if any(part in bar.parts for bar in bars):
            yield f"{_GLYPHS[part]} {say(memory_part_key(part, figure))}"
    yield say("memory_usable")
    if any(bar.role == "choice" for bar in bars):
        yield say("memory_choice")
    if any(bar.usable > top for bar in bars):
        yield say("memory_beyond")
    if figure.at_once > 1 and figure.cache_at_once:
        yield say("memory_at_once", count=figure.at_once, gb=format_significant(figure.cache_at_once))
