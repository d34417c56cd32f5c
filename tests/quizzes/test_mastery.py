"""What is known, how sure that is, and the page that says so."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge import Knowledge
from quizzes.bank_files import read_blueprints
from quizzes.beta_distribution import beta_cdf, beta_quantile
from quizzes.blueprint import Blueprint
from quizzes.learning_state import LearningState, rebuild_state
from quizzes.lesson_path import next_stop, trace_path
from quizzes.mastery import break_down_mastery, calibrate_confidence, elo_rating, expected_share, last_answers, level_to_learn
from quizzes.practice_log import LogRow, lesson_row, suspension_row, undo_row
from quizzes.practice_statistics import daily_activity, forecast_due, weekly_retention
from quizzes.progress import exam_weights, measure_progress, news_sentence, render_progress
from quizzes.study_plan import Goal
from tests.case_tables import for_each, read_table
from tests.depth import rounds
from tests.quizzes.practice_rows import QUESTIONS, Question, answer, at, histories, numbered
from tests.quizzes.sample_items import COURSE

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("mastery_cases.yaml"))

WEIGHTS = {"3.1": 0.6, "4.2": 0.4}


@pytest.fixture(scope="session")
def blueprints() -> dict[str, Blueprint]:
    """The exams."""
    return read_blueprints(Path(__file__).parents[2] / "quizzes" / "blueprints")


def questions(count: int, *, task: str = "3.1", difficulty: int = 3) -> list[Question]:
    """Several of a kind."""
    return [Question(id=f"{task}-{difficulty}-{number}", task=task, difficulty=difficulty) for number in range(count)]


def answers(asked: list[Question], right: int, *, confidence: int | None = None) -> list[LogRow]:
    """The first `right` of them right, the others wrong; one a day."""
    return numbered([answer(one, day, "correct" if day < right else "incorrect", confidence=confidence) for day, one in enumerate(asked)])


@settings(max_examples=rounds(25, 200), deadline=None)
@given(st.floats(0.5, 300), st.floats(0.5, 300), st.floats(0.001, 0.999))
def test_the_beta_distribution_is_scipys(a: float, b: float, x: float) -> None:
    """Which is not there when Sizewise runs."""
    from scipy.special import betainc, betaincinv  # noqa: PLC0415  # 0.27 s in every worker, for this test alone

    assert beta_cdf(x, a, b) == pytest.approx(float(betainc(a, b, x)), abs=1e-9)
    assert beta_quantile(x, a, b) == pytest.approx(float(betaincinv(a, b, x)), abs=1e-9)


def test_below_ten_answers_there_is_not_enough_data() -> None:
    """Nine say nothing; ten give an interval, for the task, its domain and the exam."""
    nine, ten = (break_down_mastery(answers(questions(count), count), WEIGHTS) for count in (9, 10))
    assert (nine.tasks[0].share, nine.domains[0].share, nine.readiness.share) == (None, None, None)
    assert ten.tasks[0].share is not None
    assert ten.readiness.share is not None
    assert (nine.readiness.asked, ten.readiness.asked) == (9, 10)


def test_more_answers_make_the_interval_narrower_and_more_right_ones_higher() -> None:
    """Always within 0 and 1, with the mean inside."""
    few, many, better = (
        break_down_mastery(answers(questions(count), right), WEIGHTS).tasks[0].share for count, right in ((10, 6), (80, 48), (80, 72))
    )
    assert few is not None
    assert many is not None
    assert better is not None
    assert many.high - many.low < few.high - few.low
    assert better.low > many.middle
    assert all(0 <= share.low < share.middle < share.high <= 1 for share in (few, many, better))


def test_a_task_without_an_answer_widens_readiness_and_is_named() -> None:
    """It may be anything."""
    one = break_down_mastery(answers(questions(20), 16), WEIGHTS).readiness
    both = break_down_mastery([*answers(questions(20), 16), *answers(questions(20, task="4.2"), 16)], WEIGHTS).readiness
    assert (one.untried, both.untried) == (("4.2",), ())
    assert one.share is not None
    assert both.share is not None
    assert one.share.high - one.share.low > both.share.high - both.share.low


def test_two_tasks_together_are_surer_than_either() -> None:
    """As a sum is, whose parts err apart: by the square root of two for two alike."""
    found = break_down_mastery([*answers(questions(40), 32), *answers(questions(40, task="4.2"), 32)], {"3.1": 0.5, "4.2": 0.5})
    one, both = found.tasks[0].share, found.readiness.share
    assert one is not None
    assert both is not None
    assert both.middle == pytest.approx(one.middle)
    assert (one.high - one.low) / (both.high - both.low) == pytest.approx(2**0.5, rel=0.03)


def test_right_answers_on_hard_items_say_more_than_on_easy_ones() -> None:
    """The same share right, of items that are harder than the exam's, or easier."""
    exam = questions(10)
    hard, easy = (break_down_mastery(answers(questions(20, difficulty=level), 14), WEIGHTS, exam).tasks[0].share for level in (5, 1))
    assert hard is not None
    assert easy is not None
    assert hard.middle > easy.middle + 0.05


