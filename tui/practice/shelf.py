"""What stands beside the log: the exam that was left, the date to work towards. Small files, written anew after every step."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Final

import msgspec

from knowledge.errors import InputError
from quizzes.exam import Exam, from_json, to_json
from quizzes.plan import Goal

EXAM: Final = "exam.json"
GOAL: Final = "goal.json"


class Shelf:
    """Keeps one exam and one goal. Where nothing can be written, practice goes on and they are not kept."""

    def __init__(self, folder: Path) -> None:
        """Keep them in `folder`."""
        self._folder = folder

    def kept(self) -> Exam | None:
        """The exam that was left; None where there is none that can be read."""
        try:
            return from_json((self._folder / EXAM).read_bytes())
        except (OSError, InputError):
            return None

    def keep(self, exam: Exam) -> None:
        """Keep the exam as it is now."""
        self._write(EXAM, to_json(exam))

    def clear(self) -> None:
        """Nothing is left to go on with."""
        with contextlib.suppress(OSError):
            (self._folder / EXAM).unlink(missing_ok=True)

    def goal(self) -> Goal | None:
        """The date to work towards; None where there is none that can be read."""
        try:
            return msgspec.json.decode((self._folder / GOAL).read_bytes(), type=Goal)
        except (OSError, ValueError, RecursionError):  # msgspec's errors are ValueErrors
            return None

    def aim(self, goal: Goal) -> None:
        """Keep the date to work towards."""
        self._write(GOAL, msgspec.json.encode(goal))

    def _write(self, name: str, data: bytes) -> None:
        """Write it whole beside the old one, then put it in its place: a crash leaves one of the two."""
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            new = self._folder / f"{name}.{os.getpid()}"
            with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            new.replace(self._folder / name)
