"""The exam that was left: one small file beside the log, written anew after every step."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Final

from knowledge.errors import InputError
from quizzes.exam import Exam, from_json, to_json

FILE: Final = "exam.json"


class Shelf:
    """Keeps one exam. Where nothing can be written, the exam goes on and is not kept."""

    def __init__(self, folder: Path) -> None:
        """Keep it in `folder`."""
        self._path = folder / FILE

    def kept(self) -> Exam | None:
        """The exam that was left; None where there is none that can be read."""
        try:
            return from_json(self._path.read_bytes())
        except (OSError, InputError):
            return None

    def keep(self, exam: Exam) -> None:
        """Write it whole beside the old one, then put it in its place: a crash leaves one of the two."""
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            new = self._path.with_suffix(f".{os.getpid()}")
            with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(to_json(exam))
                file.flush()
                os.fsync(file.fileno())
            new.replace(self._path)

    def clear(self) -> None:
        """Nothing is left to go on with."""
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)
