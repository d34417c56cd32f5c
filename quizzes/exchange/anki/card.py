"""The two sides of an Anki card as HTML. All text of an item is escaped."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator

from knowledge import Knowledge
from quizzes.display_order import LETTERS, Order, element_texts, lettered_elements, shuffle_elements, written_order
from quizzes.exchange.exchange_sentences import exchange_sentence
from quizzes.item import Case, Item, Matching, Ordering, Question, Typed

_SEED = 1
"""Shuffles steps and answers in the same way in every export."""


def escape_html(text: str) -> str:
    """`text` escaped for HTML; square brackets too, since Anki takes [sound:x] for a file to play."""
    return html.escape(text).replace("[", "&#91;").replace("\n", "<br>")


def render_front(item: Item, knowledge: Knowledge) -> str:
    """The stem with its options, steps or prompts; for a case with all its questions."""
    parts = [_paragraph_html(item.stem)]
    if not isinstance(item, Case):
        return "".join([*parts, *_question_html(item, item.id)])
    for number, question in enumerate(item.questions, 1):
        parts += [_number_html(number, knowledge), _paragraph_html(question.stem), *_question_html(question, f"{item.id}/{number - 1}")]
    return "".join(parts)


def render_back(item: Item, knowledge: Knowledge) -> str:
    """The key, with a reason for each option, step or pair."""
    if not isinstance(item, Case):
        return "".join(_answer_html(item, item.id, knowledge))
    parts: list[str] = []
    for number, question in enumerate(item.questions, 1):
        parts += [_number_html(number, knowledge), *_answer_html(question, f"{item.id}/{number - 1}", knowledge)]
    return "".join(parts)


def render_principle(item: Item) -> str:
    """The principle."""
    return escape_html(item.principle)


def render_sources(item: Item, knowledge: Knowledge) -> str:
    """A link for each known source."""
    known = (knowledge.sources[name] for name in item.sources if name in knowledge.sources)
    return "<br>".join(f'<a href="{html.escape(source.url)}">{escape_html(source.title)}</a>' for source in known)


def _card_order(question: Item | Question, name: str) -> Order:
    """The order on a card: that of the bank for options, which is balanced; shuffled where it would show the key."""
    if isinstance(question, Ordering | Matching):
        return shuffle_elements(question, _SEED, name)
    return () if isinstance(question, Typed | Case) else written_order(question)


def _question_html(question: Item | Question, name: str) -> Iterator[str]:
    if isinstance(question, Typed | Case):
        return
    if isinstance(question, Matching):
        yield _list_html(pair.prompt for pair in question.pairs)
    yield "".join(
        f"<div>{letter.upper()}. {escape_html(text)}</div>" for letter, text in lettered_elements(question, _card_order(question, name))
    )


def _answer_html(question: Item | Question, name: str, knowledge: Knowledge) -> Iterator[str]:
    order = _card_order(question, name)
    letters = {index: LETTERS[place].upper() for place, index in enumerate(order)}
    match question:
        case Typed():
            yield from (_paragraph_html(text) for text in question.references)
        case Ordering():
            yield _list_html((f"{letters[n]}. {step.text}", step.why) for n, step in enumerate(question.steps))
        case Matching():
            answers = element_texts(question)
            labels = [f"{pair.prompt} → {letters[answers.index(pair.answer)]}. {pair.answer}" for pair in question.pairs]
            yield _list_html(zip(labels, (pair.why for pair in question.pairs), strict=True))
            yield from (_paragraph_html(f"{text}: {exchange_sentence(knowledge, 'not_answer')}") for text in question.extra)
        case Case():
            return
        case _:
            for index in order:
                option = question.options[index]
                mark = f"{'✓' if option.right else '✗'} {exchange_sentence(knowledge, 'right' if option.right else 'wrong')}"
                text = escape_html(f"{letters[index]}. {option.text}")
                yield f"<div>{f'<b>{text}</b>' if option.right else text} ({mark}): {escape_html(option.why)}</div>"


def _list_html(rows: Iterable[str | tuple[str, str]]) -> str:
    """A numbered list; the second of a pair is the reason for the first."""
    lines = (escape_html(row) if isinstance(row, str) else f"<b>{escape_html(row[0])}</b>: {escape_html(row[1])}" for row in rows)
    return f"<ol>{''.join(f'<li>{line}</li>' for line in lines)}</ol>"


def _paragraph_html(text: str) -> str:
    return f"<p>{escape_html(text)}</p>"


def _number_html(number: int, knowledge: Knowledge) -> str:
    return f"<p><b>{escape_html(exchange_sentence(knowledge, 'question', number=number))}</b></p>"
