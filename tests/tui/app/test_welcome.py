"""The first view: what waits for somebody who comes back, an example of each kind of request, and an input that is ready."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise
from pathlib import Path

import pytest

from knowledge import Knowledge
from quizzes.store import LogStore
from tests.quizzes.practice_rows import Question, answer
from tests.tui.app.conftest import LARGE, PLANTS, SMALL, Sit
from tui.welcome import count_points_due

SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x45"])


@SIZES
async def test_the_first_view_tells_three_kinds_of_request_and_leaves_no_gap_above_the_input(sit: Sit, size: tuple[int, int]) -> None:
    """Of at most five lines to pick from; greeting, card and input stand one below the other."""
    async with sit(size) as person:
        shown = person.screen().splitlines()
        begin = next(at for at, line in enumerate(shown) if "Place a workload" in line)
        for words in ("Something hurts", "Learn", "What do you want to run?"):
            assert any(words in line for line in shown[begin:]), words
        gaps = [at for at, line in enumerate(shown) if at > begin and not line.strip()]
        assert all(after - before > 1 for before, after in pairwise(gaps)), person.screen()
        assert len(person.app.advise.card.choices) <= 5
        assert person.app.advise.prompt.has_focus


async def test_the_last_conversation_is_one_key_away(sit: Sit) -> None:
    """By its name and date; F9, its mark and words lead there, and the examples keep their digits."""
    async with sit() as person:
        assert [one.mark for one in person.app.advise.card.choices] == ["1", "2", "3", "?"]
        await person.say(PLANTS)
        await person.say("production")
        left = person.answers
    for lead in ("f9", "0", "continue", "go on"):
        async with sit() as person:
            await person.until(lambda: person.app.advise.card.choices[0].line == "/continue")
            choice = person.app.advise.card.choices[0]
            assert "image classification" in choice.label
            assert f"{dt.datetime.now(dt.UTC).astimezone():%d %b}" in choice.effect
            await (person.press("f9") if lead == "f9" else person.say(lead))
            assert person.answers == left, lead


async def test_a_conversation_that_was_left_for_a_new_one_waits_there(sit: Sit) -> None:
    """After /new too; without a saved conversation a line says so."""
    async with sit() as person:
        await person.press("f9")
        assert "no other saved conversation" in person.said()
        await person.say(PLANTS)
        await person.say("/new")
        await person.until(lambda: person.app.advise.card.choices[0].line == "/continue")
        await person.press("f9")
        assert person.answers["latency_p99_ms"] == 200


async def test_a_greeting_is_answered_and_the_examples_stay(sit: Sit) -> None:
    """Nobody who says hello asked for an interview; what Sizewise can do is told with examples."""
    async with sit() as person:
        await person.say("hi")
        assert "Hello." in person.said()
        assert [one.mark for one in person.app.advise.card.choices] == ["1", "2", "3", "?"]
        await person.say("what can you do?")
        assert "CUDA out of memory" in person.said()
        await person.say("help")
        assert "Place a workload" in person.screen()


def test_points_that_are_due_are_counted_only_where_somebody_practised(knowledge: Knowledge, tmp_path: Path) -> None:
    """Looking makes no file."""
    assert count_points_due(knowledge, tmp_path / "practice") == 0
    assert not (tmp_path / "practice").exists()
    store = LogStore(knowledge, tmp_path / "practice")
    store.append_rows(answer(Question(id="about-lambda", stands_on=("places/lambda",))))
    store.close()
    assert count_points_due(knowledge, tmp_path / "practice") == 1
