"""The tools a client can call: their arguments, what answers them, and the record they answer with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final, NamedTuple, get_args

import msgspec

from engine.intake.tokens import MOST_CHARACTERS
from engine.sizing.options import CHOICES, FLAGS, FRACTIONS, NUMBERS
from knowledge.schema.record import Lens
from quizzes.item import Form
from tui.mcp import advising, practising
from tui.mcp.arguments import ANYTHING, FLAG, OBJECT, WORDS, Schema, checked, facts_schema, number, one_of, schema_of, text, texts
from tui.mcp.held import Arguments, Held, Told

_MOST_SEED: Final = 999_999_999
_WORKLOAD: Final[dict[str, Schema]] = {"text": WORDS, "facts": OBJECT, "lens": one_of(get_args(Lens))}
_ESTIMATE: Final[dict[str, Schema]] = {
    **dict.fromkeys(("model", "instance", "accelerator", "precision"), text()),
    "model_config": OBJECT,
    **{name: number(*ends, whole=name not in FRACTIONS) for name, ends in NUMBERS.items()},
    **{name: one_of(choices) for name, choices in CHOICES.items()},
    **dict.fromkeys(FLAGS, FLAG),
}


class Tool(NamedTuple):
    """One tool. Its title and what it is for stand in `wording/mcp.yaml`."""

    arguments: Mapping[str, Schema]
    answer: Callable[[Arguments, Held], Told]
    record: str
    """What it answers with, as module:name; a command of `sizewise schema` without the colon."""
    required: tuple[str, ...] = ()

    def told(self, name: str, given: Mapping[str, Any], held: Held) -> Told:
        """The answer to what a client gave. Raises InputError with one line."""
        return self.answer(checked(name, given, self.arguments, self.required, held), held)

    def input_schema(self, name: str, held: Held) -> Schema:
        """The JSON Schema of the arguments; that of facts with every fact."""
        schema = schema_of(name, self.arguments, self.required, held)
        if "facts" in self.arguments:
            schema["properties"]["facts"] |= facts_schema(held.knowledge)
        return schema

    def output_schema(self) -> Schema:
        """The JSON Schema of the structured content."""
        from pydantic import TypeAdapter  # noqa: PLC0415  # only the list of tools needs it

        from tui.cli.schema import schema_of as schema_of_command  # noqa: PLC0415  # the same

        module, colon, name = self.record.partition(":")
        if not colon:
            return schema_of_command(self.record)
        schema: Schema = TypeAdapter(getattr(import_module(module), name)).json_schema(mode="serialization")
        return {"type": "object", **schema}


TOOLS: Final[dict[str, Tool]] = {
    "advise": Tool(
        {**_WORKLOAD, "explain": one_of(("choice", "full")), "rejected": one_of(("few", "all"))},
        advising.advise,
        "advise",
    ),
    "next_question": Tool({**_WORKLOAD, "not_sure": texts()}, advising.next_question, "tui.mcp.advising:NextStep"),
    "why_not": Tool({"name": text(), **_WORKLOAD}, advising.why_not_tool, "tui.mcp.advising:WhyNot", ("name",)),
    "estimate": Tool(_ESTIMATE, advising.estimate, "estimate"),
    "compare": Tool({"names": texts()}, advising.compare, "compare", ("names",)),
    "explain": Tool({"term": text(1000)}, advising.explain, "tui.mcp.advising:Entry"),
    "quiz_item": Tool(
        {
            **dict.fromkeys(("item", "about", "task"), text()),
            "form": one_of(get_args(Form)),
            "difficulty": number(1, 5),
            "seen": texts(),
            "seed": number(0, _MOST_SEED),
        },
        practising.quiz_item,
        "tui.mcp.practising:QuizItem",
    ),
    "quiz_grade": Tool(
        {
            "item": text(),
            "answer": ANYTHING,
            "seed": number(0, _MOST_SEED),
            "question": WORDS,
            "references": texts(MOST_CHARACTERS),
            "rubric": OBJECT,
        },
        practising.quiz_grade,
        "tui.mcp.practising:Mark",
        ("answer",),
    ),
}
"""Name -> tool."""


def document_of(told: Told) -> Any:  # noqa: ANN401  # any JSON
    """The structured content of an answer, as JSON has it: what is no number is null."""
    return msgspec.json.decode(msgspec.json.encode(told.document))
