"""`sizewise quiz stats`: the progress page, or the same as JSON."""

from __future__ import annotations

import argparse
from typing import Any

import msgspec

from quizzes.progress import Progress
from tui.cli.quiz.learner import open_learner
from tui.output.exit_status import DONE, INTERNAL
from tui.output.json_text import render_json
from tui.output.streams import print_error, replace_controls
from tui.practice.progress_page import progress_lines
from tui.views.text_lines import WIDTH, as_text


def run(arguments: argparse.Namespace) -> int:
    """Print the page."""
    with open_learner(arguments) as found:
        if found.store.problem_notice:
            print_error(found.store.problem_notice)
        lines = progress_lines(found.progress, found.blueprint, found.knowledge, WIDTH)
        print(render_json(as_json(found.progress, found.blueprint.id)) if arguments.json else replace_controls(as_text(lines)))
    return INTERNAL if found.store.is_lost else DONE


def as_json(found: Progress, exam: str) -> dict[str, Any]:
    """The document of `--json`."""
    return {"schema": 1, "exam": exam, **msgspec.to_builtins(found)}
