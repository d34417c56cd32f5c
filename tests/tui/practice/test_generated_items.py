"""Scenarios and sums in practice: in a sitting of their own, and among the questions of every other."""

from __future__ import annotations

import datetime as dt

from knowledge import Knowledge
from quizzes.generated import ItemGenerator, NumberQuestion, PlanQuestion, grade_generated
from tests.quizzes.sample_items import choice, plenty
from tests.tui.practice.conftest import Seat
from tests.tui.practice.student import right_texts
from tui.practice.feedback import feedback_lines
from tui.practice.question_card import MarkedAnswer
from tui.practice.question_pool import QuestionPool


def test_sums_are_asked_and_marked(seat: Seat, generator: ItemGenerator) -> None:
    """The menu leads to ten of them; the number itself is an answer, marked by its value, and kept in the log."""
    student = seat(choice("one"), made=generator)
    items = QuestionPool(student.context).items_generated("numbers")
    student.says("numbers")
    assert "1 of 10" in student.head
    for item in items:
        student.says(f"{item.value:.6f}" if isinstance(item, NumberQuestion) else student.letters(right_texts(item)), "3")
        assert (student.rows[-1].about, student.rows[-1].verdict) == (item.id, "correct")
        student.says("next")
    assert len(student.rows) == 10
    assert {item.type for item in items} == {"choice", "typed"}


def test_a_plan_is_graded_by_the_engine(seat: Seat, generator: ItemGenerator) -> None:
    """The model plan of a scenario is a right answer, and a thing that names nothing is none."""
    student = seat(choice("one"), made=generator)
    met = []
    for answer, verdict in (("", "correct"), ("bananas", "incorrect")):
        items = QuestionPool(student.context).items_generated("scenarios")
        student.says("scenarios")
        for item in items:
            if isinstance(item, PlanQuestion):
                student.says(answer or item.references[0].split(":")[0], "2")
                assert student.rows[-1].verdict == verdict
                met.append(verdict)
                break
            student.says("?", "next")
        student.says("stop")
    assert met == ["correct", "incorrect"]


def test_the_card_says_how_a_sum_and_a_plan_are_answered(seat: Seat, generator: ItemGenerator) -> None:
    """Neither wants a sentence or two."""
    student = seat(choice("one"), made=generator)
    student.says("about number-weights-by-precision")
    assert "Type the number with its unit." in student.card
    student.says("stop", "about scenario-x-ray-batches-plan")
    assert "Write the hardware and count" in student.card
    student.says("stop", "about scenario-x-ray-batches-place")
    assert '"b2": a letter and how sure' in student.card


def test_without_a_generator_the_menu_has_no_such_entries(seat: Seat) -> None:
    """There would be nothing behind them."""
    assert not {"scenarios", "numbers"} & set(seat(choice("one")).lines)


def test_what_was_wrong_in_a_sum_comes_again_in_another_form_or_with_other_numbers(seat: Seat, generator: ItemGenerator) -> None:
    """Its points are due the same day, and another item asks them; the sum itself comes again among what was missed."""
    student = seat(choice("on-async", stands_on=("places/sagemaker-async",)), made=generator)
    first = QuestionPool(student.context).items_generated("numbers")[0]
    student.says("numbers", "?", "stop")
    row = student.rows[-1]
    assert (row.about, row.points) == (first.id, first.stands_on)
    assert set(QuestionPool(student.context).points_due()) == set(first.stands_on)
    due = QuestionPool(student.context).items_due()
    assert due
    assert first.id not in {item.id for item in due}
    assert all(set(item.stands_on) & set(first.stands_on) for item in due)
    again = QuestionPool(student.context).items_missed()
    assert [item.id for item in again] == [first.id]
    assert again[0].stem != first.stem
    student.says("missed", "?", "stop")
    assert student.rows[-1].about == first.id


