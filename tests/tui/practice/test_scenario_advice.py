"""From a scenario to the advisor: it answers what was meant, not what it reads in the words."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.decision.choice import decide
from engine.decision.context import DecisionCache
from engine.dialogue import Desk, workload_of
from engine.workload import Workload
from knowledge import Knowledge
from quizzes.generated import ItemGenerator
from quizzes.generated.option_contest import chosen_part
from tests.depth import rounds
from tests.quizzes.sample_items import choice
from tests.tui.conftest import Start
from tests.tui.practice.conftest import Seat
from tests.tui.practice.student import text
from tui.advice_talk import AdviceTalk
from tui.practice.line_mode import handle_typed_line
from tui.practice.scenario_advice import ADVISE_PREFIX, advise_scenario, scenario_from_line

MISREAD = "scenario-bert-tuning-place"
"""Of its words alone the advisor would take something that answers requests."""


class Notes:
    """Keeps the steps of a conversation in a list."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.kept: list[str] = []

    def save_step(self, after: object, typed: str) -> str:
        """Note what was typed."""
        self.kept.append(typed if after is not None else "")
        return "Not saved."

    def start_session(self) -> None:
        """Note a beginning."""
        self.kept.append("begin")

    def history(self) -> list[str]:
        """Nothing."""
        return []

    def close(self) -> None:
        """Nothing to do."""


def test_the_advice_on_a_scenario_is_its_key(knowledge: Knowledge, generator: ItemGenerator) -> None:
    """For every question on a scenario: the facts that the conversation begins with lead to the option that is right."""
    desk = Desk(knowledge)
    cache = DecisionCache()
    for one in list(generator.listed_by_id.values())[:: rounds(12, 1)]:
        workload = generator.workload_of(one.id)
        if one.aspect is None or workload is None:
            continue
        talk = AdviceTalk(desk)
        list(advise_scenario("words", workload, talk))
        assert talk.conversation is not None
        found = decide(workload_of(talk.conversation.now.answers), knowledge, "today", cache)
        item = generator.make_item(one.id, 0)
        assert item is not None
        assert item.stands_on[0].partition("/")[2] == chosen_part(found, one.aspect), one.id


def test_a_sum_and_a_written_question_have_no_facts(seat: Seat, generator: ItemGenerator) -> None:
    """Nor has an id of none, nor any other line."""
    context = seat(choice("one"), made=generator).context
    for line in (
        f"{ADVISE_PREFIX}number-weights-by-precision",
        f"{ADVISE_PREFIX}one",
        f"{ADVISE_PREFIX}nothing",
        ADVISE_PREFIX,
        MISREAD,
        "",
    ):
        assert scenario_from_line(line, context) is None
    found = scenario_from_line(f"{ADVISE_PREFIX}{MISREAD}", context)
    assert found is not None
    stem, workload = found
    assert stem.startswith("BERT is fine-tuned")
    assert isinstance(workload, Workload)


def test_the_conversation_is_kept_as_a_new_one(knowledge: Knowledge, generator: ItemGenerator) -> None:
    """Under the words of the scenario; that it could not be kept is told."""
    talk, notes = AdviceTalk(Desk(knowledge)), Notes()
    talk.keeper = notes
    workload = generator.workload_of(MISREAD)
    assert workload is not None
    told = text(list(advise_scenario("A story.", workload, talk)))
    assert notes.kept == ["begin", "A story."]
    assert "fine-tuning" in told
    assert "Not saved." in told


@pytest.mark.parametrize("answer", ["?", "a"])
def test_practice_offers_the_advice_after_an_answer(seat: Seat, generator: ItemGenerator, answer: str) -> None:
    """Line by line it is shown in place, and the question waits."""
    student = seat(choice("one"), made=generator)
    student.says(f"about {MISREAD}", answer)
    if answer != "?":
        student.says("2")
    assert f"{ADVISE_PREFIX}{MISREAD}" in student.lines
    told = text(list(handle_typed_line(student.talk, f"{ADVISE_PREFIX}{MISREAD}")))
    assert "SageMaker training job" in told
    assert "Taken as fine-tuning" in told
    assert student.head == "What next?"


def test_a_pipe_runs_a_scenario(inside: Start, tmp_path: object) -> None:
    """By the number of the choice."""
    more: Mapping[str, str] = {"SIZEWISE_DATA": str(tmp_path)}
    ended = inside("quiz", given=f"about {MISREAD}\n?\n3\nquit\n", more=more)
    assert ended.status == 0, ended.err
    assert "Taken as fine-tuning" in " ".join(ended.out.split())


def test_a_written_question_leads_to_the_advisor_with_its_scenario(seat: Seat) -> None:
    """Without the question: its facts, and nothing that is asked; one on something else does not lead there."""
    stem = "BERT classifies reviews, 1000 requests a minute, each within 200 ms. Which one costs the least?"
    item = choice("one", stem=stem)
    found = scenario_from_line(f"{ADVISE_PREFIX}one", seat(item).context)
    assert found is not None
    assert found.text == "BERT classifies reviews, 1000 requests a minute, each within 200 ms."
    assert found.workload.latency_p99_ms == 200
    assert found.workload.priority == "cost"
    assert found.workload.asks is None
    elsewhere = choice("two", stem=stem, stands_on=("glossary/tokenizer",))
    assert scenario_from_line(f"{ADVISE_PREFIX}two", seat(elsewhere).context) is None
