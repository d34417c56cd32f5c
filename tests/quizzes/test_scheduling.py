"""When a point comes again, and what practice adds up to."""

from __future__ import annotations

import datetime as dt
import random
import subprocess
import sys

import fsrs
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizzes.fsrs_formulas import Memory, MemoryTrace, Rating, default_formulas, memory_from_trace, recall_probability, stability_for
from quizzes.item_selection import askable_by_point, choose_item, choose_items, interleave_items
from quizzes.learning_state import LearningState, advance_state, new_leeches, rebuild_state
from quizzes.practice_log import LogRow, Verdict, suspension_row, undo_row
from quizzes.scheduling import Card, Settings, spread_interval
from tests.case_tables import for_each
from tests.depth import rounds
from tests.quizzes.practice_rows import QUESTIONS, START, Question, answer, at, histories, numbered

POINT = "glossary/spot"
SPOT = Question(id="which-job-takes-spot")


def learned(*rows: LogRow, settings: Settings | None = None) -> LearningState:
    """The state after rows."""
    return rebuild_state(numbered(rows), settings)


def card(*rows: LogRow) -> Card:
    """The card of the point that all the rows are about."""
    return learned(*rows).cards[POINT]


def test_schedules_equal_those_of_fsrs_for_a_thousand_histories() -> None:
    """Stability, difficulty and interval, where fsrs gets the first answer of each day, at midnight; a right guess is Hard."""
    chance = random.Random(20261122)  # noqa: S311  # the same histories every time
    scheduler = fsrs.Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    for number in range(1000):
        day, rows, known = 0, [], fsrs.Card(card_id=number)
        for _ in range(chance.randint(1, 12)):
            right, sure = chance.random() < 0.75, chance.choice([None, 1, 2, 3])
            verdict: Verdict = "correct" if right else chance.choice(["incorrect", "partial", "timeout", "unknown"])
            rows.append(answer(SPOT, day, verdict, confidence=sure))
            midnight = at(day).replace(hour=0, minute=0)
            passed = fsrs.Rating.Hard if sure == 1 else fsrs.Rating.Good
            known, _ = scheduler.review_card(known, passed if right else fsrs.Rating.Again, midnight)
            rows += [answer(SPOT, day + 0.001 * again, chance.choice(["correct", "incorrect"])) for again in range(chance.randint(0, 2))]
            day += chance.choice([1, 1, 2, 3, 7, 20, 90, 400])
        mine = card(*rows)
        assert mine.memory == Memory(stability=known.stability or 0, difficulty=known.difficulty or 0, interval=(known.due - midnight).days)
        assert known.last_review is not None
        assert mine.day == known.last_review.date()