def test_made_items_are_among_what_was_never_asked_and_in_drills(seat: Seat, generator: ItemGenerator) -> None:
    """Until each was asked; by task, by set, by what words name."""
    student = seat(choice("one"), made=generator)
    pool = QuestionPool(student.context)
    assert len(pool.unseen_askables()) == 1 + len(generator.listed_by_id)
    assert any(item.id in generator.listed_by_id for item in pool.items_to_learn())
    for words in ("drill 3.1", "mixed endpoint-types", "about sagemaker-async", "learn"):
        student.says(words, "?")
        assert student.rows[-1].about in {*generator.listed_by_id, "one"}, words
        student.says("stop")
    assert len(QuestionPool(student.context).unseen_askables()) < 1 + len(generator.listed_by_id)
    named = "scenario-review-sentiment-plan"
    student.says(f"about {named}", "?")
    assert student.rows[-1].about == named


def test_a_wrong_pick_leaves_what_was_rightly_left_alone(seat: Seat, generator: ItemGenerator) -> None:
    """Of four places two are due again: the one that was right and the one that was taken for it."""
    student = seat(choice("one"), made=generator)
    item = generator.make_item("scenario-x-ray-batches-place", 0)
    assert item is not None
    student.says("about scenario-x-ray-batches-place")
    wrong = next(option for option in item.options if not option.right)  # type: ignore[union-attr]  # a choice
    student.says(student.letters([wrong.text]), "3")
    assert set(student.rows[-1].points) == {item.stands_on[0], wrong.about}
    assert set(student.context.store.state.cards) == {item.stands_on[0], wrong.about}


def test_an_exam_with_a_scenario_goes_to_its_review_after_it_was_left(seat: Seat, generator: ItemGenerator) -> None:
    """Its made questions stand in the exam that was kept, are marked, and are logged by their points."""
    student = seat(of=plenty(), made=generator)
    student.says("exam compute questions 15 no-timer seed 3")
    student.says("stop")
    later = seat(of=plenty(), made=generator)
    later.says("resume", *["next"] * 14, "hand in", "hand in")
    made = [row for row in later.rows if row.about in generator.listed_by_id]
    assert made
    assert all(row.mode == "exam" and row.points for row in made)
    later.says("next")
    assert "of 15" in later.head
    while later.head.startswith("Review"):
        later.says("next")
    assert "practise" in later.head


def test_a_flagged_scenario_is_told_by_its_stem(seat: Seat, generator: ItemGenerator) -> None:
    """Under what is left out, and it comes back from there."""
    student = seat(choice("one"), made=generator)
    student.says("about scenario-x-ray-batches-place", "flag", "stop")
    assert "scenario-x-ray-batches-place" not in {one.id for one in QuestionPool(student.context).unseen_askables()}
    student.says("left out")
    assert "A clinic sends X-ray volumes" in student.card
    student.says("1")
    assert "scenario-x-ray-batches-place" in {one.id for one in QuestionPool(student.context).unseen_askables()}


def test_progress_counts_what_is_beyond_the_exam_apart(seat: Seat, generator: ItemGenerator) -> None:
    """A plan that no exam asks for says nothing about readiness."""
    student = seat(choice("one"), made=generator)
    student.says("about scenario-x-ray-batches-plan", "?", "stop")
    assert "(0 of at least 10 questions answered)" in " ".join(student.says("progress").split())
    student.time += dt.timedelta(days=1)
    student.says("about scenario-x-ray-batches-place", "?", "stop")
    assert "(1 of at least 10 questions answered)" in " ".join(student.says("progress").split())


def test_a_grade_is_told_in_sentences(knowledge: Knowledge, generator: ItemGenerator) -> None:
    """What the engine says of a plan stands in the feedback as it is, without the words for parts of an answer."""
    item = generator.make_item("scenario-review-sentiment-plan", 0)
    assert isinstance(item, PlanQuestion)
    graded = grade_generated(item, "two c5.xlarge on a real-time endpoint, on demand", knowledge)
    assert graded is not None
    marked = MarkedAnswer("two c5.xlarge", graded.verdict, graded.score, graded)
    told = [line.text.strip() for line in feedback_lines(item, marked, None, knowledge, 200)]
    assert any("misses 100 ms by" in line for line in told)
    assert "● Understood: 2 × c5.xlarge, SageMaker real-time endpoint, On-demand." in told
    assert not any("The other way round" in line for line in told)
