"""What the engine makes of a plan that somebody proposes: whether it works, what it costs against the choice, what it breaks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from engine.advice import Rejection
from engine.decision.choice import Decision, decide
from engine.decision.compare import names_of
from engine.decision.context import Memo
from engine.decision.limits import Failure
from engine.decision.limits.failure import duration
from engine.decision.machines import Gone
from engine.decision.online import load_at
from engine.decision.option import Option
from engine.decision.purchasing import advised_purchase, paid_share, purchases_of
from engine.decision.ranking import cost_of
from engine.decision.situation import ONLINE
from engine.decision.why_not import why_not
from engine.decision.wording import money, rejection
from engine.sizing.speed.tail import answer_ms
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.schema.record import Lens
from quizzes.generated.contest import cents_of
from quizzes.generated.proposal import Proposal, read_proposal
from quizzes.generated.told import Told
from quizzes.generated.words import say, times
from quizzes.grading.rubric import Verdict

AS_GOOD: Final = 1.25
"""Times the choice's cost up to which a plan that works is as good an answer."""
_LESS: Final = 0.95
_WRONG_PAYMENT: Final = frozenset({"what it pays for", "ruled out", "asked for another", "capacity"})
"""Names of limits that leave a way to pay no chance; others make it dearer, or ask for a word from the person."""


class Judged(Told):
    """A grade, with what was understood of the answer."""

    read: str = ""
    times: float | None = None
    """Times the choice's cost, of a plan that works."""


def grade_scenario(workload: Workload, answer: str, knowledge: Knowledge, *, lens: Lens = "today", memo: Memo | None = None) -> Judged:
    """The grade of a plan in words for `workload`: hardware, count, place and purchase, as far as they are named."""
    decision = decide(workload, knowledge, lens, {} if memo is None else memo)
    proposal = read_proposal(answer, knowledge)
    if proposal.is_empty:
        return Judged(verdict="incorrect", score=0.0, missing=(say(knowledge, "names_nothing"),))
    if proposal.several:
        told = say(knowledge, "names_several", names=", ".join(proposal.several))
        return Judged(verdict="unsure", score=0.5, missing=(told,), read=_in_words(proposal, knowledge))
    if decision.best is None:
        return Judged(verdict="incorrect", score=0.0, contradicted=(say(knowledge, "nothing_fits"),), read=_in_words(proposal, knowledge))
    return _Judge(decision, decision.best, proposal).judged()


