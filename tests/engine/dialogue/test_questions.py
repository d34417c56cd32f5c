"""Every question of the base: it can be asked, each of its choices and examples is an answer, and each answer leads on."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from engine.dialogue import Answer, Ask, Conversation, Desk, State, answer, edit, next_ask, start, why
from engine.dialogue.ask import is_open
from engine.vocabulary import accepted_values
from engine.workload import FACT_NAMES
from knowledge.store import packaged_data
from tests.case_tables import for_each, read_table
from tests.depth import LONG

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("questions_cases.yaml"))

QUESTIONS: Final = tuple(sorted(path.stem for path in (packaged_data() / "questions").glob("*.yaml")))
NOT_ASKED: Final = CASES["not_asked"]
"""Facts without a question, and why."""
SEEDS: Final[tuple[tuple[str, dict[str, object]], ...]] = tuple(CASES["seeds"])
"""Where people stand when a question comes up: a sentence, and facts beside it; None is not sure."""


def conversation_after(text: str, facts: dict[str, object], desk: Desk) -> Conversation:
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
    missing = set(QUESTIONS)
    for text, facts in SEEDS:
        state = conversation_after(text, facts, desk).now
        missing -= {fact for fact in missing if is_open(state, fact, desk)}
    assert not missing


@for_each("fact", QUESTIONS)
def test_every_choice_leads_on(fact: str, desk: Desk) -> None:
    """Each of its choices, by digit or by label, is taken as its value; the question is then dealt with and the next one can be put.

    Each question is asked in one of four situations, and one of its choices followed to the next question; in a long run all in all.
    """
    texts = ("classify photos in real time", "chat with Llama 3 8B", "train xgboost", "fine-tune Llama 3 8B")
    at = QUESTIONS.index(fact)
    for text in texts if LONG else texts[at % 4 :][:1]:
        conversation = edit(start(text, desk), fact, desk)
        ask = next_ask(conversation, desk)
        assert ask is not None
        assert ask.fact == fact
        assert ask.prompt.endswith("?")
        assert why(conversation, desk)
        for number, offer in enumerate(ask.offers, 1):
            for typed in (str(number), offer.label) if LONG else ((str(number), offer.label)[(number + at) % 2],):
                after = answer(conversation, typed, desk)
                assert after.now.answers[fact].value == offer.value, (typed, after.notice)
                assert not after.now.editing
                assert after.now.lines
                assert not is_open(after.now, fact, desk)
            following = next_ask(after, desk) if LONG or number == 1 + at % len(ask.offers) else None
            assert following is None or following.fact != fact


@for_each("fact", QUESTIONS)
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


@for_each("fact", QUESTIONS)
def test_not_sure_is_an_answer(fact: str, desk: Desk) -> None:
    """It says what is taken instead, in whatever words, and the question does not come back."""
    before = edit(start("classify photos in real time", desk), fact, desk)
    replies = [answer(before, typed, desk) for typed in ("?", "not sure", "I don't know", "no idea")]
    for after in replies:
        assert after.now.answers[fact] == Answer(kind="not sure")
        assert after.now.lines[0].startswith("Not sure")
    following = next_ask(replies[0], desk)
    assert following is None or following.fact != fact


@for_each("fact", FACT_NAMES)
def test_every_fact_has_words_and_can_be_changed(fact: str, desk: Desk) -> None:
    """Those without a question are asked for by their name."""
    conversation = edit(start("classify photos in real time", desk), fact.replace("_", " "), desk)
    ask = next_ask(conversation, desk)
    assert isinstance(ask, Ask)
    assert ask.fact == fact
    assert accepted_values(fact) is not None or ask.kind == "fact"


def test_the_effect_is_told_with_the_reason(desk: Desk) -> None:
    """One sentence of principle, then what each answer leads to."""
    conversation = edit(start("serve bge-base, 1,400 requests a second", desk), "custom_cuda_kernels", desk)
    principle, *computed = why(conversation, desk)
    assert principle == desk.knowledge.questions["custom_cuda_kernels"].principle
    assert any(line.startswith("It separates") for line in computed), computed
    assert sum(line.startswith("If ") for line in computed) == 2
