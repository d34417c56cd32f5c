"""What was asked, answered before anything else is told: how many, what price, which discount, does it fit, this or that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from engine.advice import ComparedModel, Plan, Rejection, Relaxation
from engine.decision.choice import Decision
from engine.decision.context import instance_type_name
from engine.decision.explanation.purchase_reason import PURCHASE_FACTS
from engine.decision.explanation.reasons import PLACE_FACTS
from engine.decision.explanation.relaxations import describe_conflict
from engine.decision.explanation.why_not import why_not
from engine.decision.scoring import cost_of, names_to_choose_from
from engine.number_format import format_money
from engine.plan_wording import describe_model, format_cost, format_plan_cost, name_hardware, name_purchase
from engine.workload import Ask
from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.sentences import Say, bind_subject, fill_sentence

_MOST_NAMES: Final = 2
"""Names beside the choice that an answer speaks of; the advice tells the rest."""
_OF_MEMORY: Final = (frozenset({"model", "precision"}), frozenset({"rows", "columns"}))
"""Facts that a reason rests on which tells what memory is needed."""
_WORDS: Final = ("", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")


def answer_question(
    decision: Decision,
    choice: Plan | None,
    asks: Sequence[Ask] = (),
    compared: Mapping[str, Plan | Rejection] | None = None,
    relaxed: Sequence[Relaxation] = (),
) -> str:
    """One or two sentences to what was asked of the choice; the choice itself where nothing was.

    `compared` are the names that were asked about, with what became of each; `relaxed` what to give up where nothing fits.
    """
    writer = _Answer(decision, choice, compared or {}, relaxed)
    kinds: tuple[Ask, ...] = (*asks, "choice")
    return next(text for kind in kinds if (text := writer.to(kind)))


def answer_models(models: Sequence[ComparedModel], knowledge: Knowledge) -> str:
    """What each of the models that were asked about would run on and cost; "" where none were."""
    told = [describe_model(one, knowledge) for one in models]
    return " ".join((*told, fill_sentence(knowledge, "answers", "models_differ"))) if told else ""


def _reason_resting_on(plan: Plan, facts: tuple[str, ...]) -> str:
    """The reason of the plan that rests on just these facts; "" without one."""
    return next((one.text for one in plan.reasons if one.facts == facts), "")


class _Answer:
    """Composes the answer to one kind of question after the other; each is empty where it does not apply."""

    def __init__(
        self, decision: Decision, choice: Plan | None, compared: Mapping[str, Plan | Rejection], relaxed: Sequence[Relaxation]
    ) -> None:
        self._decision, self._choice, self._compared, self._relaxed = decision, choice, compared, relaxed
        self._knowledge: Knowledge = decision.context.knowledge
        self._say: Say = bind_subject(self._knowledge, "answers")
        self._composed: Mapping[Ask, Callable[[Plan], str]] = {
            "size": self._answer_size,
            "count": self._answer_count,
            "place": self._answer_place,
            "purchase": self._answer_purchase,
            "price": self._answer_price,
            "comparison": self._answer_comparison,
        }
        """What is asked for -> who answers; the choice itself answers the rest."""

    def to(self, kind: Ask) -> str:
        """The answer to a kind of question."""
        if kind == "feasibility":
            return self._answer_feasibility()
        return self._answer_nothing() if self._choice is None else self._composed.get(kind, self._answer_choice)(self._choice)

    def _answer_nothing(self) -> str:
        if not self._relaxed:
            return self._say("nothing")
        parts = (self._say("nothing"), describe_conflict(self._decision, self._relaxed), self._relaxed[0].text)
        return " ".join(part for part in parts if part)

    def _answer_choice(self, plan: Plan) -> str:
        return self._plan_sentence("choice", plan)

    def _plan_sentence(self, key: str, plan: Plan) -> str:
        text, cost = self._plan_text(plan), _cost_text(plan)
        return self._say(key, plan=text, cost=cost) if cost else self._say("yes_uncosted" if key == "yes" else "choice_uncosted", plan=text)

    def _plan_text(self, plan: Plan) -> str:
        place, purchase = self._knowledge.places[plan.place].name, self._knowledge.purchases[plan.purchase].name
        paid = "" if plan.purchase == "on-demand" else purchase
        return ", ".join(part for part in (_hardware_text(plan), place, paid) if part)

    def _answer_size(self, plan: Plan) -> str:
        memory = next((one.text for one in plan.reasons if any(facts <= {*one.facts} for facts in _OF_MEMORY)), "")
        return self._say("size", what=_hardware_text(plan), reason=memory) if memory and _hardware_text(plan) else ""

    def _answer_count(self, plan: Plan) -> str:
        if plan.instance_count is None:
            return self._say("no_machines", place=self._knowledge.places[plan.place].name)
        if plan.instance_count == 1:
            key = "one_busy" if plan.utilization else "one"
            return self._say(key, what=plan.instance_type, share=f"{plan.utilization or 0:.0%}")
        word = _WORDS[plan.instance_count] if plan.instance_count < len(_WORDS) else f"{plan.instance_count:,}"
        reason = next((one.text for one in plan.reasons if one.facts == ("environment",)), "")
        key = "several" if reason else "several_plain"
        return self._say(key, count=word, reason=reason, what=plan.instance_type)

    def _answer_place(self, plan: Plan) -> str:
        why = _reason_resting_on(plan, PLACE_FACTS)
        return self._say("place", place=self._knowledge.places[plan.place].name, reason=why) if why else self._answer_choice(plan)

    def _answer_purchase(self, plan: Plan) -> str:
        if plan.purchase != "on-demand":
            return _reason_resting_on(plan, PURCHASE_FACTS)
        first = self._knowledge.wording["reasons"].texts["purchase_on-demand"]
        commits = [one for one in plan.purchases if one.term_years == 1 and one.saving > 0 and one.kind != plan.purchase]
        if not commits:
            return first
        best = max(commits, key=lambda one: one.saving)
        return f"{first} {self._say('purchase_saves', name=name_purchase(best, self._knowledge), share=f'{best.saving:.0%}')}"

    def _answer_price(self, plan: Plan) -> str:
        cost = _cost_text(plan)
        if not cost:
            return self._answer_choice(plan)
        hourly = f" ({format_money(plan.cost.usd_per_hour or 0)} an hour)" if plan.cost.usd_per_run is None else ""
        purchase = self._knowledge.purchases[plan.purchase].name.lower()
        what = _hardware_text(plan) or self._knowledge.places[plan.place].name
        return self._say("price", cost=f"{cost}{hourly}", what=what, purchase=purchase)

    def _answer_feasibility(self) -> str:
        """Whether what was named will do; whether anything does, where nothing was."""
        found = dict(list(self._compared.items())[:_MOST_NAMES])
        for name, one in found.items():
            if isinstance(one, Rejection) and not _is_only_dearer(one):
                better = [] if self._choice is None else [self._plan_sentence("but", self._choice)]
                return " ".join((self._say("no", why=self._describe_rejection(name, one)), *better))
        plan = next((one for one in found.values() if isinstance(one, Plan)), self._choice)
        return self._plan_sentence("yes", plan) if plan is not None else self._say("no", why=self._answer_nothing())

    def _answer_comparison(self, plan: Plan) -> str:
        """The best of what was named, then the others; what beats them all comes after."""
        if not self._compared:
            return ""
        others = [text for name in self._compared if (text := self._explain_rejection(name))]
        return " ".join((self._plan_sentence("compared", plan), *others[:_MOST_NAMES], *self._outsider()))

    def _outsider(self) -> Iterator[str]:
        """What does better than all that was named, told beside it."""
        context, best = self._decision.context, self._decision.best
        named = names_to_choose_from(context.workload, context.knowledge)
        if best is None or not named & set(best.names):
            return
        outside = [one for one in self._decision.ranked_options if not named & set(one.names) and not one.open_condition]
        better = next((one for one in outside if cost_of(context, one) < cost_of(context, best)), None)
        if better is not None:
            a_run = better.usd_per_run is not None
            cost = format_cost(better.usd_per_run if better.usd_per_run is not None else better.usd_per_month, a_run=a_run)
            yield self._say("outsider", what=instance_type_name(better) or better.what, place=better.place.name, cost=cost)

    def _explain_rejection(self, name: str) -> str:
        """Why a name is not the choice; "" where it is, and for what is no hardware, place or way to pay."""
        try:
            found = why_not(self._decision, name)
        except InputError:
            return ""
        return self._describe_rejection(name, found) if isinstance(found, Rejection) else ""

    def _describe_rejection(self, name: str, rejection: Rejection) -> str:
        text = rejection.text
        return text if name.lower() in text.lower() or name in self._knowledge.places else f"{name}: {text}"


def _is_only_dearer(rejection: Rejection) -> bool:
    """Whether it would do, and something else only does better."""
    return bool(rejection.score)


def _hardware_text(plan: Plan) -> str:
    """The hardware; "" where the place has none to name."""
    return name_hardware(plan) if plan.instance_type is not None or plan.memory_mb else ""


def _cost_text(plan: Plan) -> str:
    """What it costs, a run or a month; "" where that is not known."""
    return "" if plan.cost.usd_per_month is None else format_plan_cost(plan)