class _Judge:
    """One proposal against one decision."""

    def __init__(self, decision: Decision, best: Option, proposal: Proposal) -> None:
        self._decision, self._best, self._proposal = decision, best, proposal
        self._context, self._knowledge = decision.context, decision.context.knowledge
        self._broken: list[str] = []
        """What keeps the plan from working."""
        self._lacking: list[str] = []
        """What makes it less than the choice, or was left open."""

    def judged(self) -> Judged:
        """The grade."""
        option = self._kept()
        if option is None:
            self._broken.extend(self._stopped())
            return self._graded("incorrect", None, ())
        size = self._size(option)
        share = self._share(option)
        self._left_open(option)
        paid = cost_of(self._context, option) * size * share
        ratio = self._ratio(paid)
        if self._broken:
            return self._graded("incorrect", ratio, ())
        return self._works(option, ratio, paid)

    def _ratio(self, paid: float) -> float:
        """Times what the choice costs; cents make no difference."""
        cents = cents_of(self._decision, self._best)
        return (paid + cents) / (cost_of(self._context, self._best) * paid_share(self._context, self._best) + cents)

    def _works(self, option: Option, ratio: float, paid: float) -> Judged:
        least = cost_of(self._context, self._best) * paid_share(self._context, self._best)
        period = self._say("a_run" if option.usd_per_run is not None else "a_month")
        values = {"paid": money(paid), "least": money(least), "times": times(paid / least), "period": period}
        if ratio > AS_GOOD:
            self._lacking.insert(0, self._say("works_dearer", **values))
        if self._context.workload.priority == "simplicity" and option.complexity > self._best.complexity:
            self._lacking.append(self._say("less_simple", choice=self._best.place.name))
        key = "works" if ratio > AS_GOOD else "works_for_less" if ratio < _LESS else "works_the_same"
        return self._graded("partial" if self._lacking else "correct", ratio, (self._say(key, **values),))

    def _graded(self, verdict: Verdict, ratio: float | None, found: tuple[str, ...]) -> Judged:
        score = {"correct": 1.0, "partial": 0.5}.get(verdict, 0.0)
        read = _in_words(self._proposal, self._knowledge)
        return Judged(
            verdict=verdict,
            score=score,
            found=(self._say("understood", read=read), *found),
            missing=tuple(self._lacking) if verdict != "incorrect" else (),
            contradicted=tuple(dict.fromkeys(self._broken)),
            read=read,
            times=round(ratio, 3) if ratio is not None and math.isfinite(ratio) else None,
        )

    def _kept(self) -> Option | None:
        """The best plan of what is proposed that keeps all limits; at the choice's place, where none is named."""
        found = [option for option in self._decision.ranked if self._is_meant(option)]
        return next((option for option in found if option.place.id == self._best.place.id), found[0] if found else None)

    def _is_meant(self, option: Option) -> bool:
        hardware = self._proposal.hardware
        return self._proposal.place in (None, option.place.id) and (not hardware or bool({*hardware}.intersection(names_of(option))))

    def _stopped(self) -> Iterator[str]:
        """What stops it: a target that it misses, a limit of the place, one of the hardware there."""
        missed = [(option, failure) for option, failure in self._decision.fallen.missed if self._is_meant(option)]
        if missed:
            option, failure = min(missed, key=lambda pair: (pair[1].shortfall, pair[0].what))
            yield self._missing(option, failure)
            return
        place = self._proposal.place
        at_place = next((one for one in self._decision.fallen.open if one.place.id == place), None)
        if at_place is not None and (told := self._of_hardware((at_place.gone, Gone(tuple(at_place.unpriced))))) is not None:
            yield told
            return
        is_closed = place is not None and at_place is None
        names = self._proposal.hardware[:1] if self._proposal.hardware and not is_closed else (place or self._proposal.purchase or "",)
        told_of = [why_not(self._decision, name) for name in names]
        texts = [told.text for told in told_of if isinstance(told, Rejection)]
        yield from texts or [self._say("not_together")]

    def _of_hardware(self, gone: tuple[Gone, Gone]) -> str | None:
        """What stops the hardware at the place; None where nothing is known of it."""
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
        return rejection(self._context, "type", instance.instance_type, failure, instance.instance_type).text

    def _missing(self, option: Option, failure: Failure) -> str:
        """A target that is missed, and by how much."""
        target, took = self._context.workload.latency_p99_ms, option.latency_ms
        if failure.limit == "latency" and target is not None and took is not None and target < took < math.inf:
            ratio = self._ratio(cost_of(self._context, option))
            values = {"what": f"{option.count} × {option.what}", "target": duration(target), "over": duration(took - target)}
            return self._say("misses_and_costs" if ratio > AS_GOOD else "misses", times=times(ratio), **values)
        return rejection(self._context, "type", option.what, failure, option.what).text

    def _size(self, option: Option) -> float:
        """Times the cost of the number of machines that it takes."""
        wanted = self._proposal.count
        if wanted is None or option.instance is None or wanted == option.count:
            return 1.0
        if wanted < option.count:
            self._too_few(option, wanted)
            return wanted / option.count
        if self._context.situation != ONLINE:
            self._lacking.append(self._say("more_than_needed", count=option.count))
            return 1.0
        return wanted / option.count

    def _too_few(self, option: Option, wanted: int) -> None:
        context, what = self._context, option.what
        speed = context.speed(option.instance) if option.instance is not None and context.situation == ONLINE else None
        if speed is None:
            self._broken.append(self._say("too_few", needed=option.count, what=what, wanted=wanted))
            return
        load = load_at(context, option.place)
        tail = answer_ms(load.peak, speed, wanted)
        if not math.isfinite(tail) or (load.target is not None and tail > load.target):
            self._broken.append(self._say("too_few", needed=option.count, what=what, wanted=wanted))
        elif wanted < load.least:
            self._lacking.append(self._say("stops_the_service", wanted=wanted))
        else:
            self._lacking.append(self._say("no_room", needed=option.count, share=f"{load.peak / (speed.capacity * wanted):.0%}"))

    def _share(self, option: Option) -> float:
        """What is paid as proposed, as a share of the on-demand price."""
        context, wanted, advised = self._context, self._proposal.purchase, advised_purchase(self._context, option)
        if wanted is None:
            if advised == "on-demand":
                return 1.0
            self._lacking.append(self._say("payment_open", name=self._knowledge.purchases[advised].name))
            return 1.0
        if wanted == advised:
            return paid_share(context, option)
        told = why_not(self._decision, wanted)
        offered = [one.saving for one in purchases_of(context, option, advised) if one.kind == wanted]
        if isinstance(told, Rejection) and (
            told.limit in _WRONG_PAYMENT or not offered or (wanted == "spot" and told.limit == "what it needs")
        ):
            self._broken.append(told.text)
            return 1.0
        if isinstance(told, Rejection) and told.limit == "what it needs":
            self._lacking.append(told.text)
        return 1 - min(offered, default=0.0)

    def _left_open(self, option: Option) -> None:
        """Parts of a plan that the answer does not name, and what nobody has confirmed."""
        if self._proposal.place is None:
            self._lacking.append(self._say("place_open", name=option.place.name))
        if not self._proposal.hardware and option.instance is not None:
            self._lacking.append(self._say("hardware_open", name=option.instance.instance_type))
        if option.open_condition == "neuron":
            self._lacking.append(rejection(self._context, "type", option.what, Failure("neuron_unknown", "", ""), option.what).text)

    def _say(self, key: str, **values: object) -> str:
        return say(self._knowledge, key, **values)


def _in_words(proposal: Proposal, knowledge: Knowledge) -> str:
    """What was understood, in a line."""
    hardware = proposal.hardware[0] if proposal.hardware else ""
    parts = [f"{proposal.count} × {hardware}" if proposal.count and hardware else hardware]
    parts.append(knowledge.places[proposal.place].name if proposal.place else "")
    parts.append(knowledge.purchases[proposal.purchase].name if proposal.purchase else "")
    return ", ".join(part for part in parts if part)
