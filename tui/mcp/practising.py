"""The tools of practice: a question without its answer, and the mark of an answer. The learner's log is left alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from knowledge.errors import InputError, shown
from knowledge.lookup import look_up
from knowledge.schema.record import Record
from quizzes.item import Form, Item, Matching, exact_parts
from quizzes.order import Order, as_written, dealt
from tui.cli.quiz.grade import answer as graded
from tui.mcp.held import Arguments, Held, Told
from tui.practice.asking import Asking, Question, questions_of
from tui.practice.words import say
from tui.views.line import WIDTH, Line, as_text, wrapped


class Lettered(Record):
    """One element of a question, with the letter that stands for it."""

    letter: str
    text: str


class Part(Record):
    """One question: an item has one, a case several."""

    stem: str
    prompts: tuple[str, ...]
    """Of a matching, numbered from 1: each takes a letter."""
    options: tuple[Lettered, ...]
    """Nothing where it is answered in words."""
    how: str
    """How an answer is written."""


class QuizItem(Record):
    """A question as a learner sees it."""

    item: str
    form: Form
    task: str
    difficulty: int
    seed: int | None
    """The one to give when the answer is marked."""
    scenario: str
    """Of a case; empty elsewhere."""
    questions: tuple[Part, ...]


class Mark(Record):
    """What an answer is worth, and why."""

    item: str = ""
    """Empty for a question that is not in the bank."""
    verdict: Literal["correct", "partial", "incorrect", "unsure"]
    score: float
    found: tuple[str, ...]
    missing: tuple[str, ...]
    contradicted: tuple[str, ...]
    feedback: tuple[str, ...] = ()
    """The verdict in words, the reason for every option, the principle."""


def quiz_item(given: Arguments, held: Held) -> Told:
    """The item of an id; else one that fits, dealt by the seed among those that were not seen."""
    item = held.bank.item(given["item"]) if "item" in given else _picked(given, held)
    seed = given.get("seed")
    asked = [_asking(question, seed) for question in questions_of([item])]
    scenario = item.stem if item.type == "case" else ""
    parts = tuple(_part(one, item, held) for one in asked)
    told = QuizItem(item=item.id, form=item.type, task=item.task, difficulty=item.difficulty, seed=seed, scenario=scenario, questions=parts)
    return Told(told, as_text(_page(told)))


def quiz_grade(given: Arguments, held: Held) -> Told:
    """The mark of an answer, to an item of the bank or to any other question."""
    mark = graded(given, bank=held.bank, knowledge=held.knowledge)
    lines = [*mark.get("feedback", ()), *([] if "item" in mark else [f"{mark['verdict']}, {mark['score']:.0%}"])]
    return Told(mark, "\n".join(lines))


def _picked(given: Arguments, held: Held) -> Item:
    """The first that fits, in an order that the seed deals. Raises InputError where none is left."""
    seen = set(given.get("seen", ()))
    fitting = [item for item in _about(given, held) if item.id not in seen and _fits(item, given)]
    order = dealt(fitting, given.get("seed") or 0, "mcp", lambda item: item.id)
    if not order:
        raise InputError(held.say("no_item"))
    return order[0]


def _about(given: Arguments, held: Held) -> list[Item]:
    """Items that stand on what some words name; all without words. Raises InputError for words that name nothing."""
    words = given.get("about", "")
    if not words.strip():
        return list(held.bank.items.values())
    hits = look_up(words, held.knowledge)
    found = {item.id: item for hit in hits for item in held.bank.by_entry.get(f"{hit.kind}/{hit.id}", ())}
    if not found:
        raise InputError(held.say("nothing_about", text=shown(words)))
    return list(found.values())


def _fits(item: Item, given: Arguments) -> bool:
    wanted = {"task": item.task, "form": item.type, "difficulty": item.difficulty}
    return all(given.get(name, value) == value for name, value in wanted.items())


def _asking(question: Question, seed: int | None) -> Asking:
    """The question with its elements dealt by the seed; as written without one."""
    parts = exact_parts(question.item)
    order: Order | None = as_written(parts[question.part or 0]) if seed is None and parts else None
    return Asking(question, seed or 0, order)


def _part(asking: Asking, item: Item, held: Held) -> Part:
    exact = exact_parts(item)
    one = exact[asking.part or 0] if exact else None
    stem = one.stem if one is not None else item.stem
    prompts = tuple(pair.prompt for pair in one.pairs) if isinstance(one, Matching) else ()
    options = tuple(Lettered(letter=choice.mark, text=choice.label) for choice in asking.choices())
    return Part(stem=stem, prompts=prompts, options=options, how=say(held.knowledge, asking.how(), example=asking.example()))


def _page(told: QuizItem) -> Iterator[Line]:
    yield Line(told.item)
    yield from wrapped(told.scenario) if told.scenario else ()
    for number, part in enumerate(told.questions, 1):
        yield from wrapped(f"{number}. {part.stem}" if told.scenario else part.stem, WIDTH, "   ")
        for at, prompt in enumerate(part.prompts, 1):
            yield from wrapped(f" {at}. {prompt}", WIDTH, "    ")
        for option in part.options:
            yield from wrapped(f" {option.letter}) {option.text}", WIDTH, "    ")
        yield Line(part.how)
