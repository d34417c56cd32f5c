"""From a scenario to the advisor: it answers what was meant, not what it reads in the words."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.decision.choice import decide
from engine.dialogue import Desk, workload_of
from engine.workload import Workload
from knowledge import Knowledge
from quizzes.generated import Generator
from quizzes.generated.contest import part_of
from tests.quizzes.small import choice
from tests.tui.conftest import Start
from tests.tui.practice.conftest import Seat
from tests.tui.practice.student import text
from tui.practice.placing import PLACE, place, scenario_of
from tui.practice.plain import heard
from tui.talk import Talk

MISREAD = "scenario-bert-tuning-place"
"""Of its words alone the advisor would take something that answers requests."""


class Notes:
    """Keeps the steps of a conversation in a list."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.kept: list[str] = []

    def step(self, after: object, typed: str) -> str:
        """Note what was typed."""
        self.kept.append(typed if after is not None else "")
        return "Not saved."

    def begin(self) -> None:
        """Note a beginning."""
        self.kept.append("begin")

    def history(self) -> list[str]:
        """Nothing."""
        return []

    def close(self) -> None:
        """Nothing to do."""


def test_the_advice_on_a_scenario_is_its_key(knowledge: Knowledge, generator: Generator) -> None:
    """For every question on a scenario: the facts that the conversation begins with lead to the option that is right."""
    desk = Desk(knowledge)
    memo: dict[object, object] = {}
    for one in generator.listed.values():
        workload = generator.workload(one.id)
        if one.aspect is None or workload is None:
            continue
        talk = Talk(desk)
        list(place("words", workload, talk))
        assert talk.conversation is not None
        found = decide(workload_of(talk.conversation.now.answers), knowledge, "today", memo)
        item = generator.item(one.id, 0)
        assert item is not None
        assert item.stands_on[0].partition("/")[2] == part_of(found, one.aspect), one.id


def test_a_sum_and_a_written_question_have_no_facts(seat: Seat, generator: Generator) -> None:
    """Nor has an id of none, nor any other line."""
    room = seat(choice("one"), made=generator).room
    for line in (f"{PLACE}number-weights-by-precision", f"{PLACE}one", f"{PLACE}nothing", PLACE, MISREAD, ""):
        assert scenario_of(line, room) is None
    found = scenario_of(f"{PLACE}{MISREAD}", room)
    assert found is not None
    stem, workload = found
    assert stem.startswith("BERT is fine-tuned")
    assert isinstance(workload, Workload)


def test_the_conversation_is_kept_as_a_new_one(knowledge: Knowledge, generator: Generator) -> None:
    """Under the words of the scenario; that it could not be kept is told."""
    talk, notes = Talk(Desk(knowledge)), Notes()
    talk.keeper = notes
    workload = generator.workload(MISREAD)
    assert workload is not None
    told = text(list(place("A story.", workload, talk)))
    assert notes.kept == ["begin", "A story."]
    assert "fine-tuning" in told
    assert "Not saved." in told


@pytest.mark.parametrize("answer", ["?", "a"])
def test_practice_offers_the_advice_after_an_answer(seat: Seat, generator: Generator, answer: str) -> None:
    """Line by line it is shown in place, and the question waits."""
    student = seat(choice("one"), made=generator)
    student.says(f"about {MISREAD}", answer)
    if answer != "?":
        student.says("2")
    assert f"{PLACE}{MISREAD}" in student.lines
    told = text(list(heard(student.talk, f"{PLACE}{MISREAD}")))
    assert "SageMaker training job" in told
    assert "Taken as stage fine-tuning" in told
    assert student.head == "What next?"


def test_a_pipe_runs_a_scenario(sizewise: Start, tmp_path: object) -> None:
    """By the number of the choice."""
    more: Mapping[str, str] = {"SIZEWISE_DATA": str(tmp_path)}
    ended = sizewise("quiz", given=f"about {MISREAD}\n?\n3\nquit\n", more=more)
    assert ended.status == 0, ended.err
    assert "Taken as stage fine-tuning" in " ".join(ended.out.split())
