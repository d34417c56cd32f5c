"""Texts with a label each, one below the other in one text, and apart again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Section = tuple[str, str]
"""Label and text; the label of a text that stands before all labels is empty."""


def together(sections: Iterable[Section]) -> str:
    """One text with a blank line between the sections."""
    return "\n\n".join(f"{label}: {text}" for label, text in sections)


def apart(text: str, labels: Sequence[str]) -> list[Section]:
    """The sections of a text that `together` made; a paragraph without one of `labels` goes on with the section before it."""
    found: list[Section] = []
    for paragraph in text.split("\n\n"):
        label = max((label for label in labels if paragraph.startswith(f"{label}: ")), key=len, default=None)
        if label is not None:
            found.append((label, paragraph[len(label) + 2 :]))
        elif found:
            found[-1] = (found[-1][0], f"{found[-1][1]}\n\n{paragraph}")
        elif paragraph.strip():
            found.append(("", paragraph))
    return found
