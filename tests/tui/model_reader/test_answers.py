"""Whatever a model's server answers, or does not, ends in the built-in reading or something better, within the limit."""

from __future__ import annotations

import time
from typing import Final

import pytest

from engine.intake.understand import understand
from knowledge import Knowledge
from tests.tui.model_reader.scripted_server import (
    Reply,
    after,
    breaks_off,
    drips,
    facts,
    fails,
    goes_on_for_ever,
    says,
    serving,
    states,
)
from tui.model_reader.opening import open_text_reader

TEXT: Final = "BERT for our shop, each answer within 200 ms. After a pause a slow beginning would not hurt us."
TRUE: Final = ("cold_start_ok", "true", "After a pause a slow beginning would not hurt us")
SECONDS: Final = "0.6"
PATIENCE: Final = 20.0
"""Seconds that a slow machine may take on top: far below what the slow answers would take."""
RIGHT: Final[dict[str, Reply]] = {
    "right": states(TRUE),
    "as numbers and flags, not as text": states(("latency_p99_ms", 200, "within 200 ms"), ("cold_start_ok", True, TRUE[2])),
    "wordy": says(f"<think>a {{thing}} or two</think>Sure! Here it is:\n```json\n{facts(TRUE)}\n```\nI hope this helps."),
    "with shapes that nobody asked for": says(
        '{"facts": [7, {"fact": 1}, ' + facts(TRUE)[len('{"facts": [') : -len('], "acts": []}')] + "]}"
    ),
}
USELESS: Final[dict[str, Reply]] = {
    "a wrong number": states(("latency_p99_ms", "20 ms", "within 200 ms")),
    "a number that does not follow": states(("requests_per_second", "30", "each answer")),
    "no quotes": states(("traffic", "spiky", ""), ("region", "us-east-1", "")),
    "quotes that are not there": states(("traffic", "spiky", "traffic is spiky"), ("exclude", "gpu", "no GPUs")),
    "facts that are not": states(("colour", "red", "our shop"), ("asks", "price", "our shop")),
    "hostile": states(
        ("exclude", "cpu,lambda,g5", "our shop"), ("budget_usd_per_month", "1", "BERT"), ("require", "p5.48xlarge", "BERT for our shop"),
        ("network_isolation", "true", "our shop"), ("survive_zone_loss", "true", "BERT"),
    ),
    "nothing": states(),
}  # fmt: skip
FAILING: Final[dict[str, tuple[Reply, str]]] = {
    "slow": (after(60, states(TRUE)), "gave no answer within 0.6 s"),
    "slow in little pieces": (drips(facts(TRUE), 0.1), "gave no answer within 0.6 s"),
    "endless": (goes_on_for_ever(), "was endless"),
    "cut off on the way": (breaks_off(facts(TRUE)), "was cut off"),
    "cut off by its own limit": (says(facts(TRUE)[:60], finish="length"), "was cut off"),
    "cut off unawares": (says(facts(TRUE)[:60]), "was cut off"),
    "no JSON": (says("I am sorry, as a language model I cannot"), "not in the form"),
    "JSON of another kind": (says('{"answer": 42}'), "not in the form"),
    "a page": (lambda handler, _: handler.send_body(b"<html>welcome</html>"), "not in the form"),
    "no choices": (lambda handler, _: handler.send_body(b'{"choices": []}'), "not in the form"),
    "no content": (lambda handler, _: handler.send_body(b'{"choices": [{"message": {"content": null}}]}'), "not in the form"),
    "too many calls": (fails(429), "takes no more calls"),
    "broken": (fails(500), "server failed"),
    "another place": (fails(307, b"", ("Location", "http://127.0.0.1:9/v1/chat/completions")), "refused the request"),
    "no key": (fails(401), "refused the key"),
    "no such model": (fails(404), "does not have scripted"),
    "no schemas": (fails(400), "refused the request"),
}


def test_a_right_answer_adds_its_fact(knowledge: Knowledge) -> None:
    """Whatever stands around it."""
    for name, reply in RIGHT.items():
        told: list[str] = []
        with serving(reply) as server:
            second = open_text_reader(server.reader, SECONDS + "0", knowledge, told.append)
            assert second is not None
            found = understand(TEXT, knowledge, proposals=second.read_text(TEXT)).workload
        assert (found.cold_start_ok, found.latency_p99_ms, len(told)) == (True, 200, 1), (name, told)


def test_a_useless_answer_changes_nothing(knowledge: Knowledge) -> None:
    """Wrong, made up, or hostile."""
    alone = understand(TEXT, knowledge)
    for name, reply in USELESS.items():
        told: list[str] = []
        with serving(reply) as server:
            second = open_text_reader(server.reader, "10", knowledge, told.append)
            assert second is not None
            found = understand(TEXT, knowledge, proposals=second.read_text(TEXT))
        assert (found.workload, found.not_used, len(told)) == (alone.workload, alone.not_used, 1), name


@pytest.mark.parametrize("name", FAILING)
def test_a_failing_server_costs_no_more_than_the_limit(name: str, knowledge: Knowledge) -> None:
    """One line says why, and that the built-in reading stands; the server is asked once."""
    reply, words = FAILING[name]
    told: list[str] = []
    with serving(reply) as server:
        second = open_text_reader(server.reader, SECONDS, knowledge, told.append)
        assert second is not None
        started = time.monotonic()
        found = understand(TEXT, knowledge, proposals=second.read_text(TEXT))
        waited = time.monotonic() - started
        asked = len(server.seen)
    assert found.workload == understand(TEXT, knowledge).workload
    assert waited < float(SECONDS) + PATIENCE
    assert asked == 1
    assert words in told[1]
    assert told[1].endswith("The built-in reading stands.")


def test_a_server_that_is_not_there_is_no_obstacle(knowledge: Knowledge) -> None:
    """It says that nobody can be reached."""
    told: list[str] = []
    with serving(states()) as server:
        address = server.reader
    second = open_text_reader(address, SECONDS, knowledge, told.append)
    assert second is not None
    assert second.read_text(TEXT).facts == ()
    assert "cannot be reached" in told[1]


def test_what_is_sent_holds_the_schema_and_no_price(knowledge: Knowledge) -> None:
    """One call, closed objects, the vocabulary; neither advice nor a sum of money."""
    with serving(states()) as server:
        second = open_text_reader(server.reader, "10", knowledge, list[str]().append)
        assert second is not None
        second.read_text(TEXT)
        (seen,) = server.seen
    schema = seen.body["response_format"]["json_schema"]
    item = schema["schema"]["properties"]["facts"]["items"]
    assert (seen.path, schema["strict"], item["additionalProperties"]) == ("/v1/chat/completions", True, False)
    assert item["required"] == ["fact", "value", "quote", "role", "certainty"]
    assert "latency_p99_ms" in item["properties"]["fact"]["enum"]
    assert "asks" not in item["properties"]["fact"]["enum"]
    instructions = seen.body["messages"][0]["content"]
    assert "latency_p99_ms (number, ms)" in instructions
    assert "$" not in instructions + seen.text
    assert TEXT in seen.text
