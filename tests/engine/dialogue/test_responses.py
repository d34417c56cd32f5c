"""What a line does to a conversation besides answering: it asks, tries, takes back, undoes, starts over, corrects."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from engine.dialogue import Conversation, Desk, respond
from knowledge import Knowledge
from tests.case_tables import for_each, read_table
from tests.depth import rounds
from tests.engine.dialogue.talks import talk

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("responses_cases.yaml"))
START: Final = "Llama 3 8B for 30 people at once, first word within 700 ms, in Frankfurt, at most $3,000 a month"


def values(conversation: Conversation) -> dict[str, Any]:
    """Fact -> its value, of what is known."""
    return {name: one.value for name, one in conversation.now.answers.items() if one.value is not None}


@for_each(("lines", "end", "gone"), [case.values() for case in CASES["conversations"]])
def test_a_conversation_ends_with_the_facts_that_hold(lines: list[str], end: dict[str, Any], gone: list[str], desk: Desk) -> None:
    """After corrections, retractions, undo and what-ifs."""
    known = values(talk(desk, *lines))
    assert {name: known.get(name) for name in end} == end
    assert not set(gone) & set(known)


def test_a_question_changes_no_fact(desk: Desk, knowledge: Knowledge) -> None:
    """About any entry of the base, in whatever words."""
    start = talk(desk, START)
    names = [entry.name for entry in (*knowledge.glossary.values(), *knowledge.families.values(), *knowledge.places.values())]
    forms = CASES["questions"]
    asked = [form.format(name=name) for number, name in enumerate(names) for form in forms[number % len(forms) :: len(forms)]]
    for question in [*(form.format(name="g5.xlarge") for form in forms), *asked[:: rounds(quick=6, long=1)]]:
        response = respond(start, question, desk)
        assert values(response.conversation) == values(start), question
        assert response.questions, question


@for_each("line", CASES["small talk"])
def test_small_talk_is_answered_and_changes_nothing(line: str, desk: Desk) -> None:
    """In one line, which tells what to do next."""
    start = talk(desk, START)
    response = respond(start, line, desk)
    assert values(response.conversation) == values(start)
    assert response.conversation.notice


def test_what_nothing_was_made_of_is_told(desk: Desk) -> None:
    """In the person's words."""
    response = respond(talk(desk, START), "the office has 14 windows", desk)
    assert response.not_used == ("14 windows",)


def test_a_what_if_holds_only_where_it_is_kept(desk: Desk) -> None:
    """What is stated next is of the workload itself."""
    tried = talk(desk, START, "what if the load were 300 people at once?")
    assert values(tried)["concurrency"] == 30
    assert values(respond(tried, "keep that", desk).conversation)["concurrency"] == 300
    after = respond(tried, "answers have about 200 tokens", desk).conversation
    assert (values(after)["concurrency"], values(after)["output_tokens"]) == (30, 200)