@settings(max_examples=rounds(25, 200), deadline=None)
@given(st.lists(st.tuples(st.integers(1, 5), st.booleans()), max_size=60))
def test_one_more_right_answer_never_lowers_the_rating(found: list[tuple[int, bool]]) -> None:
    """Nor does a wrong one raise it; an easier item is always likelier to be right."""
    assert elo_rating([*found, (3, True)]) > elo_rating(found) > elo_rating([*found, (3, False)])
    assert expected_share(elo_rating(found), 1) > expected_share(elo_rating(found), 5)


def test_an_item_counts_once_with_the_first_answer_of_its_last_day() -> None:
    """Repeats of a sitting are learning; an unsure grader says nothing; what was taken back is gone."""
    one, other = questions(2)
    rows = numbered(
        [
            answer(one, 0, "incorrect"),
            answer(one, 0.01),
            answer(other, 0),
            answer(one, 5),
            answer(one, 5.01, "incorrect"),
            answer(other, 6, "unsure"),
            answer(other, 7, "incorrect"),
            undo_row(7, time=at(7)),
        ]
    )
    assert [(row.about, row.is_right) for row in last_answers(rows)] == [(other.id, True), (one.id, True)]


def test_parts_of_a_case_count_each() -> None:
    """A case has several questions, marked on their own; as an item it is right when all of them were."""
    case = Question(id="case", type="case")
    rows = numbered([answer(case, 0, "incorrect", part=0), answer(case, 0.001, part=1)])
    assert [row.is_right for row in last_answers(rows)] == [False, True]
    seen = rebuild_state(rows).items["case"]
    assert (seen.times, seen.was_right) == (1, False)


@for_each(("confidence", "right", "marks", "found"), CASES["confidence_is_marked_as_moodle_marks_it"])
def test_confidence_is_marked_as_moodle_marks_it(confidence: int, right: int, marks: int, found: str) -> None:
    """Right 1, 2, 3 and wrong 0, -2, -6; a confidence fits where no other would have earned more."""
    row = calibrate_confidence(answers(questions(10), right, confidence=confidence))[confidence - 1]
    assert (row.asked, row.right, row.marks, row.found) == (10, right, marks, found)


def test_confidence_is_not_judged_by_few_answers() -> None:
    """Nor counted where it was not asked."""
    assert [(one.asked, one.found) for one in calibrate_confidence(answers(questions(5), 5, confidence=3))] == [
        (0, None),
        (0, None),
        (5, None),
    ]
    assert all(one.asked == 0 for one in calibrate_confidence(answers(questions(12), 6)))


@settings(max_examples=rounds(quick=20, long=1_000), deadline=None)
@given(histories(), st.integers(1, 30))
def test_the_forecast_holds_every_point_that_is_due_by_then(rows: list[LogRow], days: int) -> None:
    """Overdue ones stand with today; what is left out is not in it."""
    state, today = rebuild_state(rows), at(40).date()
    due = forecast_due(state, today, days)
    assert len(due) == days
    assert sum(one.count for one in due) == len(state.points_due(today + dt.timedelta(days=days - 1)))
    assert due[0].count == len(state.points_due(today))


def test_retention_counts_reviews_of_what_was_learned_before() -> None:
    """Not the first time, not repeats of the same day; with what the schedule foresaw."""
    spot = Question(id="a")
    rows = numbered([answer(spot, 0), answer(spot, 2), answer(spot, 2.01, "incorrect"), answer(spot, 3, "incorrect")])
    (week, after) = weekly_retention([*rows, *numbered([answer(spot, 13)])])
    assert (week.monday.isoformat(), week.asked, week.right) == ("2026-09-28", 2, 1)
    assert 1.7 < week.foreseen < 2
    assert (after.monday.isoformat(), after.asked, after.right) == ("2026-10-12", 1, 1)


@settings(max_examples=rounds(quick=20, long=1_000), deadline=None)
@given(histories())
def test_series_hold_every_answer_that_was_not_taken_back(rows: list[LogRow]) -> None:
    """By day; and each day once."""
    days = daily_activity(rows)
    taken = {row.about for row in rows if row.kind == "undo"}
    assert sum(day.asked for day in days) == sum(row.kind == "answer" and str(row.seq) not in taken for row in rows)
    assert [day.day for day in days] == sorted({day.day for day in days})


def test_a_lesson_is_done_when_it_is_read_practised_and_its_checkpoints_are_passed() -> None:
    """Each of them is missing in turn; a checkpoint that names no lesson belongs where its points are taught."""
    first, second, _ = COURSE.order
    items = [Question(id=f"q{number}", stands_on=(f"lessons/{first}", "places/lambda")) for number in range(4)]
    items.append(Question(id="checkpoint-01", type="typed", stands_on=("ideas/x",)))
    rows = [lesson_row(first, time=at(0)), *(answer(items[number], 0) for number in (0, 1, 2, 4))]
    stops = trace_path(rebuild_state(numbered(rows)), items, COURSE)
    assert stops[0].progress_status == "done"
    assert (stops[0].questions, stops[0].checkpoints) == (("q0", "q1", "q2", "q3"), ("checkpoint-01",))
    following = next_stop(stops)
    assert following is not None
    assert following.lesson == second
    for missing in range(len(rows)):
        partly = trace_path(rebuild_state(numbered(rows[:missing] + rows[missing + 1 :])), items, COURSE)
        assert partly[0].progress_status == "begun"
    assert trace_path(LearningState(), items, COURSE)[0].progress_status == "open"


