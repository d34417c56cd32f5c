"""Assembles a mock exam: domains by weight, types by the blueprint's mix, what was seen least first; a seed decides the rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from knowledge.errors import InputError
from quizzes.blueprint import Blueprint
from quizzes.display_order import shuffle_by_hash, shuffle_elements
from quizzes.exam import Exam, Scope, Shortfall, Slot
from quizzes.exam_dealing import ExamDealer, Seen
from quizzes.item import Case, Item, keyed_questions
from quizzes.item_supply import ItemSupply
from quizzes.practice_log import Askable

_SECONDS: Final = 60


def assemble_exam(
    supply: ItemSupply,
    blueprint: Blueprint,
    *,
    seed: int,
    scope: Scope = "whole",
    questions: int | None = None,
    timed: bool = True,
    seen: Seen | None = None,
) -> Exam:
    """A mock exam that has not begun; shorter than asked for, with its shortfalls, where there are too few items.

    Generated items are used beside those of the bank. `questions` defaults to the length of the exam, or of its compute part.
    What was asked least before, by `seen`, is taken first, and of near-duplicates and of a generated story one. Raises InputError for a
    number out of range, and where no item fits.
    """
    seen = seen or Seen()
    shares = _domain_shares(blueprint, scope)
    wanted = questions if questions is not None else round(blueprint.questions * sum(shares.values()))
    if not 1 <= wanted <= blueprint.questions:
        raise InputError(
            f"questions: {wanted} is out of range; {blueprint.code} has {blueprint.questions}, so give a number from 1 to that."
        )
    by_domain = apportion_questions(shares, wanted)
    asked = _eligible_items(supply, blueprint, scope, seed)
    dealer = ExamDealer(blueprint.mix, seen, supply.story_of, lambda one: supply.make_item(one.id, seed))
    shortfalls = []
    for domain in shuffle_by_hash(by_domain, seed, "domains", str):
        pool = [one for one in asked if blueprint.domain_of(blueprint.task_of(one.task) or "") == domain]
        count = dealer.deal_domain(pool, by_domain[domain])
        if count < by_domain[domain]:
            shortfalls.append(Shortfall(domain=domain, wanted=by_domain[domain], found=count))
    chosen = dealer.chosen
    if not chosen:
        raise InputError(f"exam: there is no question in the scope of {blueprint.code} that fits.")
    slots = tuple(slot for item in shuffle_by_hash(chosen, seed, "exam", _id_of) for slot in _slots_of(item, blueprint, seed))
    allowed = round(blueprint.minutes * _SECONDS * len(slots) / blueprint.questions)
    return Exam(
        blueprint=blueprint.id,
        scope=scope,
        seed=seed,
        seconds_allowed=allowed if timed else None,
        slots=slots,
        shortfalls=tuple(sorted(shortfalls, key=lambda one: one.domain)),
        asked_before=sum(len(keyed_questions(item)) for item in chosen if seen.times.get(item.id)),
    )


def is_in_scope(one: Askable, blueprint: Blueprint) -> bool:
    """True if the exam may ask the item: a retired exam asks what the live one asks of the matching task, in its own types."""
    asked = blueprint.id in one.exams or bool(blueprint.translated and one.exams)
    return asked and one.type in blueprint.mix and blueprint.task_of(one.task) is not None


def apportion_questions(shares: Mapping[str, float], total: int) -> dict[str, int]:
    """`total` split by `shares` into whole numbers with the same sum: the largest remainders are rounded up."""
    whole = sum(shares.values())
    exact = {name: total * share / whole for name, share in shares.items()}
    counts = {name: int(value) for name, value in exact.items()}
    by_remainder = sorted(exact, key=lambda name: (counts[name] - exact[name], name))
    for name in by_remainder[: total - sum(counts.values())]:
        counts[name] += 1
    return counts


def _domain_shares(blueprint: Blueprint, scope: Scope) -> dict[str, float]:
    """Share of each domain in the scored content within `scope`, assuming that the tasks of a domain weigh the same."""
    shares = {}
    for number, domain in blueprint.domains.items():
        within = sum(task.compute for task in domain.tasks.values()) / len(domain.tasks) if scope == "compute" else 1
        if within:
            shares[number] = domain.share * within
    return shares


def _eligible_items(supply: ItemSupply, blueprint: Blueprint, scope: Scope, seed: int) -> list[Askable]:
    """What the exam may ask, shuffled by the seed."""
    tasks = {number for number, task in blueprint.tasks.items() if task.compute or scope == "whole"}
    every = (one for one in supply.askable_by_id.values() if is_in_scope(one, blueprint) and blueprint.task_of(one.task) in tasks)
    return shuffle_by_hash(every, seed, "exam", _id_of)


def _slots_of(item: Item, blueprint: Blueprint, seed: int) -> list[Slot]:
    task = blueprint.task_of(item.task) or ""
    return [
        Slot(
            item=item.id,
            part=number if isinstance(item, Case) else None,
            type=item.type,
            domain=blueprint.domain_of(task),
            task=task,
            order=shuffle_elements(part, seed, f"{item.id}/{number}"),
        )
        for number, part in enumerate(keyed_questions(item))
    ]


def _id_of(one: Askable) -> str:
    return one.id
