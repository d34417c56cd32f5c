"""Nothing is dropped in silence: every number that a statement holds is used or told as not used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from engine.intake.lexica import lexica_of
from engine.intake.message import Message
from engine.intake.understand import Understood
from knowledge import Knowledge
from tests.case_tables import read_table
from tests.depth import rounds
from tests.engine.intake.message_scores import understood_once

_HERE: Final = Path(__file__).parent
_NUMBER: Final = re.compile(r"(?<![\w.-])\d[\d.,]*")
_MOST: Final = 0.001
"""Share of the numbers that may be lost: halves of ranges and of times of day that nothing reads yet."""


def texts() -> list[str]:
    """Messages and problem statements of every kind that the tests have."""
    found = [message["text"] for path in sorted((_HERE / "messages").glob("*.yaml")) for message in read_table(path)["messages"]]
    for path in sorted((_HERE / "fresh").glob("*.yaml")):
        found += [item["text"] for item in read_table(path) if "text" in item]
    return found


def lost_numbers(text: str, understood: Understood, knowledge: Knowledge) -> Iterator[tuple[str, bool]]:
    """Each number of a statement, and whether it is neither used nor told."""
    message = Message(text, lexica_of(knowledge))
    workloads = (understood.workload, *understood.other_workloads)
    quotes = [f"{origin.quote} {origin.because}" for workload in workloads for origin in workload.origins.values()]
    told = " ".join((*understood.not_used, *understood.contradictions, *quotes))
    for number in _NUMBER.finditer(text):
        clause = message.clauses.at(number.start())
        if clause is not None and clause.is_statement and number.start() < message.options:
            yield number[0], number[0].rstrip(".,") not in told


def test_every_number_is_used_or_told(knowledge: Knowledge) -> None:
    """Over all texts in a long run, over each third in a short one."""
    found = [
        (lost, number, text)
        for text in texts()[:: rounds(quick=3, long=1)]
        for number, lost in lost_numbers(text, understood_once(text, knowledge), knowledge)
    ]
    lost = [(number, text) for is_lost, number, text in found if is_lost]
    assert len(found) > 500
    assert len(lost) <= max(2, _MOST * len(found)), lost
