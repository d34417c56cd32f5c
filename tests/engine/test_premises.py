"""What a choice rests on that nobody stated is said beside its price."""

from __future__ import annotations

from engine.advice import Advice
from engine.intake.understand import understand
from engine.pipeline import advise
from knowledge import Knowledge

_CHAT = "chatbot with llama 3 70b, 100 requests per second"


def _advice(text: str, knowledge: Knowledge) -> Advice:
    return advise(understand(text, knowledge).workload, knowledge)


def test_answers_taken_shorter_than_usual_are_said_to_be(knowledge: Knowledge) -> None:
    """Nothing writes 256 tokens within a second at that load: what is sized for 32 says so, and asks for the length."""
    advice = _advice(f"{_CHAT}, each answer within 1 s", knowledge)
    assert advice.choice is not None
    assert "answers of 256 tokens" in advice.premises[0]
    assert "answers of 32 tokens" in advice.premises[0]
    stated = _advice(f"{_CHAT}, each answer within 1 s, answers of 32 tokens", knowledge)
    assert not any("answers of 256 tokens" in premise for premise in stated.premises)


def test_a_dear_target_is_told_in_its_other_meaning(knowledge: Knowledge) -> None:
    """Seconds to the whole answer cost many times what seconds to its first word do; the sentence names that plan."""
    whole = _advice("chatbot with llama 3 8b for 200 users at a time, answers within 2 s", knowledge)
    first = _advice("chatbot with llama 3 8b for 200 users at a time, first word within 2 s", knowledge)
    assert first.choice is not None
    assert first.choice.instance_type is not None
    assert any(first.choice.instance_type in premise and "first word" in premise for premise in whole.premises)
    assert not first.premises


def test_where_the_usual_fits_nothing_is_said(knowledge: Knowledge) -> None:
    """A classifier has no first word, and an easy target is met as it stands."""
    assert not _advice("serve bert, 50 requests per second within 100 ms", knowledge).premises