def test_the_weights_of_an_exam_are_its_domains_split_over_their_tasks(blueprints: dict[str, Blueprint]) -> None:
    """They sum to the whole, to the compute slice, and for a retired exam to no more than what the live tasks stand for."""
    live = blueprints["mla-c01"]
    assert sum(exam_weights(live, "whole").values()) == pytest.approx(1)
    assert sum(exam_weights(live, "compute").values()) == pytest.approx(live.compute_share)
    retired = exam_weights(blueprints["mls-c01"], "whole")
    assert set(retired) <= set(live.tasks)
    assert 0.5 < sum(retired.values()) <= 1


def test_the_page_before_the_first_answer(knowledge: Knowledge, blueprints: dict[str, Blueprint]) -> None:
    """It says that there is nothing yet, and shows the path."""
    found = measure_progress((), LearningState(), QUESTIONS, COURSE, blueprints["mla-c01"], today=at(0).date())
    lines = render_progress(found, blueprints["mla-c01"], knowledge)
    assert lines[:2] == ["Progress in practice, 2026-10-01", "No answer yet."]
    assert "   1  open   The lifecycle of compute" in lines
    assert lines[-1] == "Readiness for MLA-C01: not enough data (0 of at least 10 questions answered)."


def test_the_page_gives_intervals_and_what_they_rest_on(knowledge: Knowledge, blueprints: dict[str, Blueprint]) -> None:
    """Readiness, tasks, confidence, schedule, leeches and the plan; no bare percentage where there is little data."""
    exam = [*questions(12), *questions(4, task="4.2")]
    beyond = Question(id="beyond", exams=(), stands_on=("ideas/leech",))
    leech = [answer(beyond, day, "incorrect" if day else "correct") for day in range(6)]
    rows = numbered([*answers(exam, 13, confidence=2), *leech, lesson_row(COURSE.order[0], time=at(20))])
    goal = Goal(day=at(50).date(), minutes=20)
    found = measure_progress(rows, rebuild_state(rows), [*exam, beyond], COURSE, blueprints["mla-c01"], today=at(20).date(), goal=goal)
    text = "\n".join(render_progress(found, blueprints["mla-c01"], knowledge))
    assert "22 answers on 16 days from 2026-10-01 to 2026-10-16, 0.2 hours" in text
    assert "   1  done   The lifecycle of compute" in text
    assert "Next: Processors for machine learning." in text
    assert "Readiness for MLA-C01:" in text
    assert "(90 % interval, from 16 questions)" in " ".join(text.split())
    untried = "You have not answered anything on 1.1, 1.2, 1.3, 2.1, 2.2, 2.3, 3.2, 3.3, 4.1, 4.3 yet, which widens the interval."
    assert untried in " ".join(text.split())
    assert "4.2 Monitor and optimize infrastructure and…  1 of 4         not enough data" in text
    assert "fairly sure   13 of 16" in text
    assert "Left out after too many lapses, to read again: ideas/leech." in text
    assert "Exam on 2026-11-20, in 30 days, with 20 minutes a day:" in text


@settings(max_examples=rounds(quick=20, long=1_000), deadline=None)
@given(histories())
def test_no_line_of_the_page_is_too_long_whatever_happened(
    knowledge: Knowledge, blueprints: dict[str, Blueprint], rows: list[LogRow]
) -> None:
    """78 columns, no line break within a line, for the live and the retired exam."""
    for blueprint in blueprints.values():
        found = measure_progress(rows, rebuild_state(rows), QUESTIONS, COURSE, blueprint, today=at(40).date())
        lines = render_progress(found, blueprint, knowledge)
        assert all(len(line) <= 78 and "\n" not in line for line in lines)


def test_news_have_words(knowledge: Knowledge) -> None:
    """The clock, and a leech with the lesson to read."""
    assert news_sentence("clock_back", knowledge).startswith("The clock was set back")
    assert "Read Spot" in news_sentence("leech", knowledge, point="glossary/spot", lesson="Spot and checkpoints")
    assert suspension_row("glossary/spot", time=at(0)).kind == "suspend"


def test_the_level_to_learn_follows_the_answers() -> None:
    """A beginner begins with what is easiest; right answers lead up, wrong ones back; a mix of both stays between."""
    assert level_to_learn([]) == 1
    hard = [Question(id=f"hard-{number}", difficulty=5) for number in range(30)]
    ordinary = [Question(id=f"plain-{number}", difficulty=3) for number in range(30)]
    assert level_to_learn(answers(hard, 30)) == 5
    assert level_to_learn(answers(hard, 0)) == 1
    levels = [level_to_learn(answers(ordinary, right)) for right in (0, 15, 22, 26, 30)]
    assert levels == sorted(levels)
    assert levels[0] == 1
    assert levels[-1] >= 4
