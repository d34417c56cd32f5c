"""Writes items as GIFT. What only Sizewise knows goes into a comment, which Moodle skips."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from knowledge import Knowledge
from quizzes.exchange.draft import Fields, item_fields
from quizzes.exchange.exchange_sentences import exchange_sentence
from quizzes.exchange.gift.escapes import escape_gift, escape_gift_start, split_weight
from quizzes.exchange.import_limits import replace_control_characters
from quizzes.item import Case, Choice, ChoiceQuestion, Item, Matching, Option, OptionQuestion, Ordering, Question, Typed

Section = tuple[str, str]
"""Label and text; the label of a text that stands before all labels is empty."""
COMMENT: Final = "// sizewise "
_VISIBLE_FIELDS: Final = ("stem", "options", "steps", "pairs", "extra", "questions", "references", "principle")
"""Fields that the question itself holds."""
_SPACE: Final = re.compile(r"[\s\[\]]+")
_ARROW: Final = "->"


def to_gift(items: Sequence[Item], knowledge: Knowledge) -> bytes:
    """One UTF-8 text, with a blank line between questions."""
    return replace_control_characters("\n".join(_render_item(item, knowledge) for item in items)).encode()


def gift_limits(items: Sequence[Item], knowledge: Knowledge) -> Iterator[str]:
    """What GIFT holds differently from the bank."""
    cases = [item for item in items if isinstance(item, Case)]
    questions = [question for item in items for question in (item.questions if isinstance(item, Case) else (item,))]
    counts = {
        "gift_orderings": sum(isinstance(item, Ordering) for item in items),
        "gift_cases": len(cases),
        "gift_typed": sum(isinstance(item, Typed) for item in items),
        "gift_responses": sum(question.type == "response" for question in questions),
        "gift_reasons": sum(isinstance(item, Matching | Ordering) for item in items),
        "gift_comments": len(items),
    }
    parts = sum(len(item.questions) for item in cases)
    return (exchange_sentence(knowledge, key, count=count, parts=parts) for key, count in counts.items() if count)


def reason_label(prompt: str, answer: str) -> str:
    """The label before the reason of a pair."""
    return f"{prompt} → {answer}"


def _render_item(item: Item, knowledge: Knowledge) -> str:
    if not isinstance(item, Case):
        return _render_question(item, item, (item.id, item.stem, _render_comment(item, {})), knowledge)
    parts = []
    for number, question in enumerate(item.questions, 1):
        name, stem = f"{item.id}/{number}", f"{item.stem}\n\n({number}/{len(item.questions)}) {question.stem}"
        place = {"part": number, "of": len(item.questions), "form": question.type}
        comment = _render_comment(item, place | ({"asks": list(question.stands_on)} if question.stands_on else {}))
        parts.append(_render_question(item, question, (name, stem, comment), knowledge))
    return "\n".join(parts)


def _render_question(item: Item, question: Item | Question, head: tuple[str, str, str], knowledge: Knowledge) -> str:
    """One GIFT question; `head` is its name, its stem and the comment above it."""
    name, stem, comment = head
    feedback = join_sections([*_reason_sections(question, knowledge), *_lesson_sections(item, knowledge)])
    answers = "".join(f"  {line}\n" for line in _render_answers(question, knowledge))
    end = f"  ####{escape_gift_start(feedback)}\n}}\n"
    return f"{comment}{_render_tags(item, name)}\n::{escape_gift(name)}::[plain]{escape_gift(stem)} {{\n{answers}{end}"


def _render_comment(item: Item, place: Fields) -> str:
    """What an import needs and the question itself does not hold."""
    fields = {name: value for name, value in item_fields(item).items() if name not in _VISIBLE_FIELDS}
    return f"{COMMENT}{json.dumps({'id': item.id, 'bank': item.bank, **place, **fields})}\n"


def _render_tags(item: Item, name: str) -> str:
    """The comment from which Moodle takes an id and tags."""
    tags = [
        f"task-{item.task}",
        f"difficulty-{item.difficulty}",
        *(item.exams or ("beyond",)),
        *([item.confusable] if item.confusable else []),
    ]
    return " ".join([f"// [id:{name}]", *(f"[tag:{_SPACE.sub('-', tag)}]" for tag in tags)])


def _render_answers(question: Item | Question, knowledge: Knowledge) -> Iterator[str]:
    match question:
        case Matching():
            yield from (f"={_escape_prompt(pair.prompt)} {_ARROW} {escape_gift(pair.answer)}" for pair in question.pairs)
            yield from (f"= {_ARROW} {escape_gift(text)}" for text in question.extra)
        case Ordering():
            places = (exchange_sentence(knowledge, "place", number=number) for number in range(1, len(question.steps) + 1))
            yield from (
                f"={_escape_prompt(place)} {_ARROW} {escape_gift(step.text)}" for place, step in zip(places, question.steps, strict=True)
            )
        case Typed() | Case():
            return
        case _:
            yield from (
                f"{_option_sign(question, option)}{escape_gift_start(option.text)}#{escape_gift_start(option.why)}"
                for option in question.options
            )


def _escape_prompt(text: str) -> str:
    """A prompt without `->`, which would end it and for which GIFT has no escape."""
    return escape_gift_start(text.replace(_ARROW, "→"))


def _option_sign(question: OptionQuestion, option: Option) -> str:
    single = isinstance(question, Choice | ChoiceQuestion)
    if not option.right:
        looks_weighted = split_weight(option.text)[0] is not None
        return ("~%0%" if looks_weighted else "~") if single else "~%-100%"
    if single:
        return "="
    return f"~%{_marks_share(sum(one.right for one in question.options))}%"


def _marks_share(right: int) -> str:
    """Percent for each of `right` options, with the digits that Moodle knows."""
    return f"{100 / right:.5f}".rstrip("0").rstrip(".")


def _reason_sections(question: Item | Question, knowledge: Knowledge) -> Iterator[Section]:
    match question:
        case Matching():
            yield from ((reason_label(pair.prompt, pair.answer), pair.why) for pair in question.pairs)
        case Ordering():
            for number, step in enumerate(question.steps, 1):
                yield reason_label(exchange_sentence(knowledge, "place", number=number), step.text), step.why
        case Typed():
            yield from ((exchange_sentence(knowledge, "model_answer"), text) for text in question.references)
        case _:
            return


def _lesson_sections(item: Item, knowledge: Knowledge) -> Iterator[Section]:
    yield exchange_sentence(knowledge, "principle"), item.principle
    sources = [knowledge.sources[name] for name in item.sources if name in knowledge.sources]
    if sources:
        yield exchange_sentence(knowledge, "sources"), "; ".join(f"{source.title} ({source.url})" for source in sources)


def join_sections(sections: Iterable[Section]) -> str:
    """One text with a blank line between the sections."""
    return "\n\n".join(f"{label}: {text}" for label, text in sections)


def split_sections(text: str, labels: Sequence[str]) -> list[Section]:
    """The sections of a text that `together` made; a paragraph without one of `labels` goes on with the section before it."""
    found: list[Section] = []
    for paragraph in text.split("\n\n"):
        label = max((label for label in labels if paragraph.startswith(f"{label}: ")), key=len, default=None)
        if label is not None:
            found.append((label, paragraph[len(label) + 2 :]))
        elif found:
            found[-1] = (found[-1][0], f"{found[-1][1]}\n\n{paragraph}")
        elif paragraph.strip():
            found.append(("", paragraph))
    return found
