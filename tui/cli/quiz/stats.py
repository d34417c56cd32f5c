"""`sizewise quiz stats`: how far somebody has come, as a page or as JSON from the same records."""

from __future__ import annotations

import argparse
from typing import Any

import msgspec

from quizzes.progress import Progress
from tui.cli.json_text import json_text
from tui.cli.main import DONE, INTERNAL
from tui.cli.quiz.standing import learner
from tui.cli.streams import printable, tell
from tui.practice.progress import progress_lines
from tui.views.line import WIDTH, as_text


def run(arguments: argparse.Namespace) -> int:
    """Print the page."""
    with learner(arguments) as found:
        if found.store.told:
            tell(found.store.told)
        lines = progress_lines(found.progress, found.blueprint, found.knowledge, WIDTH)
        print(json_text(as_json(found.progress, found.blueprint.id)) if arguments.json else printable(as_text(lines)))
    return INTERNAL if found.store.is_lost else DONE


def as_json(found: Progress, exam: str) -> dict[str, Any]:
    """The document of `--json`."""
    return {"schema": 1, "exam": exam, **msgspec.to_builtins(found)}
