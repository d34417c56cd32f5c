"""How few keys a card takes, and what the card shows of what is typed."""

from __future__ import annotations

import asyncio

import pytest

from tests.quizzes.sample_items import choice, ordering, response
from tests.tui.app.conftest import LARGE, SMALL
from tests.tui.app.practice_student import Sit

SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x45"])


@SIZES
async def test_a_card_is_answered_in_three_keys(practise: Sit, size: tuple[int, int]) -> None:
    """The letter, how sure, and Enter for the next; the reply is told at once, and an Enter out of habit does not skip it."""
    async with practise(choice("one"), choice("two"), size=size, line="learn") as student:
        await student.press(student.practice.card.choices[0].mark, "2")
        assert len(student.rows()) == 1
        assert student.head == "What next?"
        await student.press("enter")
        assert student.head == "What next?"
        await asyncio.sleep(0.7)
        await student.press("enter")
        assert "Question 2" in student.head


async def test_a_digit_picks_at_once_where_nothing_else_begins_with_it(practise: Sit) -> None:
    """In the menu, for how sure one is, and behind the feedback; Enter alone leaves open how sure one is."""
    async with practise(choice("one"), choice("two")) as student:
        await student.press("1")
        assert "Question 1" in student.head
        await student.press("a", "enter")
        await student.press("enter")
        assert [row.confidence for row in student.rows()] == [None]
        await student.press("1")
        assert "Question 2" in student.head


async def test_what_is_typed_is_shown_beside_the_options(practise: Sit) -> None:
    """Letters and words of several options; of an order the place of each step."""
    async with practise(response(), size=LARGE, line="learn") as student:
        await student.press("a", "c")
        lines = student.screen().splitlines()
        assert sum("●" in line for line in lines) == 2
        await student.press("backspace")
        assert sum("●" in line for line in student.screen().splitlines()) == 1
    async with practise(ordering(), size=LARGE, line="learn") as student:
        await student.press("b", "a")
        assert "b 1 " in student.screen()
        assert "a 2 " in student.screen()


async def test_some_words_of_a_choice_pick_it(practise: Sit) -> None:
    """Behind the feedback, where no answer in words is awaited."""
    async with practise(choice("one"), choice("two"), line="learn") as student:
        await student.press("a", "2")
        await student.say("next question")
        assert "Question 2" in student.head
