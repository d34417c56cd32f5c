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
    """Keeps one exam and one goal. Where nothing can be written, practice goes on, and the exam lasts as long as the program."""

    def __init__(self, folder: Path) -> None:
        """Keep them in `folder`."""
        self._folder = folder
        self._unsaved: Exam | None = None
        self.problem = ""
        """Why the exam is not on the disk; "" where it is."""
        self.aside = ""
        """The name under which an exam lies that could not be read, where one had to give way."""

    def kept(self) -> Exam | None:
        """The exam that was left; None where there is none that can be read."""
        return self._unsaved or self._read()[0]

    def keep(self, exam: Exam) -> None:
        """Keep the exam as it is now; one of a newer Sizewise, or a damaged one, gives way and is not written over."""
        if self._read()[1]:
            self._set_aside()
        self.problem = self._write(EXAM, to_json(exam))
        self._unsaved = exam if self.problem else None

    def clear(self) -> None:
        """Nothing is left to go on with."""
        self._unsaved = None
        with contextlib.suppress(OSError):
            (self._folder / EXAM).unlink(missing_ok=True)

    def goal(self) -> Goal | None:
        """The date to work towards; None where there is none that can be read."""
        try:
            return msgspec.json.decode((self._folder / GOAL).read_bytes(), type=Goal)
        except (OSError, ValueError, RecursionError):  # msgspec's errors are ValueErrors
            return None

    def aim(self, goal: Goal) -> str:
        """Keep the date to work towards; why that failed, or ""."""
        return self._write(GOAL, msgspec.json.encode(goal))

    def _read(self) -> tuple[Exam | None, bool]:
        """The exam of the file, and whether there is a file that cannot be understood."""
        try:
            return from_json((self._folder / EXAM).read_bytes()), False
        except OSError:
            return None, False
        except InputError:
            return None, True

    def _set_aside(self) -> None:
        names = (f"exam.unread{number}.json" for number in ("", *(f"-{n}" for n in range(2, 100))))
        name = next((one for one in names if not (self._folder / one).exists()), "")
        with contextlib.suppress(OSError):
            if name:
                (self._folder / EXAM).rename(self._folder / name)
                self.aside = name

    def _write(self, name: str, data: bytes) -> str:
        """Write it whole beside the old one, then put it in its place: a crash leaves one of the two. Why that failed, or ""."""
        new = self._folder / f"{name}.{os.getpid()}"
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            new.replace(self._folder / name)
        except OSError as error:
            with contextlib.suppress(OSError):
                new.unlink()
            return error.strerror or type(error).__name__
        return ""
