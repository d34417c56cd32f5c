"""Writes items as CSV: a row for each question, numbered columns for its options."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from knowledge import Knowledge
from quizzes.exchange.csv_columns import LISTS, column_heads, join_cell
from quizzes.exchange.draft import item_fields
from quizzes.exchange.exchange_sentences import exchange_sentence
from quizzes.exchange.formula_guard import guard_formula
from quizzes.exchange.import_limits import replace_control_characters
from quizzes.item import Case, Choice, ChoiceQuestion, Item, Matching, Ordering, Question, Response, ResponseQuestion, Typed

Row = dict[str, str]
_PLAIN: Final = ("type", "task", "confusable", "twins", "stem", "principle")


def to_csv(items: Sequence[Item]) -> bytes:
    """A table with a head, commas and the line ends of RFC 4180, in UTF-8."""
    rows = [row for item in items for row in _item_rows(item)]
    target = io.StringIO(newline="")
    writer = csv.DictWriter(target, _column_heads(rows), restval="")
    writer.writeheader()
    writer.writerows({name: guard_formula(cell) for name, cell in row.items()} for row in rows)
    return replace_control_characters(target.getvalue()).encode()


def csv_limits(items: Sequence[Item], knowledge: Knowledge) -> Iterator[str]:
    """What a table holds differently from the bank."""
    cases = [item for item in items if isinstance(item, Case)]
    if cases:
        yield exchange_sentence(knowledge, "csv_cases", count=len(cases), parts=sum(len(item.questions) for item in cases))
    changed = sum(guard_formula(cell) != cell for item in items for row in _item_rows(item) for cell in row.values())
    if changed:
        yield exchange_sentence(knowledge, "csv_formulas", count=changed)


def _column_heads(rows: Sequence[Row]) -> list[str]:
    numbers = {
        name: [int(head.removeprefix(name)) for row in rows for head in row if head.startswith(name)] for name in ("option_", "prompt_")
    }
    return column_heads(max(numbers["option_"], default=0), max(numbers["prompt_"], default=0))


def _item_rows(item: Item) -> Iterator[Row]:
    if not isinstance(item, Case):
        yield _common_cells(item) | _question_cells(item)
        return
    for number, question in enumerate(item.questions, 1):
        row = _common_cells(item) | {"scenario": item.stem, "part": f"{number} of {len(item.questions)}"}
        asks = {"asks": join_cell(question.stands_on)} if question.stands_on else {}
        yield row | {"stem": question.stem, "type": f"case {question.type}"} | asks | _question_cells(question)


def _common_cells(item: Item) -> Row:
    fields: dict[str, Any] = item_fields(item)
    row = {"id": item.id, "bank": item.bank, "difficulty": str(item.difficulty)}
    row |= {name: fields[name] for name in _PLAIN if name in fields}
    row |= {name: join_cell(fields[name]) for name in LISTS if name in fields}
    return row | ({"rubric": json.dumps(fields["rubric"], ensure_ascii=False)} if "rubric" in fields else {})


def _question_cells(question: Item | Question) -> Row:
    """The numbered columns, and the key as option numbers."""
    match question:
        case Choice() | Response() | ChoiceQuestion() | ResponseQuestion():
            right = [str(number) for number, option in enumerate(question.options, 1) if option.right]
            return (
                _numbered_cells("option", [option.text for option in question.options])
                | _reason_cells(question.options)
                | {"right": " ".join(right)}
            )
        case Ordering():
            texts = [step.text for step in question.steps]
            return (
                _numbered_cells("option", texts)
                | _reason_cells(question.steps)
                | {"right": " ".join(str(n + 1) for n in range(len(texts)))}
            )
        case Matching():
            prompts = _numbered_cells("prompt", [pair.prompt for pair in question.pairs])
            return prompts | _numbered_cells("option", [pair.answer for pair in question.pairs]) | _reason_cells(question.pairs)
        case Typed():
            return _numbered_cells("option", question.references)
        case _:
            return {}


def _reason_cells(parts: Sequence[Any]) -> Row:
    return _numbered_cells("why", [part.why for part in parts])


def _numbered_cells(name: str, texts: Sequence[str]) -> Row:
    return {f"{name}_{number}": text for number, text in enumerate(texts, 1)}
