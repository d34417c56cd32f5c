"""What is asked is answered first; with too little known the fork is shown; options named are those chosen from."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from engine.advice import Advice
from engine.intake.understand import understand
from engine.pipeline import advise
from knowledge import Knowledge
from tests.case_tables import for_each, read_table

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("answers_cases.yaml"))
PHOTOS: Final = "ResNet-50 on photos, 50 requests a second under 100 ms"


def advice_on(text: str, knowledge: Knowledge) -> Advice:
    """The advice for a text, without what-ifs."""
    return advise(understand(text, knowledge).workload, knowledge, explain="choice")


@for_each(("text", "asks", "begins", "has"), [case.values() for case in CASES["answers"]])
def test_what_is_asked_is_answered(text: str, asks: list[str], begins: str, has: str, knowledge: Knowledge) -> None:
    """In the kind of words that the question wants; with the choice where nothing is asked."""
    assert list(understand(text, knowledge).workload.asks or ()) == asks
    answer = advice_on(text, knowledge).answer
    assert answer.startswith(begins), answer
    assert has in answer
    assert "$name" not in answer
    assert "$share" not in answer


def test_an_answer_of_nothing_fits_says_what_to_give_up(knowledge: Knowledge) -> None:
    """And never that something does."""
    advice = advice_on("BERT in production, 500 requests a second under 1 ms, at most $5 a month. Which machine?", knowledge)
    assert advice.choice is None
    assert advice.answer.startswith("Nothing fits")


def test_with_nothing_said_of_what_runs_the_fork_is_shown(knowledge: Knowledge) -> None:
    """Two to four branches that differ, and little confidence."""
    advice = advice_on("we need inference with 50 requests a second", knowledge)
    assert 2 <= len(advice.branches) <= 4
    assert len({branch.choice for branch in advice.branches}) == len(advice.branches)
    assert advice.confidence == "low"


@for_each("text", [PHOTOS, "a notebook for three analysts", "clean 40 GB of CSV every night", "churn prediction from a table"])
def test_where_it_is_said_what_runs_there_is_no_fork(text: str, knowledge: Knowledge) -> None:
    """Nor where it cannot change the choice."""
    assert advice_on(text, knowledge).branches == ()


@for_each("names", [("g5", "inf2"), ("g6e", "g5"), ("lambda", "sagemaker-realtime"), ("c6i", "g4dn")])
def test_of_the_options_named_one_is_chosen(names: tuple[str, str], knowledge: Knowledge) -> None:
    """Whatever beats them is told beside it."""
    advice = advice_on(f"DistilBERT, 5 requests a second within 300 ms. {names[0]} or {names[1]}?", knowledge)
    assert advice.choice is not None
    assert {advice.choice.family, advice.choice.place} & set(names)
