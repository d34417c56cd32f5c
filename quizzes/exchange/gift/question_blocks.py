"""Splits GIFT text into questions, each with line, name, stem and the text in its braces; nothing is unescaped yet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from knowledge.errors import InputError, quote_value
from quizzes.exchange.gift.escapes import mask_escapes, split_format
from quizzes.exchange.gift.writer import COMMENT

_CATEGORY: Final = "$CATEGORY:"
_GENERAL: Final = "####"


class QuestionBlock(NamedTuple):
    """One question, with escapes masked."""

    line: int
    title: str
    stem: str
    answers: str | None
    """None for a description, which has no braces."""
    feedback: str
    """Feedback on the question as a whole."""
    format: str
    """html, moodle, plain or markdown."""
    export_fields: dict[str, Any]
    """The fields in the comment of our export; empty without one."""
    category: str = ""
    """Name of a category, for a line that only sets one."""


def split_questions(text: str) -> Iterator[QuestionBlock]:
    """The questions of a text. Raises InputError, starting with the line, for an incomplete question."""
    for first, lines in _split_paragraphs(text):
        kept = [" " if line.lstrip().startswith("//") else line for line in lines]
        whole = "\n".join(kept).strip()
        line = first + next((index for index, kept_line in enumerate(kept) if kept_line.strip()), 0)
        while whole.startswith(_CATEGORY):  # some write questions right below it
            name, _, whole = whole.partition("\n")
            yield QuestionBlock(line, "", "", None, "", "", {}, category=name.removeprefix(_CATEGORY).strip())
            whole = whole.strip()
        if whole:
            yield _parse_block(mask_escapes(whole), line, _export_comment(lines, first))


def _split_paragraphs(text: str) -> Iterator[tuple[int, list[str]]]:
    """Lines that belong together, with the number of the first."""
    found: list[str] = []
    number = 0
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            found.append(line)
        elif found:
            yield number - len(found), found
            found = []
    if found:
        yield number - len(found) + 1, found


def _parse_block(text: str, line: int, own: dict[str, Any]) -> QuestionBlock:
    title = ""
    if text.startswith("::"):
        title, closed, text = text[2:].partition("::")
        if not closed:
            raise InputError(f"{line}: title: no :: ends the title {quote_value(title)}.")
    head, opened, rest = text.partition("{")
    answers, closed, tail = rest.partition("}")
    if bool(opened) != bool(closed) or "}" in head:
        sign = "{ begins" if "}" in head else "} ends"
        raise InputError(f"{line}: answers: no {sign} the answers of this question; a blank line ends a question.")
    if "{" in answers or "{" in tail or "}" in tail:
        raise InputError(f"{line}: answers: more than one pair of braces; write \\{{ and \\}} for braces in a text.")
    form, stem = split_format(f"{head.rstrip()} _____ {tail.strip()}" if tail.strip() else head, "moodle")
    inside, general, feedback = answers.rpartition(_GENERAL)
    return QuestionBlock(
        line, title, stem, (inside if general else answers).strip() if opened else None, feedback if general else "", form, own
    )


def _export_comment(lines: list[str], first: int) -> dict[str, Any]:
    """The fields in the comment of our export above a question."""
    for number, line in enumerate(lines, first):
        if not line.startswith(COMMENT):
            continue
        try:
            own = json.loads(line.removeprefix(COMMENT))
        except (ValueError, RecursionError):
            own = None
        if not (isinstance(own, dict) and isinstance(own.get("id"), str) and isinstance(own.get("type"), str)):
            raise InputError(f"{number}: comment: what stands behind {COMMENT.strip()} is not what an export writes. Delete the line.")
        return own
    return {}
