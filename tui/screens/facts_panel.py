"""The side panel of the conversation: known and assumed facts, and the shortlist."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from textual.content import Content
from textual.style import Style

from engine.dialogue import ConversationStatus, FactLine, Shortlist
from engine.fact_wording import say
from engine.number_format import format_money, format_percentage
from knowledge import Knowledge
from tui.views.advice import format_duration
from tui.views.conversation import families_left_text

_BAR: Final = 16
"""Characters of the longest bar."""
_MOST_ASSUMED: Final = 3


def render_facts_panel(status: ConversationStatus, base: Knowledge) -> Content:
    """The content of the panel. A click on a fact asks for it again."""
    return Content("\n").join(_panel_lines(status, base))


def _panel_lines(status: ConversationStatus, base: Knowledge) -> Iterator[Content]:
    yield Content.styled(say(base, "panel_known"), "bold $primary")
    yield Content(" · ").join([_clickable(one) for one in status.known])
    yield Content()
    yield from _shortlist_lines(status.shortlist, base)
    if status.assumed:
        yield Content()
        yield Content.styled(say(base, "panel_assumed"), "bold $primary")
        yield from _assumption_lines(status.assumed, base)


def _assumption_lines(assumed: Sequence[FactLine], base: Knowledge) -> Iterator[Content]:
    """The few assumptions whose answers could change the choice; how many others there are."""
    asked = sorted((one for one in assumed if one.fact in base.questions and one.effect != 0), key=lambda one: -(one.effect or 0.0))
    for one in asked[:_MOST_ASSUMED]:
        effect = Content.styled(f"  {say(base, 'panel_effect', share=format_percentage(one.effect))}", "$text-muted") if one.effect else ""
        yield Content.assemble(Content.styled("~ ", "$text-muted"), _clickable(one), effect)
    if len(assumed) > _MOST_ASSUMED:
        yield Content.styled(say(base, "panel_more", count=len(assumed) - min(len(asked), _MOST_ASSUMED)), "$text-muted")


def _clickable(one: FactLine) -> Content:
    """A fact; a click asks for it again."""
    return Content(one.text).stylize(Style.from_meta({"@click": f"screen.ask_again('{one.fact}')"}))


def _shortlist_lines(found: Shortlist, base: Knowledge) -> Iterator[Content]:
    yield Content.styled(say(base, "panel_left", left=families_left_text(found)), "bold $primary")
    most = max((one.usd_per_month for one in found.top), default=0.0)
    slowest = max((one.latency_ms or 0.0 for one in found.top), default=0.0)
    for one in found.top:
        yield Content(f"{one.what} × {one.count}" if one.count else one.what)
        yield _bar_line(format_money(one.usd_per_month), one.usd_per_month, most, "$accent")
        if one.latency_ms is not None:
            yield _bar_line(format_duration(one.latency_ms), one.latency_ms, slowest, "$secondary")


def _bar_line(label: str, value: float, most: float, style: str) -> Content:
    length = max(round(_BAR * value / most), 1) if most > 0 else 1
    return Content.assemble(f"  {label:>9} ", Content.styled("█" * length, style))
