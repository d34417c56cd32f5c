"""What was asked, answered before anything else is told: how many, what price, which discount, does it fit, this or that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from engine.advice import Plan, Rejection
from engine.decision.choice import Decision
from engine.decision.context import instance_type_name
from engine.decision.explanation.comparison import list_comparisons
from engine.decision.explanation.relaxations import list_relaxations
from engine.decision.explanation.why_not import why_not
from engine.decision.scoring import cost_of, names_to_choose_from
from engine.number_format import format_money
from engine.workload import Ask
from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.sentences import Say, bind_subject

_MOST_NAMES: Final = 2
"""Names beside the choice that an answer speaks of; the advice tells the rest."""
_OF_MEMORY: Final = (("model", "precision"), ("rows", "columns"))
"""Facts that a reason rests on which tells what memory is needed."""
_WORDS: Final = ("", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")


def answer_question(decision: Decision, choice: Plan | None, asks: Sequence[Ask] = (), names: Sequence[str] = ()) -> str:
    """One or two sentences to what was asked of the choice, or of the `names` that were asked about; the choice where nothing was."""
    writer = _Answer(decision, choice, names)
    kinds: tuple[Ask, ...] = (*asks, "choice")
    return next(told for kind in kinds if (told := writer.to(kind)))


class _Answer:
    """Composes the answer to one kind of question after the other; each is empty where it does not apply."""

    def __init__(self, decision: Decision, choice: Plan | None, names: Sequence[str]) -> None:
        self._decision, self._choice = decision, choice
        self._names = list(dict.fromkeys(names))
        self._knowledge: Knowledge = decision.context.knowledge
        self._say: Say = bind_subject(self._knowledge, "answers")
        self._composed: Mapping[Ask, Callable[[], str]] = {
            "size": self._tell_size,
            "count": self._tell_count,
            "place": self._tell_place,
            "purchase": self._tell_purchase,
            "price": self._tell_price,
            "feasibility": self._tell_feasibility,
            "comparison": self._tell_comparison,
        }
        """What is asked for -> who answers; the choice itself answers the rest."""

    def to(self, kind: Ask) -> str:
        """The answer to a kind of question."""
        if self._choice is None and kind != "feasibility":
            return self._tell_nothing()
        return self._composed.get(kind, self._tell_choice)()

    def _tell_nothing(self) -> str:
        relaxed = [one.text for one in list_relaxations(self._decision)]
        return self._say("nothing_because", relax=relaxed[0]) if relaxed else self._say("nothing")

    def _tell_choice(self) -> str:
        return self._plan_sentence("choice", self._choice)

    def _plan_sentence(self, key: str, plan: Plan | None) -> str:
        if plan is None:
            return self._tell_nothing()
        cost = _cost_text(plan)
        told = self._plan_text(plan)
        return self._say(key, plan=told, cost=cost) if cost else self._say("yes_uncosted" if key == "yes" else "choice_uncosted", plan=told)

    def _plan_text(self, plan: Plan) -> str:
        place, purchase = self._knowledge.places[plan.place].name, self._knowledge.purchases[plan.purchase].name
        paid = "" if plan.purchase == "on-demand" else purchase
        return ", ".join(part for part in (_hardware_text(plan), place, paid) if part)

    def _tell_size(self) -> str:
        plan = self._choice
        memory = (
            [one.text for one in plan.reasons if {"model", "precision"} <= {*one.facts} or {"rows", "columns"} <= {*one.facts}]
            if plan
            else []
        )
        if plan is None or not memory or not _hardware_text(plan):
            return ""
        return self._say("size", what=_hardware_text(plan), reason=memory[0])

    def _tell_count(self) -> str:
        plan = self._choice
        if plan is None:
            return ""
        if plan.instance_count is None:
            return self._say("no_machines", place=self._knowledge.places[plan.place].name)
        if plan.instance_count == 1:
            key = "one_busy" if plan.utilization else "one"
            return self._say(key, what=plan.instance_type, share=f"{plan.utilization or 0:.0%}")
        word = _WORDS[plan.instance_count] if plan.instance_count < len(_WORDS) else f"{plan.instance_count:,}"
        reason = next((one.text for one in plan.reasons if one.facts == ("environment",)), "")
        return (
            self._say("several", count=word, reason=reason) if reason else self._say("several_plain", count=word, what=plan.instance_type)
        )

    def _tell_place(self) -> str:
        if self._choice is None:
            return ""
        why = self._knowledge.wording["reasons"].texts.get(f"place_{self._choice.place}")
        name = self._knowledge.places[self._choice.place].name
        return self._say("place", place=name, reason=why) if why else self._tell_choice()

    def _tell_purchase(self) -> str:
        plan = self._choice
        if plan is None:
            return ""
        first = self._knowledge.wording["reasons"].texts[f"purchase_{plan.purchase}"]
        commits = [one for one in plan.purchases if one.term_years == 1 and one.saving > 0 and one.kind != plan.purchase]
        if plan.purchase != "on-demand" or not commits:
            return first
        best = max(commits, key=lambda one: one.saving)
        kind = self._knowledge.purchases[best.kind].name
        name = best.name if kind in best.name else f"{best.name} {kind}"
        return f"{first} {self._say('purchase_saves', name=name, share=f'{best.saving:.0%}')}"

    def _tell_price(self) -> str:
        plan = self._choice
        cost = _cost_text(plan, hourly=True) if plan is not None else ""
        if plan is None or not cost:
            return self._tell_choice()
        purchase = self._knowledge.purchases[plan.purchase].name.lower()
        what = _hardware_text(plan) or self._knowledge.places[plan.place].name
        return self._say("price", cost=cost, what=what, purchase=purchase)

    def _tell_feasibility(self) -> str:
        """Whether what was named will do; whether anything does, where nothing was."""
        found = self._named()
        for name, one in found.items():
            if isinstance(one, Rejection) and not _is_only_dearer(one):
                return self._with_choice(self._say("no", why=self._about(name, one)))
        plan = next((one for one in found.values() if isinstance(one, Plan)), self._choice)
        return self._plan_sentence("yes", plan) if plan is not None else self._say("no", why=self._tell_nothing())

    def _with_choice(self, sentence: str) -> str:
        return f"{sentence} {self._plan_sentence('but', self._choice)}" if self._choice is not None else sentence

    def _tell_comparison(self) -> str:
        """The best of what was named, then the others; what beats them all comes after."""
        if not self._names or self._choice is None:
            return ""
        others = [told for name in self._names if (told := self._why_not(name))]
        return " ".join((self._plan_sentence("compared", self._choice), *others[:_MOST_NAMES], *self._outsider()))

    def _outsider(self) -> Iterator[str]:
        """What does better than all that was named, told beside it."""
        context, best = self._decision.context, self._decision.best
        named = names_to_choose_from(context.workload, context.knowledge)
        if best is None or not named & set(best.names):
            return
        outside = [one for one in self._decision.ranked_options if not named & set(one.names) and not one.open_condition]
        better = next((one for one in outside if cost_of(context, one) < cost_of(context, best)), None)
        if better is not None:
            cost = _money_text(better.usd_per_run, better.usd_per_month)
            yield self._say("outsider", what=instance_type_name(better) or better.what, place=better.place.name, cost=cost)

    def _why_not(self, name: str) -> str:
        try:
            found = why_not(self._decision, name)
        except InputError:
            return ""
        return self._about(name, found) if isinstance(found, Rejection) else ""

    def _about(self, name: str, rejection: Rejection) -> str:
        text = rejection.text
        return text if name.lower() in text.lower() or name in self._knowledge.places else f"{name}: {text}"

    def _named(self) -> Mapping[str, Plan | Rejection]:
        compared = self._decision.context.workload.compare or ()
        found = dict(zip(compared, list_comparisons(self._decision), strict=True))
        return {name: found[name] for name in self._names[:_MOST_NAMES] if name in found}


def _is_only_dearer(rejection: Rejection) -> bool:
    """Whether it would do, and something else only does better."""
    return rejection.limit in {"cost", "rank"}


def _hardware_text(plan: Plan) -> str:
    if plan.instance_type is not None:
        return f"{plan.instance_type} × {plan.instance_count}"
    return f"{plan.memory_mb} MB" if plan.memory_mb else ""


def _cost_text(plan: Plan, *, hourly: bool = False) -> str:
    """What it costs, a run or a month; "" where that is not known."""
    if plan.cost.usd_per_month is None:
        return ""
    told = _money_text(plan.cost.usd_per_run, plan.cost.usd_per_month)
    return f"{told} ({format_money(plan.cost.usd_per_hour or 0)} an hour)" if hourly and plan.cost.usd_per_run is None else told


def _money_text(usd_per_run: float | None, usd_per_month: float) -> str:
    return f"{format_money(usd_per_run)} a run" if usd_per_run is not None else f"{format_money(usd_per_month)} a month"
