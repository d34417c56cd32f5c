"""Grades a proposed plan with the engine: does it work, what does it cost compared with the choice, which limits does it break."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from engine.advice import Rejection
from engine.decision.candidates import RuledOutTypes, load_at_place
from engine.decision.choice import Decision, decide
from engine.decision.context import ONLINE, DecisionCache, Option
from engine.decision.costs import advised_purchase, list_purchases, paid_share
from engine.decision.explanation import build_rejection, why_not
from engine.decision.limits import Failure
from engine.decision.scoring import cost_of
from engine.number_format import format_duration, format_money
from engine.sizing.queueing import percentile_latency_ms
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.schema.record import Lens
from quizzes.generated.generated_sentences import GradedInSentences, format_ratio, generated_sentence
from quizzes.generated.option_contest import negligible_cost
from quizzes.generated.proposal import Proposal, read_proposal
from quizzes.grading.rubric import Verdict

AS_GOOD: Final = 1.25
"""Times the choice's cost up to which a working plan is as good an answer."""
_CLEARLY_CHEAPER: Final = 0.95
_WRONG_PAYMENT: Final = frozenset({"what it pays for", "ruled out", "asked for another", "capacity"})
"""Names of limits that rule a purchase option out; others make it dearer, or need a confirmation."""


class GradedPlan(GradedInSentences):
    """A grade, with what was understood of the answer."""

    read: str = ""
    times: float | None = None
    """Times the choice's cost, for a plan that works."""


def grade_scenario(
    workload: Workload, answer: str, knowledge: Knowledge, *, lens: Lens = "today", cache: DecisionCache | None = None
) -> GradedPlan:
    """The grade of a plan in words for `workload`: hardware, count, place and purchase, as far as named."""
    decision = decide(workload, knowledge, lens, DecisionCache() if cache is None else cache)
    proposal = read_proposal(answer, knowledge)
    if proposal.is_empty:
        return GradedPlan(verdict="incorrect", score=0.0, missing=(generated_sentence(knowledge, "names_nothing"),))
    if proposal.several:
        told = generated_sentence(knowledge, "names_several", names=", ".join(proposal.several))
        return GradedPlan(verdict="unsure", score=0.5, missing=(told,), read=_describe_proposal(proposal, knowledge))
    if decision.best is None:
        return GradedPlan(
            verdict="incorrect",
            score=0.0,
            contradicted=(generated_sentence(knowledge, "nothing_fits"),),
            read=_describe_proposal(proposal, knowledge),
        )
    return _PlanGrader(decision, decision.best, proposal).grade_plan()


