"""Hands a scenario to the advisor with its exact facts, of which its words alone would give only a part."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.dialogue import start_with
from engine.intake.understand import understand
from engine.workload import Workload
from knowledge import Knowledge
from quizzes.item import Item
from tui.advice_talk import AdviceTalk
from tui.practice.stage import PracticeContext
from tui.views.reply import ReplyPart
from tui.views.text_lines import wrap_text

ADVISE_PREFIX: Final = "/place "
"""Start of the line of a choice that hands a scenario to the advisor; the item's id follows."""


_SCENARIO_TYPES: Final = ("choice", "response", "case")
"""Item types whose stem may describe a workload."""
_COMPUTE_KINDS: Final = frozenset({"places", "processors", "families", "accelerators", "purchases", "guidance", "scaling", "limits"})
"""Kinds of entries that an item stands on if it asks what an advice answers."""
_SUBJECT_FACTS: Final = frozenset({"task", "algorithm", "model", "parameters_b"})
"""Facts of which at least one must be stated: what runs."""
_LOAD_FACTS: Final = frozenset(
    {
        "latency_p99_ms", "requests_per_second", "tokens_per_second", "concurrency", "items_per_run", "dataset_gb", "rows", "payload_mb",
        "processing_seconds", "traffic", "trigger", "training_tokens_b", "training_deadline_hours", "model_count", "media_hours_per_run",
        "interruptible", "run_days", "budget_usd_per_hour", "budget_usd_per_month",
    }
)  # fmt: skip
"""Facts of which at least one must be stated too: how much of it, or how."""
_SENTENCE_END: Final = re.compile(r"(?<=[.?!])\s+")


class Scenario(NamedTuple):
    """A workload that a question is about."""

    text: str
    """Its sentences, without the question."""
    workload: Workload


def scenario_from_line(line: str, context: PracticeContext) -> Scenario | None:
    """The scenario in the line of a choice that leads to the advisor; None for any other line."""
    if not line.startswith(ADVISE_PREFIX):
        return None
    identity = line.removeprefix(ADVISE_PREFIX).strip()
    workload = context.supply.workload_of(identity)
    if workload is None:
        item = context.bank.items.get(identity)
        return read_scenario(item, context.knowledge) if item is not None else None
    made = context.supply.make_item(identity, 0)
    return Scenario(_without_question(made.stem), workload) if made is not None else None


def read_scenario(item: Item, base: Knowledge) -> Scenario | None:
    """The scenario of a written item, as far as its words state one; None where they state too little or ask for something else."""
    if item.type not in _SCENARIO_TYPES or _COMPUTE_KINDS.isdisjoint(point.partition("/")[0] for point in item.stands_on):
        return None
    found = understand(" ".join(item.stem.split()), base)
    for one in (found.workload, *found.other_workloads):
        known = one.known_facts()
        if not _SUBJECT_FACTS.isdisjoint(known) and not _LOAD_FACTS.isdisjoint(known):
            return Scenario(_without_question(item.stem), one.without_fact("asks"))
    return None


def _without_question(stem: str) -> str:
    """The sentences of a stem without those that ask; the whole stem where nothing else is left."""
    sentences = _SENTENCE_END.split(" ".join(stem.split()))
    return " ".join(sentence for sentence in sentences if not sentence.endswith("?")) or " ".join(sentences)


def advise_scenario(stem: str, workload: Workload, talk: AdviceTalk) -> Iterator[ReplyPart]:
    """Start a conversation with the facts of a scenario, and yield what is asked or advised next."""
    conversation = start_with(workload, (), talk.desk)
    if talk.keeper is not None:
        talk.keeper.start_session()
    yield from talk.resume_conversation(conversation)
    told = talk.keeper.save_step(conversation, stem) if talk.keeper is not None else ""
    if told:
        yield ReplyPart("notice", lambda width: wrap_text(told, width))
