"""The sentences of a recheck: plans and sums in words."""

from __future__ import annotations

from engine.advice import Advice, Plan
from engine.handover.recheck.current_choice import CurrentChoice, comparable_usd
from engine.handover.recheck.record import Checked
from engine.plan_wording import describe_plan, format_cost, name_hardware
from knowledge import Knowledge
from knowledge.sentences import Say, bind_subject


def status_label(checked: Checked, knowledge: Knowledge) -> str:
    """What became of an advice, in a word or two: "stands", "price moved by +6%"."""
    say = bind_subject(knowledge, "recheck")
    if checked.status != "moved":
        return say(f"label_{checked.status}")
    return say("label_moved_estimate" if checked.cause == "estimate" else "label_moved", share=format_change(checked.moved or 0))


def format_change(share: float) -> str:
    """A change as people write it: "+6%", "-0.12%"."""
    return f"{share * 100:+.3g}%"


class Messages:
    """The sentences on one advice and the plan that is the best today, None where nothing fits."""

    def __init__(self, advice: Advice, best: Plan | None, knowledge: Knowledge) -> None:
        """`knowledge` has the words."""
        self.advice, self.best, self.knowledge = advice, best, knowledge
        self.say: Say = bind_subject(knowledge, "recheck")

    def describe_today(self) -> str:
        """Today's choice with its cost; "" where there is none."""
        return describe_plan(self.best, self.knowledge) + self._describe_cost(comparable_usd(self.best)) if self.best is not None else ""

    def introduce_today(self) -> str:
        """A sentence that introduces today's choice."""
        return self.say("then_today", today=self.describe_today()) if self.best is not None else self.say("then_nothing")

    def describe_standing(self, key: str, now: CurrentChoice) -> str:
        """A sentence on the kept choice at today's cost."""
        rival = describe_plan(self.best, self.knowledge) if self.best is not None else ""
        less = self._format_sum(comparable_usd(self.best)) if self.best is not None else ""
        plan = {"plan": describe_plan(now.kept, self.knowledge), "cost": self._describe_cost(now.current_usd)}
        return self.say(
            key, **plan, rival=rival, less=less, before=self._format_sum(comparable_usd(now.kept)), day=self.advice.catalog_as_of
        )

    def describe_kept(self, now: CurrentChoice) -> str:
        """The kept choice with its cost then, and today if it still fits."""
        kept, best = now.kept, self.best
        is_elsewhere = best is None or (kept.place, kept.purchase) != (best.place, best.purchase)
        plan = describe_plan(kept, self.knowledge) if is_elsewhere else name_hardware(kept)
        before, after = self._format_sum(comparable_usd(kept)), self._format_sum(now.current_usd)
        if not before:
            return plan
        key = "costs_then" if now.cost_change else ("costs_same" if after else "costs_only_then")
        return plan + self.say(key, before=before, after=after)

    def _describe_cost(self, usd: float | None) -> str:
        return self.say("costs", cost=self._format_sum(usd)) if usd is not None else ""

    def _format_sum(self, usd: float | None) -> str:
        plan = self.advice.choice or self.best
        return format_cost(usd, a_run=plan is not None and plan.cost.usd_per_run is not None) if usd is not None else ""
