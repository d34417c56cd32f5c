"""Chooses the wrong options of a scenario item: sure losses, the tempting ones first, with different reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.decision.explanation import list_rejections
from knowledge import Knowledge
from quizzes.generated.option_contest import Loss, OptionContest

WRONG_OPTIONS: Final = 3
"""Wrong options of an item, as in the exam."""
_FARFETCHED_LIMITS: Final = ("stage", "operations", "asked for another")
"""Names of limits that stop what nobody would consider; used only if nothing better is at hand."""
_NO_KIND: Final = frozenset({"other"})


def choose_rivals(contest: OptionContest) -> list[Loss]:
    """The three wrong options; fewer if no more are certain."""
    losses = list(_sure_losses(contest))
    chosen: list[Loss] = []
    while losses and len(chosen) < WRONG_OPTIONS:
        reasons = [(loss.limit, _kind_of_thing(contest, loss.name)) for loss in chosen]
        best = min(losses, key=lambda loss: _rival_rank(contest, loss, reasons))
        chosen.append(best)
        losses.remove(best)
    return chosen


def _sure_losses(contest: OptionContest) -> Iterator[Loss]:
    """Everything that surely loses, the most interesting first."""
    found = (contest.find_loss(name) for name in _candidate_names(contest))
    return (loss for loss in found if loss is not None)


def _candidate_names(contest: OptionContest) -> Iterable[str]:
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
            told = (one.what for one in list_rejections(contest.decision) if one.kind == "family")
            return (name for name in told if _is_on_offer(name, knowledge))


def _is_on_offer(family: str, knowledge: Knowledge) -> bool:
    """True for a current family that is not only a variant of another."""
    entry = knowledge.families.get(family)
    return entry is not None and entry.status.value == "current" and entry.variant_of is None and entry.processor not in _NO_KIND


def _rival_rank(contest: OptionContest, loss: Loss, chosen: list[tuple[str, str]]) -> tuple[int, int, int]:
    """Sort key, less is better: something plausible, another kind of thing, another reason. Equal ones keep their order."""
    group = _kind_of_thing(contest, loss.name)
    return (
        int(loss.limit in _FARFETCHED_LIMITS),
        sum(group == other for _, other in chosen),
        sum(loss.limit == limit for limit, _ in chosen),
    )


def _kind_of_thing(contest: OptionContest, name: str) -> str:
    """The processor of a family, else the name itself."""
    family = contest.decision.context.knowledge.families.get(name)
    return family.processor if contest.aspect == "family" and family is not None else name
