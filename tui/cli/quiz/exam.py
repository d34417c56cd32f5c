"""`sizewise quiz exam`: a mock exam."""

from __future__ import annotations

import argparse

from knowledge import load
from tui.cli.quiz.run import practise
from tui.practice.begin import supply_of
from tui.practice.wish import exam_of, exam_words


def run(arguments: argparse.Namespace) -> int:
    """Begin the exam. Raises InputError for one that cannot be put together, before anything is opened."""
    knowledge = load()
    words = exam_words(
        arguments.code, compute=arguments.compute, questions=arguments.questions, timer=not arguments.no_timer, seed=arguments.seed
    )
    exam_of(words, supply_of(knowledge), seed=0)
    return practise(knowledge, f"exam {words}")
