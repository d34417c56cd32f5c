"""`sizewise quiz exam`: a mock exam."""

from __future__ import annotations

import argparse

from knowledge import load
from tui.cli.quiz.run import start_practice
from tui.practice.setup import load_supply
from tui.practice.typed_requests import parse_exam, write_exam_words


def run(arguments: argparse.Namespace) -> int:
    """Start the exam. Raises InputError for an impossible one before anything is opened."""
    knowledge = load()
    words = write_exam_words(
        arguments.code, compute=arguments.compute, questions=arguments.questions, timer=not arguments.no_timer, seed=arguments.seed
    )
    parse_exam(words, load_supply(knowledge), seed=0)
    return start_practice(knowledge, f"exam {words}")