@settings(max_examples=rounds(25, 200), deadline=None)
@given(
    st.floats(0.001, 40_000),
    st.floats(1, 10),
    st.integers(1, 40_000),
    st.sampled_from([0.7, 0.9, 0.97]),
    st.sampled_from(list[Rating]([1, 2, 3])),
)
def test_one_review_is_reckoned_as_fsrs_does(stability: float, difficulty: float, days: int, retention: float, rating: Rating) -> None:
    """To the last digit, from any memory: the package is too slow to add up a long log with, so its formulas are written out."""
    scheduler = fsrs.Scheduler(desired_retention=retention, learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    reviewed = fsrs.Card(card_id=1, state=fsrs.State.Review, stability=stability, difficulty=difficulty, last_review=START)
    now = START + dt.timedelta(days=min(days, 36_500))
    theirs, _ = scheduler.review_card(reviewed, fsrs.Rating(rating), now)
    mine = memory_from_trace(default_formulas().next_review(MemoryTrace(stability, difficulty), rating, days), retention)
    assert mine == Memory(stability=theirs.stability or 0, difficulty=theirs.difficulty or 0, interval=(theirs.due - now).days)


@settings(max_examples=rounds(25, 200), deadline=None)
@given(st.floats(0.01, 5000), st.integers(0, 3000))
def test_what_is_still_known_is_reckoned_as_fsrs_does(stability: float, days: int) -> None:
    """The forgetting curve is ours, so that a page of progress need not load fsrs."""
    theirs = fsrs.Card(card_id=1, state=fsrs.State.Review, stability=stability, difficulty=5.0, last_review=START)
    known = fsrs.Scheduler().get_card_retrievability(theirs, START + dt.timedelta(days=days))
    assert recall_probability(Memory(stability=stability, difficulty=5, interval=1), days) == pytest.approx(known, rel=1e-12)


@settings(max_examples=rounds(25, 200), deadline=None)
@given(st.floats(0.1, 5000), st.integers(1, 3000))
def test_a_stability_is_found_from_what_is_known(stability: float, days: int) -> None:
    """The curve read the other way."""
    known = recall_probability(Memory(stability=stability, difficulty=5, interval=1), days)
    assert stability_for(known, days) == pytest.approx(stability, rel=1e-6)


@for_each("verdict", ["incorrect", "partial", "timeout", "unknown"])
def test_whatever_an_exam_would_not_count_is_again(verdict: Verdict) -> None:
    """Wrong, half right, timed out and not known are the same to the schedule."""
    assert card(answer(SPOT, 0, verdict)).memory == memory_from_trace(default_formulas().first_review(1), 0.9)
    assert card(answer(SPOT, 0, verdict)).is_pending


def test_a_point_that_was_never_asked_begins_with_its_easiest_item() -> None:
    """Later the types take turns, whatever the difficulty."""
    hard, easy = Question(id="a-hard", difficulty=5), Question(id="z-easy", difficulty=1)
    other = Question(id="an-ordering", type="ordering", difficulty=4)
    for seed in range(5):
        assert choose_item(POINT, (hard, easy, other), LearningState(), seed=seed) == easy
        assert choose_item(POINT, (hard, easy, other), learned(answer(easy)), seed=seed) == other


def test_a_right_guess_comes_back_sooner_than_what_was_known() -> None:
    """The first time and later; a wrong guess is as wrong as any."""
    guessed, known = card(answer(SPOT, 0, confidence=1)), card(answer(SPOT, 0, confidence=2))
    assert guessed.due < known.due
    assert not guessed.is_pending
    later = [card(answer(SPOT, 0), answer(SPOT, 3), answer(SPOT, 12, confidence=sure)) for sure in (1, 2, 3, None)]
    assert later[0].memory.stability < later[1].memory.stability
    assert later[1].memory == later[2].memory == later[3].memory
    wrong = [card(answer(SPOT, 0, "incorrect", confidence=sure)).memory for sure in (1, 3)]
    assert wrong[0] == wrong[1]


def test_an_answer_the_grader_is_unsure_about_moves_no_schedule() -> None:
    """It stands in the log, and says nothing either way."""
    state = learned(answer(SPOT, 0, "unsure"))
    assert state.cards == {}
    assert state.items[SPOT.id].times == 1


def test_the_first_answer_of_a_day_drives_and_repeats_only_learn() -> None:
    """A wrong answer brings the point back in the same sitting until it is right, without moving its schedule."""
    wrong = card(answer(SPOT, 0, "incorrect"))
    repeated = card(answer(SPOT, 0, "incorrect"), answer(SPOT, 0.01), answer(SPOT, 0.02))
    assert repeated.memory == wrong.memory
    assert repeated.due == wrong.due
    assert (wrong.is_pending, repeated.is_pending) == (True, False)


def test_an_evening_after_a_morning_is_the_same_day() -> None:
    """Twelve hours lie between them, and only the morning drives."""
    morning = answer(SPOT, -0.5)
    assert card(morning, answer(SPOT, 0)).memory == card(morning).memory
    assert card(morning, answer(SPOT, 0)).reviews == 1


def test_a_sitting_past_midnight_is_one_day() -> None:
    """Midnight in UTC is an afternoon elsewhere; a schedule must not take ten minutes for a day."""
    evening = answer(SPOT, 5.9 / 24)  # 23:54
    later = answer(SPOT, 6.2 / 24)  # 00:12
    assert card(evening, later).memory == card(evening).memory
    assert card(evening, later, answer(SPOT, 1)).reviews == 2


def test_an_answer_a_little_earlier_the_next_day_is_a_day_later() -> None:
    """Nine one evening, eight the next."""
    assert card(answer(SPOT, 0), answer(SPOT, 0.96)).memory == memory_from_trace(
        default_formulas().next_review(default_formulas().first_review(3), 3, 1), 0.9
    )


@settings(max_examples=rounds(quick=20, long=1_000), deadline=None)
@given(histories())
def test_no_interval_is_negative_whatever_the_clock_does(rows: list[LogRow]) -> None:
    """A point is due after its last answer that counted, and its memory is a number above zero."""
    for one in rebuild_state(rows).cards.values():
        assert one.due > one.day
        assert one.memory.interval >= 1
        assert one.memory.stability > 0


def test_a_clock_that_was_set_back_is_said_and_starts_the_interval_anew() -> None:
    """The interval is kept, and counted from the day that the clock shows now."""
    ahead = numbered([answer(SPOT, 0), answer(SPOT, 400)])
    back = msgspec.structs.replace(answer(SPOT, 3), seq=3)
    before = rebuild_state(ahead)
    after = advance_state(before, [back])
    assert after is not None
    assert after.cards[POINT].memory == before.cards[POINT].memory
    assert after.cards[POINT].day == at(3).date()
    assert after.cards[POINT].due > at(3).date()


@settings(max_examples=rounds(quick=20, long=1_000), deadline=None)
@given(histories(), st.integers(0, 40))
def test_a_state_that_is_led_on_equals_one_built_anew(rows: list[LogRow], cut: int) -> None:
    """Row by row or at once: the same."""
    state = rebuild_state(rows[:cut])
    for row in rows[cut:]:
        state = advance_state(state, [row]) or rebuild_state(rows[: row.seq])
    assert state == rebuild_state(rows)


@settings(max_examples=rounds(quick=20, long=1_000), deadline=None)
@given(histories(), st.sampled_from(QUESTIONS), st.sampled_from(["correct", "incorrect", "unsure"]))
def test_an_undo_restores_exactly_what_was(rows: list[LogRow], question: Question, verdict: Verdict) -> None:
    """The answer and the undo stay in the log, and leave no other trace."""
    seq = len(rows) + 1
    more = numbered([*rows, answer(question, 9000, verdict), undo_row(seq, time=at(9000))])
    assert msgspec.structs.replace(rebuild_state(more), through=0) == msgspec.structs.replace(rebuild_state(rows), through=0)


def test_a_point_that_lapses_again_and_again_is_left_out_with_its_lesson() -> None:
    """After five lapses, of which the first answer is none; when it is brought back the count begins anew."""
    rows = numbered([answer(SPOT, 0), *(answer(SPOT, day, "incorrect") for day in range(1, 6))])
    before, after = rebuild_state(rows[:-1]), rebuild_state(rows)
    assert before.suspended == {}
    assert after.suspended == {POINT: "leech"}
    assert new_leeches(before, after) == (POINT,)
    assert after.points_due(at(60).date()) == []
    assert card(answer(SPOT, 0, "incorrect"), answer(SPOT, 1, "incorrect")).lapses == 1
    back = rebuild_state(numbered([*rows, suspension_row(POINT, time=at(6), on=False), answer(SPOT, 7, "incorrect")]))
    assert back.suspended == {}
    assert back.cards[POINT].strikes == 1


def test_lapses_between_which_a_point_was_known_again_make_no_leech() -> None:
    """Two right reviews in a row clear them."""
    rows = [answer(SPOT, day, "incorrect" if day % 3 == 2 else "correct") for day in range(40)]
    assert learned(*rows).suspended == {}


@settings(max_examples=rounds(25, 200), deadline=None)
@given(st.integers(1, 36_500), st.text(max_size=9), st.integers())
def test_the_spread_stays_near_and_is_always_the_same(interval: int, name: str, seed: int) -> None:
    """Short intervals are not moved, others by as much as fsrs would move them."""
    moved = spread_interval(interval, name, seed)
    assert moved == spread_interval(interval, name, seed)
    assert moved == interval if interval < 2.5 else 2 <= moved <= 36_500
    assert abs(moved - interval) <= 1 + 0.15 * interval + 1


def test_points_learned_together_do_not_stay_together() -> None:
    """A hundred points with one interval come on several days."""
    assert len({spread_interval(20, f"p{number}", 1) for number in range(100)}) > 3


def test_the_next_item_of_a_point_has_another_form_than_the_last() -> None:
    """Where there is one; else the one asked least."""
    items = [Question(id="a"), Question(id="b"), Question(id="c", type="matching")]
    state = learned(answer(items[0], 0))
    found = choose_item(POINT, items, state, seed=1)
    assert found is not None
    assert found.id == "c"
    only_choices = choose_item(POINT, items[:2], state, seed=1)
    assert only_choices is not None
    assert only_choices.id == "b"
    assert choose_item(POINT, items[:1], state, seed=1, without={"a"}) is None


def test_flagged_items_and_suspended_points_are_not_asked() -> None:
    """A bad item goes, and its points stay with the others that ask them."""
    items = [Question(id="a", stands_on=("ideas/x",)), Question(id="b", stands_on=("ideas/x", POINT))]
    state = LearningState(flagged={"a": START}, suspended={POINT: "asked"})
    assert askable_by_point(items, state) == {"ideas/x": (items[1],)}


def test_one_item_serves_all_points_it_stands_on() -> None:
    """A sitting asks no item twice, and no point twice."""
    items = [Question(id="a", stands_on=("ideas/x", "ideas/y")), Question(id="b", stands_on=("ideas/y",))]
    assert [
        item.id for item in choose_items(["ideas/x", "ideas/y"], askable_by_point(items, LearningState()), LearningState(), seed=1)
    ] == ["a"]


def test_confusables_stand_side_by_side_about_different_points() -> None:
    """Real-time, asynchronous, real-time, asynchronous: the order that teaches to tell them apart."""

    def ask(name: str, point: str, confusable: str = "endpoint-types") -> Question:
        return Question(id=name, stands_on=(point,), confusable=confusable)

    items = [ask("r1", "places/r"), ask("x", "ideas/x", ""), ask("r2", "places/r"), ask("a1", "places/a"), ask("a2", "places/a")]
    assert [item.id for item in interleave_items(items)] == ["r1", "a1", "r2", "a2", "x"]


@settings(max_examples=rounds(25, 200), deadline=None)
@given(st.lists(st.sampled_from(QUESTIONS), unique=True))
def test_interleaving_loses_nothing(items: list[Question]) -> None:
    """Every item once."""
    assert sorted(item.id for item in interleave_items(items)) == sorted(item.id for item in items)


def test_due_points_come_wrong_ones_first_then_the_oldest() -> None:
    """And nothing that is not due."""
    late, new, wrong, far = (Question(id=name, stands_on=(f"ideas/{name}",)) for name in ("late", "new", "wrong", "far"))
    state = learned(answer(late, 0), answer(new, 10), answer(far, 14), answer(wrong, 15, "incorrect"))
    assert state.points_due(at(15).date()) == ["ideas/wrong", "ideas/late", "ideas/new"]


def test_fsrs_is_loaded_by_an_answer_only() -> None:
    """Start-up does not wait for it, and neither does looking at progress."""
    code = "import sys, quizzes.learning_state, quizzes.store, quizzes.progress; sys.exit('fsrs' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
