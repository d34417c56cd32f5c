"""`sizewise understand`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from engine.handover.advice_json import facts_as_json
from knowledge import Knowledge, load
from knowledge.errors import InputError
from tui.advice_request import understand_text
from tui.cli.jsonl import serve_requests
from tui.model_reader.opening import open_text_reader
from tui.output.exit_status import DONE
from tui.output.json_text import render_json
from tui.output.streams import print_error

if TYPE_CHECKING:  # few let a model read along
    from tui.model_reader.reads_along import TextReader


def run(arguments: argparse.Namespace) -> int:
    """Print the facts of a text."""
    knowledge = load()
    second = open_text_reader(arguments.reader, arguments.reader_seconds, knowledge, print_error)
    if arguments.jsonl:
        return serve_requests(lambda request: answer_text(request_text(request), knowledge, second))
    text = " ".join(arguments.text)
    if not text.strip():
        raise InputError('text: nothing was given. Try sizewise understand "BERT under 200 ms".')
    answer = answer_text(text, knowledge, second)
    if arguments.json:
        print(render_json(answer))
        return DONE
    _print_facts(answer["facts"])
    for other in answer["other_workloads"]:
        print("\nAnother workload. Which one first?")
        _print_facts(other["facts"])
    if answer["not_used"]:
        print("not used: " + ", ".join(f'"{one}"' for one in answer["not_used"]))
    for line in (*answer["contradictions"], *(f"not understood: {part}" for part in answer["not_understood"])):
        print(line)
    if second is not None and second.reader.last is not None:
        from tui.model_reader.report import describe_verdicts  # noqa: PLC0415  # few let a model read along

        for line in describe_verdicts(second.reader.last.weighing.all, knowledge):
            print(line)
    return DONE


def _print_facts(facts: dict[str, Any]) -> None:
    for name, fact in facts.items():
        behind = f'"{fact["quote"]}"' if "quote" in fact else f"from {fact.get('from', '')}"
        value = ", ".join(fact["value"]) if isinstance(fact["value"], tuple) else fact["value"]
        print(f"{name:26} {value!s:24} {behind}")


def request_text(request: dict[str, Any]) -> str:
    """The text of one line of `--jsonl`. Raises InputError where it has none."""
    text = request.get("text")
    if not isinstance(text, str) or not text.strip():
        raise InputError("text: give a string with some words.")
    return text


def answer_text(text: str, knowledge: Knowledge, second: TextReader | None = None) -> dict[str, Any]:
    """The contract's object for one text, with what became of the proposals of a second reader."""
    understood = understand_text(text, knowledge, second)
    return {
        "facts": facts_as_json(understood.workload),
        "acts": [{"act": one.act, "quote": one.quote} for one in understood.acts],
        "not_used": list(understood.not_used),
        "other_workloads": [{"facts": facts_as_json(other)} for other in understood.other_workloads],
        "contradictions": list(understood.contradictions),
        "not_understood": list(understood.not_understood),
        **(second.as_json() if second is not None else {}),
    }
