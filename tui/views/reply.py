"""What a typed line is answered with: parts, each of which writes its lines for the width it gets."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal, NamedTuple

from tui.views.text_lines import Line, wrap_text

if TYPE_CHECKING:  # the first screen is shown before the engine is read
    from engine.advice import Advice
    from engine.dialogue import Ask

PartKind = Literal[
    "echo", "goal", "notice", "leading", "question", "advice", "difference", "text", "plot",
    "opened", "hello", "asked", "you", "hint", "share",
]  # fmt: skip


class ReplyPart(NamedTuple):
    """One part of a reply."""

    kind: PartKind
    draw: Callable[[int], Iterable[Line]]
    """Width in characters -> lines."""
    about: Ask | Advice | None = None
    """The question or the advice that the lines show."""


def text_part(kind: PartKind, *texts: str, indent: str = "") -> ReplyPart:
    """Texts as one part, each beginning on a line of its own."""
    return ReplyPart(kind, lambda width: [line for text in texts for line in wrap_text(text, width, indent)])
