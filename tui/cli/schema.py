"""`sizewise schema COMMAND`: the JSON Schema of a command's output, generated from the records."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Any, Final

from knowledge.errors import InputError, quote_value, suggest_name
from tui.output.exit_status import DONE
from tui.output.json_text import render_json

_RECORDS: Final = {
    "compare": ("tui.views.comparison", "Compared"),
    "changes": ("tui.views.changes", "Changes"),
    "explain": ("tui.views.explanation", "Explained"),
    "compat": ("engine.compatibility", "Compatibility"),
    "diagnose": ("engine.advice", "Diagnosed"),
    "doctor": ("tui.cli.doctor.report", "Report"),
    "estimate": ("engine.sizing.estimate_records", "Estimate"),
    "rightsize": ("engine.handover.rightsize.finding", "Fleet"),
    "template": ("engine.handover.template", "Template"),
    "verify-plan": ("engine.handover.verify.plan_record", "VerifyPlan"),
    "recheck": ("engine.handover.recheck.record", "Rechecked"),
    "reader-test": ("tui.model_reader.trial", "Trial"),
    "quiz-due": ("tui.cli.quiz.due", "Today"),
    "quiz-stats": ("quizzes.progress", "Progress"),
    "quiz-grade": ("tui.cli.quiz.grade", "Mark"),
    "quiz-check": ("quizzes.lint", "Report"),
    "quiz-report": ("quizzes.team", "TeamReport"),
}
"""Command -> the record whose fields it prints, and the module that has it."""
_ADVICES: Final = {
    "advise": ("engine.advice", "Advice"),
    "report": ("engine.handover.report", "Handed"),
    "verify-read": ("engine.handover.verify.outcome", "Verified"),
}
"""Those that print an advice, whose flips have a field under another name than their record."""
_DOCUMENTS: Final = ("catalog-list", "catalog-show", "catalog-status", "catalog-refresh")
"""Those whose schema is put together in `document_schemas`."""
DESCRIBED_COMMANDS = (*_ADVICES, "understand", *_RECORDS, *_DOCUMENTS)


def run(arguments: argparse.Namespace) -> int:
    """Print the schema."""
    print(render_json(command_schema("-".join(" ".join(arguments.command).split()))))
    return DONE


def command_schema(command: str) -> dict[str, Any]:
    """The JSON Schema of `command --json`. Raises InputError for a command without one."""
    if command in _ADVICES:
        schema = _rename_flip_field(_record_schema(*_ADVICES[command]))
        if command == "advise":
            schema["properties"]["reader"] = _READER
        return schema
    if command in _RECORDS:
        schema = _record_schema(*_RECORDS[command])
        return _add_fields(schema, _ADDED[command]) if command in _ADDED else schema
    if command in _DOCUMENTS:
        from tui.cli.document_schemas import DOCUMENT_SCHEMAS  # noqa: PLC0415  # the names of the commands do without the catalogue

        return DOCUMENT_SCHEMAS[command]()
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
                "measured_at": {"type": "object"},
            },
        }
        facts = {"type": "object", "additionalProperties": fact}
        lines = {"type": "array", "items": {"type": "string"}}
        other = {"type": "array", "items": {"type": "object", "properties": {"facts": facts}}}
        return {
            "type": "object",
            "required": ["facts", "acts", "not_used", "other_workloads", "contradictions", "not_understood"],
            "properties": {
                "facts": facts,
                "acts": {
                    "type": "array",
                    "items": {"type": "object", "properties": {"act": {"type": "string"}, "quote": {"type": "string"}}},
                },
                "not_used": lines,
                "other_workloads": other,
                "contradictions": lines,
                "not_understood": lines,
                "reader": _READER,
            },
        }
    known = ", ".join(DESCRIBED_COMMANDS)
    raise InputError(
        f"schema: there is no schema for {quote_value(command)}.{suggest_name(command, DESCRIBED_COMMANDS, f'Choose from {known}.')}"
    )


def _record_schema(module: str, name: str) -> dict[str, Any]:
    from pydantic import TypeAdapter  # noqa: PLC0415  # 60 ms, which the names of the commands, for completion, do without

    schema: dict[str, Any] = TypeAdapter(getattr(import_module(module), name)).json_schema(mode="serialization")
    return schema


def _rename_flip_field(schema: dict[str, Any]) -> dict[str, Any]:
    """An advice prints a flip's `before` as "from", which is no name in Python."""
    flip = schema["$defs"]["Flip"]
    flip["properties"]["from"] = flip["properties"].pop("before")
    flip["required"] = ["from" if name == "before" else name for name in flip["required"]]
    return schema


def _list_of_proposals(**more: str) -> dict[str, Any]:
    fields = {"fact": {"type": "string"}, "value": {}, "quote": {"type": "string"}, **{name: {"type": kind} for name, kind in more.items()}}
    return {"type": "array", "items": {"type": "object", "required": list(fields), "properties": fields}}


_READER: Final[dict[str, Any]] = {
    "type": "object",
    "description": "What a language model that reads along did; only where --reader or SIZEWISE_READER names one.",
    "required": ["model", "status", "seconds", "taken", "open", "dropped"],
    "properties": {
        "model": {"type": "string"},
        "status": {"type": "string", "description": "read, not_asked, or why the built-in reading stands alone."},
        "seconds": {"type": ["number", "null"]},
        "taken": _list_of_proposals(),
        "open": _list_of_proposals(why="string"),
        "dropped": _list_of_proposals(why="string"),
    },
}
_ADDED: Final[dict[str, dict[str, Any]]] = {
    "quiz-stats": {"schema": {"type": "integer"}, "exam": {"type": "string"}},
    "quiz-check": {"schema": {"type": "integer"}, "clean": {"type": "boolean", "description": "True without a fault."}},
}
"""Command -> the fields that it prints beside those of its record."""


def _add_fields(schema: dict[str, Any], added: dict[str, Any]) -> dict[str, Any]:
    schema["properties"] |= added
    schema["required"] = [*added, *schema["required"]]
    return schema
