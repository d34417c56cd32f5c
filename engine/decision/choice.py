"""One decision, without words: the ranked options and what fell away."""

from __future__ import annotations

import functools

import msgspec

from engine.decision.candidates import Candidates, candidates
from engine.decision.cheapest import best_endpoint
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

    @functools.cached_property
    def fallen(self) -> Candidates:
        """All that was looked at, and what fell away."""
        return candidates(self.context)

    @functools.cached_property
    def options(self) -> list[Option]:
        """Plans that keep every limit, in no order."""
        return _open_to(self.context, self.fallen) or in_fewer_bits(self.context)

    @functools.cached_property
    def ranked(self) -> list[Option]:
        """Best first; empty where nothing fits."""
        return self._ranking.all() if self.options else []

    @functools.cached_property
    def best(self) -> Option | None:
        """The choice, found without making or ranking the rest: a what-if asks for no more."""
        found = best_endpoint(self.context) if "options" not in vars(self) else None
        return found or (self._ranking.best() if self.options else None)

    def whole(self) -> Decision:
        """The same with all its plans made at once, for whoever shows more than the choice."""
        if self.options:
            self.best = self.ranked[0]
        return self

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
    """Complete and size; options are enumerated, checked, costed and ranked when the decision is asked for them.

    `memo` may be shared by decisions on the same base.
    """
    return Decision(Context.of(complete(workload, knowledge), knowledge, lens, memo, policy))


def _open_to(context: Context, fallen: Candidates) -> list[Option]:
    """The plans that keep every limit, without those that hang on something unconfirmed where surer ones only break a target.

    That is under priority cost alone: there a tighter target must never lead to a cheaper plan.
    """
    options = fallen.options
    surer = any(not option.open_condition for option, _ in fallen.missed)
    if context.workload.priority != "cost" or not surer or any(not option.open_condition for option in options):
        return options
    return []
