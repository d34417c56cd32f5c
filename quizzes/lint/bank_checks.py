"""Checks of the bank as a whole: size, coverage, duplicates, and whether appearance gives keys away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from knowledge.errors import suggest_name
from quizzes.blueprint import Blueprint
from quizzes.fault import Fault, bank_fault, item_fault
from quizzes.item import Case, Choice, ChoiceQuestion, Item, Response, Typed
from quizzes.lint.guessing_players import TOLERANCE, PlayerScore, option_questions, score_players
from quizzes.lint.item_form import CHOICES

MIN_ITEMS: Final = 300
CHECKPOINTS: Final = tuple(f"checkpoint-{number:02}" for number in range(1, 13))
"""Typed items that a course returns to."""
_ALIKE: Final = 90
"""Similarity of two stems, in percent, from which they count as the same question."""


def check_coverage(items: Sequence[Item], blueprints: Mapping[str, Blueprint]) -> Iterator[Fault]:
    """Too few items, tasks of a live exam without an item, missing checkpoints, confusable sets with one item."""
    if len(items) < MIN_ITEMS:
        yield bank_fault("items", f"{len(items)} items; there are to be at least {MIN_ITEMS}")
    for code, blueprint in blueprints.items():
        asked = {blueprint.task_of(item.task) for item in items if code in item.exams}
        for number, task in blueprint.tasks.items() if blueprint.status == "live" else ():
            if number not in asked:
                yield bank_fault("task", f"no item of {code} asks for {number} ({task.name})")
    by_id = {item.id: item for item in items}
    for identity in CHECKPOINTS:
        if identity not in by_id:
            yield bank_fault("items", f"there is no {identity}")
        elif not isinstance(by_id[identity], Typed):
            yield item_fault(by_id[identity], "type", "a checkpoint is typed")
    sets = Counter(item.confusable for item in items if item.confusable)
    for item in items:
        if sets[item.confusable] == 1:
            others = suggest_name(item.confusable, [name for name in sets if name != item.confusable])
            yield item_fault(item, "confusable", f'"{item.confusable}" has this item alone; a set has two or more.{others}')


def check_scope(items: Sequence[Item], blueprints: Mapping[str, Blueprint]) -> Iterator[Fault]:
    """Unknown exams and tasks, and items in the scope of an exam that does not ask such things."""
    tasks = {number for blueprint in blueprints.values() if blueprint.status == "live" for number in blueprint.tasks}
    for item in items:
        if item.task not in tasks:
            yield item_fault(item, "task", f'no live exam has a task "{item.task}".{suggest_name(item.task, tasks)}')
        for code in item.exams:
            if code not in blueprints:
                yield item_fault(item, "exams", f'there is no exam "{code}".{suggest_name(code, blueprints)}')
            else:
                yield from _check_exam_scope(item, blueprints[code])


def _check_exam_scope(item: Item, blueprint: Blueprint) -> Iterator[Fault]:
    if not isinstance(item, Typed) and item.type not in blueprint.mix:
        yield item_fault(item, "exams", f"{blueprint.code} has no questions of the type {item.type}")
    said = " ".join(_decisive_texts(item)).lower()
    for word in blueprint.out_of_scope:
        if word in said:
            yield item_fault(
                item, "exams", f'turns on "{word}…", which is out of the scope of {blueprint.code}; write exams: [] or ask otherwise'
            )


def _decisive_texts(item: Item) -> Iterator[str]:
    """The texts that decide an item; distractors may name what no exam asks for."""
    yield from (item.stem, item.principle, *item.stands_on)
    if isinstance(item, Choice | Response):
        yield from (option.text for option in item.options if option.right)
    if isinstance(item, Case):
        yield from (text for question in item.questions for text in (question.stem, *(one.text for one in question.options if one.right)))


def check_duplicates(items: Sequence[Item]) -> Iterator[Fault]:
    """Items with nearly the same stem as an earlier item."""
    from rapidfuzz import fuzz  # noqa: PLC0415  # 7 ms; reports of other faces do not need it

    asked = [(item, " ".join(sorted(_stem_with_questions(item).lower().split()))) for item in items]
    for index, (item, words) in enumerate(asked):
        for other, others in asked[:index]:
            if fuzz.ratio(words, others, score_cutoff=_ALIKE):
                yield item_fault(item, "stem", f"asks nearly the same as {other.id} (banks/{other.bank}.yaml)")


def _stem_with_questions(item: Item) -> str:
    return " ".join((item.stem, *(question.stem for question in item.questions))) if isinstance(item, Case) else item.stem


def play_bank(items: Sequence[Item]) -> dict[str, list[PlayerScore]]:
    """Scores of the guessing players over the choices alone, and over all questions with options."""
    questions = [(question, stem) for _, question, stem in option_questions(items)]
    choices = [(question, stem) for question, stem in questions if isinstance(question, Choice | ChoiceQuestion)]
    return {"choices": score_players(choices), "choices and responses": score_players(questions)}


def check_guessable(results: Mapping[str, Sequence[PlayerScore]]) -> Iterator[Fault]:
    """A fault for each player whose score differs from chance."""
    for over, found in results.items():
        for score in found:
            if score.questions and abs(score.above_chance) > TOLERANCE:
                how = "beats" if score.above_chance > 0 else "loses to"
                text = f'"{score.player}" {how} chance over {score.questions} {over}: {score.score:.1%} against {score.chance:.1%}'
                yield bank_fault("options", text)


def check_balance(items: Sequence[Item]) -> Iterator[Fault]:
    """A fault for each position that holds the right option of choices too often or too rarely."""
    choices = [question for _, question, _ in option_questions(items) if isinstance(question, Choice | ChoiceQuestion)]
    places = Counter(index for choice in choices for index, option in enumerate(choice.options) if option.right)
    for index in range(CHOICES) if choices else ():
        share = places[index] / len(choices)
        if abs(share - 1 / CHOICES) > TOLERANCE:
            text = f"the right option of {len(choices)} choices is {'abcd'[index]} in {share:.1%}, not about {1 / CHOICES:.0%}"
            yield bank_fault("options", text)
