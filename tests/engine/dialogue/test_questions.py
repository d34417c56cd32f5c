"""Every question of the base: it can be asked, each of its choices and examples is an answer, and each answer leads on."""

from __future__ import annotations

from typing import Final

import pytest

from engine.dialogue import Answer, Ask, Conversation, Desk, State, answer, edit, next_ask, open_questions, start, why, workload_of
from engine.dialogue.ask import is_open
from engine.vocabulary import accepts
from engine.workload import FACT_NAMES
from knowledge.store import packaged_data
from tests.depth import LONG

QUESTIONS: Final = tuple(sorted(path.stem for path in (packaged_data() / "questions").glob("*.yaml")))
NOT_ASKED: Final = {
    "model": "named in words in answer to the question of its size",
    "precision": "whether fewer bits are allowed is what people can say",
    "latency_percentile": "changes no choice",
    "requests_per_second": "the peak is asked for; an average answers that",
    "tokens_per_second": "the peak is asked for; tokens a second answer that",
    "batch_size": "a setting that follows from the memory there is",
    "start_in_days": "said where a run is planned; there is no usual answer",
    "run_days": "said where a run is planned; there is no usual answer",
    "instances_wanted": "a wish, said where there is one",
    "accelerator_memory_gb": "computed; said by those who measured it",
    "budget_usd_per_hour": "the budget of a month is asked for; one of an hour answers that",
    "require": "a wish, said where there is one",
    "exclude": "a wish, said where there is one",
    "compare": "a question of the person's own",
    "current_instance": "said where there is one",
}
"""Facts without a question, and why."""
SEEDS: Final[tuple[tuple[str, dict[str, object]], ...]] = (
    ("", {}),
    ("serve a model", {}),
    ("classify photos in real time", {}),
    ("classify photos in real time, 20 requests a second", {"operations": "managed"}),
    ("a network that we serve", {"data_type": "image"}),
    ("chat with Llama 3 8B", {}),
    ("chat with Llama 3 8B", {"latency_p99_ms": None, "traffic": "steady", "environment": "production"}),
    ("chat with a language model", {"parameters_b": 30}),
    ("train a model", {}),
    ("train xgboost", {}),
    ("train xgboost", {"interruptible": None}),
    ("train k-means on a table", {"rows": 200_000_000}),
    ("train a 7B language model from scratch", {}),
    ("fine-tune Llama 3 8B", {}),
    ("clean data", {}),
    ("a jupyter notebook to experiment", {}),
    ("resnet-50 over many images every night in batch", {"stage": "inference", "traffic": "scheduled"}),
    ("serve xgboost, called now and then", {"priority": "cost"}),
    ("serve xgboost", {"task": None, "traffic": "intermittent", "operations": "serverless"}),
    ("serve a model", {"task": None}),
    ("train xgboost", {"budget_usd_per_month": 3, "rows": 10_000_000}),
    ("classify text in real time", {"neuron_compatible": True, "peak_requests_per_second": 50}),
    ("vit-base, 25 requests a second, 150 ms", {"operations": "containers", "environment": "production", "commitment_years": 1}),
)
"""Where people stand when a question comes up: a sentence, and facts beside it; None is not sure."""


def standing(text: str, facts: dict[str, object], desk: Desk) -> Conversation:
    """A conversation that has come so far."""
    conversation = start(text, desk)
    answers = {name: Answer(kind="not sure") if value is None else Answer(kind="answered", value=value) for name, value in facts.items()}  # type: ignore[arg-type]  # plain values
    return Conversation(now=State(answers={**conversation.now.answers, **answers}))


def test_every_fact_that_a_person_may_know_has_a_question() -> None:
    """Or there is a reason why it has none."""
    assert set(FACT_NAMES) - set(QUESTIONS) == set(NOT_ASKED)
    assert not set(NOT_ASKED) & set(QUESTIONS)


def test_every_question_comes_up_somewhere(desk: Desk) -> None:
    """With an effect above none, in one of a few plain situations."""
    found = {
        one.question.id
        for text, facts in SEEDS
        for state in [standing(text, facts, desk).now]
        for one in open_questions(state, desk.turn(workload_of(state.answers)), desk)
    }
    assert set(QUESTIONS) - found == set()


@pytest.mark.parametrize("fact", QUESTIONS)
def test_every_choice_leads_on(fact: str, desk: Desk) -> None:
    """Each of its choices, by digit and by label, is taken as its value; the question is then dealt with and the next one can be put.

    Each choice is taken by its label, and followed to the next question, in one of the four situations; in a long run in all.
    """
    for place, text in enumerate(("classify photos in real time", "chat with Llama 3 8B", "train xgboost", "fine-tune Llama 3 8B")):
        conversation = edit(start(text, desk), fact, desk)
        ask = next_ask(conversation, desk)
        assert ask is not None
        assert ask.fact == fact
        assert ask.prompt.endswith("?")
        assert why(conversation, desk)
        for number, offer in enumerate(ask.offers, 1):
            further = LONG or (number + place) % 4 == 0
            for said in (str(number), offer.label) if further else (str(number),):
                after = answer(conversation, said, desk)
                assert after.now.answers[fact].value == offer.value, (said, after.notice)
                assert not after.now.editing
                assert after.now.lines
                assert not is_open(after.now, fact, desk)
                following = next_ask(after, desk) if further else None
                assert following is None or following.fact != fact


@pytest.mark.parametrize("fact", QUESTIONS)
def test_every_example_answers_its_question(fact: str, desk: Desk) -> None:
    """In the words in which people type it; after it the question is not open any more."""
    question = desk.knowledge.questions[fact]
    before = edit(Conversation(), fact, desk)
    for example in question.examples:
        after = answer(before, example, desk)
        assert not after.notice, (example, after.notice)
        told = {fact, *question.unless, "requests_per_second"} & set(after.now.answers)
        assert [name for name in told if after.now.answers[name].value is not None], example
        assert not is_open(after.now, fact, desk), example


@pytest.mark.parametrize("fact", QUESTIONS)
def test_not_sure_is_an_answer(fact: str, desk: Desk) -> None:
    """It says what is taken instead, and the question does not come back."""
    before = edit(start("classify photos in real time", desk), fact, desk)
    for said in ("?", "not sure", "I don't know", "no idea"):
        after = answer(before, said, desk)
        assert after.now.answers[fact] == Answer(kind="not sure")
        assert after.now.lines[0].startswith("Not sure")
        following = next_ask(after, desk)
        assert following is None or following.fact != fact


@pytest.mark.parametrize("fact", FACT_NAMES)
def test_every_fact_has_words_and_can_be_changed(fact: str, desk: Desk) -> None:
    """Those without a question are asked for by their name."""
    conversation = edit(start("classify photos in real time", desk), fact.replace("_", " "), desk)
    ask = next_ask(conversation, desk)
    assert isinstance(ask, Ask)
    assert ask.fact == fact
    assert accepts(fact) is not None or ask.kind == "fact"


def test_the_effect_is_told_with_the_reason(desk: Desk) -> None:
    """One sentence of principle, then what each answer leads to."""
    conversation = edit(start("serve vit-base, 30 requests a second", desk), "custom_cuda_kernels", desk)
    principle, *computed = why(conversation, desk)
    assert principle == desk.knowledge.questions["custom_cuda_kernels"].principle
    assert any(line.startswith("It separates") for line in computed), computed
    assert sum(line.startswith("If ") for line in computed) == 2
