"""What was typed, once more."""

from __future__ import annotations

from engine.dialogue import Conversation, Desk
from knowledge.errors import InputError
from tests.tui.sessions.conftest import PLANTS, TYPED, run
from tui.sessions import Different, Session, history, rebuilt, replay, transcript

Talked = list[tuple[str, Conversation]]


def test_the_transcript_is_what_was_typed(session: Session) -> None:
    """In order, commands too."""
    assert tuple(transcript(session.steps)) == TYPED
    assert rebuilt(session.steps) == session.conversation


def test_history_has_no_blank_line_and_none_twice_in_a_row() -> None:
    """As shells do it."""
    assert list(history(["a", "a", "", " ", "a", "b", "a"])) == ["a", "b", "a"]


def test_a_replay_over_the_same_knowledge_differs_nowhere(session: Session, desk: Desk) -> None:
    """Every line leads where it led."""
    assert list(replay(session.steps, lambda before, typed: run(before, typed, desk))) == []


def test_a_replay_says_at_which_line_which_fact_comes_out_otherwise(session: Session, desk: Desk) -> None:
    """With its value then and today; a difference is told once, where it begins, and again where it changes."""

    def today(before: Conversation | None, typed: str) -> Conversation:
        return run(before, typed.replace("200 ms", "300 ms").replace("production", "test"), desk)

    assert list(replay(session.steps, today)) == [
        Different(1, PLANTS, "latency_p99_ms", 200.0, 300.0),
        Different(2, "production", "environment", "production", "test"),
        Different(4, "/redo", "environment", "production", "test"),
    ]


def test_a_line_that_is_refused_today_is_told_with_the_reason(session: Session, desk: Desk) -> None:
    """And the replay goes on with what it has."""

    def today(before: Conversation | None, typed: str) -> Conversation:
        if typed == "production":
            raise InputError("environment: no such\nthing")
        return run(before, typed, desk)

    first, second, *_ = replay(session.steps, today)
    assert first == Different(2, "production", problem="environment: no such thing")
    assert second == Different(2, "production", "environment", "production", None)


def test_a_step_without_words_is_passed_over(session: Session) -> None:
    """A new name is a step of its own and nothing that was typed."""
    session.rename("plants")
    assert len(session.steps) == len(TYPED) + 1
    assert tuple(transcript(session.steps)) == TYPED
    again: list[str] = []

    def noted(before: Conversation | None, typed: str) -> Conversation | None:
        again.append(typed)
        return before

    assert list(replay(session.steps, noted))
    assert tuple(again) == TYPED
