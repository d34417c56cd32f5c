"""The tools for practice: a question without its answer, and the mark of an answer. The learner's log is not written."""

from __future__ import annotations

from collections.abc import Iterator

from knowledge.errors import InputError, quote_value
from knowledge.lookup import look_up
from knowledge.schema.record import Record
from quizzes.display_order import Order, shuffle_by_hash, written_order
from quizzes.item import Form, Item, Matching, keyed_questions
from tui.cli.quiz.grade import answer_request as graded
from tui.mcp.server_state import Arguments, ServerState, ToolAnswer
from tui.practice.practice_sentences import practice_sentence
from tui.practice.question_card import AskedPart, QuestionCard, split_cases
from tui.views.text_lines import WIDTH, Line, as_text, wrap_text


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


def answer_quiz_item(given: Arguments, state: ServerState) -> ToolAnswer:
    """The item with the given id; else one that fits and was not seen, chosen by the seed."""
    item = state.bank.find_item(given["item"]) if "item" in given else _pick_item(given, state)
    seed = given.get("seed")
    cards = [_deal_question(question, seed) for question in split_cases([item])]
    scenario = item.stem if item.type == "case" else ""
    parts = tuple(_make_part(one, item, state) for one in cards)
    view = QuizItem(item=item.id, form=item.type, task=item.task, difficulty=item.difficulty, seed=seed, scenario=scenario, questions=parts)
    return ToolAnswer(view, as_text(_item_page(view)))


def answer_quiz_grade(given: Arguments, state: ServerState) -> ToolAnswer:
    """The mark of an answer to an item of the bank or to any other question."""
    mark = graded(given, bank=state.bank, knowledge=state.knowledge)
    lines = [*mark.get("feedback", ()), *([] if "item" in mark else [f"{mark['verdict']}, {mark['score']:.0%}"])]
    return ToolAnswer(mark, "\n".join(lines))


def _pick_item(given: Arguments, state: ServerState) -> Item:
    """The first item that fits, in an order that depends on the seed. Raises InputError if none is left."""
    seen = set(given.get("seen", ()))
    fitting = [item for item in _items_about(given, state) if item.id not in seen and _is_wanted(item, given)]
    order = shuffle_by_hash(fitting, given.get("seed") or 0, "mcp", lambda item: item.id)
    if not order:
        raise InputError(state.say("no_item"))
    return order[0]


def _items_about(given: Arguments, state: ServerState) -> list[Item]:
    """Items about the entries that the words name; all items without words. Raises InputError for words that name nothing."""
    words = given.get("about", "")
    if not words.strip():
        return list(state.bank.items.values())
    hits = look_up(words, state.knowledge)
    found = {item.id: item for hit in hits for item in state.bank.by_entry.get(f"{hit.kind}/{hit.id}", ())}
    if not found:
        raise InputError(state.say("nothing_about", text=quote_value(words)))
    return list(found.values())


def _is_wanted(item: Item, given: Arguments) -> bool:
    wanted = {"task": item.task, "form": item.type, "difficulty": item.difficulty}
    return all(given.get(name, value) == value for name, value in wanted.items())


def _deal_question(question: AskedPart, seed: int | None) -> QuestionCard:
    """The question with its elements in an order that depends on the seed; as written without one."""
    parts = keyed_questions(question.item)
    order: Order | None = written_order(parts[question.part or 0]) if seed is None and parts else None
    return QuestionCard(question, seed or 0, order)


def _make_part(card: QuestionCard, item: Item, state: ServerState) -> Part:
    exact = keyed_questions(item)
    one = exact[card.part or 0] if exact else None
    stem = one.stem if one is not None else item.stem
    prompts = tuple(pair.prompt for pair in one.pairs) if isinstance(one, Matching) else ()
    options = tuple(Lettered(letter=choice.mark, text=choice.label) for choice in card.answer_choices())
    return Part(
        stem=stem,
        prompts=prompts,
        options=options,
        how=practice_sentence(state.knowledge, card.instruction_key(), example=card.example_answer()),
    )


def _item_page(view: QuizItem) -> Iterator[Line]:
    yield Line(view.item)
    yield from wrap_text(view.scenario) if view.scenario else ()
    for number, part in enumerate(view.questions, 1):
        yield from wrap_text(f"{number}. {part.stem}" if view.scenario else part.stem, WIDTH, "   ")
        for at, prompt in enumerate(part.prompts, 1):
            yield from wrap_text(f" {at}. {prompt}", WIDTH, "    ")
        for option in part.options:
            yield from wrap_text(f" {option.letter}) {option.text}", WIDTH, "    ")
        yield Line(part.how)
