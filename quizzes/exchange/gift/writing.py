"""Items as GIFT. What only Sizewise knows stands in a comment, which Moodle skips."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Final

from knowledge import Knowledge
from quizzes.exchange.draft import Fields, fields_of
from quizzes.exchange.file import without_control
from quizzes.exchange.gift.signs import escaped, escaped_first, weight_of
from quizzes.exchange.sections import Section, together
from quizzes.exchange.words import say
from quizzes.item import Case, Choice, ChoiceQuestion, Item, Matching, Option, Ordering, Picking, Question, Typed

COMMENT: Final = "// sizewise "
_SHOWN: Final = ("stem", "options", "steps", "pairs", "extra", "questions", "references", "principle")
"""Fields that the question itself holds."""
_SPACE: Final = re.compile(r"[\s\[\]]+")
_ARROW: Final = "->"


def to_gift(items: Sequence[Item], knowledge: Knowledge) -> bytes:
    """One text in UTF-8, a blank line between questions."""
    return without_control("\n".join(_question(item, knowledge) for item in items)).encode()


def gift_limits(items: Sequence[Item], knowledge: Knowledge) -> Iterator[str]:
    """What GIFT writes in another way than the bank."""
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
    return (say(knowledge, key, count=count, parts=parts) for key, count in counts.items() if count)


def reason_label(prompt: str, answer: str) -> str:
    """What stands before the reason of a pair."""
    return f"{prompt} → {answer}"


def _question(item: Item, knowledge: Knowledge) -> str:
    if not isinstance(item, Case):
        return _text(item, item, (item.id, item.stem, _comment(item, {})), knowledge)
    parts = []
    for number, question in enumerate(item.questions, 1):
        name, stem = f"{item.id}/{number}", f"{item.stem}\n\n({number}/{len(item.questions)}) {question.stem}"
        place = {"part": number, "of": len(item.questions), "form": question.type}
        comment = _comment(item, place | ({"asks": list(question.stands_on)} if question.stands_on else {}))
        parts.append(_text(item, question, (name, stem, comment), knowledge))
    return "\n".join(parts)


def _text(item: Item, question: Item | Question, head: tuple[str, str, str], knowledge: Knowledge) -> str:
    """One question of GIFT; `head` is its name, its stem and the comment above it."""
    name, stem, comment = head
    feedback = together([*_sections(question, knowledge), *_lesson(item, knowledge)])
    answers = "".join(f"  {line}\n" for line in _answers(question, knowledge))
    return f"{comment}{_tags(item, name)}\n::{escaped(name)}::[plain]{escaped(stem)} {{\n{answers}  ####{escaped_first(feedback)}\n}}\n"


def _comment(item: Item, place: Fields) -> str:
    """What an import needs and the question itself does not hold."""
    fields = {name: value for name, value in fields_of(item).items() if name not in _SHOWN}
    return f"{COMMENT}{json.dumps({'id': item.id, 'bank': item.bank, **place, **fields})}\n"


def _tags(item: Item, name: str) -> str:
    """The comment from which Moodle takes a number and tags."""
    tags = [
        f"task-{item.task}",
        f"difficulty-{item.difficulty}",
        *(item.exams or ("beyond",)),
        *([item.confusable] if item.confusable else []),
    ]
    return " ".join([f"// [id:{name}]", *(f"[tag:{_SPACE.sub('-', tag)}]" for tag in tags)])


def _answers(question: Item | Question, knowledge: Knowledge) -> Iterator[str]:
    match question:
        case Matching():
            yield from (f"={_prompt(pair.prompt)} {_ARROW} {escaped(pair.answer)}" for pair in question.pairs)
            yield from (f"= {_ARROW} {escaped(text)}" for text in question.extra)
        case Ordering():
            places = (say(knowledge, "place", number=number) for number in range(1, len(question.steps) + 1))
            yield from (f"={_prompt(place)} {_ARROW} {escaped(step.text)}" for place, step in zip(places, question.steps, strict=True))
        case Typed() | Case():
            return
        case _:
            yield from (f"{_sign(question, option)}{escaped_first(option.text)}#{escaped_first(option.why)}" for option in question.options)


def _prompt(text: str) -> str:
    """A prompt without the arrow that would end it, for which GIFT has no escape."""
    return escaped_first(text.replace(_ARROW, "→"))


def _sign(question: Picking, option: Option) -> str:
    """What stands before an option: its share of the marks."""
    single = isinstance(question, Choice | ChoiceQuestion)
    if not option.right:
        looks_weighted = weight_of(option.text)[0] is not None
        return ("~%0%" if looks_weighted else "~") if single else "~%-100%"
    if single:
        return "="
    return f"~%{_share(sum(one.right for one in question.options))}%"


def _share(right: int) -> str:
    """Percent for each of so many right options, with the digits that Moodle knows."""
    return f"{100 / right:.5f}".rstrip("0").rstrip(".")


def _sections(question: Item | Question, knowledge: Knowledge) -> Iterator[Section]:
    """Reasons that have no place of their own, and model answers."""
    match question:
        case Matching():
            yield from ((reason_label(pair.prompt, pair.answer), pair.why) for pair in question.pairs)
        case Ordering():
            for number, step in enumerate(question.steps, 1):
                yield reason_label(say(knowledge, "place", number=number), step.text), step.why
        case Typed():
            yield from ((say(knowledge, "model_answer"), text) for text in question.references)
        case _:
            return


def _lesson(item: Item, knowledge: Knowledge) -> Iterator[Section]:
    yield say(knowledge, "principle"), item.principle
    sources = [knowledge.sources[name] for name in item.sources if name in knowledge.sources]
    if sources:
        yield say(knowledge, "sources"), "; ".join(f"{source.title} ({source.url})" for source in sources)
