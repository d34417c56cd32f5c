"""An instance type as `sizewise catalog show` tells of it, line by line, for any width."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import Final

from knowledge import Knowledge
from knowledge.schema.instance import Instance
from tui.cli.catalog.card import LABEL, view
from tui.views.linked import Link, Piece, Pieces, plain

_ROOM: Final = LABEL + 2
"""Characters before the text of a line of the card."""


def card(instance: Instance, knowledge: Knowledge) -> Iterator[tuple[str, Pieces]]:
    """Label and text of each line. The family and the accelerator lead to their entries."""
    _, *lines = view(knowledge, Namespace(types=[instance.instance_type], json=False)).splitlines()
    parts: list[tuple[str, str]] = []
    for line in lines:
        label, text = line[:_ROOM].strip(), line[_ROOM:]
        if label:
            parts.append((label, text))
        else:
            parts[-1] = (parts[-1][0], f"{parts[-1][1]} {text}")
    for label, text in parts:
        yield label, _linked(label, text, instance, knowledge)


def _linked(label: str, text: str, instance: Instance, knowledge: Knowledge) -> Pieces:
    if label == "family" and instance.family in knowledge.families:
        return _around(text, instance.family, Link("families", instance.family))
    if label == "accelerator" and instance.accelerator is not None and instance.accelerator in knowledge.accelerators:
        return _around(text, knowledge.accelerators[instance.accelerator].name, Link("accelerators", instance.accelerator))
    return plain(text)


def _around(text: str, name: str, link: Link) -> Pieces:
    """The text with the first `name` in it as a link."""
    before, found, after = text.partition(name)
    return (*plain(before), *((Piece(name, link),) if found else ()), *plain(after))
