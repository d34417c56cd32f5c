"""`sizewise reader test`: whether a model helps, on messages that ship or are one's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import jsonschema
import pytest

from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.safe_yaml import read_mapping
from tests.tui.conftest import Start
from tests.tui.model_reader.scripted_server import Handler, Request, completion, facts, fails, serving, states
from tests.tui.refused import one_line
from tui.cli.schema import command_schema
from tui.model_reader.trial import MESSAGES, LabelledMessage, is_forbidden, is_right, matches, parse_messages
from tui.output.exit_status import BAD_INPUT

SHIPPED: Final = parse_messages(read_mapping(MESSAGES.read_bytes(), MESSAGES.name), MESSAGES.name)
OWN: Final = """
messages:
  - text: ResNet-50 within 200 ms. After a pause a slow beginning would not hurt us.
    stated: {model: resnet-50, latency_p99_ms: 200, cold_start_ok: true}
    allowed: {stage: inference, data_type: image}
    forbidden: [require]
  - text: XGBoost, trained every night on 40 million rows
    stated: {algorithm: xgboost, rows: 40000000, runs_per_month: [30, 30.4], stage: training}
    allowed: {framework: xgboost, traffic: scheduled, data_type: tabular, task: "*"}
"""


def knowing(handler: Handler, request: Request) -> None:
    """A server that knows the labels of the messages that ship, and quotes their first words."""
    text = request["messages"][-1]["content"]
    message = next(one for one in SHIPPED if one.text.strip() in text)
    found = [(fact, value[0] if isinstance(value, list) else value, message.text.strip()) for fact, value in message.stated.items()]
    handler.send_body(completion(facts(*found)))


def test_the_messages_that_ship_can_be_used(knowledge: Knowledge) -> None:
    """Enough of them, with labels that the vocabulary has; some tell a model to do something else."""
    assert len(SHIPPED) >= 40
    assert sum(len(one.stated) for one in SHIPPED) > 200
    assert any("ignore all rules" in one.text for one in SHIPPED)
    assert knowledge


def test_a_model_is_held_against_the_rules(inside: Start, tmp_path: Path) -> None:
    """Precision, recall, times, what was dropped, who was right where they differ; as the schema says."""
    own = tmp_path / "messages.yaml"
    own.write_text(OWN, encoding="utf-8")
    first = states(
        ("latency_p99_ms", "20 ms", "within 200 ms"),
        ("require", "gpu", "ResNet-50"),
        ("cold_start_ok", "true", "After a pause a slow beginning would not hurt us"),
        *(("latency_p99_ms", "200 ms", quote) for quote in ("200 ms", "within 200 ms", "ResNet-50 within 200 ms")),
        *(("model", "ResNet-50", quote) for quote in ("ResNet-50", "ResNet-50 within", "ResNet-50 within 200", "ResNet-50 within 200 ms")),
    )
    with serving(first, fails(500)) as server:
        ended = inside("reader", "test", "--reader", server.reader, "--reader-seconds", "20", "--file", str(own), "--json")
    trial = json.loads(ended.out)
    jsonschema.validate(trial, command_schema("reader-test"))
    assert (trial["messages"], trial["answered"], trial["failures"]) == (2, 1, {"server_error": 1})
    assert trial["rules"]["recall"] < trial["together"]["recall"]
    assert (trial["alone"]["right"], trial["alone"]["wrong"], trial["alone"]["forbidden"]) == (2, 2, 1)
    assert trial["together"]["wrong"] == trial["rules"]["wrong"]
    assert trial["helps"] is True
    differing = {one["fact"]: one for one in trial["disagreements"] if one["message"] == 1}
    assert (differing["cold_start_ok"]["right"], differing["cold_start_ok"]["result"]) == ("model", True)
    assert (differing["latency_p99_ms"]["right"], differing["latency_p99_ms"]["result"]) == ("rules", 200)
    assert "2 of 2 messages" in ended.err


def test_a_model_that_knows_the_answers_is_told_to_help(inside: Start) -> None:
    """In words, with a table."""
    with serving(knowing) as server:
        ended = inside("reader", "test", "--reader", server.reader, "--reader-seconds", "20", "--messages", "12")
    assert "model alone" in ended.out
    assert "Answers: 12 of 12" in ended.out
    assert "Where they differ, by message:" in ended.out
    assert "right: model" in ended.out


def test_a_model_that_says_nothing_does_not_help(inside: Start) -> None:
    """It says so."""
    with serving(states()) as server:
        ended = inside("reader", "test", "--reader", server.reader, "--reader-seconds", "20", "--messages", "2")
    assert "It does not help on these messages" in " ".join(ended.out.split())


def test_a_test_without_a_reader_or_with_other_messages_is_refused(inside: Start, tmp_path: Path) -> None:
    """In one line."""
    ended = inside("reader", "test", more={"SIZEWISE_READER": ""})
    assert (ended.status, "--reader: name the model to be tested" in one_line(ended)) == (BAD_INPUT, True)
    for text, told in (
        ("messages: []", "there are none"),
        ("messages: 3", "Expected"),
        ("messages: [{text: x, stated: {colour: red}}]", "no such fact"),
    ):
        own = tmp_path / "own.yaml"
        own.write_text(text, encoding="utf-8")
        ended = inside("reader", "test", "--reader", "ollama:x", "--file", str(own))
        assert (ended.status, told in one_line(ended)) == (BAD_INPUT, True), ended.err


@pytest.mark.parametrize(
    ("expected", "value", "same"),
    [
        (200, 201.0, True),
        (200, 220, False),
        ("*", "x", True),
        ([1, 2], 2, True),
        (True, 1, False),
        ("m5.large", "ml.m5.large", True),
        (None, 1, False),
        (["a", "b"], ("a", "b"), True),
        (["a"], ("a", "c"), False),
    ],
)
def test_values_are_compared_as_people_mean_them(expected: Any, value: Any, same: bool) -> None:  # noqa: ANN401, FBT001  # a case of a table
    """Numbers nearly, names whatever their punctuation."""
    assert matches(expected, value) is same


def test_a_forbidden_value_is_never_right() -> None:
    """Though its fact is stated."""
    message = LabelledMessage("x", {"latency_p99_ms": 90}, {}, [{"latency_p99_ms": 870}, "require"])
    assert is_right("latency_p99_ms", 90, message)
    assert is_forbidden("latency_p99_ms", 870, message)
    assert is_forbidden("require", ("gpu",), message)
    assert not is_forbidden("latency_p99_ms", 90, message)


def test_labels_name_facts_that_there_are() -> None:
    """Else one line says which is none."""
    with pytest.raises(InputError, match="'speed'"):
        parse_messages({"messages": [{"text": "x", "stated": {}, "forbidden": [{"speed": 1}]}]}, "own.yaml")
