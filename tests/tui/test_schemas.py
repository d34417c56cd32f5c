"""Every command that prints JSON has a schema, and prints what that says."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tui.conftest import Start
from tests.tui.contract import breaches
from tests.tui.refused import one_line
from tui.cli.command_line import build_parser
from tui.cli.schema import DESCRIBED_COMMANDS, command_schema

TEXT = "BERT sentiment, 1000 requests a minute, p99 under 200 ms"
MEASURED = "instance_type,latency_ms\nml.g5.xlarge,5\n"
FLEET = "resource,kind,instance_type,cpu_percent_avg,cpu_percent_max,hours\na,endpoint,ml.m5.xlarge,3,9,400\n"
HANDED = (
    '{"kind": "sizewise-hand-over", "version": 1, "made": "2026-11-28", "course": "new-engineer", "name": "Ana", "points": [{"point":'
    ' "purchases/spot", "lesson": "spot-and-checkpoints", "asked": 2, "right": 1, "grip": "wrong", "recall": 0.0, "last": "2026-11-27"}]}'
)
CALLS: dict[str, list[str]] = {
    "advise": [TEXT],
    "understand": [TEXT],
    "report": [TEXT],
    "template": [TEXT, "--format", "cli"],
    "compare": ["g5", "inf2"],
    "changes": ["--since", "2026-01-01"],
    "explain": ["efa"],
    "compat": ["FlashAttention 2 on g4dn.xlarge"],
    "diagnose": ["CUDA out of memory"],
    "doctor": [],
    "estimate": ["--model", "llama-3-8b", "--instance", "g5.xlarge"],
    "recheck": ["ADVICE"],
    "rightsize": ["FLEET"],
    "verify-plan": [TEXT],
    "verify-read": ["MEASURED", "--set", "model=bert-base", "--set", "requests_per_second=5"],
    "catalog-list": ["gpu"],
    "catalog-show": ["g5.xlarge", "m7i.large"],
    "catalog-status": [],
    "quiz-due": [],
    "quiz-stats": [],
    "quiz-check": [],
    "quiz-report": ["HANDED"],
    "quiz-grade": ["court-recordings-queue", "--answer", "b"],
}
"""For each command, what it is asked; names in capitals are files."""
NEEDS_NETWORK = {"catalog-refresh", "reader-test"}
"""Their documents are held against the schemas in test_refresh_command and in model_reader/test_trial."""


def commands_with_json(parser: argparse.ArgumentParser, path: tuple[str, ...] = ()) -> Iterator[str]:
    """The commands that know --json, by the parsers themselves."""
    for action in parser._actions:  # argparse tells them in no other way
        if "--json" in action.option_strings:
            yield "-".join(path)
        if isinstance(action, argparse._SubParsersAction):  # the same
            for name, inner in action.choices.items():
                yield from commands_with_json(inner, (*path, name))


def test_every_command_that_prints_json_has_a_schema() -> None:
    """None is forgotten, and none is described that there is not."""
    assert sorted(commands_with_json(build_parser())) == sorted(DESCRIBED_COMMANDS) == sorted({*CALLS, *NEEDS_NETWORK})


@pytest.mark.parametrize("command", CALLS)
def test_a_command_prints_what_its_schema_says(inside: Start, tmp_path: Path, command: str, advised: str) -> None:
    """One document, without a breach."""
    files = {
        "MEASURED": ("m.csv", MEASURED),
        "FLEET": ("fleet.csv", FLEET),
        "ADVICE": ("advice.json", advised),
        "HANDED": ("ana.json", HANDED),
    }
    arguments = list(CALLS[command])
    for at, word in enumerate(arguments):
        if word in files:
            path = tmp_path / files[word][0]
            path.write_text(files[word][1], encoding="utf-8")
            arguments[at] = str(path)
    ended = inside(*command.split("-"), *arguments, "--json")
    told: dict[str, Any] = json.loads(ended.out)
    assert breaches(told, command_schema(command)) == []


def test_a_schema_is_asked_for_as_the_command_is_written(inside: Start) -> None:
    """With a hyphen or a space; a wrong name gets the nearest."""
    forms = [inside("schema", *words).out for words in (["verify-plan"], ["verify", "plan"], ["verify plan"])]
    assert len(set(forms)) == 1
    assert json.loads(forms[0]) == json.loads(json.dumps(command_schema("verify-plan")))
    assert "catalog-list" in one_line(inside("schema", "catalog", "lst"))
