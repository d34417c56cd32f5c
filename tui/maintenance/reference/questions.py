"""Every question of the interview."""

from __future__ import annotations

from knowledge import Knowledge
from knowledge.schema.decision import Question
from tui.maintenance.reference.facts import takes
from tui.maintenance.reference.markdown import code, joined, plain, table

_EASE = {5: "known by heart", 4: "easy to find out", 3: "takes a look", 2: "takes some work", 1: "has to be measured"}


def page(knowledge: Knowledge) -> str:
    """A section for each question, by the fact it asks for."""
    return joined(*(_section(question) for question in knowledge.questions.values()))


def _section(question: Question) -> str:
    asked = [
        f"- asked for: {', '.join(question.situations) if question.situations else 'every kind of run'}",
        f"- kinds of model: {', '.join(question.kinds)}" if question.kinds else "",
        f"- not asked where stated: {', '.join(map(code, question.unless))}" if question.unless else "",
        f"- effort to answer: {_EASE[question.ease]}",
        f"- also takes: {takes(question.id)}",
        f"- people write: {plain(', '.join(question.examples))}",
    ]
    rows = ([plain(choice.label), code(_value(choice.value)), f"{choice.prior:.0%}", plain(choice.effect)] for choice in question.choices)
    return joined(
        f"## {question.id}",
        f"**{plain(question.prompt)}** {plain(question.principle)}",
        table(["answer", "value", "how likely before anything is known", "tends to"], rows),
        "\n".join(line for line in asked if line),
    )


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
