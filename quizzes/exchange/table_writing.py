"""Items as CSV: a row for each question, numbered columns for its options."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from knowledge import Knowledge
from quizzes.exchange.columns import LISTS, heads, joined
from quizzes.exchange.draft import fields_of
from quizzes.exchange.file import without_control
from quizzes.exchange.formulas import harmless
from quizzes.exchange.words import say
from quizzes.item import Case, Choice, ChoiceQuestion, Item, Matching, Ordering, Question, Response, ResponseQuestion, Typed

Row = dict[str, str]
_PLAIN: Final = ("type", "task", "confusable", "stem", "principle")


def to_csv(items: Sequence[Item]) -> bytes:
    """A table with a head, commas between cells and the line ends of RFC 4180, in UTF-8."""
    rows = [row for item in items for row in _rows(item)]
    target = io.StringIO(newline="")
    writer = csv.DictWriter(target, _heads(rows), restval="")
    writer.writeheader()
    writer.writerows({name: harmless(cell) for name, cell in row.items()} for row in rows)
    return without_control(target.getvalue()).encode()


def csv_limits(items: Sequence[Item], knowledge: Knowledge) -> Iterator[str]:
    """What a table writes in another way than the bank."""
    cases = [item for item in items if isinstance(item, Case)]
    if cases:
        yield say(knowledge, "csv_cases", count=len(cases), parts=sum(len(item.questions) for item in cases))
    changed = sum(harmless(cell) != cell for item in items for row in _rows(item) for cell in row.values())
    if changed:
        yield say(knowledge, "csv_formulas", count=changed)


def _heads(rows: Sequence[Row]) -> list[str]:
    numbers = {
        name: [int(head.removeprefix(name)) for row in rows for head in row if head.startswith(name)] for name in ("option_", "prompt_")
    }
    return heads(max(numbers["option_"], default=0), max(numbers["prompt_"], default=0))


def _rows(item: Item) -> Iterator[Row]:
    if not isinstance(item, Case):
        yield _head(item) | _body(item)
        return
    for number, question in enumerate(item.questions, 1):
        row = _head(item) | {"scenario": item.stem, "part": f"{number} of {len(item.questions)}"}
        asks = {"asks": joined(question.stands_on)} if question.stands_on else {}
        yield row | {"stem": question.stem, "type": f"case {question.type}"} | asks | _body(question)


def _head(item: Item) -> Row:
    fields: dict[str, Any] = fields_of(item)
    row = {"id": item.id, "bank": item.bank, "difficulty": str(item.difficulty)}
    row |= {name: fields[name] for name in _PLAIN if name in fields}
    row |= {name: joined(fields[name]) for name in LISTS if name in fields}
    return row | ({"rubric": json.dumps(fields["rubric"], ensure_ascii=False)} if "rubric" in fields else {})


def _body(question: Item | Question) -> Row:
    """The numbered columns, and the key as numbers of options."""
    match question:
        case Choice() | Response() | ChoiceQuestion() | ResponseQuestion():
            right = [str(number) for number, option in enumerate(question.options, 1) if option.right]
            return _numbered("option", [option.text for option in question.options]) | _whys(question.options) | {"right": " ".join(right)}
        case Ordering():
            texts = [step.text for step in question.steps]
            return _numbered("option", texts) | _whys(question.steps) | {"right": " ".join(str(n + 1) for n in range(len(texts)))}
        case Matching():
            prompts = _numbered("prompt", [pair.prompt for pair in question.pairs])
            return prompts | _numbered("option", [pair.answer for pair in question.pairs]) | _whys(question.pairs)
        case Typed():
            return _numbered("option", question.references)
        case _:
            return {}


def _whys(parts: Sequence[Any]) -> Row:
    return _numbered("why", [part.why for part in parts])


def _numbered(name: str, texts: Sequence[str]) -> Row:
    return {f"{name}_{number}": text for number, text in enumerate(texts, 1)}
