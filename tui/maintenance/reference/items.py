"""The types of quiz items, the banks, the exams."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Iterable
from typing import get_args

from quizzes.bank import Bank
from quizzes.item import Item
from tui.maintenance.reference.markdown import code, joined, plain, table


def page(bank: Bank) -> str:
    """Item types with their fields and how many there are of each, then banks and exams."""
    return joined(_types(bank), "## Banks", _banks(bank), "## Exams", _exams(bank))


def records() -> tuple[type, ...]:
    """The record of each type of item."""
    return get_args(get_args(Item)[0])


def _types(bank: Bank) -> str:
    count = Counter(type(item) for item in bank.items.values())
    rows = (
        [code(_tag(record)), plain(inspect.getdoc(record) or ""), ", ".join(map(code, _own(record))), str(count[record])]
        for record in records()
    )
    return table(["type", "asks to", "fields of its own", "items"], rows)


def _tag(record: type) -> str:
    return str(record.__struct_config__.tag)  # type: ignore[attr-defined]  # every record of msgspec has it


def _own(record: type) -> Iterable[str]:
    """Fields that not all items have."""
    return [name for name in inspect.get_annotations(record) if name != "type"]


def _banks(bank: Bank) -> str:
    count = Counter(item.bank for item in bank.items.values())
    return table(["bank", "items"], ([code(name), str(items)] for name, items in sorted(count.items())))


def _exams(bank: Bank) -> str:
    rows = (
        [plain(exam.code), plain(exam.name), exam.status, str(exam.questions), str(exam.minutes), ", ".join(map(code, exam.mix))]
        for exam in bank.blueprints.values()
    )
    return table(["exam", "name", "status", "questions", "minutes", "types"], rows)
