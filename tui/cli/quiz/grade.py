"""`sizewise quiz grade`: marks one answer, or one a line."""

from __future__ import annotations

import argparse
from functools import cache, partial
from typing import Any

import msgspec

from knowledge import Knowledge, load
from knowledge.errors import InputError, shown
from quizzes.bank import Bank, load_bank
from quizzes.exact import Grade, grade
from quizzes.grading import Graded, grade_generic, read_rubric
from quizzes.item import Item, Typed, exact_parts
from quizzes.order import shuffled
from quizzes.supply import Supply
from quizzes.words import feedback
from tui.cli import jsonl
from tui.cli.json_text import json_text
from tui.cli.main import DONE
from tui.cli.streams import printable
from tui.practice.asking import Marked, marked_words
from tui.practice.feedback import feedback_lines
from tui.views.line import WIDTH


def run(arguments: argparse.Namespace) -> int:
    """Print the grade of one answer, or answer every line."""
    knowledge = load()
    bank = load_bank(knowledge)
    if arguments.jsonl:
        return jsonl.serve(partial(answer, bank=bank, knowledge=knowledge))
    for name in ("item", "answer"):
        if getattr(arguments, name) is None:
            raise InputError(f"{name}: it is missing; give sizewise quiz grade ITEM --answer TEXT, or --jsonl.")
    item = _item(arguments.item, arguments.seed, bank, knowledge)
    found = _marked(item, _plain_data(arguments.answer), arguments.seed, knowledge)
    print(json_text(found) if arguments.json else printable("\n".join(found["feedback"])))
    return DONE


def answer(request: dict[str, Any], *, bank: Bank, knowledge: Knowledge) -> dict[str, Any]:
    """The answer to one request, on an item or on any other question. Raises InputError for one that cannot be marked."""
    if "answer" not in request:
        raise InputError("answer: it is missing.")
    if request.get("item") is None and "question" in request:
        return _of_any(request)
    identity, seed = request.get("item"), request.get("seed")
    if not isinstance(identity, str):
        raise InputError(f"item: {shown(identity)} is no id of an item.")
    if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
        raise InputError(f"seed: {shown(seed)} is no whole number.")
    return _marked(_item(identity, seed, bank, knowledge), request["answer"], seed, knowledge)


def _item(identity: str, seed: int | None, bank: Bank, knowledge: Knowledge) -> Item:
    """The item of an id; one that nobody wrote with the numbers of the seed, 0 for None. Raises InputError where there is none."""
    if identity in bank.items:
        return bank.items[identity]
    made = _supply(bank, knowledge).item(identity, seed or 0)
    if made is None:
        raise InputError(f"item: {identity} has no answer today.")
    return made


@cache
def _supply(bank: Bank, knowledge: Knowledge) -> Supply:
    """With what nobody wrote; kept, for it remembers what the engine decided."""
    from quizzes.generated import Generator, load_source  # noqa: PLC0415  # the engine is read only for what nobody wrote

    return Supply(bank, Generator(knowledge, load_source()))


def _marked(item: Item, given: object, seed: int | None, knowledge: Knowledge) -> dict[str, Any]:
    """The grade of an answer to an item, with what to say of it."""
    if isinstance(item, Typed):
        said = marked_words(item, _words(given), knowledge)
        lines = feedback_lines(item, Marked(given, said.verdict, said.score, said), None, knowledge, WIDTH)
        return {"item": item.id, **_as_json(said), "feedback": [line.text for line in lines]}
    orders = None if seed is None else [shuffled(part, seed, f"{item.id}/{index}") for index, part in enumerate(exact_parts(item))]
    found = grade(item, given, orders)
    return {"item": item.id, **_as_json(found), "feedback": feedback(found, item, knowledge)}


def _of_any(request: dict[str, Any]) -> dict[str, Any]:
    """The grade of an answer to a question that is not in the bank."""
    question, references, rubric = request["question"], request.get("references") or [], request.get("rubric")
    if not isinstance(question, str):
        raise InputError(f"question: {shown(question)} is no text.")
    if not isinstance(references, list) or not all(isinstance(one, str) for one in references):
        raise InputError("references: give a list of texts.")
    if rubric is not None and not isinstance(rubric, dict):
        raise InputError("rubric: give an object, or null.")
    if rubric is None and not references:
        raise InputError("references: without a rubric at least one model answer is needed.")
    read = read_rubric(rubric) if rubric is not None else None
    return _as_json(grade_generic(question, tuple(references), _words(request["answer"]), read))


def _words(given: object) -> str:
    if not isinstance(given, str):
        raise InputError(f"answer: {shown(given)} is no text.")
    return given


def _plain_data(text: str) -> object:
    """A list or map where `text` is one in JSON, else `text`."""
    if text.lstrip().startswith(("[", "{")):
        try:
            return msgspec.json.decode(text)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
            return text
    return text


def _as_json(graded: Grade | Graded) -> dict[str, Any]:
    return {
        "verdict": graded.verdict,
        "score": round(graded.score, 4),
        "found": graded.found,
        "missing": graded.missing,
        "contradicted": graded.contradicted,
    }
