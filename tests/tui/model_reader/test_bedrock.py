"""A model on Amazon Bedrock, through botocore's own stubs: what is asked is checked against the service's model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from botocore.stub import ANY, Stubber

from engine.intake.reader import ReadingTask
from engine.intake.understand import understand
from knowledge import Knowledge
from knowledge.errors import InputError
from tests.tui.model_reader.scripted_server import facts
from tui.model_reader.bedrock_client import BedrockClient
from tui.model_reader.choice import parse_reader
from tui.model_reader.reader import ModelReader
from tui.model_reader.report import describe_problem

TEXT: Final = "BERT for our shop, each answer within 200 ms. After a pause a slow beginning would not hurt us."
TRUE: Final = ("cold_start_ok", "true", "After a pause a slow beginning would not hurt us")
PRICED: Final = "claude-3-haiku"


@pytest.fixture
def chain(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An AWS client of which everything is known."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    monkeypatch.setenv("AWS_CONFIG_FILE", "/nonexistent")
    monkeypatch.delenv("AWS_PROFILE", raising=False)
    return monkeypatch


@pytest.fixture
def stubbed(chain: pytest.MonkeyPatch, knowledge: Knowledge) -> Iterator[tuple[ModelReader, Stubber]]:
    """A reader whose model sells by the token, and what answers for it."""
    del chain
    sold = knowledge.hosted_models[PRICED].bedrock
    assert sold is not None
    choice = parse_reader(f"bedrock:us.{sold.model_id}")
    client = BedrockClient(choice)
    with Stubber(client.client) as stubber:
        yield ModelReader(choice, knowledge, client), stubber


def answer(text: str, stop: str = "end_turn") -> dict[str, Any]:
    """What Converse answers."""
    return {
        "output": {"message": {"role": "assistant", "content": [{"text": text}]}},
        "stopReason": stop,
        "usage": {"inputTokens": 2000, "outputTokens": 100, "totalTokens": 2100},
        "metrics": {"latencyMs": 300},
    }


def test_a_right_answer_adds_its_fact_and_says_what_it_cost(stubbed: tuple[ModelReader, Stubber], knowledge: Knowledge) -> None:
    """By the base's price of the model; the request is one that the service takes."""
    reader, stubber = stubbed
    expected = {
        "modelId": reader.choice.name,
        "system": [{"text": ANY}],
        "messages": [{"role": "user", "content": [{"text": ANY}]}],
        "inferenceConfig": ANY,
        "outputConfig": ANY,
    }
    stubber.add_response("converse", answer(facts(TRUE)), expected)
    found = understand(TEXT, knowledge, proposals=reader.read(ReadingTask(TEXT)))
    sold = knowledge.hosted_models[PRICED].bedrock
    assert sold is not None
    assert sold.usd_per_million_input_tokens is not None
    assert sold.usd_per_million_output_tokens is not None
    assert found.workload.cold_start_ok is True
    paid = (2000 * sold.usd_per_million_input_tokens.value + 100 * sold.usd_per_million_output_tokens.value) / 1e6
    assert reader.tally.usd == pytest.approx(paid)
    stubber.assert_no_pending_responses()


ERRORS: Final = {
    "ThrottlingException": "takes no more calls",
    "InternalServerException": "server failed",
    "AccessDeniedException": "refused the key",
    "ValidationException": "refused the request",
    "ModelTimeoutException": "gave no answer",
    "ResourceNotFoundException": "does not have",
    "SomethingNewException": "server failed",
}


@pytest.mark.parametrize("code", ERRORS)
def test_an_error_of_the_service_leaves_the_built_in_reading(code: str, stubbed: tuple[ModelReader, Stubber], knowledge: Knowledge) -> None:
    """One call, one line."""
    reader, stubber = stubbed
    stubber.add_client_error("converse", code, "arn:aws:iam::123456789012:user/x is not allowed")
    proposals = reader.read(ReadingTask(TEXT))
    assert understand(TEXT, knowledge, proposals=proposals).workload == understand(TEXT, knowledge).workload
    assert reader.last is not None
    told = describe_problem(reader.last, reader.choice, knowledge)
    assert ERRORS[code] in told
    assert "arn:" not in told


@pytest.mark.parametrize(
    ("said", "stop", "problem"),
    [
        ("I would rather not", "end_turn", "unreadable"),
        (facts(TRUE), "max_tokens", "cut_off"),
        (facts(TRUE), "guardrail_intervened", "refused"),
        (facts(TRUE)[:50], "end_turn", "cut_off"),
        ("", "end_turn", "unreadable"),
    ],
)
def test_an_answer_that_is_none_is_told(said: str, stop: str, problem: str, stubbed: tuple[ModelReader, Stubber]) -> None:
    """With why."""
    reader, stubber = stubbed
    stubber.add_response("converse", answer(said, stop))
    assert reader.read(ReadingTask(TEXT)).facts == ()
    assert reader.last is not None
    assert reader.last.problem == problem


def test_without_credentials_the_built_in_reading_stands(chain: pytest.MonkeyPatch, knowledge: Knowledge) -> None:
    """Nothing is asked."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"):
        chain.delenv(name, raising=False)
    chain.setenv("AWS_SHARED_CREDENTIALS_FILE", "/nonexistent")
    chain.setenv("AWS_EC2_METADATA_DISABLED", "true")
    choice = parse_reader("bedrock:amazon.nova-lite-v1:0")
    reader = ModelReader(choice, knowledge, BedrockClient(choice))
    assert reader.read(ReadingTask(TEXT)).facts == ()
    assert reader.last is not None
    assert (reader.last.problem, reader.last.detail) == ("not_allowed", "no AWS credentials")


def test_without_a_region_one_line_says_so(chain: pytest.MonkeyPatch) -> None:
    """Before anything is read."""
    chain.delenv("AWS_DEFAULT_REGION")
    with pytest.raises(InputError, match="AWS_DEFAULT_REGION"):
        BedrockClient(parse_reader("bedrock:amazon.nova-lite-v1:0"))
