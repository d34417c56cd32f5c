"""The parser of `sizewise quiz` and its actions."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from typing import Any

from knowledge.errors import shown

_MOST_DIGITS = 9


def add_parser(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    """Add `quiz` and its actions."""
    quiz = commands.add_parser("quiz", help="practice on the same knowledge", description="Practice on the same knowledge.")
    actions = quiz.add_subparsers(dest="quiz_action", metavar="ACTION", required=True, parser_class=type(quiz))
    _check(actions)
    _grade(actions)


def _later(action: str) -> Callable[[argparse.Namespace], int]:
    """The `run` of an action's module, imported when it is called."""

    def run(arguments: argparse.Namespace) -> int:
        status: int = import_module(f"tui.cli.quiz.{action}").run(arguments)
        return status

    return run


def _check(actions: Any) -> None:  # noqa: ANN401  # as above
    check = actions.add_parser("check", help="look for faults in the bank of items; exit status 2 if there are any")
    check.add_argument(
        "--confirm", nargs="+", metavar="ITEM", help="items that were read against their knowledge and still are right; all for every one"
    )
    check.add_argument("--json", action="store_true", help="one JSON document")
    check.set_defaults(run=_later("check"))


def _grade(actions: Any) -> None:  # noqa: ANN401  # as above
    grade = actions.add_parser(
        "grade",
        help="mark an answer",
        description="A letter (b), letters (a c), an order (c a b), a letter for each prompt (1b 2a 3c), or words. "
        "For a case, an answer for each question: b; a c.",
    )
    grade.add_argument("item", nargs="?", metavar="ITEM", help="an item of the bank by its id")
    grade.add_argument("--answer", metavar="TEXT", help="what was answered")
    grade.add_argument("--seed", type=_seed, metavar="N", help="letters refer to the order that this seed deals (as written without it)")
    grade.add_argument("--json", action="store_true", help="one JSON document")
    grade.add_argument("--jsonl", action="store_true", help="one request per line on standard input, one answer per line")
    grade.set_defaults(run=_later("grade"))


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        raise argparse.ArgumentTypeError(f"{shown(text)} is no seed. Give a whole number of at most {_MOST_DIGITS} digits")
    return int(text)
