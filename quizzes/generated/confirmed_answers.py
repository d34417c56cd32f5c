"""What generated items say today compared with what somebody confirmed: a changed answer fails the check until it is confirmed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from engine.decision.choice import WhatIf
from engine.decision.context import DecisionCache
from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.confirmation_file import read_rows, write_rows
from quizzes.fingerprints import entry_fingerprint
from quizzes.generated.number_items import draw_problem
from quizzes.generated.option_contest import SURE_FACTOR, OptionContest, best_among
from quizzes.generated.plan_items import describe_plan, plan_item
from quizzes.generated.scenario import Aspect
from quizzes.generated.scenario_items import DecidedScenario, aspect_item, deciding_limits
from quizzes.generated.source import ItemSource
from quizzes.generated.template import Template
from quizzes.item import Choice

CONFIRMED_FILE: Final = Path(__file__).parent / "seen.csv"
_COLUMNS: Final = ("item", "answer", "wrong", "exams", "stands_on", "fingerprint")
_DRAWN: Final = {"model": "models", "accelerator": "accelerators"}
"""What a template draws by id -> its kind."""


class GeneratedAnswer(NamedTuple):
    """What a generated item says."""

    item: str
    answer: str = ""
    """The right option of a scenario; its plan; "formula" for a template, whose number changes with the seed."""
    wrong: str = ""
    """The other options."""
    exams: str = ""
    """Exams that may ask it, separated by spaces."""
    stands_on: str = ""
    """The entries that an answer tests, separated by spaces; practice picks items by them before they are generated."""
    fingerprint: str = ""
    """Of those entries and the deciding limits."""
    fault: str = ""
    """Why it cannot be asked: no answer, or a disputable one."""


ConfirmedAnswers = Mapping[str, GeneratedAnswer]
"""Confirmed answers by item."""


def current_answers(knowledge: Knowledge, source: ItemSource) -> Iterator[GeneratedAnswer]:
    """The current answer of every scenario's items and of every template."""
    cache = DecisionCache()
    for scenario in source.scenarios.values():
        stage = DecidedScenario(scenario, source.givens, knowledge, cache)
        for aspect in scenario.ask:
            identity, item = f"scenario-{scenario.id}-{aspect}", aspect_item(stage, aspect)
            if item is None:
                yield GeneratedAnswer(identity, fault="the engine has no choice, or not three options that are surely wrong")
            else:
                limits, doubt = deciding_limits(stage, aspect), "; ".join(dict.fromkeys(find_doubts(stage, aspect)))
                yield _choice_answer(item, limits, knowledge)._replace(fault=doubt)
        yield _plan_answer(stage)
    yield from (_template_answer(template, knowledge) for template in source.templates.values())


def find_doubts(stage: DecidedScenario, aspect: Aspect) -> Iterator[str]:
    """A line for each reason to defend another of the options."""
    decision = stage.decision
    if decision.best is None:
        yield "nothing fits"
        return
    contest, losses = stage.contest_for(aspect)
    options = tuple(loss.name for loss in losses)
    target, latency = stage.workload.latency_p99_ms, decision.best.latency_ms
    if target is not None and latency is not None and latency * SURE_FACTOR > target and decision.best.processor is not None:
        yield f"the choice takes {latency:.0f} of {target:.0f} ms, which an estimate may miss"
    yield from _open_question_doubts(stage, contest, options)


def _open_question_doubts(stage: DecidedScenario, contest: OptionContest, options: tuple[str, ...]) -> Iterator[str]:
    what_if = WhatIf(stage.workload, stage.decision)
    for asked in what_if.next_questions():
        question = stage.knowledge.questions[asked.fact]
        for choice in what_if.choices_of(question):
            other = what_if.decide_with(question.id, choice.value)
            if best_among(other, contest.aspect, (contest.winner, *options)) not in (contest.winner, None):
                yield f"{question.id} = {choice.value}"


