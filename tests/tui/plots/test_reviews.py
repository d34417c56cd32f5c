"""What comes due and what was kept, as bars."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge import Knowledge
from knowledge.sentences import Say, bind_subject
from quizzes.practice_statistics import Due, Kept
from tui.plots.reviews import MAX_WEEKS, draw_forecast, draw_retention

DAY = dt.date(2026, 10, 5)
SIZES = st.tuples(st.integers(24, 120), st.integers(3, 30))


@pytest.fixture(scope="module")
def say(knowledge: Knowledge) -> Say:
    """The words of progress."""
    return bind_subject(knowledge, "progress")


def make_days(*counts: int) -> tuple[Due, ...]:
    """Points due on the days from a Monday."""
    return tuple(Due(day=DAY + dt.timedelta(days=ahead), count=count) for ahead, count in enumerate(counts))


def make_weeks(*kept: tuple[int, int, float]) -> tuple[Kept, ...]:
    """Weeks with what was asked, right and foreseen."""
    return tuple(
        Kept(monday=DAY + dt.timedelta(weeks=number), asked=asked, right=right, foreseen=foreseen)
        for number, (asked, right, foreseen) in enumerate(kept)
    )


def test_a_bar_for_each_day_with_its_count(say: Say) -> None:
    """As long as its share of the fullest day; a day with nothing has none."""
    title, *bars = draw_forecast(make_days(20, 0, 10), say, 78, 18)
    assert title.startswith("What comes due")
    assert [(bar.split()[0], bar.split()[-1]) for bar in bars] == [("2026-10-05", "20"), ("2026-10-06", "0"), ("2026-10-07", "10")]
    assert [bar.count("█") for bar in bars] == [62, 0, 31]


def test_days_with_nothing_due_are_one_line(say: Say) -> None:
    """And so is no day at all."""
    assert draw_forecast(make_days(0, 0), say, 60, 18) == draw_forecast((), say, 60, 18) == ["Nothing comes due in the next two weeks."]


def test_a_week_shows_what_was_kept_beside_what_was_foreseen(say: Say) -> None:
    """The line stands to the right of a bar that fell short, and within one that did better."""
    _, short, better, legend = draw_retention(make_weeks((10, 5, 9.0), (10, 10, 8.0)), say, 78, 18)
    assert short.rstrip().endswith("5 of 10")
    assert short.index("│") > short.rindex("█")
    assert better.index("│") < better.rindex("█")
    assert legend == "│ what the schedule expected"


def test_the_latest_weeks_are_shown_and_none_without_a_review(say: Say) -> None:
    """A page is no archive."""
    many = make_weeks(*((10, number % 10, 9.0) for number in range(30)))
    lines = draw_retention(many, say, 78, 18)
    assert [line.split()[0] for line in lines[1:-1]] == [f"{one.monday}" for one in many[-MAX_WEEKS:]]
    assert draw_retention((), say, 78, 18) == []


@given(
    st.lists(st.integers(0, 500), max_size=14),
    st.lists(st.tuples(st.integers(1, 99), st.floats(0, 1), st.floats(0, 1)), max_size=20),
    SIZES,
)
def test_plots_keep_to_their_room(say: Say, counts: list[int], kept: list[tuple[int, float, float]], size: tuple[int, int]) -> None:
    """Whatever happened."""
    width, height = size
    found = make_weeks(*((asked, round(asked * right), asked * foreseen) for asked, right, foreseen in kept))
    for lines in (draw_forecast(make_days(*counts), say, width, height), draw_retention(found, say, width, height)):
        assert len(lines) <= max(height, 4)
        assert all(len(line) <= width for line in lines if not line.startswith("Nothing"))
