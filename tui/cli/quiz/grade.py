"""`sizewise quiz grade`: marks one answer, or one a line."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

import msgspec

from knowledge import Knowledge, load
from knowledge.errors import InputError, shown
from quizzes.bank import Bank, load_bank
from quizzes.exact import Grade, grade
from quizzes.item import Item, Typed, exact_parts
from quizzes.order import shuffled
from quizzes.words import feedback
from tui.cli import jsonl
from tui.cli.json_text import json_text
from tui.cli.main import DONE
from tui.cli.streams import printable


def run(arguments: argparse.Namespace) -> int:
    """Print the grade of one answer, or answer every line."""
    knowledge = load()
    bank = load_bank(knowledge)
    if arguments.jsonl:
        return jsonl.serve(partial(answer, bank=bank, knowledge=knowledge))
    for name in ("item", "answer"):
        if getattr(arguments, name) is None:
            raise InputError(f"{name}: it is missing; give sizewise quiz grade ITEM --answer TEXT, or --jsonl.")
    item = bank.item(arguments.item)
    graded = _graded(item, _plain_data(arguments.answer), arguments.seed)
    print(json_text(_as_json(graded, item, knowledge)) if arguments.json else printable("\n".join(feedback(graded, item, knowledge))))
    return DONE


def answer(request: dict[str, Any], *, bank: Bank, knowledge: Knowledge) -> dict[str, Any]:
    """The answer to one request. Raises InputError for one that cannot be marked."""
    identity, seed = request.get("item"), request.get("seed")
    if not isinstance(identity, str):
        raise InputError(f"item: {shown(identity)} is no id of an item.")
    if "answer" not in request:
        raise InputError("answer: it is missing.")
    if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
        raise InputError(f"seed: {shown(seed)} is no whole number.")
    item = bank.item(identity)
    return _as_json(_graded(item, request["answer"], seed), item, knowledge)


def _graded(item: Item, given: object, seed: int | None) -> Grade:
    if isinstance(item, Typed):
        raise InputError(f"item: {item.id} is answered in words, which this version does not mark.")
    orders = None if seed is None else [shuffled(part, seed, f"{item.id}/{index}") for index, part in enumerate(exact_parts(item))]
    return grade(item, given, orders)


def _plain_data(text: str) -> object:
    """A list or map where `text` is one in JSON, else `text`."""
    if text.lstrip().startswith(("[", "{")):
        try:
            return msgspec.json.decode(text)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
            return text
    return text


def _as_json(graded: Grade, item: Item, knowledge: Knowledge) -> dict[str, Any]:
    return {
        "item": item.id,
        "verdict": graded.verdict,
        "score": round(graded.score, 4),
        "found": graded.found,
        "missing": graded.missing,
        "contradicted": graded.contradicted,
        "feedback": feedback(graded, item, knowledge),
    }
