"""Puts a mock exam together: domains by their weight, types by the mix of the blueprint, no item twice; a seed decides the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from knowledge.errors import InputError
from quizzes.bank import Bank
from quizzes.blueprint import Blueprint
from quizzes.exam import Exam, Scope, Shortfall, Slot
from quizzes.item import Case, Item, exact_parts
from quizzes.order import dealt, shuffled

_SECONDS: Final = 60


def assemble(
    bank: Bank, blueprint: Blueprint, *, seed: int, scope: Scope = "whole", questions: int | None = None, timed: bool = True
) -> Exam:
    """A mock exam, not begun; shorter than asked for, and saying where, if the bank has too little.

    `questions` are as many as in the exam, or as many as the compute slice has of them. Raises InputError for a count out of
    range, and where the bank has no question at all.
    """
    shares = _shares(blueprint, scope)
    wanted = questions if questions is not None else round(blueprint.questions * sum(shares.values()))
    if not 1 <= wanted <= blueprint.questions:
        raise InputError(
            f"questions: {wanted} is out of range; {blueprint.code} has {blueprint.questions}, so give a number from 1 to that."
        )
    by_domain = apportioned(shares, wanted)
    taken: Counter[str] = Counter()
    chosen: list[Item] = []
    shortfalls = []
    for domain, quota in by_domain.items():
        found = _chosen(_pool(bank, blueprint, domain, scope, seed), quota, blueprint, taken)
        count = sum(len(exact_parts(item)) for item in found)
        chosen.extend(found)
        if count < quota:
            shortfalls.append(Shortfall(domain=domain, wanted=quota, found=count))
    if not chosen:
        raise InputError(f"exam: the bank has no question in the scope of {blueprint.code} that fits.")
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


def in_scope(item: Item, blueprint: Blueprint) -> bool:
    """True where the exam may ask the item: a retired one asks what a live one asks of the nearest task, in the types it has."""
    asked = blueprint.id in item.exams or bool(blueprint.translated and item.exams)
    return asked and item.type in blueprint.mix and blueprint.task_of(item.task) is not None


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


def _pool(bank: Bank, blueprint: Blueprint, domain: str, scope: Scope, seed: int) -> list[Item]:
    """What the domain may ask, dealt by the seed."""
    tasks = {number for number, task in blueprint.domains[domain].tasks.items() if task.compute or scope == "whole"}
    items = (item for item in bank.items.values() if in_scope(item, blueprint) and blueprint.task_of(item.task) in tasks)
    return dealt(items, seed, domain, _identity)


def _chosen(pool: Sequence[Item], quota: int, blueprint: Blueprint, types: Counter[str]) -> list[Item]:
    """Items with `quota` questions in all, each time one whose type and task are furthest behind. Counts what it takes in `types`."""
    left, chosen, tasks = list(pool), list[Item](), Counter[str]()
    share = 1 / max(len({item.task for item in pool}), 1)

    def behind(item: Item) -> float:
        return _lag(blueprint.mix[item.type], types, item.type) + _lag(share, tasks, item.task)

    while quota and (fitting := [item for item in left if len(exact_parts(item)) <= quota]):
        item = max(fitting, key=behind)  # the first among equals
        count = len(exact_parts(item))
        left.remove(item)
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


def _identity(item: Item) -> str:
    return item.id
