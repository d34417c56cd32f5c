"""The types of quiz items, the banks, the exams, and how many questions each task of an exam guide has."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Iterable
from typing import get_args

from quizzes.bank import Bank
from quizzes.blueprint import Blueprint
from quizzes.exam_assembly import is_in_scope
from quizzes.item import Item, keyed_questions
from tui.maintenance.reference.markdown import escape_markdown, format_code, format_table, join_blocks


def items_page(bank: Bank) -> str:
    """Item types with their fields and how many there are of each, then banks, exams, and the tasks of the exams."""
    return join_blocks(
        _types_table(bank), "## Banks", _banks_table(bank), "## Exams", _exams_table(bank), "## Tasks of the exams", _tasks_table(bank)
    )


def item_records() -> tuple[type, ...]:
    """The record of each type of item."""
    return get_args(get_args(Item)[0])


def _types_table(bank: Bank) -> str:
    count = Counter(type(item) for item in bank.items.values())
    rows = (
        [
            format_code(_type_tag(record)),
            escape_markdown(inspect.getdoc(record) or ""),
            ", ".join(map(format_code, _own_fields(record))),
            str(count[record]),
        ]
        for record in item_records()
    )
    return format_table(["type", "asks to", "fields of its own", "items"], rows)


def _type_tag(record: type) -> str:
    return str(record.__struct_config__.tag)  # type: ignore[attr-defined]  # every record of msgspec has it


def _own_fields(record: type) -> Iterable[str]:
    """Fields that not all items have."""
    return [name for name in inspect.get_annotations(record) if name != "type"]


def _banks_table(bank: Bank) -> str:
    count = Counter(item.bank for item in bank.items.values())
    return format_table(["bank", "items"], ([format_code(name), str(items)] for name, items in sorted(count.items())))


def _exams_table(bank: Bank) -> str:
    rows = (
        [
            escape_markdown(exam.code),
            escape_markdown(exam.name),
            exam.status,
            str(exam.questions),
            str(exam.minutes),
            ", ".join(map(format_code, exam.mix)),
        ]
        for exam in bank.blueprints.values()
    )
    return format_table(["exam", "name", "status", "questions", "minutes", "types"], rows)


def _tasks_table(bank: Bank) -> str:
    """Each task of an exam guide: the weight of its domain, whether it asks for compute, and how many questions a mock exam may ask."""
    rows = (
        [
            escape_markdown(exam.code),
            f"{escape_markdown(domain.name)}, {domain.share:.0%}",
            f"{number} {escape_markdown(task.name)}",
            "yes" if task.compute else "",
            str(_count_questions(bank, exam, number)),
        ]
        for exam in bank.blueprints.values()
        for domain in exam.domains.values()
        for number, task in domain.tasks.items()
    )
    return format_table(["exam", "domain and its weight", "task", "asks for compute", "written questions"], rows)


def _count_questions(bank: Bank, exam: Blueprint, task: str) -> int:
    """Written questions that a mock exam may ask of a task; each question of a case counts."""
    return sum(len(keyed_questions(item)) for item in bank.items.values() if is_in_scope(item, exam) and exam.task_of(item.task) == task)
