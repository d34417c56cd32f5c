"""What was typed, once more."""

from __future__ import annotations

from engine.dialogue import Conversation, Desk
from knowledge.errors import InputError
from tests.tui.sessions.conftest import PLANTS, TYPED, run_line
from tui.sessions import ReplayDifference, Session, drop_repeats, replay_steps, typed_lines

TypedSteps = list[tuple[str, Conversation]]


def test_history_has_no_blank_line_and_none_twice_in_a_row() -> None:
    """As shells do it."""
    assert list(drop_repeats(["a", "a", "", " ", "a", "b", "a"])) == ["a", "b", "a"]


def test_a_replay_over_the_same_knowledge_differs_nowhere(session: Session, desk: Desk) -> None:
    """Every line leads where it led."""
    assert list(replay_steps(session.steps, lambda before, typed: run_line(before, typed, desk))) == []


def test_a_replay_says_at_which_line_which_fact_comes_out_otherwise(session: Session, desk: Desk) -> None:
    """With its value then and today; a difference is told once, where it begins, and again where it changes."""

    def today(before: Conversation | None, typed: str) -> Conversation:
        return run_line(before, typed.replace("200 ms", "300 ms").replace("production", "test"), desk)

    assert list(replay_steps(session.steps, today)) == [
        ReplayDifference(1, PLANTS, "latency_p99_ms", 200.0, 300.0),
        ReplayDifference(2, "production", "environment", "production", "test"),
        ReplayDifference(4, "/redo", "environment", "production", "test"),
    ]


def test_a_line_that_is_refused_today_is_told_with_the_reason(session: Session, desk: Desk) -> None:
    """And the replay goes on with what it has."""

    def today(before: Conversation | None, typed: str) -> Conversation:
        if typed == "production":
            raise InputError("environment: no such\nthing")
        return run_line(before, typed, desk)

    first, second, *_ = replay_steps(session.steps, today)
    assert first == ReplayDifference(2, "production", problem="environment: no such thing")
    assert second == ReplayDifference(2, "production", "environment", "production", None)


def test_a_step_without_words_is_passed_over(session: Session) -> None:
    """A new name is a step of its own and nothing that was typed."""
    session.rename("plants")
    assert len(session.steps) == len(TYPED) + 1
    assert tuple(typed_lines(session.steps)) == TYPED
    again: list[str] = []

    def noted(before: Conversation | None, typed: str) -> Conversation | None:
        again.append(typed)
        return before

    assert list(replay_steps(session.steps, noted))
    assert tuple(again) == TYPED
