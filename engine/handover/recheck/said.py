"""Says plans and sums of a recheck in words."""

from __future__ import annotations

from engine.advice import Advice, Plan
from engine.handover.in_words import paid, what, whole
from engine.handover.recheck.record import Checked
from engine.handover.recheck.today import Today, usd_of
from knowledge import Knowledge
from knowledge.sentences import Say, saying


def label_of(checked: Checked, knowledge: Knowledge) -> str:
    """What became of an advice, in a word or two: "stands", "price moved by +6%"."""
    say = saying(knowledge, "recheck")
    if checked.status != "moved":
        return say(f"label_{checked.status}")
    return say("label_moved_estimate" if checked.cause == "estimate" else "label_moved", share=percent(checked.moved or 0))


def percent(share: float) -> str:
    """A change as people write it: "+6%", "-0.12%"."""
    return f"{share * 100:+.3g}%"


class Said:
    """The sentences on one advice and the plan that is the best today, None where nothing fits."""

    def __init__(self, advice: Advice, best: Plan | None, knowledge: Knowledge) -> None:
        """What they are about, and the base that has the words."""
        self.advice, self.best, self.knowledge = advice, best, knowledge
        self.say: Say = saying(knowledge, "recheck")

    def today(self) -> str:
        """Today's choice with its cost; "" where there is none."""
        return whole(self.best, self.knowledge) + self._costs(usd_of(self.best)) if self.best is not None else ""

    def then(self) -> str:
        """A sentence on today's choice after what became of the kept one."""
        return self.say("then_today", today=self.today()) if self.best is not None else self.say("then_nothing")

    def standing(self, key: str, now: Today) -> str:
        """A sentence on the kept choice at today's cost."""
        rival = whole(self.best, self.knowledge) if self.best is not None else ""
        less = self._sum(usd_of(self.best)) if self.best is not None else ""
        plan = {"plan": whole(now.kept, self.knowledge), "cost": self._costs(now.usd)}
        return self.say(key, **plan, rival=rival, less=less, before=self._sum(usd_of(now.kept)), day=self.advice.catalog_as_of)

    def kept(self, now: Today) -> str:
        """The kept choice with what it cost then, and today where it still fits."""
        kept, best = now.kept, self.best
        alike = best is not None and (kept.place, kept.purchase) == (best.place, best.purchase)
        named = what(kept) if alike else whole(kept, self.knowledge)
        before, after = self._sum(usd_of(kept)), self._sum(now.usd)
        if not before:
            return named
        key = "costs_then" if now.moved else ("costs_same" if after else "costs_only_then")
        return named + self.say(key, before=before, after=after)

    def _costs(self, usd: float | None) -> str:
        return self.say("costs", cost=self._sum(usd)) if usd is not None else ""

    def _sum(self, usd: float | None) -> str:
        plan = self.advice.choice or self.best
        return paid(usd, a_run=plan is not None and plan.cost.usd_per_run is not None) if usd is not None else ""
