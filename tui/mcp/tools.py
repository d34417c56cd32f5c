"""The tools that a client can call: arguments, function, type of the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, get_args

import msgspec
from pydantic import TypeAdapter

from engine.handover.template import FORMATS
from engine.intake.tokens import MOST_CHARACTERS
from engine.sizing.estimator.estimate_options import CHOICES, FLAGS, FRACTIONAL_NUMBERS, NUMBER_RANGES
from knowledge.errors import InputError
from knowledge.schema.record import Lens
from quizzes.item import Form
from tui.cli.schema import command_schema
from tui.mcp import advice_tools, handover_tools, practice_tools
from tui.mcp.argument_schemas import (
    ANYTHING,
    FLAG,
    OBJECT,
    WORDS,
    Schema,
    arguments_schema,
    check_arguments,
    choice_schema,
    number_schema,
    text_list_schema,
    text_schema,
)
from tui.mcp.error_wording import reword_for_tools
from tui.mcp.server_state import Arguments, ServerState, ToolAnswer

_MAX_SEED: Final = 999_999_999
_MAX_DOCUMENT: Final = 1_000_000
"""Characters of a log, or of a file of results."""
_MAX_MACHINES: Final = 10_000
_WORKLOAD: Final[dict[str, Schema]] = {"text": WORDS, "facts": OBJECT, "lens": choice_schema(get_args(Lens))}
_ESTIMATE: Final[dict[str, Schema]] = {
    **dict.fromkeys(("model", "instance", "accelerator", "precision"), text_schema()),
    "model_config": OBJECT,
    **{name: number_schema(*ends, whole=name not in FRACTIONAL_NUMBERS) for name, ends in NUMBER_RANGES.items()},
    **{name: choice_schema(choices) for name, choices in CHOICES.items()},
    **dict.fromkeys(FLAGS, FLAG),
}


class Tool(NamedTuple):
    """One tool. Its title and description are in `wording/mcp.yaml`."""

    arguments: Mapping[str, Schema]
    answer: Callable[[Arguments, ServerState], ToolAnswer]
    record: Any
    """The type of its structured content, or the name of a command in `sizewise schema` that prints the same."""
    required: tuple[str, ...] = ()

    def answer_call(self, name: str, given: Mapping[str, Any], state: ServerState) -> ToolAnswer:
        """The answer to a call. Raises InputError with one line."""
        try:
            return self.answer(check_arguments(name, given, self.arguments, self.required, state), state)
        except InputError as error:
            machines = "machines" if "machines" in self.arguments else "instance"
            raise InputError(reword_for_tools(str(error), TOOLS, machines=machines)) from None

    def input_schema(self, name: str, state: ServerState) -> Schema:
        """The JSON Schema of the arguments. Facts are listed by name alone: all of them in full are a resource, `sizewise://facts`."""
        return arguments_schema(name, self.arguments, self.required, state)

    def output_schema(self) -> Schema:
        """The JSON Schema of the structured content."""
        if isinstance(self.record, str):
            return command_schema(self.record)
        schema: Schema = TypeAdapter(self.record).json_schema(mode="serialization")
        return {"type": "object", **schema}


TOOLS: Final[dict[str, Tool]] = {
    "advise": Tool(
        {**_WORKLOAD, "explain": choice_schema(("choice", "full")), "rejected": choice_schema(("few", "all"))},
        advice_tools.answer_advise,
        "advise",
    ),
    "next_question": Tool({**_WORKLOAD, "not_sure": text_list_schema()}, advice_tools.answer_next_question, advice_tools.NextStep),
    "why_not": Tool({"name": text_schema(), **_WORKLOAD}, advice_tools.answer_why_not, advice_tools.WhyNot, ("name",)),
    "compat": Tool(
        {"text": WORDS, "software": text_list_schema(), "machines": text_list_schema()},
        advice_tools.answer_compat,
        advice_tools.Compatibilities,
    ),
    "diagnose": Tool({"text": WORDS, "log": text_schema(_MAX_DOCUMENT)}, handover_tools.answer_diagnose, "diagnose"),
    "estimate": Tool(_ESTIMATE, advice_tools.answer_estimate, "estimate"),
    "compare": Tool({"names": text_list_schema()}, advice_tools.answer_compare, "compare", ("names",)),
    "explain": Tool({"term": text_schema(1000)}, advice_tools.answer_explain, advice_tools.Entry),
    "template": Tool({"format": choice_schema(tuple(FORMATS)), **_WORKLOAD}, handover_tools.answer_template, "template", ("format",)),
    "report": Tool(
        {"format": choice_schema(("markdown", "html")), "title": text_schema(), **_WORKLOAD},
        handover_tools.answer_report,
        handover_tools.ReportDocument,
    ),
    "verify_plan": Tool(_WORKLOAD, handover_tools.answer_verify_plan, "verify-plan"),
    "verify_read": Tool(
        {
            "results": text_schema(_MAX_DOCUMENT),
            "file": text_schema(),
            "instance": text_schema(),
            "count": number_schema(1, _MAX_MACHINES),
            **_WORKLOAD,
        },
        handover_tools.answer_verify_read,
        "verify-read",
        ("results",),
    ),
    "quiz_item": Tool(
        {
            **dict.fromkeys(("item", "about", "task"), text_schema()),
            "form": choice_schema(get_args(Form)),
            "difficulty": number_schema(1, 5),
            "seen": text_list_schema(),
            "seed": number_schema(0, _MAX_SEED),
        },
        practice_tools.answer_quiz_item,
        practice_tools.QuizItem,
    ),
    "quiz_grade": Tool(
        {
            "item": text_schema(),
            "answer": ANYTHING,
            "seed": number_schema(0, _MAX_SEED),
            "question": WORDS,
            "references": text_list_schema(MOST_CHARACTERS),
            "rubric": OBJECT,
        },
        practice_tools.answer_quiz_grade,
        "quiz-grade",
        ("answer",),
    ),
}
"""Name -> tool."""


def structured_content(answer: ToolAnswer) -> Any:  # noqa: ANN401  # any JSON
    """The structured content of an answer as JSON data; NaN and infinity become null."""
    return msgspec.json.decode(msgspec.json.encode(answer.document))
