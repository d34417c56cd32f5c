"""One decision, without words: the ranked options and what fell away."""

from __future__ import annotations

import dataclasses

from engine.decision.candidates import Candidates, candidates
from engine.decision.complete import complete
from engine.decision.context import Context, Memo
from engine.decision.option import Option
from engine.decision.purchasing import advised_purchase
from engine.decision.ranking import rank
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.schema.record import Lens


@dataclasses.dataclass(slots=True)
class Decision:
    """The outcome for one workload."""

    context: Context
    ranked: list[Option]
    """Best first; empty where nothing fits."""
    fallen: Candidates

    @property
    def best(self) -> Option | None:
        """The choice."""
        return self.ranked[0] if self.ranked else None

    def key(self) -> tuple[object, ...] | None:
        """What makes one choice another: place, type, count, purchase."""
        best = self.best
        if best is None:
            return None
        return best.place.id, best.what, best.count, advised_purchase(self.context, best)


def decide(workload: Workload, knowledge: Knowledge, lens: Lens, memo: Memo) -> Decision:
    """Complete, size, enumerate, check, cost, rank. `memo` may be shared by decisions on the same base."""
    context = Context.of(complete(workload, knowledge), knowledge, lens, memo)
    fallen = candidates(context)
    return Decision(context, rank(context, fallen.options), fallen)
