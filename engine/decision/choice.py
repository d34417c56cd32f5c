"""One decision, without words: the ranked options and what fell away."""

from __future__ import annotations

import functools

import msgspec

from engine.decision.candidates import Candidates, candidates
from engine.decision.complete import complete
from engine.decision.context import Context, Memo
from engine.decision.fewer_bits import in_fewer_bits
from engine.decision.option import Option
from engine.decision.purchasing import advised_purchase
from engine.decision.ranking import Ranking
from engine.policy import NO_POLICY, Policy
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.schema.record import Lens


class Decision(msgspec.Struct, dict=True):
    """The outcome for one workload."""

    context: Context
    options: list[Option]
    """Plans that keep every limit, in no order."""
    fallen: Candidates

    @functools.cached_property
    def ranked(self) -> list[Option]:
        """Best first; empty where nothing fits."""
        return self._ranking.all() if self.options else []

    @functools.cached_property
    def best(self) -> Option | None:
        """The choice, found without ranking the rest: a what-if asks for no more."""
        return self._ranking.best() if self.options else None

    @functools.cached_property
    def families(self) -> list[str]:
        """Families that can do it, best first."""
        return list(dict.fromkeys(option.instance.family for option in self.ranked if option.instance is not None))

    @functools.cached_property
    def places(self) -> list[str]:
        """Places where it can be done, best first."""
        return list(dict.fromkeys(option.place.id for option in self.ranked))

    @functools.cached_property
    def _ranking(self) -> Ranking:
        return Ranking(self.context, self.options)

    def key(self) -> tuple[object, ...] | None:
        """What makes one choice another: place, type, count, purchase."""
        best = self.best
        if best is None:
            return None
        return best.place.id, best.what, best.count, advised_purchase(self.context, best)


def decide(workload: Workload, knowledge: Knowledge, lens: Lens, memo: Memo, policy: Policy = NO_POLICY) -> Decision:
    """Complete, size, enumerate, check, cost, rank. `memo` may be shared by decisions on the same base."""
    context = Context.of(complete(workload, knowledge), knowledge, lens, memo, policy)
    fallen = candidates(context)
    options = _open_to(context, fallen) or in_fewer_bits(context)
    return Decision(context, options, fallen)


def _open_to(context: Context, fallen: Candidates) -> list[Option]:
    """The plans that keep every limit, without those that hang on something unconfirmed where surer ones only break a target.

    That is under priority cost alone: there a tighter target must never lead to a cheaper plan.
    """
    options = fallen.options
    surer = any(not option.open_condition for option, _ in fallen.missed)
    if context.workload.priority != "cost" or not surer or any(not option.open_condition for option in options):
        return options
    return []
