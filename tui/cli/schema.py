"""`sizewise schema COMMAND`: the JSON Schema of a command's output, generated from the records."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Any, Final

from knowledge.errors import InputError, shown, suggestion
from tui.cli.json_text import json_text
from tui.cli.main import DONE

_RECORDS: Final = {
    "compare": ("tui.cli.compare", "Compared"),
    "explain": ("tui.cli.explain", "Explained"),
    "doctor": ("tui.cli.doctor.run", "Report"),
    "estimate": ("engine.sizing.estimated", "Estimate"),
    "rightsize": ("engine.handover.rightsize.finding", "Fleet"),
    "template": ("engine.handover.template", "Template"),
    "verify-plan": ("engine.handover.verify.plan_record", "VerifyPlan"),
    "recheck": ("engine.handover.recheck.record", "Rechecked"),
    "quiz-due": ("tui.cli.quiz.due", "Today"),
    "quiz-stats": ("quizzes.progress", "Progress"),
}
"""Command -> the record whose fields it prints, and the module that has it."""
_ADVICES: Final = {
    "advise": ("engine.advice", "Advice"),
    "report": ("engine.handover.report", "Handed"),
    "verify-read": ("engine.handover.verify.outcome", "Verified"),
}
"""Those that print an advice, whose flips have a field under another name than their record."""
COMMANDS = (*_ADVICES, "understand", *_RECORDS)


def run(arguments: argparse.Namespace) -> int:
    """Print the schema."""
    print(json_text(schema_of(arguments.command)))
    return DONE


def schema_of(command: str) -> dict[str, Any]:
    """The JSON Schema of `command --json`. Raises InputError for a command without one."""
    if command in _ADVICES:
        return _of_advice(*_ADVICES[command])
    if command in _RECORDS:
        return _of_record(command)
    if command == "understand":
        fact = {
            "type": "object",
            "required": ["value", "origin"],
            "properties": {
                "value": {},
                "origin": {"type": "string"},
                "quote": {"type": "string"},
                "from": {"type": "string"},
                "about": {"type": "boolean"},
            },
        }
        facts = {"type": "object", "additionalProperties": fact}
        lines = {"type": "array", "items": {"type": "string"}}
        other = {"type": "array", "items": {"type": "object", "properties": {"facts": facts}}}
        return {
            "type": "object",
            "required": ["facts", "other_workloads", "contradictions", "not_understood"],
            "properties": {"facts": facts, "other_workloads": other, "contradictions": lines, "not_understood": lines},
        }
    known = ", ".join(COMMANDS)
    raise InputError(f"schema: there is no schema for {shown(command)}.{suggestion(command, COMMANDS, f'Choose from {known}.')}")


def _of_advice(module: str, name: str) -> dict[str, Any]:
    from pydantic import TypeAdapter  # noqa: PLC0415  # only this command needs it

    schema = TypeAdapter(getattr(import_module(module), name)).json_schema(mode="serialization")
    properties = schema["$defs"]["Flip"]["properties"]
    properties["from"] = properties.pop("before")
    schema["$defs"]["Flip"]["required"] = ["from" if name == "before" else name for name in schema["$defs"]["Flip"]["required"]]
    return schema


def _of_record(command: str) -> dict[str, Any]:
    from pydantic import TypeAdapter  # noqa: PLC0415  # only this command needs it

    module, name = _RECORDS[command]
    schema = TypeAdapter(getattr(import_module(module), name)).json_schema(mode="serialization")
    if command == "quiz-stats":  # it says of itself which version it is, and of which exam
        schema["properties"] |= {"schema": {"type": "integer"}, "exam": {"type": "string"}}
        schema["required"] = ["schema", "exam", *schema["required"]]
    return schema
