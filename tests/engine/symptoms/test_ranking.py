"""Which symptom a text tells of: real threads, error messages, greetings, and plans where nothing hurts."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from engine.intake.understand import understand
from engine.symptoms import hurts, is_like, observed_shares, rank_symptoms, telling_span
from knowledge import Knowledge
from tests.case_tables import for_each, read_table

THREADS: Final[list[dict[str, Any]]] = read_table(Path(__file__).with_name("threads.yaml"))
LEAST: Final = {"tried": (0.78, 0.87), "first sight": (0.74, 0.84)}
"""Threads that served while wordings were written, and those that did not -> least shares: right symptom first, among the first two."""
WORDINGS: Final[dict[str, list[str]]] = read_table(Path(__file__).with_name("wordings.yaml"))
REACHES: Final = 3
"""Of five wordings, those that have to find their symptom among the first two."""
GREETINGS: Final = ("hello there", "thanks a lot, looks good", "good morning, are you a bot?")
PLANS: Final = (
    "BERT sentiment, 1,000 requests a minute under 200 ms",
    "fine-tune Llama 3 8B with LoRA on 50M tokens by tomorrow",
    "XGBoost on 3 million rows and 40 columns, retrained every week, in Frankfurt",
    "Whisper large for 300 hours of calls each night, results by six in the morning",
)


@pytest.mark.parametrize("kind", LEAST)
def test_the_symptom_of_most_real_threads_comes_first_and_of_more_among_the_first_two(kind: str, knowledge: Knowledge) -> None:
    """As their people told it, with what else the text tells of the stage."""
    first = two = 0
    threads = [thread for thread in THREADS if thread["symptom"] and thread["tried"] is (kind == "tried")]
    for thread in threads:
        stage = understand(thread["text"], knowledge).workload.stage
        ranked = [one.symptom.id for one in rank_symptoms(thread["text"], knowledge, stage=stage)]
        first += ranked[0] in thread["symptom"]
        two += not {*thread["symptom"], *thread.get("also", ())}.isdisjoint(ranked[:2])
    shares = first / len(threads), two / len(threads)
    assert (shares[0] >= LEAST[kind][0], shares[1] >= LEAST[kind][1]) == (True, True), shares


def test_every_symptom_is_reached_by_words_that_nobody_wrote_for_it(knowledge: Knowledge) -> None:
    """By three of five complaints at least, among the first two."""
    assert set(WORDINGS) == set(knowledge.symptoms)
    found = {symptom: sum(symptom in _first_two(one, knowledge) for one in told) for symptom, told in WORDINGS.items()}
    assert {symptom: reached for symptom, reached in found.items() if reached < REACHES} == {}


def _first_two(text: str, knowledge: Knowledge) -> list[str]:
    work = understand(text, knowledge).workload
    return [one.symptom.id for one in rank_symptoms(text, knowledge, observed_shares(work), stage=work.stage)[:2]]


def test_every_error_text_finds_a_symptom_that_has_it(knowledge: Knowledge) -> None:
    """A line of a log is enough; several symptoms may share an error text."""
    missed = []
    for symptom in knowledge.symptoms.values():
        for error in symptom.error_texts:
            ranked = rank_symptoms(f"ERROR worker-3: {error}", knowledge)
            if error.lower() not in {one.lower() for best in ranked[:2] for one in best.symptom.error_texts} and not ranked[0].error_text:
                missed.append((symptom.id, error))
    assert missed == []


@for_each("text", GREETINGS)
def test_a_greeting_is_like_no_symptom(text: str, knowledge: Knowledge) -> None:
    """Whoever only says hello has no pain."""
    ranked = rank_symptoms(text, knowledge)
    assert not ranked or not is_like(text, ranked[0], knowledge)


@for_each("text", PLANS)
def test_a_plan_hurts_nobody(text: str, knowledge: Knowledge) -> None:
    """It shares words with symptoms, and complains of nothing."""
    assert understand(text, knowledge).workload.symptoms is None
    assert not hurts(text, rank_symptoms(text, knowledge)[0], knowledge)


def test_what_monitoring_shows_decides_between_symptoms_that_words_find_alike(knowledge: Knowledge) -> None:
    """Busy CPUs beside an idle GPU: it is starved."""
    text = "training is slow and the GPU is not used well"
    plain = {one.symptom.id: one.score for one in rank_symptoms(text, knowledge)}
    shown = {"current_gpu_utilization_percent": 25.0, "current_cpu_utilization_percent": 97.0}
    observed = {one.symptom.id: one.score for one in rank_symptoms(text, knowledge, shown)}
    assert observed["gpu-starved"] > plain["gpu-starved"]
    assert observed["cpu-underused"] < plain["cpu-underused"]


def test_the_words_that_tell_most_are_quoted(knowledge: Knowledge) -> None:
    """The sentence that hurts, not the one that describes."""
    text = "We fine-tune Mistral 7B for a bank. After a few steps it dies, CUDA out of memory. The data is in S3."
    ranked = rank_symptoms(text, knowledge, stage="fine-tuning")
    start, end = telling_span(text, ranked[0], knowledge)
    assert "out of memory" in text[start:end]
