"""`sizewise understand`."""

from __future__ import annotations

import argparse
from typing import Any

from engine.handover.as_json import facts_as_json
from engine.intake.understand import understand
from knowledge import Knowledge, load
from knowledge.errors import InputError
from tui.cli.json_text import json_text
from tui.cli.main import DONE


def run(arguments: argparse.Namespace) -> int:
    """Print the facts of a text."""
    knowledge = load()
    if arguments.jsonl:
        from tui.cli.jsonl import serve  # noqa: PLC0415

        return serve(lambda request: answer(_text_of(request), knowledge))
    text = " ".join(arguments.text)
    if not text.strip():
        raise InputError('text: nothing was given. Try sizewise understand "BERT under 200 ms".')
    told = answer(text, knowledge)
    if arguments.json:
        print(json_text(told))
        return DONE
    _show(told["facts"])
    for other in told["other_workloads"]:
        print("\nAnother workload. Which one first?")
        _show(other["facts"])
    for line in (*told["contradictions"], *(f"not understood: {part}" for part in told["not_understood"])):
        print(line)
    return DONE


def _show(facts: dict[str, Any]) -> None:
    for name, fact in facts.items():
        behind = f'"{fact["quote"]}"' if "quote" in fact else f"from {fact.get('from', '')}"
        value = ", ".join(fact["value"]) if isinstance(fact["value"], tuple) else fact["value"]
        print(f"{name:26} {value!s:24} {behind}")


def _text_of(request: dict[str, Any]) -> str:
    text = request.get("text")
    if not isinstance(text, str) or not text.strip():
        raise InputError("text: give a string with some words.")
    return text


def answer(text: str, knowledge: Knowledge) -> dict[str, Any]:
    """The contract's object for one text."""
    heard = understand(text, knowledge)
    return {
        "facts": facts_as_json(heard.workload),
        "other_workloads": [{"facts": facts_as_json(other)} for other in heard.other_workloads],
        "contradictions": list(heard.contradictions),
        "not_understood": list(heard.not_understood),
    }
