"""What the base says of anything in it, of several things side by side, and an overview of all that it holds."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from knowledge import Knowledge
from knowledge.entry_questions import Question, read_question
from knowledge.entry_search import Finding, names_exactly
from knowledge.errors import InputError, quote_value
from knowledge.lookup import EXPLAINED_KINDS, Hit, entry_of
from knowledge.name_words import split_words, word_set
from knowledge.schema.record import Fact, Record
from knowledge.schema.symptom import Symptom
from knowledge.sentences import fill_sentence
from tui.views.article import ArticleWriter
from tui.views.asked_facts import find_asked
from tui.views.entries import label_of
from tui.views.linked_text import Row
from tui.views.side_by_side import write_side_by_side
from tui.views.text_lines import WIDTH, as_text

_MAX_NEAREST: Final = 3
_MAX_PROBLEM_CHARACTERS: Final = 2000
"""The rest of a longer message is not compared with what hurts."""
_ASKS_ABOUT: Final = re.compile(r"(?:what happens|what is|what's|whats|what are|(?:can|should) (?:i|we)|do (?:i|we) need|which)\b")
"""Beginnings of questions about a thing, where nothing hurts yet: "what happens when a spot instance is interrupted"."""
_TEACHING_KINDS: Final = frozenset({"glossary", "guidance", "scaling", "ideas"})
_ERROR_CODE: Final = re.compile(r"\b[a-z]{4,}(?:exceeded|exception|error|capacityerror)\b|\binsufficient[a-z]+\b")
"""The name of an error of an API, in lower case: "resourcelimitexceeded"."""
_ENDING_OF_CODE: Final = re.compile(r"(exceeded|exception|error)\b", re.IGNORECASE)
_MAX_ALSO: Final = 3
"""Other entries that an article leads to at its end."""


class Answer(Record):
    """A fact that was asked for."""

    field: str
    """Its name in the record, or its label in the catalogue."""
    value: Any
    unit: str
    note: str
    about: str
    """What it applies to, where that is a part of the entry or a quota; else empty."""
    sources: tuple[str, ...]


class Explained(Record, omit_defaults=True):
    """What the base knows of one thing."""

    kind: str
    id: str
    entry: dict[str, Any]
    """The record, as its kind has it."""
    sources: dict[str, dict[str, Any]]
    """Those of the entry, by id."""
    also: tuple[str, ...]
    """Ids of what else the words named."""
    answers: tuple[Answer, ...] = ()
    """The facts that a question asks for, such as a price or a quota; left out where it asks for none."""
    compared: tuple[str, ...] = ()
    """Kind and id of each entry that a question compares, as in "families/g5"; left out where it compares none."""


def ask_base(text: str, knowledge: Knowledge) -> Question:
    """What a question is about. Raises InputError with the nearest entries where no entry covers it."""
    question = read_question(text, knowledge)
    first = question.finding.hits[0] if question.finding.covers else None
    if first is not None and first.kind in _TEACHING_KINDS and _ASKS_ABOUT.match(text.strip().lower()):
        return _with_answer_first(question, knowledge)
    if not question.compares and not names_exactly(text, knowledge) and (symptom := _find_problem(text, knowledge)):
        others = question.finding.hits if question.finding.covers else ()
        return Question(Finding((symptom, *(hit for hit in others if hit != symptom)), covers=True))
    if question.finding.covers:
        return _with_answer_first(question, knowledge)
    asked, near = quote_value(question.subject or text), question.finding.hits[:_MAX_NEAREST]
    if not near:
        raise InputError(fill_sentence(knowledge, "explain", "nothing", asked=asked))
    names = ", ".join(label_of(hit.kind, hit.id, knowledge) for hit in near)
    raise InputError(fill_sentence(knowledge, "explain", "nearest", asked=asked, names=names))


def _with_answer_first(question: Question, knowledge: Knowledge) -> Question:
    """The question with the first entry that has the facts that are asked for before the others."""
    hits = question.finding.hits
    if question.compares or not question.facts:
        return question
    able = next((hit for hit in hits[:_MAX_ALSO] if find_asked(entry_of(hit, knowledge), question.facts, knowledge)), hits[0])
    return question._replace(finding=Finding((able, *(hit for hit in hits if hit != able)), covers=True))


def _find_problem(text: str, knowledge: Knowledge) -> Hit | None:
    """The symptom that an error message or a complaint is like; None where nothing hurts, or it is like none."""
    from engine.symptoms import hurts, rank_symptoms  # noqa: PLC0415  # a name alone is not compared with what hurts

    text = text[:_MAX_PROBLEM_CHARACTERS]
    ranked = rank_symptoms(text, knowledge) or rank_symptoms(_ENDING_OF_CODE.sub(r" \1", text), knowledge)
    complains = not word_set(knowledge.wording["explain"].texts["trouble"]).isdisjoint(split_words(text))
    if (coded := next((one.symptom for one in ranked if _has_error_code(one.symptom, text)), None)) is not None:
        return Hit("symptoms", coded.id)
    likely = bool(ranked) and (complains or bool(ranked[0].error_text)) and hurts(text, ranked[0], knowledge)
    return Hit("symptoms", ranked[0].symptom.id) if likely else None


def _has_error_code(symptom: Symptom, text: str) -> bool:
    """True if the text holds the name of an error that people who have the symptom were shown."""
    codes = {found[0] for found in _ERROR_CODE.finditer(text.lower())}
    shown = " ".join((*symptom.error_texts, *symptom.seen)).lower() if codes else ""
    return any(code in shown for code in codes)


def explain_entry(hits: Sequence[Hit], knowledge: Knowledge, question: Question | None = None) -> Explained:
    """The record asked about, its kind, what else the words named, and what was asked of it."""
    entry, first = entry_of(hits[0], knowledge), hits[0]
    sources = {identity: msgspec.to_builtins(knowledge.sources[identity]) for identity in getattr(entry, "sources", ())}
    return Explained(
        kind=first.kind,
        id=first.id,
        entry=msgspec.to_builtins(entry),
        sources=sources,
        also=tuple(hit.id for hit in hits[1:]),
        answers=tuple(_list_answers(entry, question, knowledge)) if question is not None and not question.compares else (),
        compared=tuple(f"{hit.kind}/{hit.id}" for hit in hits) if question is not None and question.compares else (),
    )


def _list_answers(entry: object, question: Question, knowledge: Knowledge) -> Iterator[Answer]:
    for asked in find_asked(entry, question.facts, knowledge):
        fact = asked.value
        if isinstance(fact, Fact):
            value = msgspec.to_builtins(fact.value)
            yield Answer(field=asked.field, value=value, unit=fact.unit, note=fact.note, about=asked.about, sources=fact.sources)
        else:
            yield Answer(field=asked.field, value=msgspec.to_builtins(fact), unit="", note="", about=asked.about, sources=())


def list_entries(knowledge: Knowledge) -> dict[str, list[str]]:
    """Kind -> the ids it holds."""
    return {kind: sorted(getattr(knowledge, kind)) for kind in EXPLAINED_KINDS}


def write_explanation(question: Question, knowledge: Knowledge, width: int = WIDTH) -> Iterator[Row]:
    """The rows that answer a question: entries side by side, or the article of one with what was asked first."""
    hits = question.finding.hits
    if question.compares:
        yield from write_side_by_side(hits, knowledge, width, question.facts)
        return
    yield from ArticleWriter(knowledge, width).write_rows(entry_of(hits[0], knowledge), question.facts)
    others = list(dict.fromkeys(hit.id for hit in hits[1:] if hit.id != hits[0].id))[:_MAX_ALSO]
    if others:
        yield Row("")
        yield from (Row(fill_sentence(knowledge, "explain", "also", name=name)) for name in others)


def render_explanation(question: Question, knowledge: Knowledge) -> str:
    """The answer to a question as text."""
    return as_text(row.line for row in write_explanation(question, knowledge))


def render_article(hits: Sequence[Hit], knowledge: Knowledge) -> str:
    """The article of the first, and what else the words named."""
    return render_explanation(Question(Finding(tuple(hits), covers=True)), knowledge)


def render_overview(knowledge: Knowledge) -> str:
    """Some names of each kind, and how many there are."""
    lines = ["What Sizewise knows. sizewise explain NAME tells of one.", ""]
    for kind, ids in list_entries(knowledge).items():
        some = ", ".join(ids[:12]) + (", …" if len(ids) > 12 else "")  # noqa: PLR2004  # a taste of each kind
        lines += textwrap.wrap(f"{kind:<15}{len(ids):>4}  {some}", 80, subsequent_indent=" " * 21)
    return "\n".join(lines)
