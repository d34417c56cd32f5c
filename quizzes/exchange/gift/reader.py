"""Reads drafts from GIFT: what Sizewise exported, and what Moodle and people write."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby, islice
from typing import Any, Final, NamedTuple

from knowledge import Knowledge
from knowledge.errors import InputError, quote_value
from quizzes.exchange.draft import Draft, Fields, Imported
from quizzes.exchange.exchange_sentences import exchange_sentence, list_first_names
from quizzes.exchange.gift.answers import parse_answers
from quizzes.exchange.gift.escapes import split_format, unmask_escapes
from quizzes.exchange.gift.question_blocks import QuestionBlock, split_questions
from quizzes.exchange.gift.writer import reason_label, split_sections
from quizzes.exchange.html_text import plain_text
from quizzes.exchange.import_limits import MAX_ITEMS, ItemIds, decode_text, list_within_limit

_NOT_ITEM_FIELDS: Final = ("part", "of", "form", "asks", "id", "bank", "type")
"""Fields of a comment that are no fields of an item in a bank."""
_MARKED_UP: Final = ("html", "moodle")


class _Question(NamedTuple):
    block: QuestionBlock
    fields: Fields


def from_gift(data: bytes, name: str, knowledge: Knowledge) -> Imported:
    """The drafts in a GIFT file. Raises InputError with the line of what cannot be read."""
    text = decode_text(data, name)
    notes: list[str] = []
    try:
        questions = list(islice(_read_questions(text, notes, knowledge), MAX_ITEMS + 1))
    except InputError as error:
        raise InputError(f"{name}:{error}") from None
    questions = list_within_limit(questions, name)
    return Imported(drafts=tuple(_make_drafts(questions)), notes=tuple(notes))


def _read_questions(text: str, notes: list[str], knowledge: Knowledge) -> Iterator[_Question]:
    for block in split_questions(text):
        if block.category:
            notes.append(exchange_sentence(knowledge, "note_category", line=block.line, name=quote_value(block.category)))
        elif block.answers is None:
            notes.append(exchange_sentence(knowledge, "note_description", line=block.line))
        else:
            yield _read_question(block, notes, knowledge)


def _read_question(block: QuestionBlock, notes: list[str], knowledge: Knowledge) -> _Question:
    media: list[str] = []
    read = partial(_clean_text, otherwise=block.format, media=media)
    try:
        fields = {"stem": _strip_markup(block.stem, block.format, media), **parse_answers(block, read, notes, knowledge)}
    except InputError as error:
        raise InputError(f"{block.line}: {error}") from None
    feedback = read(block.feedback)
    if media:
        notes.append(exchange_sentence(knowledge, "note_markup", line=block.line, names=list_first_names(media)))
    return _Question(block, _add_feedback(fields, feedback, own=bool(block.export_fields), knowledge=knowledge))


def _clean_text(masked: str, *, otherwise: str, media: list[str]) -> str:
    form, rest = split_format(masked, otherwise)
    return _strip_markup(rest, form, media)


def _strip_markup(masked: str, form: str, media: list[str]) -> str:
    """The text without escapes and markup; names of images and sounds are added to `media`."""
    text = unmask_escapes(masked)
    if form not in _MARKED_UP or not re.search(r"<[a-zA-Z/!]|&[#\w]+;|\[sound:", text):
        return text
    plain, found = plain_text(text)
    media.extend(found)
    return plain


def _add_feedback(fields: Fields, feedback: str, *, own: bool, knowledge: Knowledge) -> Fields:
    """`fields` with what the feedback says of the question's parts and of the whole."""
    if not own:
        return fields | _foreign_feedback(fields, feedback)
    principle, sources, model = (exchange_sentence(knowledge, key) for key in ("principle", "sources", "model_answer"))
    labels = [reason_label(pair["prompt"], pair["answer"]) for pair in fields.get("pairs", ())]
    said = split_sections(feedback, [principle, sources, *([model] if fields["type"] == "typed" else labels)])
    whys = {label: text for label, text in said if label in labels}
    if labels:
        pairs = [pair | ({"why": whys[label]} if label in whys else {}) for pair, label in zip(fields["pairs"], labels, strict=True)]
        fields = fields | {"pairs": pairs}
    if fields["type"] == "typed":
        fields = fields | {"references": [text for label, text in said if label == model]}
    return fields | {"principle": text} if (text := dict(said).get(principle)) else fields


def _foreign_feedback(fields: Fields, feedback: str) -> Fields:
    """General feedback as a model answer if one is missing, else as the principle."""
    if not feedback:
        return {}
    lacks_answer = fields["type"] == "typed" and "references" not in fields
    return {"references": [feedback]} if lacks_answer else {"principle": feedback}


def _make_drafts(questions: Sequence[_Question]) -> Iterator[Draft]:
    ids = ItemIds(question.block.export_fields["id"] for question in questions if question.block.export_fields)
    for _, grouped in groupby(
        questions, lambda one: one.block.export_fields["id"] if "part" in one.block.export_fields else one.block.line
    ):
        group = list(grouped)
        own, line = group[0].block.export_fields, group[0].block.line
        fields = _as_case(group) if "part" in own else group[0].fields
        if own.get("type") == "ordering" and "pairs" in fields:
            fields = _as_ordering(fields)
        if not own:
            title = unmask_escapes(group[0].block.title)
            yield Draft(id=ids.new_id(title or fields["stem"]), fields=fields, line=line)
            continue
        head = {name: value for name, value in own.items() if name not in _NOT_ITEM_FIELDS}
        yield Draft(id=own["id"], bank=_bank_of(own), fields={**head, **fields}, line=line)


def _bank_of(own: dict[str, Any]) -> str:
    return str(own.get("bank", "draft"))


def _as_ordering(fields: Fields) -> Fields:
    """Places paired with steps, turned back into the ordering they were."""
    steps = [{"text": pair["answer"], **({"why": pair["why"]} if "why" in pair else {})} for pair in fields["pairs"]]
    return {name: value for name, value in fields.items() if name not in {"pairs", "extra"}} | {"type": "ordering", "steps": steps}


def _as_case(group: Sequence[_Question]) -> Fields:
    """The questions of a case as one item; the scenario is what precedes each question's number."""
    questions: list[Fields] = []
    scenario = ""
    for one in group:
        own = one.block.export_fields
        mark = f"\n\n({own['part']}/{own.get('of')}) "
        before, found, stem = one.fields["stem"].partition(mark)
        scenario = scenario or (before if found else "")
        fields = {name: value for name, value in one.fields.items() if name != "principle"}
        asks = {"stands_on": own["asks"]} if "asks" in own else {}
        questions.append({**fields, "stem": stem if found else before, **asks})
    lesson = {"principle": group[0].fields["principle"]} if "principle" in group[0].fields else {}
    return {"type": "case", "stem": scenario, "questions": questions, **lesson}
