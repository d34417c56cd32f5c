"""A question beside the interview is answered from the plan; a drastic change is asked about first."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from engine.dialogue import Desk, answer_beside, is_of_the_advice, respond, start
from tests.case_tables import for_each, read_table
from tests.engine.dialogue.talks import talk

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("side_question_cases.yaml"))
PHOTOS: Final = "ResNet-50 on photos, 50 requests a second under 100 ms"


@for_each(("question", "begins"), [case.values() for case in CASES["beside"]])
def test_a_question_beside_the_interview_is_answered_from_the_plan(question: str, begins: str, desk: Desk) -> None:
    """What is no question about the plan is left to the base."""
    answer = answer_beside(question, start(PHOTOS, desk), desk)
    assert answer.startswith(begins)
    assert bool(answer) == bool(begins)


def test_before_it_is_known_what_runs_nothing_is_said_of_a_plan(desk: Desk) -> None:
    """Any figure would be made up."""
    assert answer_beside("what would it cost?", start("50 requests a second", desk), desk) == ""


@for_each(("lines", "fact", "before", "after"), [case.values() for case in CASES["confirm"]])
def test_a_drastic_change_is_asked_about_first(lines: list[str], fact: str, before: object, after: object, desk: Desk) -> None:
    """The rest of the line holds at once; yes makes the change, no drops it."""
    asked = talk(desk, *lines)
    assert asked.now.answers[fact].value == before
    assert asked.now.to_confirm[fact].value == after
    yes, no = respond(asked, "yes", desk).conversation, respond(asked, "no", desk).conversation
    assert (yes.now.answers[fact].value, yes.now.to_confirm) == (after, {})
    assert (no.now.answers[fact].value, no.now.to_confirm) == (before, {})


@for_each(("lines", "fact", "after"), [case.values() for case in CASES["made at once"]])
def test_a_change_that_is_small_or_called_a_correction_is_made_at_once(lines: list[str], fact: str, after: object, desk: Desk) -> None:
    """Nobody is asked what they said already."""
    made = talk(desk, *lines)
    assert (made.now.answers[fact].value, made.now.to_confirm) == (after, {})


@for_each("question", ["cheaper?", "anything cheaper?", "stay or move?", "is it overkill?"])
def test_a_question_that_only_asks_what_to_do_is_one_for_the_advice(question: str, desk: Desk) -> None:
    """No article of the base answers it better."""
    assert is_of_the_advice(question, desk.knowledge)


@for_each("question", ["what is a savings plan?", "how do I make a g5.xlarge endpoint cheaper at night?", "p4d or p5?"])
def test_a_question_about_something_is_looked_up(question: str, desk: Desk) -> None:
    """It names what somebody wants to know of."""
    assert not is_of_the_advice(question, desk.knowledge)
