"""`--json` and `--jsonl`: what other programs read."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.tui.conftest import Start
from tests.tui.contract import ADVICE, SCALING, breaches, differences
from tui.cli.schema import command_schema
from tui.output.json_text import render_json

TEXT = "BERT sentiment, 1000 requests a minute, p99 under 200 ms"
WORKLOADS = {
    "online": [TEXT],
    "job": ["--set", "stage=training", "--set", "algorithm=xgboost", "--set", "rows=5M", "--set", "columns=200"],
    "language model": ["--set", "model=llama-3-8b", "--set", "concurrency=8"],
    "exam lens": [TEXT, "--lens", "exam"],
    "compared": [TEXT, "--set", "compare=g5,lambda,c5"],
    "serverless": ["--set", "traffic=intermittent", "--set", "cold_start_ok=true", "--set", "algorithm=xgboost"],
}


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    """The schema that `sizewise schema advise` prints."""
    printed: dict[str, Any] = json.loads(render_json(command_schema("advise")))
    return printed


def test_an_advice_has_all_fields_of_the_contract(inside: Start, schema: dict[str, Any]) -> None:
    """One document on stdout with every field the contract lists, valid by the printed schema; stderr is empty."""
    for arguments in WORKLOADS.values():
        ended = inside("advise", "--json", *arguments)
        assert (ended.status, ended.err) == (0, ""), arguments
        told = json.loads(ended.out)
        assert differences(told, ADVICE) == [], arguments
        assert breaches(told, schema) == [], arguments
        if told["choice"]["scaling"]:
            assert differences(told["choice"]["scaling"], SCALING) == [], arguments
        assert {fact["origin"] for fact in told["workload"].values()} <= {"said", "answered", "derived"}, arguments


def test_the_check_by_schema_can_fail(inside: Start, schema: dict[str, Any]) -> None:
    """A document with a field missing, a wrong type and a field too many is found out."""
    told = json.loads(inside("advise", "--json", TEXT).out)
    del told["verdict"]
    told["catalog_as_of"] = 5
    told["choice"]["colour"] = "red"
    assert {line.partition(":")[0] for line in breaches(told, schema)} >= {"$", "$.catalog_as_of", "$.choice"}
    assert len(differences(told, ADVICE)) == 2


def test_nothing_fits_is_status_3_with_the_advice_and_what_would_help(inside: Start, schema: dict[str, Any]) -> None:
    """Where nothing fits, the advice is still printed, as text and as JSON, and says what to relax."""
    impossible = ["advise", "--set", "model=llama-3-1-405b", "--set", "budget_usd_per_month=5"]
    ended = inside(*impossible, "--json")
    assert (ended.status, ended.err) == (3, "")
    told = json.loads(ended.out)
    assert (told["choice"], told["verdict"]) == (None, "nothing-fits")
    assert told["relax"]
    assert all(one["text"] for one in told["relax"])
    assert differences(told, {**ADVICE, "choice": object}) == []
    assert breaches(told, schema) == []
    text = inside(*impossible)
    assert (text.status, text.err) == (3, "")
    assert "Nothing fits" in text.out
    assert told["relax"][0]["text"].split()[0] in text.out


def test_understand_answers_by_its_schema(inside: Start) -> None:
    """`understand --json` prints what its schema says, with a quote for what was said."""
    form = json.loads(inside("schema", "understand").out)
    ended = inside("understand", "--json", TEXT)
    told = json.loads(ended.out)
    assert (ended.status, ended.err, breaches(told, form)) == (0, "", [])
    assert {name: fact["value"] for name, fact in told["facts"].items() if name == "latency_p99_ms"} == {"latency_p99_ms": 200}
    assert all(fact["quote"] in TEXT for fact in told["facts"].values() if fact["origin"] == "said")


def test_bad_lines_get_an_error_and_the_rest_go_on(inside: Start) -> None:
    """Every line of `advise --jsonl` gets its own answer in order, with its id where it could be read."""
    lines: list[tuple[bytes, object, str]] = [
        (b'{"id": 1, "text": "BERT under 200 ms"}', 1, ""),
        (b"{not json", None, "JSON"),
        (b"[1, 2]", None, "object"),
        (b'"text"', None, "object"),
        (b'{"id": "two", "text": 5}', "two", "text"),
        (b'{"id": 3, "text": "BERT", "facts": [1]}', 3, "facts"),
        (b'{"id": 4, "facts": {"latncy_p99": 5}}', 4, "latency_p99_ms"),
        (b'{"id": 5, "facts": {"rows": "many"}}', 5, "rows"),
        (b'{"id": 6, "facts": {"rows": true}}', 6, "rows"),
        (b'{"id": 7, "text": ""}', 7, "Tell me"),
        (b'{"id": 8}', 8, "Tell me"),
        (b'{"id": 9, "text": "qwxz"}', 9, "qwxz"),
        (b'{"id": 10, "text": "BERT", "lens": "tomorrow"}', 10, "lens"),
        (b'{"id": 11, "text": "BERT", "lens": ["exam"]}', 11, "lens"),
        (b'{"id": 12, "text": "BERT", "explain": 1}', 12, "explain"),
        (b'{"id": 13, "text": "' + b"very " * 400_000 + b'"}', None, "1,000,000"),
        (b'{"id": 14, "text": "\xff\xfe"}', None, "JSON"),
        (b'{"id": 15, "text": "\\ud800"}', None, "JSON"),
        (b'{"id": 16, "facts": {"rows": ' + b"9" * 5_000 + b"}}", None, "JSON"),
        (b"[" * 50_000, None, "JSON"),
        (b'{"id": {"a": [1]}, "facts": {"model": "bert-base"}}', {"a": [1]}, ""),
        (b'{"id": 17, "text": "BERT \\u001b[31m\\u009b31m under 200 ms"}', 17, ""),
    ]
    ended = inside("advise", "--jsonl", given=b"\n".join(line for line, *_ in lines) + b"\n\n")
    answers = [json.loads(line) for line in ended.out.splitlines()]
    assert (ended.status, ended.err) == (0, "")
    assert [answer["id"] for answer in answers] == [identity for _, identity, _ in lines]
    for answer, (line, _, word) in zip(answers, lines, strict=True):
        assert word in answer.get("error", ""), line[:80]
        assert bool(word) == ("error" in answer), line[:80]
    assert [c for c in ended.out if c in "\x1b\x9b"] == []


def test_understand_by_lines(inside: Start) -> None:
    """`understand --jsonl` echoes ids, keeps the order, and answers a bad line with an error."""
    given = '{"id": "a", "text": "BERT under 200 ms"}\n{"id": "b", "text": 5}\n{"id": "c"}\nx\n{"id": "d", "text": "xgboost"}\n'
    answers = [json.loads(line) for line in inside("understand", "--jsonl", given=given).out.splitlines()]
    assert [answer["id"] for answer in answers] == ["a", "b", "c", None, "d"]
    assert ["error" in answer for answer in answers] == [False, True, True, True, False]
    assert answers[0]["facts"]["model"]["value"] == "bert-base"


def test_no_lines_no_answers(inside: Start) -> None:
    """An empty stream is answered with an empty one."""
    assert inside("advise", "--jsonl", given="") == (0, "", "")


def test_what_would_change_is_told_by_lines_on_request_only(inside: Start) -> None:
    """With --jsonl, flips and questions come with "explain": "full" and are empty without; with --json they come by default."""
    request = {"text": TEXT}
    given = "\n".join(json.dumps(one) for one in (request, request | {"explain": "full"}, request | {"explain": "choice"}))
    short, full, asked_short = (json.loads(line) for line in inside("advise", "--jsonl", given=given).out.splitlines())
    assert full["flips"]
    assert full["next_questions"]
    assert (short["flips"], short["next_questions"]) == ([], []) == (asked_short["flips"], asked_short["next_questions"])
    assert short["choice"] == full["choice"]
    alone = json.loads(inside("advise", "--json", TEXT).out)
    assert alone["flips"] == full["flips"]


def test_the_same_facts_give_the_same_bytes(settings: dict[str, str]) -> None:
    """The same request gives the same bytes, in any order of hashing."""
    code = f"from tui.cli.main import main; main(['advise', {TEXT!r}, '--json']); main(['advise', {TEXT!r}])"
    runs = [
        subprocess.run([sys.executable, "-c", code], env=settings | {"PYTHONHASHSEED": seed}, capture_output=True, check=True).stdout
        for seed in ("0", "1")
    ]
    assert runs[0] == runs[1]
    assert runs[0].startswith(b"{")


def test_only_the_json_is_on_stdout(inside: Start) -> None:
    """The bytes on stdout are one JSON document and its newline."""
    ended = inside("advise", "--json", TEXT)
    document, end = json.JSONDecoder().raw_decode(ended.out)
    assert ended.out[end:] == "\n"
    assert isinstance(document, dict)
