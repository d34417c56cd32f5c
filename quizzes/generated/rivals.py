"""Which wrong answers go beside the right one: those that surely lose, the tempting ones first, for as many reasons as there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.decision.rejections import rejections
from knowledge import Knowledge
from quizzes.generated.contest import Contest, Loss

WRONG: Final = 3
"""Wrong options of an item, as in the exam."""
_FAR_OFF: Final = ("stage", "operations", "asked for another", "model on offer")
"""Names of limits that stop what nobody would think of; such things stand beside others only where nothing better is at hand."""
_NO_KIND: Final = frozenset({"other"})


def rivals(contest: Contest) -> list[Loss]:
    """The three wrong answers; fewer where no more can be told for sure."""
    losses = list(_losses(contest))
    chosen: list[Loss] = []
    while losses and len(chosen) < WRONG:
        reasons = [(loss.limit, _group(contest, loss.name)) for loss in chosen]
        best = min(losses, key=lambda loss: _rank(contest, loss, reasons))
        chosen.append(best)
        losses.remove(best)
    return chosen


def _losses(contest: Contest) -> Iterator[Loss]:
    """Everything that surely loses, the most interesting first."""
    found = (contest.loss(name) for name in _names(contest))
    return (loss for loss in found if loss is not None)


def _names(contest: Contest) -> Iterable[str]:
    knowledge = contest.decision.context.knowledge
    match contest.aspect:
        case "place":
            winner = knowledge.places.get(contest.winner or "")
            return dict.fromkeys((*(winner.confused_with if winner is not None else ()), *knowledge.places))
        case "processor":
            return (name for name in knowledge.processors if name not in _NO_KIND)
        case "purchase":
            return knowledge.purchases
        case _:
            told = (one.what for one in rejections(contest.decision) if one.kind == "family")
            return (name for name in told if _is_on_offer(name, knowledge))


def _is_on_offer(family: str, knowledge: Knowledge) -> bool:
    """Whether somebody could take it today: a current family, and not one that only adds to another."""
    entry = knowledge.families.get(family)
    return entry is not None and entry.status.value == "current" and entry.variant_of is None and entry.processor not in _NO_KIND


def _rank(contest: Contest, loss: Loss, chosen: list[tuple[str, str]]) -> tuple[int, int, int]:
    """Less is better: something near, another reason than those before, another kind of thing. Equal ones stay in their order."""
    group = _group(contest, loss.name)
    return int(loss.limit in _FAR_OFF), sum(group == other for _, other in chosen), sum(loss.limit == limit for limit, _ in chosen)


def _group(contest: Contest, name: str) -> str:
    """Families of one kind of processor are alike."""
    family = contest.decision.context.knowledge.families.get(name)
    return family.processor if contest.aspect == "family" and family is not None else name
