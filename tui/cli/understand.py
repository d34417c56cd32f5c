"""`sizewise understand`."""

from __future__ import annotations

import argparse
from typing import Any

from engine.intake.understand import understand
from knowledge import Knowledge, load
from knowledge.errors import InputError
from tui.cli.as_json import facts_as_json
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
    for name, fact in told["facts"].items():
        behind = f'"{fact["quote"]}"' if "quote" in fact else f"from {fact.get('from', '')}"
        print(f"{name:26} {fact['value']!s:24} {behind}")
    for line in (*told["contradictions"], *(f"not understood: {part}" for part in told["not_understood"])):
        print(line)
    return DONE


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