class _PlanGrader:
    def __init__(self, decision: Decision, best: Option, proposal: Proposal) -> None:
        self._decision, self._best, self._proposal = decision, best, proposal
        self._context, self._knowledge = decision.context, decision.context.knowledge
        self._broken: list[str] = []
        """Why the plan does not work."""
        self._lacking: list[str] = []
        """Why the plan is worse than the choice, or incomplete."""

    def grade_plan(self) -> GradedPlan:
        """Incorrect where the plan does not work, else correct or partial, with its cost as a multiple of the choice's."""
        option = self._best_meant_plan()
        if option is None:
            self._broken.extend(self._stopping_reasons())
            return self._make_grade("incorrect", None, ())
        size = self._count_factor(option)
        share = self._payment_share(option)
        self._note_open_parts(option)
        paid = cost_of(self._context, option) * size * share
        ratio = self._cost_ratio(paid)
        if self._broken:
            return self._make_grade("incorrect", ratio, ())
        return self._grade_working_plan(option, ratio, paid)

    def _cost_ratio(self, paid: float) -> float:
        """Times the choice's cost; cents make no difference."""
        cents = negligible_cost(self._decision, self._best)
        return (paid + cents) / (cost_of(self._context, self._best) * paid_share(self._context, self._best) + cents)

    def _grade_working_plan(self, option: Option, ratio: float, paid: float) -> GradedPlan:
        least = cost_of(self._context, self._best) * paid_share(self._context, self._best)
        period = self._sentence("a_run" if option.usd_per_run is not None else "a_month")
        values = {"paid": format_money(paid), "least": format_money(least), "times": format_ratio(paid / least), "period": period}
        if ratio > AS_GOOD:
            self._lacking.insert(0, self._sentence("works_dearer", **values))
        if self._context.workload.priority == "simplicity" and option.complexity > self._best.complexity:
            self._lacking.append(self._sentence("less_simple", choice=self._best.place.name))
        key = "works" if ratio > AS_GOOD else "works_for_less" if ratio < _CLEARLY_CHEAPER else "works_the_same"
        return self._make_grade("partial" if self._lacking else "correct", ratio, (self._sentence(key, **values),))

    def _make_grade(self, verdict: Verdict, ratio: float | None, found: tuple[str, ...]) -> GradedPlan:
        score = {"correct": 1.0, "partial": 0.5}.get(verdict, 0.0)
        read = _describe_proposal(self._proposal, self._knowledge)
        return GradedPlan(
            verdict=verdict,
            score=score,
            found=(self._sentence("understood", read=read), *found),
            missing=tuple(self._lacking) if verdict != "incorrect" else (),
            contradicted=tuple(dict.fromkeys(self._broken)),
            read=read,
            times=round(ratio, 3) if ratio is not None and math.isfinite(ratio) else None,
        )

    def _best_meant_plan(self) -> Option | None:
        """The best proposed plan that keeps all limits; at the choice's place if the answer names none."""
        found = [option for option in self._decision.ranked_options if self._is_meant(option)]
        return next((option for option in found if option.place.id == self._best.place.id), found[0] if found else None)

    def _is_meant(self, option: Option) -> bool:
        hardware = self._proposal.hardware
        return self._proposal.place in (None, option.place.id) and (not hardware or bool({*hardware}.intersection(option.names)))

    def _stopping_reasons(self) -> Iterator[str]:
        """What stops the plan: a missed target, a limit of the place, or a limit of the hardware there."""
        missed = [(option, failure) for option, failure in self._decision.candidates.near_misses if self._is_meant(option)]
        if missed:
            option, failure = min(missed, key=lambda pair: (pair[1].shortfall, pair[0].what))
            yield self._missed_target(option, failure)
            return
        place = self._proposal.place
        at_place = next((one for one in self._decision.candidates.offers if one.place.id == place), None)
        if (
            at_place is not None
            and (told := self._hardware_reason((at_place.ruled_out, RuledOutTypes(tuple(at_place.unpriced))))) is not None
        ):
            yield told
            return
        is_closed = place is not None and at_place is None
        names = self._proposal.hardware[:1] if self._proposal.hardware and not is_closed else (place or self._proposal.purchase or "",)
        told_of = [why_not(self._decision, name) for name in names]
        texts = [told.text for told in told_of if isinstance(told, Rejection)]
        yield from texts or [self._sentence("not_together")]

    def _hardware_reason(self, gone: tuple[RuledOutTypes, RuledOutTypes]) -> str | None:
        """What stops the hardware at the place; None if nothing is known of it."""
        hardware, knowledge = {*self._proposal.hardware}, self._knowledge
        pairs = [
            (instance, failure)
            for one in gone
            for instance, failure in one.pairs
            if hardware.intersection(
                (instance.instance_type, instance.family, getattr(knowledge.families.get(instance.family), "processor", ""))
            )
        ]
        if not pairs:
            return None
        instance, failure = min(pairs, key=lambda pair: (pair[1].limit == "job_name", pair[1].shortfall, pair[0].instance_type))
        return build_rejection(self._context, "type", instance.instance_type, failure, instance.instance_type).text

    def _missed_target(self, option: Option, failure: Failure) -> str:
        target, took = self._context.workload.latency_p99_ms, option.latency_ms
        if failure.limit == "latency" and target is not None and took is not None and target < took < math.inf:
            ratio = self._cost_ratio(cost_of(self._context, option))
            values = {"what": f"{option.count} × {option.what}", "target": format_duration(target), "over": format_duration(took - target)}
            return self._sentence("misses_and_costs" if ratio > AS_GOOD else "misses", times=format_ratio(ratio), **values)
        return build_rejection(self._context, "type", option.what, failure, option.what).text

    def _count_factor(self, option: Option) -> float:
        """Factor on the cost for the proposed number of machines."""
        wanted = self._proposal.count
        if wanted is None or option.instance is None or wanted == option.count:
            return 1.0
        if wanted < option.count:
            self._note_too_few(option, wanted)
            return wanted / option.count
        if self._context.situation != ONLINE:
            self._lacking.append(self._sentence("more_than_needed", count=option.count))
            return 1.0
        return wanted / option.count

    def _note_too_few(self, option: Option, wanted: int) -> None:
        context, what = self._context, option.what
        speed = context.speed_of(option.instance) if option.instance is not None and context.situation == ONLINE else None
        if speed is None:
            self._broken.append(self._sentence("too_few", needed=option.count, what=what, wanted=wanted))
            return
        load = load_at_place(context, option.place)
        tail = percentile_latency_ms(load.peak, speed, wanted)
        if not math.isfinite(tail) or (load.target is not None and tail > load.target):
            self._broken.append(self._sentence("too_few", needed=option.count, what=what, wanted=wanted))
        elif wanted < load.min_instances:
            self._lacking.append(self._sentence("stops_the_service", wanted=wanted))
        else:
            self._lacking.append(self._sentence("no_room", needed=option.count, share=f"{load.peak / (speed.capacity * wanted):.0%}"))

    def _payment_share(self, option: Option) -> float:
        """Share of the on-demand price that the proposed purchase pays."""
        context, wanted, advised = self._context, self._proposal.purchase, advised_purchase(self._context, option)
        if wanted is None:
            if advised == "on-demand":
                return 1.0
            self._lacking.append(self._sentence("payment_open", name=self._knowledge.purchases[advised].name))
            return 1.0
        if wanted == advised:
            return paid_share(context, option)
        told = why_not(self._decision, wanted)
        offered = [one.saving for one in list_purchases(context, option, advised) if one.kind == wanted]
        if isinstance(told, Rejection) and (
            told.limit in _WRONG_PAYMENT or not offered or (wanted == "spot" and told.limit == "what it needs")
        ):
            self._broken.append(told.text)
            return 1.0
        if isinstance(told, Rejection) and told.limit == "what it needs":
            self._lacking.append(told.text)
        return 1 - min(offered, default=0.0)

    def _note_open_parts(self, option: Option) -> None:
        """Note parts of the plan that the answer does not name, and conditions nobody confirmed."""
        if self._proposal.place is None:
            self._lacking.append(self._sentence("place_open", name=option.place.name))
        if not self._proposal.hardware and option.instance is not None:
            self._lacking.append(self._sentence("hardware_open", name=option.instance.instance_type))
        if option.open_condition == "neuron":
            self._lacking.append(build_rejection(self._context, "type", option.what, Failure("neuron_unknown", "", ""), option.what).text)

    def _sentence(self, key: str, **values: object) -> str:
        return generated_sentence(self._knowledge, key, **values)


def _describe_proposal(proposal: Proposal, knowledge: Knowledge) -> str:
    hardware = proposal.hardware[0] if proposal.hardware else ""
    parts = [f"{proposal.count} × {hardware}" if proposal.count and hardware else hardware]
    parts.append(knowledge.places[proposal.place].name if proposal.place else "")
    parts.append(knowledge.purchases[proposal.purchase].name if proposal.purchase else "")
    return ", ".join(part for part in parts if part)
