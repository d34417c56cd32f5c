"""The two sides of a card in HTML. All text of an item is escaped, so that it stays text."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator

from knowledge import Knowledge
from quizzes.exchange.words import say
from quizzes.item import Case, Item, Matching, Ordering, Question, Typed
from quizzes.order import LETTERS, Order, as_written, elements, shown, shuffled

_SEED = 1
"""Deals steps and answers, the same in every export."""


def escaped(text: str) -> str:
    """`text` as HTML that shows it; a square bracket is hidden from Anki, which takes [sound:x] for a file to play."""
    return html.escape(text).replace("[", "&#91;").replace("\n", "<br>")


def front(item: Item, knowledge: Knowledge) -> str:
    """The stem with its options, steps or prompts; for a case with all of its questions."""
    parts = [_paragraph(item.stem)]
    if not isinstance(item, Case):
        return "".join([*parts, *_asked(item, item.id)])
    for number, question in enumerate(item.questions, 1):
        parts += [_number(number, knowledge), _paragraph(question.stem), *_asked(question, f"{item.id}/{number - 1}")]
    return "".join(parts)


def back(item: Item, knowledge: Knowledge) -> str:
    """The key with a reason for each option, step or pair."""
    if not isinstance(item, Case):
        return "".join(_told(item, item.id, knowledge))
    parts: list[str] = []
    for number, question in enumerate(item.questions, 1):
        parts += [_number(number, knowledge), *_told(question, f"{item.id}/{number - 1}", knowledge)]
    return "".join(parts)


def principle(item: Item) -> str:
    """The principle alone."""
    return escaped(item.principle)


def sources(item: Item, knowledge: Knowledge) -> str:
    """A link for each source that the base knows."""
    known = (knowledge.sources[name] for name in item.sources if name in knowledge.sources)
    return "<br>".join(f'<a href="{html.escape(source.url)}">{escaped(source.title)}</a>' for source in known)


def _order(question: Item | Question, name: str) -> Order:
    """The order of a card: that of the bank for options, which is balanced; another where that would show the key."""
    if isinstance(question, Ordering | Matching):
        return shuffled(question, _SEED, name)
    return () if isinstance(question, Typed | Case) else as_written(question)


def _asked(question: Item | Question, name: str) -> Iterator[str]:
    if isinstance(question, Typed | Case):
        return
    if isinstance(question, Matching):
        yield _list(pair.prompt for pair in question.pairs)
    yield "".join(f"<div>{letter.upper()}. {escaped(text)}</div>" for letter, text in shown(question, _order(question, name)))


def _told(question: Item | Question, name: str, knowledge: Knowledge) -> Iterator[str]:
    order = _order(question, name)
    letters = {index: LETTERS[place].upper() for place, index in enumerate(order)}
    match question:
        case Typed():
            yield from (_paragraph(text) for text in question.references)
        case Ordering():
            yield _list((f"{letters[n]}. {step.text}", step.why) for n, step in enumerate(question.steps))
        case Matching():
            answers = elements(question)
            labels = [f"{pair.prompt} → {letters[answers.index(pair.answer)]}. {pair.answer}" for pair in question.pairs]
            yield _list(zip(labels, (pair.why for pair in question.pairs), strict=True))
            yield from (_paragraph(f"{text}: {say(knowledge, 'not_answer')}") for text in question.extra)
        case Case():
            return
        case _:
            for index in order:
                option = question.options[index]
                mark = f"{'✓' if option.right else '✗'} {say(knowledge, 'right' if option.right else 'wrong')}"
                text = escaped(f"{letters[index]}. {option.text}")
                yield f"<div>{f'<b>{text}</b>' if option.right else text} ({mark}): {escaped(option.why)}</div>"


def _list(rows: Iterable[str | tuple[str, str]]) -> str:
    """A numbered list; of a pair, the second is the reason of the first."""
    lines = (escaped(row) if isinstance(row, str) else f"<b>{escaped(row[0])}</b>: {escaped(row[1])}" for row in rows)
    return f"<ol>{''.join(f'<li>{line}</li>' for line in lines)}</ol>"


def _paragraph(text: str) -> str:
    return f"<p>{escaped(text)}</p>"


def _number(number: int, knowledge: Knowledge) -> str:
    return f"<p><b>{escaped(say(knowledge, 'question', number=number))}</b></p>"
