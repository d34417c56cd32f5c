"""Puts a mock exam together: domains by their weight, types by the mix of the blueprint, no item twice; a seed decides the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from knowledge.errors import InputError
from quizzes.blueprint import Blueprint
from quizzes.exam import Exam, Scope, Shortfall, Slot
from quizzes.item import Case, Item, exact_parts
from quizzes.log import Askable
from quizzes.order import dealt, shuffled
from quizzes.supply import Supply

_SECONDS: Final = 60
Make = Callable[[Askable], Item | None]


def assemble(
    supply: Supply, blueprint: Blueprint, *, seed: int, scope: Scope = "whole", questions: int | None = None, timed: bool = True
) -> Exam:
    """A mock exam, not begun; shorter than asked for, and saying where, if there is too little to ask.

    Scenarios and sums that nobody wrote are asked beside the items of the bank, where they have the form and the scope of the exam,
    with the numbers of its seed. `questions` are as many as in the exam, or as many as the compute slice has of them. Raises
    InputError for a count out of range, and where there is no question at all.
    """
    shares = _shares(blueprint, scope)
    wanted = questions if questions is not None else round(blueprint.questions * sum(shares.values()))
    if not 1 <= wanted <= blueprint.questions:
        raise InputError(
            f"questions: {wanted} is out of range; {blueprint.code} has {blueprint.questions}, so give a number from 1 to that."
        )
    by_domain = apportioned(shares, wanted)
    asked = _asked(supply, blueprint, scope, seed)
    taken: Counter[str] = Counter()
    chosen: list[Item] = []
    shortfalls = []
    for domain, quota in by_domain.items():
        pool = [one for one in asked if blueprint.domain_of(blueprint.task_of(one.task) or "") == domain]
        found = _chosen(pool, quota, blueprint, taken, lambda one: supply.item(one.id, seed))
        count = sum(len(exact_parts(item)) for item in found)
        chosen.extend(found)
        if count < quota:
            shortfalls.append(Shortfall(domain=domain, wanted=quota, found=count))
    if not chosen:
        raise InputError(f"exam: there is no question in the scope of {blueprint.code} that fits.")
    slots = tuple(slot for item in dealt(chosen, seed, "exam", _identity) for slot in _slots(item, blueprint, seed))
    allowed = round(blueprint.minutes * _SECONDS * len(slots) / blueprint.questions)
    return Exam(
        blueprint=blueprint.id,
        scope=scope,
        seed=seed,
        seconds_allowed=allowed if timed else None,
        slots=slots,
        shortfalls=tuple(shortfalls),
    )


def in_scope(one: Askable, blueprint: Blueprint) -> bool:
    """True where the exam may ask it: a retired one asks what a live one asks of the nearest task, in the types it has."""
    asked = blueprint.id in one.exams or bool(blueprint.translated and one.exams)
    return asked and one.type in blueprint.mix and blueprint.task_of(one.task) is not None


def apportioned(shares: Mapping[str, float], total: int) -> dict[str, int]:
    """`total` split by `shares`, whole numbers that sum to it: the largest remainders are rounded up."""
    whole = sum(shares.values())
    exact = {name: total * share / whole for name, share in shares.items()}
    counts = {name: int(value) for name, value in exact.items()}
    by_remainder = sorted(exact, key=lambda name: (counts[name] - exact[name], name))
    for name in by_remainder[: total - sum(counts.values())]:
        counts[name] += 1
    return counts


def _shares(blueprint: Blueprint, scope: Scope) -> dict[str, float]:
    """The share of each domain in the scored content, as far as `scope` goes; a domain's tasks are taken to weigh the same."""
    shares = {}
    for number, domain in blueprint.domains.items():
        within = sum(task.compute for task in domain.tasks.values()) / len(domain.tasks) if scope == "compute" else 1
        if within:
            shares[number] = domain.share * within
    return shares


def _asked(supply: Supply, blueprint: Blueprint, scope: Scope, seed: int) -> list[Askable]:
    """What the exam may ask, dealt by the seed; of one story that nobody wrote no more than one question."""
    tasks = {number for number, task in blueprint.tasks.items() if task.compute or scope == "whole"}
    every = (one for one in supply.every.values() if in_scope(one, blueprint) and blueprint.task_of(one.task) in tasks)
    return supply.without_twins(dealt(every, seed, "exam", _identity))


def _chosen(pool: Sequence[Askable], quota: int, blueprint: Blueprint, types: Counter[str], make: Make) -> list[Item]:
    """Items with `quota` questions in all, each time one whose type and task are furthest behind. Counts what it takes in `types`."""
    left, chosen, tasks = list(pool), list[Item](), Counter[str]()
    share, mix = 1 / max(len({one.task for one in pool}), 1), {str(form): part for form, part in blueprint.mix.items()}

    def behind(one: Askable) -> float:
        return _lag(mix[one.type], types, one.type) + _lag(share, tasks, one.task)

    while quota and left:
        one = max(left, key=behind)  # the first among equals, as they were dealt
        left.remove(one)
        item = make(one)
        count = len(exact_parts(item)) if item is not None else 0
        if item is not None and count <= quota:
            chosen.append(item)
            types[item.type] += count
            tasks[item.task] += count
            quota -= count
    return chosen


def _lag(share: float, taken: Counter[str], name: str) -> float:
    """How many questions `name` would lack if nothing of it came next."""
    return share * (taken.total() + 1) - taken[name]


def _slots(item: Item, blueprint: Blueprint, seed: int) -> list[Slot]:
    task = blueprint.task_of(item.task) or ""
    return [
        Slot(
            item=item.id,
            part=number if isinstance(item, Case) else None,
            type=item.type,
            domain=blueprint.domain_of(task),
            task=task,
            order=shuffled(part, seed, f"{item.id}/{number}"),
        )
        for number, part in enumerate(exact_parts(item))
    ]


def _identity(one: Askable) -> str:
    return one.id
