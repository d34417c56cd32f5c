"""Models that are weighed against each other each get a plan and a cost."""

from __future__ import annotations

from typing import Final

import pytest

from engine.advice import Advice
from engine.intake.understand import understand
from engine.pipeline import advise
from knowledge import Knowledge
from tests.case_tables import for_each

_RIVALS: Final = [
    ["Claude on Bedrock or our own Llama 3 70B? 5 requests a second", "claude llama-3-70b"],
    ["should we use claude sonnet or host llama 3 8b ourselves, 20k requests a day", "claude-sonnet llama-3-8b"],
    ["compare mistral 7b with llama 3 8b for 100k summaries a night", "mistral-7b llama-3-8b"],
    ["DistilBERT vs BERT-large at 200 requests a second", "distilbert bert-large"],
]
_NO_RIVALS: Final = [
    "we serve a DistilBERT and a BERT-large, 200 requests a second",
    "fine-tune llama 3 8b, then distil it into a bert-base for 50 requests a second",
    "a chatbot on mistral 7b. Nothing else runs there or in the account, which model of AWS bills it?",
]


def _advice(text: str, knowledge: Knowledge) -> Advice:
    return advise(understand(text, knowledge).workload, knowledge, explain="choice")


@for_each(("text", "models"), _RIVALS)
def test_each_model_of_a_choice_gets_a_plan(text: str, models: str, knowledge: Knowledge) -> None:
    """Bought by the token or run on machines, with what it costs; the answer names them all."""
    advice = _advice(text, knowledge)
    assert [one.model for one in advice.models] == models.split()
    assert all(one.plan is not None and (one.usd_per_month or 0) > 0 for one in advice.models)
    assert all(one.name in advice.answer for one in advice.models)


@for_each("text", _NO_RIVALS)
def test_models_that_work_together_are_not_weighed(text: str, knowledge: Knowledge) -> None:
    """Two that are both served, or one after the other, are no choice."""
    assert not _advice(text, knowledge).models


def test_the_chosen_model_costs_what_the_advice_says(knowledge: Knowledge) -> None:
    """The plan of the model that the advice is for is the plan of the advice."""
    advice = _advice("Claude on Bedrock or our own Llama 3 70B? 5 requests a second", knowledge)
    own = next(one for one in advice.models if one.model == advice.workload["model"]["value"])
    assert advice.choice is not None
    assert own.plan is not None
    assert own.plan.instance_type == advice.choice.instance_type
    assert own.usd_per_month == pytest.approx(advice.choice.cost.usd_per_month, rel=0.01)
