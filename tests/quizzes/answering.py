"""A process that answers until it is killed: `python answering.py FOLDER CACHE NAME COUNT`. It prints each number that is kept."""

from __future__ import annotations

import sys
from pathlib import Path

from knowledge import load
from quizzes.store import LogStore
from tests.quizzes.practice_rows import Question, answer


def main(folder: str, cache: str, name: str, count: int) -> None:
    """Answer `count` times, and say after each answer that it is kept."""
    store = LogStore(load(cache=Path(cache)), Path(folder))
    for number in range(count):
        saved = store.append_rows(answer(Question(id=f"{name}-{number}"), number / 100))
        if not saved.is_kept:
            raise SystemExit(saved.notice or store.problem_notice)
        sys.stdout.write(f"{name}-{number}\n")
        sys.stdout.flush()
    store.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