def find_changes(now: Collection[GeneratedAnswer], seen: ConfirmedAnswers) -> Iterator[tuple[str, str]]:
    """Each item that cannot be asked, differs from what was confirmed, or is gone, with a sentence."""
    for one in now:
        if (told := one.fault or _describe_change(one, seen.get(one.item))) is not None:
            yield one.item, told
    here = {one.item for one in now}
    yield from ((name, "nothing generates it any more") for name in seen if name not in here)


def _describe_change(now: GeneratedAnswer, before: GeneratedAnswer | None) -> str | None:
    if before is None:
        return "nobody has looked at it yet"
    for what, was, is_ in (
        ("answer was", before.answer, now.answer),
        ("wrong options were", before.wrong, now.wrong),
        ("exams were", before.exams, now.exams),
        ("points were", before.stands_on, now.stands_on),
    ):
        if was != is_:
            return f"the {what} {was or 'none'}, today: {is_ or 'none'}"
    return None if before.fingerprint == now.fingerprint else "what it stands on has changed"


def confirm_answers(
    now: Collection[GeneratedAnswer], seen: ConfirmedAnswers, only: Collection[str] | None = None
) -> dict[str, GeneratedAnswer]:
    """`seen` updated for the items in `only` (all for None), without items that are gone or cannot be asked."""
    kept = {one.item: one if only is None or one.item in only else seen.get(one.item) for one in now if not one.fault}
    return {item: standing for item, standing in kept.items() if standing is not None}


def read_confirmed(path: Path = CONFIRMED_FILE) -> dict[str, GeneratedAnswer]:
    """Confirmed answers by item; empty if there is no file. Raises InputError for an unreadable file."""
    return {row[0]: GeneratedAnswer(*row) for row in read_rows(path, path.name, _COLUMNS)}


def write_confirmed(seen: ConfirmedAnswers, path: Path = CONFIRMED_FILE) -> None:
    """Write the file, sorted by item. Raises InputError if that fails."""
    write_rows(path, path.name, _COLUMNS, [one[: len(_COLUMNS)] for one in sorted(seen.values())])


def _choice_answer(item: Choice, limits: tuple[str, ...], knowledge: Knowledge) -> GeneratedAnswer:
    return GeneratedAnswer(
        item.id,
        answer=next(option.text for option in item.options if option.right),
        wrong=" | ".join(sorted(option.text for option in item.options if not option.right)),
        exams=" ".join(item.exams),
        stands_on=" ".join(item.stands_on),
        fingerprint=_joint_fingerprint((*item.stands_on, *limits), knowledge),
    )


def _plan_answer(stage: DecidedScenario) -> GeneratedAnswer:
    item = plan_item(stage)
    if item is None:
        return GeneratedAnswer(f"scenario-{stage.scenario.id}-plan", fault="nothing fits")
    return GeneratedAnswer(
        item.id, describe_plan(stage), stands_on=" ".join(item.stands_on), fingerprint=_joint_fingerprint(item.stands_on, stage.knowledge)
    )


def _template_answer(template: Template, knowledge: Knowledge) -> GeneratedAnswer:
    drawn = tuple(f"{kind}/{value}" for name, kind in _DRAWN.items() for value in template.draw.get(name, ()))
    try:
        draw_problem(template, 0, knowledge)
    except InputError as error:
        return GeneratedAnswer(f"number-{template.id}", fault=str(error).rstrip("."))
    return GeneratedAnswer(
        f"number-{template.id}",
        "formula",
        exams=" ".join(template.exams),
        stands_on=" ".join(template.stands_on),
        fingerprint=_joint_fingerprint((*template.stands_on, *drawn), knowledge),
    )


def _joint_fingerprint(references: tuple[str, ...], knowledge: Knowledge) -> str:
    """Twelve hexadecimal digits over the entries; a missing entry counts too."""
    prints = "\0".join(f"{reference} {entry_fingerprint(reference, knowledge)}" for reference in references)
    return blake2b(prints.encode(), digest_size=6).hexdigest()
