"""What a model is asked, and how its answer is read: the vocabulary, a JSON Schema, and nothing of prices or advice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple, get_args

from engine.intake.candidate import Certainty
from engine.intake.clauses import ActKind, Role
from engine.intake.reader import Act, Proposal, Proposals, ReadingTask
from engine.vocabulary import accepted_values, is_list_fact
from engine.workload import FACT_NAMES, Id, Quantity, Value, tells_of_workload
from knowledge import Knowledge
from knowledge.sentences import fill_sentence
from tui.model_reader.failure import ReaderFailureError
from tui.model_reader.redaction import Redactor

FACTS: Final = tuple(name for name in FACT_NAMES if tells_of_workload(name))
"""The vocabulary: every fact but what the person asks, which the rules read off the form of a question."""
_ROLES: Final[tuple[Role, ...]] = get_args(Role)
_ACTS: Final[tuple[ActKind, ...]] = get_args(ActKind)
_CERTAINTIES: Final = {one.name.lower(): one for one in Certainty}
_MOST_PROPOSALS: Final = 200
"""Facts of an answer that are looked at."""
_MOST_TRIES: Final = 50
"""Braces of a wordy answer from which a document is tried to be read."""
_MOST_SENT: Final = 8_000
"""Characters of a text that are sent; what a workload is, is said in fewer, and a log is better read by the rules."""


class ModelRequest(NamedTuple):
    """One call, as it is sent."""

    instructions: str
    """The same for every text, so that a server can keep it."""
    text: str
    """The question and the words, redacted."""
    schema: dict[str, Any]


class ModelAnswer(NamedTuple):
    """What came back."""

    text: str
    input_tokens: int | None = None
    output_tokens: int | None = None


class SentTask(NamedTuple):
    """A request, and the way back from its placeholders."""

    request: ModelRequest
    originals: dict[str, str]


def make_request(task: ReadingTask, knowledge: Knowledge) -> SentTask:
    """The request for one text."""
    redactor = Redactor()
    words = redactor.redact(task.text[:_MOST_SENT])
    question = redactor.redact(task.question).text
    key = "text_after_question" if question else "text_alone"
    text = fill_sentence(knowledge, "reader", key, question=question, fact=task.asked or "none", text=words.text)
    originals = redactor.redact("").originals
    return SentTask(ModelRequest(_instructions(knowledge), text, answer_schema()), originals)


def read_answer(text: str, sent: SentTask, asked: str) -> Proposals:
    """The proposals of an answer, with what stood there in place of the placeholders. Raises ReaderFailureError where it holds none."""
    document = _document_in(text)
    if document is None:
        raise ReaderFailureError(
            "cut_off" if text.lstrip().startswith(("{", "```")) and not text.rstrip().endswith(("}", "```")) else "unreadable"
        )
    found = document["facts"][:_MOST_PROPOSALS]
    facts = [proposal for one in found if (proposal := _proposal(one, sent.originals)) is not None]
    told = document.get("acts")
    acts = [act for one in (told if isinstance(told, list) else [])[:_MOST_PROPOSALS] if (act := _act(one, sent.originals)) is not None]
    return Proposals(tuple(facts), tuple(acts), asked)


@lru_cache(maxsize=1)
def answer_schema() -> dict[str, Any]:
    """JSON Schema of an answer, in the part of the standard that every server knows: closed objects, all fields required."""

    def closed(**properties: dict[str, Any]) -> dict[str, Any]:
        return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}

    words = {"type": "string"}
    fact = closed(
        fact={"type": "string", "enum": list(FACTS)},
        value=words,
        quote=words,
        role={"type": "string", "enum": list(_ROLES)},
        certainty={"type": "string", "enum": list(_CERTAINTIES)},
    )
    act = closed(act={"type": "string", "enum": list(_ACTS)}, quote=words)
    return closed(facts={"type": "array", "items": fact}, acts={"type": "array", "items": act})


@lru_cache(maxsize=4)
def _instructions(knowledge: Knowledge) -> str:
    return fill_sentence(knowledge, "reader", "instructions", facts="\n".join(_fact_lines(knowledge)))


def _fact_lines(knowledge: Knowledge) -> Iterator[str]:
    for name in FACTS:
        yield f"- {name} ({_values_of(name)}): {knowledge.wording['facts'].texts[name]}"


def _values_of(name: str) -> str:
    kind = accepted_values(name)
    if isinstance(kind, Quantity):
        return f"number, {kind.unit}" if kind.unit else "number"
    if isinstance(kind, Id):
        return "names as written, with commas" if is_list_fact(name) else "the name as written"
    return "true or false" if kind is None else " | ".join(map(str, kind))


def _document_in(text: str) -> dict[str, Any] | None:
    """The first JSON object with a list of facts, whatever stands around it; None where there is none."""
    decoder, start = json.JSONDecoder(), -1
    for _ in range(_MOST_TRIES):
        start = text.find("{", start + 1)
        if start < 0:
            return None
        try:
            found, _end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict) and isinstance(found.get("facts"), list):
            return found
    return None


def _proposal(one: Any, originals: dict[str, str]) -> Proposal | None:  # noqa: ANN401  # whatever a model wrote
    """One fact of an answer; None where it is not of the shape that was asked for."""
    if not isinstance(one, dict):
        return None
    fact, value, quote = one.get("fact"), _value(one.get("value")), one.get("quote")
    if not isinstance(fact, str) or not isinstance(quote, str) or value is None:
        return None
    role: Role = next((known for known in _ROLES if known == one.get("role")), "wanted")
    certainty = _CERTAINTIES.get(str(one.get("certainty")), Certainty.SUGGESTED)
    return Proposal(fact, value, _restore(quote, originals), role, certainty)


def _value(given: Any) -> Value | None:  # noqa: ANN401  # whatever a model wrote
    if isinstance(given, list):
        return tuple(map(str, given))
    return given if isinstance(given, (str, int, float, bool)) else None


def _act(one: Any, originals: dict[str, str]) -> Act | None:  # noqa: ANN401  # whatever a model wrote
    if not isinstance(one, dict) or not isinstance(one.get("quote"), str):
        return None
    kind = next((known for known in _ACTS if known == one.get("act")), None)
    return Act(kind, _restore(one["quote"], originals)) if kind is not None else None


def _restore(text: str, originals: dict[str, str]) -> str:
    for placeholder, original in originals.items():
        text = text.replace(placeholder, original)
    return text
