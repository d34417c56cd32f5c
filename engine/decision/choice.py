"""One decision, without words: the ranked options and what fell away."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from engine.decision.candidates import Candidates, candidates
from engine.decision.complete import complete
from engine.decision.context import Context, Memo
from engine.decision.option import Option
from engine.decision.purchasing import purchase_of
from engine.decision.ranking import rank
from engine.workload import FACT_NAMES, Workload
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
        return best.place.id, best.what, best.count, purchase_of(self.context, best)


_PICKING = frozenset({"priority", "commitment_years", "interruptible", "checkpointing", "compare"})
"""Facts that pick among the options, or how they are paid for, but open and close none."""


def _shaping(workload: Workload) -> Iterator[tuple[str, object]]:
    """The facts that decide which options there are; an assumed model or Neuron support counts otherwise than a stated one."""
    for name in FACT_NAMES:
        if name not in _PICKING:
            yield name, getattr(workload, name)
    yield from ((name, workload.is_assumed(name)) for name in ("model", "neuron_compatible", "operations"))


def decide(workload: Workload, knowledge: Knowledge, lens: Lens, memo: Memo) -> Decision:
    """Complete, size, enumerate, check, cost, rank. `memo` may be shared by decisions on the same base."""
    context = Context.of(complete(workload, knowledge), knowledge, lens, memo)
    key = ("candidates", lens, *(value for name, value in _shaping(context.workload)))
    if key not in memo:
        memo[key] = candidates(context)
    fallen: Candidates = memo[key]
    return Decision(context, rank(context, fallen.options), fallen)
