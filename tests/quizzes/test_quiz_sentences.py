"""What a learner reads of a grade: the verdict, a reason for each element, the words that decide, the principle."""

from __future__ import annotations

from knowledge import Knowledge
from quizzes.exact_grading import grade_item
from quizzes.item import Item
from quizzes.quiz_sentences import feedback_sentences
from tests.case_tables import for_each
from tests.quizzes.sample_items import case, choice, matching, ordering, response


def test_a_wrong_choice_says_why_it_fails_and_why_the_key_is_right(knowledge: Knowledge) -> None:
    """Every option is told, with its letter as shown."""
    item = choice(cues=("suits",))
    lines = feedback_sentences(grade_item(item, "a", [(1, 0, 2, 3)]), item, knowledge)
    assert lines == (
        "Not right.",
        "a) option number 1: wrong here. reason 1",
        "b) option number 0: right, but you did not pick it. reason 0",
        "c) option number 2: wrong, and you did not pick it. reason 2",
        "d) option number 3: wrong, and you did not pick it. reason 3",
        "The words that decide: suits.",
        "The principle: What is asked decides.",
    )


def test_a_step_out_of_place_is_told_with_the_one_that_belongs_there(knowledge: Knowledge) -> None:
    """In the right order, whatever was given."""
    lines = feedback_sentences(grade_item(ordering(count=3), "b a c"), ordering(count=3), knowledge)
    assert lines[:4] == (
        "Partly right. An exam would not count it.",
        "1. step number 0 belongs here, not step number 1. reason 0",
        "2. step number 1 belongs here, not step number 0. reason 1",
        "3. step number 2: in the right place. reason 2",
    )


def test_a_prompt_is_told_with_its_answer(knowledge: Knowledge) -> None:
    """Whether it was right, something else, or nothing."""
    lines = feedback_sentences(grade_item(matching(), "1a 2c"), matching(), knowledge)
    assert lines[1:4] == (
        "1. prompt number 0: red, right. reason 0",
        "2. prompt number 1: green, not blue. reason 1",
        "3. prompt number 2: red. You gave no answer. reason 2",
    )


def test_each_question_of_a_case_has_its_own_verdict(knowledge: Knowledge) -> None:
    """And its own options."""
    lines = feedback_sentences(grade_item(case(), "b; a b"), case(), knowledge)
    assert lines[0] == "Partly right. An exam would not count it."
    assert [line for line in lines if line.startswith("Question")] == [
        "Question 1: Correct.",
        "Question 2: Partly right. An exam would not count it.",
    ]
    assert len(lines) == 1 + (1 + 4) + (1 + 5) + 1


@for_each("item", [choice(), response(), ordering(), matching(), case()])
def test_every_reason_is_told_whatever_was_answered(item: Item, knowledge: Knowledge) -> None:
    """Even where nothing was."""
    text = "\n".join(feedback_sentences(grade_item(item, None), item, knowledge))
    assert "reason 0" in text
    assert "reason 2" in text
    assert "$" not in text
