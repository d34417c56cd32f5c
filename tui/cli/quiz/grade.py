"""`sizewise quiz grade`: grades one answer, or one a line."""

from __future__ import annotations

import argparse
from functools import cache, partial
from typing import Any, Literal

import msgspec

from knowledge import Knowledge, load
from knowledge.errors import InputError, quote_value
from knowledge.schema.record import Record
from quizzes.bank import Bank, load_bank
from quizzes.display_order import shuffle_elements
from quizzes.exact_grading import Grade, grade_item
from quizzes.generated import ItemGenerator, load_source
from quizzes.grading import Graded, grade_generic, read_rubric
from quizzes.item import Item, Typed, keyed_questions
from quizzes.item_supply import ItemSupply
from quizzes.quiz_sentences import feedback_sentences
from tui.cli import jsonl
from tui.output.exit_status import DONE
from tui.output.json_text import render_json
from tui.output.streams import replace_controls
from tui.practice.feedback import feedback_lines
from tui.practice.question_card import MarkedAnswer, grade_typed_answer
from tui.views.text_lines import WIDTH


class Mark(Record):
    """What an answer is worth, and why."""

    item: str = ""
    """Empty for a question that is not in the bank."""
    verdict: Literal["correct", "partial", "incorrect", "unsure"]
    score: float
    found: tuple[str, ...]
    missing: tuple[str, ...]
    contradicted: tuple[str, ...]
    feedback: tuple[str, ...] = ()
    """The verdict in words, the reason for every option, the principle."""


def run(arguments: argparse.Namespace) -> int:
    """Print the grade of one answer, or serve requests line by line."""
    knowledge = load()
    bank = load_bank(knowledge)
    if arguments.jsonl:
        return jsonl.serve_requests(partial(answer_request, bank=bank, knowledge=knowledge))
    for name in ("item", "answer"):
        if getattr(arguments, name) is None:
            raise InputError(f"{name}: it is missing; give sizewise quiz grade ITEM --answer TEXT, or --jsonl.")
    item = _find_item(arguments.item, arguments.seed, bank, knowledge)
    found = _grade_item(item, _parse_answer(arguments.answer), arguments.seed, knowledge)
    print(render_json(found) if arguments.json else replace_controls("\n".join(found["feedback"])))
    return DONE


def answer_request(request: dict[str, Any], *, bank: Bank, knowledge: Knowledge) -> dict[str, Any]:
    """The response to one request, on an item or on any question. Raises InputError for one that cannot be graded."""
    if "answer" not in request:
        raise InputError("answer: it is missing.")
    if request.get("item") is None and "question" in request:
        return _grade_any_question(request)
    identity, seed = request.get("item"), request.get("seed")
    if not isinstance(identity, str):
        raise InputError(f"item: {quote_value(identity)} is no id of an item.")
    if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
        raise InputError(f"seed: {quote_value(seed)} is no whole number.")
    return _grade_item(_find_item(identity, seed, bank, knowledge), request["answer"], seed, knowledge)


def _find_item(identity: str, seed: int | None, bank: Bank, knowledge: Knowledge) -> Item:
    """The item of an id; a generated one with the numbers of `seed` (0 for None). Raises InputError if there is none."""
    if identity in bank.items:
        return bank.items[identity]
    made = _load_supply(bank, knowledge).make_item(identity, seed or 0)
    if made is None:
        raise InputError(f"item: {identity} has no answer today.")
    return made


@cache
def _load_supply(bank: Bank, knowledge: Knowledge) -> ItemSupply:
    """Items including generated ones; cached, since it remembers decisions of the engine."""
    return ItemSupply(bank, ItemGenerator(knowledge, load_source()))


def _grade_item(item: Item, given: object, seed: int | None, knowledge: Knowledge) -> dict[str, Any]:
    if isinstance(item, Typed):
        said = grade_typed_answer(item, _check_text(given), knowledge)
        lines = feedback_lines(item, MarkedAnswer(given, said.verdict, said.score, said), None, knowledge, WIDTH)
        return {"item": item.id, **_as_json(said), "feedback": [line.text for line in lines]}
    orders = (
        None if seed is None else [shuffle_elements(part, seed, f"{item.id}/{index}") for index, part in enumerate(keyed_questions(item))]
    )
    found = grade_item(item, given, orders)
    return {"item": item.id, **_as_json(found), "feedback": feedback_sentences(found, item, knowledge)}


def _grade_any_question(request: dict[str, Any]) -> dict[str, Any]:
    question, references, rubric = request["question"], request.get("references") or [], request.get("rubric")
    if not isinstance(question, str):
        raise InputError(f"question: {quote_value(question)} is no text.")
    if not isinstance(references, list) or not all(isinstance(one, str) for one in references):
        raise InputError("references: give a list of texts.")
    if rubric is not None and not isinstance(rubric, dict):
        raise InputError("rubric: give an object, or null.")
    if rubric is None and not references:
        raise InputError("references: without a rubric at least one model answer is needed.")
    read = read_rubric(rubric) if rubric is not None else None
    return _as_json(grade_generic(question, tuple(references), _check_text(request["answer"]), read))


def _check_text(given: object) -> str:
    if not isinstance(given, str):
        raise InputError(f"answer: {quote_value(given)} is no text.")
    return given


def _parse_answer(text: str) -> object:
    """The list or map in `text` if it is JSON, else `text`."""
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
