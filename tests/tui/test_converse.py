"""`sizewise converse --jsonl`: conversations for programs, by the contract."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.policy import NO_POLICY
from knowledge import Knowledge
from tests.tui.conftest import Start
from tui.cli.converse import Conversations

FIELDS = {"acts", "facts", "changed", "not_used", "confirm", "reply", "question", "choice", "alternatives", "branches", "confidence"}


@pytest.fixture
def conversations(knowledge: Knowledge) -> Conversations:
    """None has begun."""
    return Conversations(knowledge, "today", NO_POLICY)


def say(conversations: Conversations, *turns: str, name: str = "c1") -> dict[str, Any]:
    """The answer to the last of some turns."""
    answers = [conversations.answer_turn({"id": name, "say": turn}) for turn in turns]
    return answers[-1]


def test_a_turn_is_answered_with_every_field_of_the_contract(conversations: Conversations) -> None:
    """Facts that are assumed are marked."""
    answer = say(conversations, "ResNet-50, 50 pictures a second, 90 ms")
    assert set(answer) >= FIELDS
    assert answer["facts"]["latency_p99_ms"] == {"value": 90.0, "origin": "said", "quote": "90 ms"}
    assert answer["facts"]["region"]["origin"] == "assumed"
    assert answer["changed"]["requests_per_second"] == [None, 50.0]
    assert answer["choice"]["place"]
    assert answer["question"]["prompt"] in answer["reply"]


def test_a_side_question_is_answered_and_the_question_of_the_interview_stays(conversations: Conversations) -> None:
    """With the base's own words."""
    before = say(conversations, "ResNet-50, 50 pictures a second")
    answer = say(conversations, "what is a savings plan?")
    assert (answer["changed"], answer["question"]) == ({}, before["question"])
    assert "commit" in answer["reply"]


def test_conversations_are_kept_apart_by_their_ids(conversations: Conversations) -> None:
    """A number is an id too."""
    say(conversations, "ResNet-50, 50 pictures a second", name="one")
    assert "model" not in say(conversations, "xgboost, 40 columns", name="two")["facts"]
    assert say(conversations, "90 ms", name="one")["facts"]["model"]["value"] == "resnet-50"


def test_a_command_and_small_talk_are_named_as_such(conversations: Conversations) -> None:
    """So that a bot knows what it passed on."""
    say(conversations, "ResNet-50, 50 pictures a second")
    assert [act["act"] for act in say(conversations, "undo")["acts"]] == ["command"]
    assert [act["act"] for act in say(conversations, "thanks a lot")["acts"]] == ["small-talk"]


def test_a_bad_turn_is_one_line_and_the_others_go_on(inside: Start) -> None:
    """Without an id, without words, and no JSON at all."""
    lines = ['{"say": "BERT"}', '{"id": "c1"}', "BERT", '{"id": "c1", "say": "BERT, 5 requests a second"}']
    ended = inside("converse", "--jsonl", given="\n".join(lines).encode())
    first, second, third, last = (json.loads(line) for line in ended.out.splitlines())
    assert [set(one) for one in (first, second, third)] == [{"id", "error"}] * 3
    assert last["facts"]["model"]["value"] == "bert-base"


def test_a_person_is_led_to_the_line_mode(inside: Start) -> None:
    """`converse` alone is for programs."""
    ended = inside("converse")
    assert (ended.status, ended.out) == (2, "")
    assert "sizewise --plain" in ended.err
