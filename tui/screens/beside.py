"""What is known and assumed, and the shortlist, as they stand beside the conversation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from textual.content import Content
from textual.style import Style

from engine.decision.wording import money
from engine.dialogue import Known, Shortlist, Standing
from engine.words import say
from knowledge import Knowledge
from tui.views.advice import time_of
from tui.views.conversation import leading

_BAR: Final = 16
"""Characters of the longest bar."""
_MARKS: Final = {"said": "›", "answered": "●", "derived": "→", "not sure": "?", "as assumed": "~", "assumed": "~"}


def beside(standing: Standing, base: Knowledge) -> Content:
    """The whole panel. A click on a fact asks for it again."""
    return Content("\n").join(_panel(standing, base))


def _panel(standing: Standing, base: Knowledge) -> Iterator[Content]:
    yield Content.styled(say(base, "panel_known"), "bold $primary")
    yield from map(_fact, standing.known)
    yield Content()
    yield from _shortlist(standing.shortlist, base)
    if standing.assumed:
        yield Content()
        yield Content.styled(say(base, "panel_assumed"), "bold $primary")
        yield from map(_fact, standing.assumed)


def _fact(one: Known) -> Content:
    click = Style.from_meta({"@click": f"screen.ask_again('{one.fact}')"})
    mark = Content.styled(f"{_MARKS.get(one.kind, '·')} ", "$accent" if one.kind in ("said", "answered") else "$text-muted")
    return Content.assemble(mark, Content(one.text)).stylize(click)


def _shortlist(found: Shortlist, base: Knowledge) -> Iterator[Content]:
    left = f"{found.before} → {found.left}" if found.before != found.left else str(found.left)
    yield Content.styled(say(base, "panel_left", left=left), "bold $primary")
    most = max((one.usd_per_month for one in found.top), default=0.0)
    slowest = max((one.latency_ms or 0.0 for one in found.top), default=0.0)
    for one in found.top:
        yield Content(f"{one.what} × {one.count}" if one.count else one.what)
        yield _bar(money(one.usd_per_month), one.usd_per_month, most, "$accent")
        if one.latency_ms is not None:
            yield _bar(time_of(one.latency_ms), one.latency_ms, slowest, "$secondary")


def _bar(label: str, value: float, most: float, style: str) -> Content:
    length = max(round(_BAR * value / most), 1) if most > 0 else 1
    return Content.assemble(f"  {label:>9} ", Content.styled("█" * length, style))


def one_line(standing: Standing, base: Knowledge) -> str:
    """The shortlist where there is no room for the panel."""
    return leading(standing.shortlist, base)
