"""Files beside the log: the unfinished exam and the goal. Small files, rewritten after every step."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

import msgspec

from knowledge.atomic_files import remove_leftovers, replace_file
from knowledge.errors import InputError
from knowledge.private_folders import make_private_folder
from quizzes.exam import Exam, decode_exam, encode_exam
from quizzes.study_plan import Goal

EXAM: Final = "exam.json"
GOAL: Final = "goal.json"


class PracticeFiles:
    """Keeps one exam and one goal. If nothing can be written, practice goes on and the exam lasts as long as the program."""

    def __init__(self, folder: Path) -> None:
        """Keep them in `folder`."""
        self._folder = folder
        for name in (EXAM, GOAL):
            remove_leftovers(folder / name)
        self._unsaved: Exam | None = None
        self.exam_problem = ""
        """Why the exam is not on the disk; "" if it is."""
        self.set_aside_name = ""
        """New name of an unreadable exam file that was moved aside; "" for none."""

    def read_exam(self) -> Exam | None:
        """The unfinished exam; None if there is none that can be read."""
        return self._unsaved or self._read_exam_file()[0]

    def save_exam(self, exam: Exam) -> None:
        """Save the exam; an unreadable file in its place is moved aside, never overwritten."""
        if self._read_exam_file()[1]:
            self._set_exam_aside()
        self.exam_problem = self._write_file(EXAM, encode_exam(exam))
        self._unsaved = exam if self.exam_problem else None

    def delete_exam(self) -> None:
        """Delete the exam file."""
        self._unsaved = None
        with contextlib.suppress(OSError):
            (self._folder / EXAM).unlink(missing_ok=True)

    def read_goal(self) -> Goal | None:
        """The goal; None if there is none that can be read."""
        try:
            return msgspec.json.decode((self._folder / GOAL).read_bytes(), type=Goal)
        except (OSError, ValueError, RecursionError):  # msgspec's errors are ValueErrors
            return None

    def save_goal(self, goal: Goal) -> str:
        """Save the goal; returns why that failed, or ""."""
        return self._write_file(GOAL, msgspec.json.encode(goal))

    def _read_exam_file(self) -> tuple[Exam | None, bool]:
        """The exam in the file, and whether there is a file that cannot be understood."""
        try:
            return decode_exam((self._folder / EXAM).read_bytes()), False
        except OSError:
            return None, False
        except InputError:
            return None, True

    def _set_exam_aside(self) -> None:
        names = (f"exam.unread{number}.json" for number in ("", *(f"-{n}" for n in range(2, 100))))
        name = next((one for one in names if not (self._folder / one).exists()), "")
        with contextlib.suppress(OSError):
            if name:
                (self._folder / EXAM).rename(self._folder / name)
                self.set_aside_name = name

    def _write_file(self, name: str, data: bytes) -> str:
        """Replace a file as a whole. Returns why that failed, or ""."""
        try:
            make_private_folder(self._folder)
            replace_file(self._folder / name, data, is_durable=True)
        except OSError as error:
            return error.strerror or type(error).__name__
        return ""
