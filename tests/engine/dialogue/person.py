"""A person who answers truthfully from a fact sheet, in their own words, and says so where they do not know."""

from __future__ import annotations

import dataclasses
from functools import cache
from pathlib import Path
from typing import Any

from engine.dialogue import Ask, Conversation, Desk, answer, next_ask, start, workload_of
from engine.intake.from_mapping import from_mapping, together
from engine.intake.understand import understand
from engine.vocabulary import accepted_values
from engine.workload import Quantity, Workload
from tests.case_tables import read_table

NOT_SURE = "not sure"
INSTEAD = {
    "peak_requests_per_second": ("requests_per_second", "tokens_per_second"),
    "concurrency": ("peak_requests_per_second", "requests_per_second"),
    "rows": ("dataset_gb",),
    "dataset_gb": ("rows",),
    "parameters_b": ("model",),
    "budget_usd_per_month": ("budget_usd_per_hour",),
    "interruptible": ("checkpointing",),
}
"""What a person says who does not know the fact itself and knows another that stands for it."""
WORDS = {
    "requests_per_second": "{} requests per second on average",
    "peak_requests_per_second": "{} requests per second at the peak",
    "rows": "{} rows",
    "dataset_gb": "{} GB of data",
    "model": "{}",
}
NOUNS = {
    "epochs": "epochs",
    "concurrency": "users at once",
    "input_tokens": "tokens",
    "output_tokens": "tokens",
    "model_count": "models",
    "columns": "columns",
    "rows": "rows",
    "runs_per_month": "times a month",
    "items_per_run": "items",
    "commitment_years": "years",
}
"""What people count, where the number alone would be the number of a choice."""
MOST = 40
"""Turns after which a conversation is taken to go in circles."""


@dataclasses.dataclass(frozen=True)
class Sheet:
    """What somebody types first, and what they know."""

    name: str
    say: str
    facts: dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Interview:
    """A conversation to its end."""

    conversation: Conversation
    asks: tuple[Ask, ...]
    answers: tuple[str, ...]


@cache
def read_sheets() -> tuple[Sheet, ...]:
    """The forty of the file."""
    rows = read_table(Path(__file__).with_name("fact_sheets.yaml"))
    return tuple(Sheet(**row) for row in rows)


def workload_of_sheet(sheet: Sheet, desk: Desk) -> Workload:
    """The workload with everything that the person knows."""
    return together(understand(sheet.say, desk.knowledge).workload, from_mapping(sheet.facts, desk.knowledge))


def words_for(fact: str, value: object, ask: Ask) -> str:
    """A value as people write it: the label where one says it, a number with its unit or its noun."""
    kind = accepted_values(fact)
    label = next((offer.label for offer in ask.offers if ask.kind == "fact" and offer.value == value), None)
    if label is not None:
        return label
    if fact in NOUNS and ask.kind == "fact":
        return f"{value} {NOUNS[fact]}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(kind, Quantity):
        return f"${value}" if kind.unit == "USD" else f"{value}{kind.unit}" if kind.unit.startswith("/") else f"{value} {kind.unit}".strip()
    return str(value)


def truthful_reply(ask: Ask, sheet: Sheet) -> str:
    """The truthful answer to one question."""
    if ask.kind == "check":
        return _reply_to_check(ask, sheet)
    if ask.fact in sheet.facts:
        return words_for(ask.fact, sheet.facts[ask.fact], ask)
    other = next((name for name in INSTEAD.get(ask.fact, ()) if name in sheet.facts), None)
    return WORDS.get(other, "{}").format(sheet.facts[other]) if other else NOT_SURE


def _reply_to_check(ask: Ask, sheet: Sheet) -> str:
    lines = [(number, offer) for number, offer in enumerate(ask.offers, 1) if offer.fact in sheet.facts]
    wrong = [
        f"{number}: {words_for(offer.fact, sheet.facts[offer.fact], ask)}"
        for number, offer in lines
        if sheet.facts[offer.fact] != offer.value
    ]
    return "; ".join(wrong) if wrong else str(len(ask.offers))


def hold_interview(sheet: Sheet, desk: Desk) -> Interview:
    """Talk until nothing is asked any more."""
    conversation = start(sheet.say, desk)
    asks: list[Ask] = []
    answers: list[str] = []
    while (ask := next_ask(conversation, desk)) is not None:
        assert len(asks) < MOST, [one.fact for one in asks]
        text = truthful_reply(ask, sheet)
        after = answer(conversation, text, desk)
        assert not after.notice, (ask.prompt, text, after.notice)
        conversation, asks, answers = after, [*asks, ask], [*answers, text]
    return Interview(conversation, tuple(asks), tuple(answers))


def choice_reached(held: Interview, desk: Desk) -> tuple[object, ...] | None:
    """Place, type, count and purchase at the end."""
    return desk.turn(workload_of(held.conversation.now.answers)).decision.choice_key()
