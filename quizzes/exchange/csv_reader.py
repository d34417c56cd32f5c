"""Reads drafts from CSV: our own tables, and other programs' tables with a head."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from knowledge import Knowledge
from knowledge.errors import InputError, quote_value, suggest_name
from quizzes.exchange.answer_key import right_places
from quizzes.exchange.csv_columns import LISTS, SINGLE, Column, parse_column, split_cell
from quizzes.exchange.draft import Draft, Fields, Imported
from quizzes.exchange.exchange_sentences import exchange_sentence
from quizzes.exchange.formula_guard import unguard_formula
from quizzes.exchange.import_limits import MAX_ITEMS, ItemIds, decode_text, list_within_limit

_SEPARATORS: Final = ",;\t"
_FORMS: Final = ("choice", "response", "ordering", "matching", "typed", "case choice", "case response")
_ALIASES: Final = {
    "multiple choice": "choice", "multichoice": "choice", "mcq": "choice", "single": "choice", "multiple response": "response",
    "multiple": "response", "multi": "response", "match": "matching", "order": "ordering", "essay": "typed", "short answer": "typed",
    "shortanswer": "typed",
}  # fmt: skip
_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_NUMBERED: Final = ("option", "why", "prompt")


class _Row(NamedTuple):
    """One row: its line, its cells by column, and whether its key counts options (as in our own tables)."""

    line: int
    cells: dict[str, str]
    numbered: dict[str, dict[int, str]]
    """option, why and prompt: number -> text."""
    counts: bool


def from_csv(data: bytes, name: str, knowledge: Knowledge) -> Imported:
    """The drafts in a table. Raises InputError with line and column of what cannot be read."""
    text = decode_text(data, name)
    heads, lines = _read_cells(text, name)
    columns = [parse_column(head) for head in heads]
    names = {one.name for one in columns if one}
    if "stem" not in names:
        raise InputError(f"{name}:1: stem: no column holds the questions.{_nearest_head(heads)}")
    notes = [
        exchange_sentence(knowledge, "note_column", name=quote_value(head), hint=suggest_name(head, SINGLE))
        for head, one in zip(heads, columns, strict=True)
        if not one
    ]
    rows = [_make_row(line, cells, heads, columns, name) for line, cells in list_within_limit(lines, name)]
    return Imported(drafts=tuple(_make_drafts(rows, name)), notes=tuple(notes))


def _read_cells(text: str, name: str) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """The head, and each non-empty row with its first line."""
    first = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(_SEPARATORS, key=first.count), strict=True)
    found: list[tuple[int, list[str]]] = []
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                found.append((line, cells))
            if len(found) > MAX_ITEMS + 1:
                break
            line = reader.line_num + 1
    except csv.Error as error:
        raise InputError(f"{name}:{line}: this row is no CSV: {error}.") from None
    if not found:
        raise InputError(f"{name}: no question was found.")
    (_, heads), *rows = found
    twice = next((head for head in heads if head.strip() and heads.count(head) > 1), None)
    if twice is not None:
        raise InputError(f"{name}:1: the column {quote_value(twice)} stands twice.")
    return heads, rows


def _nearest_head(heads: Sequence[str]) -> str:
    near = next((f" Did you mean stem by {quote_value(head)}?" for head in heads if suggest_name(head, ("stem", "question"))), None)
    return near or " Give a first line with the names of the columns: stem, option_1, option_2, right, and so on."


def _make_row(line: int, cells: Sequence[str], heads: Sequence[str], columns: Sequence[Column | None], name: str) -> _Row:
    if len(cells) > len(heads):
        raise InputError(
            f"{name}:{line}: {len(cells)} cells, but the head has {len(heads)}; put a cell that holds the separator in quotes."
        )
    row = _Row(line, {}, {kind: {} for kind in _NUMBERED}, any(one and one.name == "right" and one.ours for one in columns))
    for one, raw in zip(columns, cells, strict=False):
        cell = unguard_formula(raw)
        if one is None or not cell.strip():
            continue
        if one.number:
            row.numbered[one.name][one.number] = cell
        else:
            row.cells[one.name] = cell
    return row


def _make_drafts(rows: Sequence[_Row], name: str) -> Iterator[Draft]:
    ids = ItemIds(row.cells["id"] for row in rows if "id" in row.cells)
    for _, grouped in groupby(rows, lambda row: row.cells["id"] if "part" in row.cells and "id" in row.cells else row.line):
        group = list(grouped)
        try:
            yield _make_draft(group, ids)
        except InputError as error:
            raise InputError(f"{name}:{group[0].line}: {error}") from None


def _make_draft(group: Sequence[_Row], ids: ItemIds) -> Draft:
    row = group[0]
    fields = _common_fields(row.cells)
    if "part" in row.cells:
        questions = [_case_question(one) for one in group]
        fields |= {"type": "case", "stem": row.cells.get("scenario", ""), "questions": questions}
    else:
        fields |= _question_fields(row)
    identity = row.cells.get("id", "")
    if not _ID.fullmatch(identity):
        identity = ids.new_id(identity or str(fields.get("stem", "")))
    return Draft(id=identity, bank=row.cells.get("bank", "draft"), fields=fields, line=row.line)


def _case_question(row: _Row) -> Fields:
    """A question of a case with the entries that it is about."""
    asks = {"stands_on": split_cell(row.cells["asks"])} if "asks" in row.cells else {}
    return {**_question_fields(row), "stem": row.cells.get("stem", ""), **asks}


def _common_fields(cells: Mapping[str, str]) -> Fields:
    fields: Fields = {name: cells[name] for name in ("task", "confusable", "twins", "stem", "principle") if name in cells}
    fields |= {name: split_cell(cells[name]) for name in LISTS if name in cells}
    if "bank" in cells:  # a table of ours: no exam is an answer
        fields.setdefault("exams", [])
    if "difficulty" in cells:
        fields["difficulty"] = _parse_difficulty(cells["difficulty"])
    if "rubric" in cells:
        fields["rubric"] = _parse_rubric(cells["rubric"])
    return fields


def _parse_difficulty(text: str) -> int:
    plain = text.strip()
    if not (plain.isascii() and plain.isdigit() and len(plain) == 1):
        raise InputError(f"difficulty: {quote_value(text)} is no whole number from 1 to 5.")
    return int(plain)


def _parse_rubric(text: str) -> Any:  # noqa: ANN401  # JSON is anything
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise InputError(f"rubric: {quote_value(text)} is not JSON.") from None


def _question_fields(row: _Row) -> Fields:
    """Type, options and key of one row."""
    texts, whys = row.numbered["option"], row.numbered["why"]
    form = _item_type(row)
    whole = [{"text": text, **({"why": whys[number]} if number in whys else {})} for number, text in sorted(texts.items())]
    if form == "matching":
        return {"type": form, "pairs": [_pair_fields(row, number) for number in sorted(row.numbered["prompt"])]}
    if form == "typed":
        return {"type": form, "references": [texts[number] for number in sorted(texts)] or _as_references(row.cells.get("right"))}
    places = right_places(row.cells["right"], [one["text"] for one in whole], places_first=row.counts) if "right" in row.cells else ()
    if form == "ordering":
        return {"type": form, "steps": whole}
    for place in places:
        whole[place] = {"text": whole[place]["text"], "right": True, **whole[place]}  # type: ignore[dict-item]  # a flag beside texts
    return {"type": form or ("response" if len(places) > 1 else "choice"), "options": whole}


def _as_references(cell: str | None) -> list[str]:
    return [] if cell is None else [cell]


def _pair_fields(row: _Row, number: int) -> dict[str, str]:
    cells = {"prompt": row.numbered["prompt"], "answer": row.numbered["option"], "why": row.numbered["why"]}
    return {name: texts[number] for name, texts in cells.items() if number in texts}


def _item_type(row: _Row) -> str:
    """The type that the row names or its columns show; empty if the key decides."""
    given = row.cells.get("type", "").strip().lower().replace("_", " ")
    if given:
        form = _ALIASES.get(given, given)
        if form not in _FORMS:
            every = f"Choose from {', '.join(_FORMS)}."
            raise InputError(f"type: {quote_value(given)} is no type of item.{suggest_name(given, _FORMS, every)}")
        return form.removeprefix("case ")
    if row.numbered["prompt"]:
        return "matching"
    return "" if row.numbered["option"] else "typed"
