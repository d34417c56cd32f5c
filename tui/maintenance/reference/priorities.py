"""How much cost, speed and effort weigh under each priority."""

from __future__ import annotations

from knowledge import Knowledge
from tui.maintenance.reference.markdown import code


def page(knowledge: Knowledge) -> str:
    """A table of the weights."""
    rows = (
        f"| {code(name)} | {weights['cost']:g} | {weights['speed']:g} | {weights['complexity']:g} |\n"
        for name, weights in knowledge.weights["ranking"].priority.items()
    )
    return "| priority | cost | speed | effort |\n|---|---:|---:|---:|\n" + "".join(rows)
