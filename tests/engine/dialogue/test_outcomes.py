"""Every kind of outcome is reached by some conversation: each place, each way to pay, each kind of processor, and nothing at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from engine.dialogue import Desk, answer, edit, show_now, start, workload_of
from engine.workload import Value
from tests.case_tables import for_each, read_table

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("outcomes_cases.yaml"))

SAID: Final[dict[str, tuple[str, tuple[tuple[str, str], ...]]]] = CASES["said"]
"""Outcome -> a first sentence, and answers by fact."""


@for_each("outcome", SAID)
def test_some_conversation_leads_there(outcome: str, desk: Desk) -> None:
    """By words and answers alone."""
    text, answers = SAID[outcome]
    conversation = start(text, desk)
    for fact, words in answers:
        conversation = answer(edit(conversation, fact, desk), words, desk)
        assert not conversation.notice, (fact, words, conversation.notice)
    choice = show_now(conversation, desk, "choice").choice
    names = {choice.place, choice.purchase, choice.processor} if choice is not None else {"nothing"}
    assert outcome in names, (names, _known_facts(workload_of(conversation.now.answers).known_facts()))


def _known_facts(facts: dict[str, Value]) -> str:
    return ", ".join(f"{name}={value}" for name, value in facts.items())


def test_every_place_purchase_and_processor_is_among_them(desk: Desk) -> None:
    """Reserved instances are never the advised way to pay, and no plan is on a processor of another kind."""
    base = desk.knowledge
    assert {*base.places, *base.purchases, *base.processors} - set(SAID) == {"reserved", "other"}
