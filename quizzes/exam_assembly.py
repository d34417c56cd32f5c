"""Assembles a mock exam: domains by weight, types by the blueprint's mix, what was seen least first; a seed decides the rest.

The rarer types are dealt as the seed shuffles them; the commonest type, of which there is most, evens out the tasks of a domain. Were the
rare ones chosen by task too, the only case of a task would stand in nearly every exam.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from knowledge.errors import InputError
from quizzes.blueprint import Blueprint
from quizzes.display_order import shuffle_by_hash, shuffle_elements
from quizzes.exam import Exam, Scope, Shortfall, Slot
from quizzes.item import Case, Item, keyed_questions
from quizzes.item_supply import ItemSupply
from quizzes.practice_log import Askable

_SECONDS: Final = 60
MakeItem = Callable[[Askable], Item | None]


def assemble_exam(
    supply: ItemSupply,
    blueprint: Blueprint,
    *,
    seed: int,
    scope: Scope = "whole",
    questions: int | None = None,
    timed: bool = True,
    times_seen: Mapping[str, int] | None = None,
) -> Exam:
    """A mock exam that has not begun; shorter than asked for, with its shortfalls, where there are too few items.

    Generated items are used beside those of the bank. `questions` defaults to the length of the exam, or of its compute part.
    `times_seen` gives how often the learner was asked each item; the exam takes what was asked least, and of near-duplicates one.
    Raises InputError for a number out of range, and where no item fits.
    """
    times_seen = times_seen or {}
    shares = _domain_shares(blueprint, scope)
    wanted = questions if questions is not None else round(blueprint.questions * sum(shares.values()))
    if not 1 <= wanted <= blueprint.questions:
        raise InputError(
            f"questions: {wanted} is out of range; {blueprint.code} has {blueprint.questions}, so give a number from 1 to that."
        )
    by_domain = apportion_questions(shares, wanted)
    asked = _eligible_items(supply, blueprint, scope, seed, times_seen)
    taken: Counter[str] = Counter()
    chosen: list[Item] = []
    shortfalls = []
    for domain in shuffle_by_hash(by_domain, seed, "domains", str):
        quota = by_domain[domain]
        pool = [one for one in asked if blueprint.domain_of(blueprint.task_of(one.task) or "") == domain]
        found = _choose_items(pool, quota, blueprint, taken, lambda one: supply.make_item(one.id, seed))
        count = sum(len(keyed_questions(item)) for item in found)
        chosen.extend(found)
        if count < quota:
            shortfalls.append(Shortfall(domain=domain, wanted=quota, found=count))
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
        asked_before=sum(len(keyed_questions(item)) for item in chosen if times_seen.get(item.id)),
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


def _eligible_items(supply: ItemSupply, blueprint: Blueprint, scope: Scope, seed: int, times_seen: Mapping[str, int]) -> list[Askable]:
    """What the exam may ask, the least seen first and otherwise shuffled by the seed; one item of each story and of near-duplicates."""
    tasks = {number for number, task in blueprint.tasks.items() if task.compute or scope == "whole"}
    every = [one for one in supply.askable_by_id.values() if is_in_scope(one, blueprint) and blueprint.task_of(one.task) in tasks]
    by_story: Counter[str] = Counter()
    for one in every:
        by_story[supply.story_of(one)] += times_seen.get(one.id, 0)

    def seen(one: Askable) -> tuple[int, int]:
        return by_story[supply.story_of(one)], times_seen.get(one.id, 0)

    return supply.drop_same_story(sorted(shuffle_by_hash(every, seed, "exam", _id_of), key=seen))


def _choose_items(pool: Sequence[Askable], quota: int, blueprint: Blueprint, types: Counter[str], make: MakeItem) -> list[Item]:
    """Items with `quota` questions in all, by the mix of types and evenly by task. Updates `types`, the questions of each type so far."""
    chosen, tasks = list[Item](), Counter[str]()
    share, due = 1 / max(len({one.task for one in pool}), 1), types.total() + quota
    *rare, common = sorted(blueprint.mix, key=lambda form: (blueprint.mix[form], form))

    def take(several: Iterable[Askable], wanted: float) -> None:
        """Add items while half a question or more of `wanted` lacks; the last one may bring more than that, as a case does."""
        for one in several:
            room = quota - tasks.total()
            if room < 1 or wanted < 1 / 2:
                return
            item = make(one)
            count = len(keyed_questions(item)) if item is not None else 0
            if item is not None and count <= room:
                chosen.append(item)
                types[item.type] += count
                tasks[item.task] += count
                wanted -= count

    for form in rare:
        take([one for one in pool if one.type == form], blueprint.mix[form] * due - types[form])
    ids = {item.id for item in chosen}
    for form in (common, *reversed(rare)):  # where the commonest type runs out, the next one fills up
        several = [one for one in pool if one.type == form and one.id not in ids]
        while several and tasks.total() < quota:
            one = max(several, key=lambda one: _shortage(share, tasks, one.task))  # the first among equals, as they were dealt
            several.remove(one)
            take([one], quota)
    return chosen


def _shortage(share: float, taken: Counter[str], name: str) -> float:
    """How many questions `name` would lack if it were not chosen next."""
    return share * (taken.total() + 1) - taken[name]


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
