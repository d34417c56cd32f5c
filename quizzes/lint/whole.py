"""The bank as a whole: how much there is, what it covers, what stands twice, and whether looks give keys away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from knowledge.errors import suggestion
from quizzes.blueprint import Blueprint
from quizzes.fault import Fault, fault_of, fault_of_all
from quizzes.item import Case, Choice, ChoiceQuestion, Item, Response, Typed
from quizzes.lint.form import CHOICES
from quizzes.lint.players import TOLERANCE, Score, questions_of, scores

LEAST_ITEMS: Final = 300
CHECKPOINTS: Final = tuple(f"checkpoint-{number:02}" for number in range(1, 13))
"""Typed items that a course returns to."""
_ALIKE: Final = 90
"""Likeness of two stems, in percent, from which they are one question asked twice."""


def coverage(items: Sequence[Item], blueprints: Mapping[str, Blueprint]) -> Iterator[Fault]:
    """Too few items, tasks of a live exam that none asks for, checkpoints that are missing, sets with nothing to mix up."""
    if len(items) < LEAST_ITEMS:
        yield fault_of_all("items", f"{len(items)} items; there are to be at least {LEAST_ITEMS}")
    for code, blueprint in blueprints.items():
        asked = {blueprint.task_of(item.task) for item in items if code in item.exams}
        for number, task in blueprint.tasks.items() if blueprint.status == "live" else ():
            if number not in asked:
                yield fault_of_all("task", f"no item of {code} asks for {number} ({task.name})")
    by_id = {item.id: item for item in items}
    for identity in CHECKPOINTS:
        if identity not in by_id:
            yield fault_of_all("items", f"there is no {identity}")
        elif not isinstance(by_id[identity], Typed):
            yield fault_of(by_id[identity], "type", "a checkpoint is typed")
    sets = Counter(item.confusable for item in items if item.confusable)
    for item in items:
        if sets[item.confusable] == 1:
            others = suggestion(item.confusable, [name for name in sets if name != item.confusable])
            yield fault_of(item, "confusable", f'"{item.confusable}" has this item alone; a set has two or more.{others}')


def scope(items: Sequence[Item], blueprints: Mapping[str, Blueprint]) -> Iterator[Fault]:
    """Exams and tasks that do not exist, and items in the scope of an exam that does not ask such things."""
    tasks = {number for blueprint in blueprints.values() if blueprint.status == "live" for number in blueprint.tasks}
    for item in items:
        if item.task not in tasks:
            yield fault_of(item, "task", f'no live exam has a task "{item.task}".{suggestion(item.task, tasks)}')
        for code in item.exams:
            if code not in blueprints:
                yield fault_of(item, "exams", f'there is no exam "{code}".{suggestion(code, blueprints)}')
            else:
                yield from _outside(item, blueprints[code])


def _outside(item: Item, blueprint: Blueprint) -> Iterator[Fault]:
    if not isinstance(item, Typed) and item.type not in blueprint.mix:
        yield fault_of(item, "exams", f"{blueprint.code} has no questions of the type {item.type}")
    said = " ".join(_decisive(item)).lower()
    for word in blueprint.out_of_scope:
        if word in said:
            yield fault_of(
                item, "exams", f'turns on "{word}…", which is out of the scope of {blueprint.code}; write exams: [] or ask otherwise'
            )


def _decisive(item: Item) -> Iterator[str]:
    """The texts that an item turns on; distractors may name what no exam asks for."""
    yield from (item.stem, item.principle, *item.stands_on)
    if isinstance(item, Choice | Response):
        yield from (option.text for option in item.options if option.right)
    if isinstance(item, Case):
        yield from (text for question in item.questions for text in (question.stem, *(one.text for one in question.options if one.right)))


def twins(items: Sequence[Item]) -> Iterator[Fault]:
    """Items whose stem another item has already asked, in the same or nearly the same words."""
    from rapidfuzz import fuzz  # noqa: PLC0415  # only the check needs it

    asked = [(item, " ".join(sorted(_full_stem(item).lower().split()))) for item in items]
    for index, (item, words) in enumerate(asked):
        for other, others in asked[:index]:
            if fuzz.ratio(words, others, score_cutoff=_ALIKE):
                yield fault_of(item, "stem", f"asks nearly the same as {other.id} (banks/{other.bank}.yaml)")


def _full_stem(item: Item) -> str:
    return " ".join((item.stem, *(question.stem for question in item.questions))) if isinstance(item, Case) else item.stem


def played(items: Sequence[Item]) -> dict[str, list[Score]]:
    """Scores of the players over the choices alone, and over everything that is answered by picking."""
    questions = [(question, stem) for _, question, stem in questions_of(items)]
    choices = [(question, stem) for question, stem in questions if isinstance(question, Choice | ChoiceQuestion)]
    return {"choices": scores(choices), "choices and responses": scores(questions)}


def guessable(results: Mapping[str, Sequence[Score]]) -> Iterator[Fault]:
    """A fault for each player whose score is not that of chance."""
    for over, found in results.items():
        for score in found:
            if score.questions and abs(score.off) > TOLERANCE:
                how = "beats" if score.off > 0 else "loses to"
                text = f'"{score.player}" {how} chance over {score.questions} {over}: {score.score:.1%} against {score.chance:.1%}'
                yield fault_of_all("options", text)


def unbalanced(items: Sequence[Item]) -> Iterator[Fault]:
    """A fault for each position that holds the right option of choices too often or too rarely."""
    choices = [question for _, question, _ in questions_of(items) if isinstance(question, Choice | ChoiceQuestion)]
    places = Counter(index for choice in choices for index, option in enumerate(choice.options) if option.right)
    for index in range(CHOICES) if choices else ():
        share = places[index] / len(choices)
        if abs(share - 1 / CHOICES) > TOLERANCE:
            text = f"the right option of {len(choices)} choices is {'abcd'[index]} in {share:.1%}, not about {1 / CHOICES:.0%}"
            yield fault_of_all("options", text)
