"""GIFT -> drafts: what Sizewise exported, and what Moodle and people write."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby, islice
from typing import Any, Final, NamedTuple

from knowledge import Knowledge
from knowledge.errors import InputError, shown
from quizzes.exchange.draft import Draft, Fields, Imported
from quizzes.exchange.file import MAX_ITEMS, Ids, bounded, text_of
from quizzes.exchange.gift.answers import body_of
from quizzes.exchange.gift.blocks import Block, blocks
from quizzes.exchange.gift.signs import format_of, unmasked
from quizzes.exchange.gift.writing import reason_label
from quizzes.exchange.markup import plain_text
from quizzes.exchange.sections import apart
from quizzes.exchange.words import listed, say

_PART: Final = ("part", "of", "form", "asks", "id", "bank", "type")
"""What a comment says that is no field of an item as it stands in a bank."""
_MARKED_UP: Final = ("html", "moodle")


class _Question(NamedTuple):
    block: Block
    fields: Fields


def from_gift(data: bytes, name: str, knowledge: Knowledge) -> Imported:
    """The drafts of a GIFT file. Raises InputError with the line of what cannot be read."""
    text = text_of(data, name)
    notes: list[str] = []
    try:
        questions = list(islice(_questions(text, notes, knowledge), MAX_ITEMS + 1))
    except InputError as error:
        raise InputError(f"{name}:{error}") from None
    questions = bounded(questions, name)
    return Imported(drafts=tuple(_drafts(questions)), notes=tuple(notes))


def _questions(text: str, notes: list[str], knowledge: Knowledge) -> Iterator[_Question]:
    for block in blocks(text):
        if block.category:
            notes.append(say(knowledge, "note_category", line=block.line, name=shown(block.category)))
        elif block.answers is None:
            notes.append(say(knowledge, "note_description", line=block.line))
        else:
            yield _question(block, notes, knowledge)


def _question(block: Block, notes: list[str], knowledge: Knowledge) -> _Question:
    media: list[str] = []
    read = partial(_read, otherwise=block.format, media=media)
    try:
        fields = {"stem": _plain(block.stem, block.format, media), **body_of(block, read, notes, knowledge)}
    except InputError as error:
        raise InputError(f"{block.line}: {error}") from None
    feedback = read(block.feedback)
    if media:
        notes.append(say(knowledge, "note_markup", line=block.line, names=listed(media)))
    return _Question(block, _explained(fields, feedback, own=bool(block.own), knowledge=knowledge))


def _read(masked: str, *, otherwise: str, media: list[str]) -> str:
    form, rest = format_of(masked, otherwise)
    return _plain(rest, form, media)


def _plain(masked: str, form: str, media: list[str]) -> str:
    """The text without signs and markup; images and sounds are added to `media`."""
    text = unmasked(masked)
    if form not in _MARKED_UP or not re.search(r"<[a-zA-Z/!]|&[#\w]+;|\[sound:", text):
        return text
    plain, found = plain_text(text)
    media.extend(found)
    return plain


def _explained(fields: Fields, feedback: str, *, own: bool, knowledge: Knowledge) -> Fields:
    """`fields` with what the feedback of the question says of its parts and of the whole."""
    if not own:
        return fields | _foreign(fields, feedback)
    principle, sources, model = (say(knowledge, key) for key in ("principle", "sources", "model_answer"))
    labels = [reason_label(pair["prompt"], pair["answer"]) for pair in fields.get("pairs", ())]
    said = apart(feedback, [principle, sources, *([model] if fields["type"] == "typed" else labels)])
    whys = {label: text for label, text in said if label in labels}
    if labels:
        pairs = [pair | ({"why": whys[label]} if label in whys else {}) for pair, label in zip(fields["pairs"], labels, strict=True)]
        fields = fields | {"pairs": pairs}
    if fields["type"] == "typed":
        fields = fields | {"references": [text for label, text in said if label == model]}
    return fields | {"principle": text} if (text := dict(said).get(principle)) else fields


def _foreign(fields: Fields, feedback: str) -> Fields:
    """What a general feedback is to an item: a model answer where one is lacking, else the nearest to a principle."""
    if not feedback:
        return {}
    lacks_answer = fields["type"] == "typed" and "references" not in fields
    return {"references": [feedback]} if lacks_answer else {"principle": feedback}


def _drafts(questions: Sequence[_Question]) -> Iterator[Draft]:
    ids = Ids(question.block.own["id"] for question in questions if question.block.own)
    for _, grouped in groupby(questions, lambda one: one.block.own["id"] if "part" in one.block.own else one.block.line):
        group = list(grouped)
        own, line = group[0].block.own, group[0].block.line
        fields = _case(group) if "part" in own else group[0].fields
        if own.get("type") == "ordering" and "pairs" in fields:
            fields = _ordering(fields)
        if not own:
            title = unmasked(group[0].block.title)
            yield Draft(id=ids.new(title or fields["stem"]), fields=fields, line=line)
            continue
        head = {name: value for name, value in own.items() if name not in _PART}
        yield Draft(id=own["id"], bank=_bank(own), fields={**head, **fields}, line=line)


def _bank(own: dict[str, Any]) -> str:
    return str(own.get("bank", "draft"))


def _ordering(fields: Fields) -> Fields:
    """Places with steps as the ordering they were."""
    steps = [{"text": pair["answer"], **({"why": pair["why"]} if "why" in pair else {})} for pair in fields["pairs"]]
    return {name: value for name, value in fields.items() if name not in {"pairs", "extra"}} | {"type": "ordering", "steps": steps}


def _case(group: Sequence[_Question]) -> Fields:
    """The questions of a case as one item; the scenario is what stands before the number of each."""
    questions: list[Fields] = []
    scenario = ""
    for one in group:
        own = one.block.own
        mark = f"\n\n({own['part']}/{own.get('of')}) "
        before, found, stem = one.fields["stem"].partition(mark)
        scenario = scenario or (before if found else "")
        fields = {name: value for name, value in one.fields.items() if name != "principle"}
        asks = {"stands_on": own["asks"]} if "asks" in own else {}
        questions.append({**fields, "stem": stem if found else before, **asks})
    lesson = {"principle": group[0].fields["principle"]} if "principle" in group[0].fields else {}
    return {"type": "case", "stem": scenario, "questions": questions, **lesson}
