"""Plans in words, graded by the engine."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.intake.from_mapping import from_mapping
from engine.workload import Workload
from knowledge import Knowledge
from quizzes.bank import packaged_data
from quizzes.generated import ItemGenerator, PlanQuestion, grade_generated, grade_scenario
from quizzes.generated.plan_grading import GradedPlan
from quizzes.generated.proposal import Proposal, read_proposal
from quizzes.generated.source_files import read_files
from tests.case_tables import for_each, read_table
from tests.depth import rounds

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("plan_grading_cases.yaml"))

_SECTIONS = read_files(sorted((packaged_data() / "scenarios").glob("*.yaml")))
NAMES = tuple(sorted(_SECTIONS["scenarios"]))[:: rounds(6, 1)]


@pytest.fixture(scope="module")
def workloads(knowledge: Knowledge) -> dict[str, Workload]:
    """The workload of every scenario."""
    found = {}
    for name, scenario in _SECTIONS["scenarios"].items():
        given_facts = {fact: value for one in scenario.given for fact, value in _SECTIONS["givens"][one].facts.items()}
        found[name] = from_mapping(given_facts | scenario.facts, knowledge)
    return found


@for_each("name", NAMES)
def test_the_model_plan_is_correct(name: str, generator: ItemGenerator, knowledge: Knowledge) -> None:
    """The engine's own choice, written as the model answer writes it, is graded correct, at the choice's cost."""
    (item,) = generator.make_items((f"scenario-{name}-plan",), 0)
    assert isinstance(item, PlanQuestion)
    judged = grade_generated(item, item.references[0].split(":")[0], knowledge)
    assert isinstance(judged, GradedPlan)
    assert (judged.verdict, judged.missing, judged.contradicted) == ("correct", (), ())
    assert judged.times == pytest.approx(1.0)


@for_each(("name", "answer", "verdict", "sentence"), CASES["an_answer_gets_its_sentence"])
def test_an_answer_gets_its_sentence(
    name: str, answer: str, verdict: str, sentence: str, *, workloads: dict[str, Workload], knowledge: Knowledge
) -> None:
    """What works at about the choice's cost is correct, what is dearer or left open partial, what breaks a limit incorrect."""
    judged = grade_scenario(workloads[name], answer, knowledge)
    assert judged.verdict == verdict.replace("correct-but-open", "partial")
    assert any(sentence in told for told in (*judged.found, *judged.missing, *judged.contradicted))


def test_too_few_for_production_is_partial(knowledge: Knowledge) -> None:
    """One machine that carries the load, where two keep the service up, works until it fails."""
    facts = {"stage": "inference", "model": "bert-base", "requests_per_second": 20, "latency_p99_ms": 100, "environment": "production"}
    judged = grade_scenario(from_mapping(facts, knowledge), "one g4dn.xlarge on a real-time endpoint, on demand", knowledge)
    assert judged.verdict == "partial"
    assert "1 alone stops the service when it fails." in judged.missing


def test_nothing_fits_an_impossible_workload(knowledge: Knowledge) -> None:
    """Where no plan keeps all limits, every plan is told so."""
    work = from_mapping({"stage": "inference", "model": "llama-3-70b", "require": ["lambda"]}, knowledge)
    assert grade_scenario(work, "Lambda", knowledge).contradicted == ("Nothing fits this workload as described.",)


def test_simplicity_is_asked_for(knowledge: Knowledge) -> None:
    """A plan that works and costs the same, and is more work to run, is partial where simplicity comes first."""
    facts = {"stage": "inference", "algorithm": "xgboost", "traffic": "intermittent", "cold_start_ok": True, "priority": "simplicity"}
    judged = grade_scenario(from_mapping(facts, knowledge), "Lambda", knowledge)
    assert judged.verdict == "partial"
    assert any("asks for simplicity" in told for told in judged.missing)


@for_each(
    ("answer", "proposal"),
    [
        (
            "two g4dn on a real-time endpoint, on demand",
            Proposal(place="sagemaker-realtime", hardware=("g4dn",), count=2, purchase="on-demand"),
        ),
        ("ml.g5.xlarge x 3", Proposal(hardware=("g5.xlarge",), count=3)),
        ("GPU: a g5, say ml.g5.xlarge", Proposal(hardware=("g5.xlarge",))),
        ("3 instances of m5.large behind batch transform", Proposal(place="sagemaker-batch-transform", hardware=("m5.large",), count=3)),
        ("p6-b200", Proposal(hardware=("p6-b200",))),
        ("no GPU, no Spot", Proposal()),
    ],
)
def test_an_answer_is_read(answer: str, proposal: Proposal, knowledge: Knowledge) -> None:
    """Hardware, count, place and purchase are found by any of their names; the most exact name counts; what is denied does not."""
    assert read_proposal(answer, knowledge) == proposal


@settings(max_examples=rounds(25, 400))
@given(text=st.text(max_size=200))
def test_any_text_gets_a_grade(text: str, workloads: dict[str, Workload], knowledge: Knowledge) -> None:
    """Whatever is typed, nothing is raised, and what names no thing of the base is never correct."""
    judged = grade_scenario(workloads["review-sentiment"], text, knowledge)
    assert judged.verdict != "correct" or judged.read


_NAMED = st.lists(
    st.sampled_from(
        ("g4dn", "ml.g5.xlarge", "inf1", "c5", "t3.medium", "GPU", "real-time endpoint", "Lambda", "async", "EKS", "training job", "Spot",
         "on demand", "savings plan", "2 x", "40 x", "batch transform", "Bedrock", "reserved", "notebook", "serverless inference")
    ),
    min_size=1,
    max_size=5,
).map(" ".join)  # fmt: skip


@settings(max_examples=rounds(25, 400))
@given(answer=_NAMED, name=st.sampled_from(NAMES))
def test_every_plan_is_told_why(answer: str, name: str, workloads: dict[str, Workload], knowledge: Knowledge) -> None:
    """Any plan of any scenario has a sentence for its verdict; only what costs no more than the margin is correct."""
    judged = grade_scenario(workloads[name], answer, knowledge)
    told = {
        "correct": judged.found,
        "partial": judged.missing,
        "unsure": judged.missing,
        "incorrect": (*judged.missing, *judged.contradicted),
    }
    assert told[judged.verdict]
    assert all(
        "$" not in text.replace("$0", "").replace("$1", "") or any(character.isdigit() for character in text) for text in judged.missing
    )
    assert judged.verdict != "correct" or (judged.times or 0) <= 1.25
