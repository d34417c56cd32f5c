"""Hands a scenario to the advisor with its exact facts, of which its words alone would give only a part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.dialogue import start_with
from engine.workload import Workload
from tui.advice_talk import AdviceTalk
from tui.practice.stage import PracticeContext
from tui.views.reply import ReplyPart
from tui.views.text_lines import wrap_text

ADVISE_PREFIX: Final = "/place "
"""Start of the line of a choice that hands a scenario to the advisor; the item's id follows."""


def scenario_from_line(line: str, context: PracticeContext) -> tuple[str, Workload] | None:
    """Stem and workload of the scenario in such a line; None for any other line."""
    identity = line.removeprefix(ADVISE_PREFIX).strip()
    workload = context.supply.workload_of(identity) if line.startswith(ADVISE_PREFIX) else None
    item = context.supply.make_item(identity, 0) if workload is not None else None
    return (item.stem, workload) if item is not None and workload is not None else None


def advise_scenario(stem: str, workload: Workload, talk: AdviceTalk) -> Iterator[ReplyPart]:
    """Start a conversation with the facts of a scenario, and yield what is asked or advised next."""
    conversation = start_with(workload, (), talk.desk)
    if talk.keeper is not None:
        talk.keeper.start_session()
    yield from talk.resume_conversation(conversation)
    told = talk.keeper.save_step(conversation, stem) if talk.keeper is not None else ""
    if told:
        yield ReplyPart("notice", lambda width: wrap_text(told, width))
