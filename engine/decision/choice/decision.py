"""One decision, without words: the candidates and their ranking."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Final

import msgspec

from engine.decision.candidates import (
    Candidates,
    compare_measurements,
    completed_by_today,
    find_candidates,
    options_if_nothing_fits,
    ratios_of_today,
    with_todays_option,
)
from engine.decision.context import Context, DecisionCache, MeasuredRatios, Option, complete_workload, milder_assumptions
from engine.decision.costs import advised_purchase
from engine.decision.limits import payment_limits, plan_limits
from engine.decision.scoring import Ranking
from engine.measurement import Trial
from engine.policy import NO_POLICY, Policy
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.schema.record import Lens

_ASSUMED_OF_TODAY: Final = ("training_deadline_hours", "latency_p99_ms")
"""Targets that follow from how long it takes today."""


class Decision(msgspec.Struct, dict=True):
    """The candidates for one workload, ranked when they are first asked for."""

    context: Context

    @functools.cached_property
    def candidates(self) -> Candidates:
        """Everything that was considered, with the limit that stopped each rejected part."""
        return find_candidates(self.context)

    @functools.cached_property
    def options(self) -> list[Option]:
        """Options that keep every limit, unordered, and the plan of today where nothing stated speaks against it."""
        options = _confirmed_options(self.context, self.candidates) or options_if_nothing_fits(self.context) or self._options_of_relaxed
        return with_todays_option(self.context, self.candidates, options)

    @functools.cached_property
    def _options_of_relaxed(self) -> list[Option]:
        """Options that break nothing but what was assumed of today: an assumption alone leaves nobody without an answer."""
        work, limits = self.context.workload, self.context.knowledge.limits
        facts = [fact for fact in _ASSUMED_OF_TODAY if getattr(work, fact) is not None and work.is_assumed(fact)]

        def breaks_nothing_else(option: Option) -> bool:
            checks = (*plan_limits(self.context, option.place), *payment_limits(self.context))
            failures = (check(self.context, option) for check in checks)
            return all(failure is None or limits[failure.limit].fact in facts for failure in failures)

        missed = (option for option, failure in self.candidates.near_misses if limits[failure.limit].fact in facts)
        return [option for option in missed if breaks_nothing_else(option)]

    @functools.cached_property
    def ranked_options(self) -> list[Option]:
        """The options, best first; empty where nothing fits."""
        return self._ranking.best_first() if self.options else []

    @functools.cached_property
    def best(self) -> Option | None:
        """The choice; None where nothing fits."""
        return self._ranking.best() if self.options else None

    @property
    def ranking(self) -> Ranking:
        """The ranking of the options, with the score of each; there have to be some."""
        return self._ranking

    @functools.cached_property
    def passed_over(self) -> Option | None:
        """The plan that would come first if leaving today's were worth it; None where today's is not kept for that."""
        return self._ranking.passed_over() if self.options else None

    @functools.cached_property
    def families(self) -> list[str]:
        """Instance families with an option, best first."""
        return list(dict.fromkeys(option.instance.family for option in self.ranked_options if option.instance is not None))

    @functools.cached_property
    def places(self) -> list[str]:
        """Places with an option, best first."""
        return list(dict.fromkeys(option.place.id for option in self.ranked_options))

    @functools.cached_property
    def _ranking(self) -> Ranking:
        return Ranking(self.context, self.options)

    def decide_again(self, workload: Workload, lens: Lens | None = None) -> Decision:
        """The decision for another workload, or under the other lens, on the same base, terms and measurements."""
        context = self.context
        return Decision(
            _context_of(workload, context.knowledge, lens or context.lens, context.cache, context.policy, measured=context.measured)
        )

    def choice_key(self) -> tuple[object, ...] | None:
        """Place, type, count and purchase of the choice, for comparing choices; None where nothing fits."""
        best = self.best
        if best is None:
            return None
        return best.place.id, best.what, best.count, advised_purchase(self.context, best)


def decide(
    workload: Workload,
    knowledge: Knowledge,
    lens: Lens = "today",
    cache: DecisionCache | None = None,
    policy: Policy = NO_POLICY,
    *,
    measurements: Iterable[Trial] = (),
) -> Decision:
    """The decision for a workload; options are enumerated, checked, costed and ranked when they are first asked for.

    `cache` may be shared by all decisions on one base. `measurements` are those of this very workload, and take the place of estimates.
    """
    runs = tuple(measurements)
    measured = compare_measurements(runs, workload, knowledge, lens, policy) if runs else ratios_of_today(workload, knowledge, lens, policy)
    return fit_milder_assumptions(Decision(_context_of(workload, knowledge, lens, cache, policy, measured=measured)))


def fit_milder_assumptions(decision: Decision) -> Decision:
    """The decision; where nothing fits, the one that assumes less of what nobody stated, if something fits that."""
    if decision.options:
        return decision
    milder = milder_assumptions(decision.context.workload, decision.context.knowledge)
    return next((again for workload in milder if (again := decision.decide_again(workload)).options), decision)


def _context_of(
    workload: Workload, knowledge: Knowledge, lens: Lens, cache: DecisionCache | None, policy: Policy, *, measured: MeasuredRatios
) -> Context:
    """The context of a workload, completed by assumptions and by what today's machines imply."""
    context = Context.for_workload(complete_workload(workload, knowledge), knowledge, lens, cache, policy, measured=measured)
    completed = completed_by_today(workload, context)
    if completed is workload:
        return context
    return Context.for_workload(complete_workload(completed, knowledge), knowledge, lens, context.cache, policy, measured=measured)


def _confirmed_options(context: Context, fallen: Candidates) -> list[Option]:
    """The plans that keep every limit, without those that hang on something unconfirmed where surer ones only break a target.

    That is under priority cost alone: there a tighter target must never lead to a cheaper plan.
    """
    options = fallen.options
    surer = any(not option.open_condition for option, _ in fallen.near_misses)
    if context.workload.priority != "cost" or not surer or any(not option.open_condition for option in options):
        return options
    return []
