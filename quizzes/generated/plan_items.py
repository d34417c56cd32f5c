"""Questions answered with a whole plan, which the engine grades."""

from __future__ import annotations

from typing import Final

from engine.decision.context import Option, instance_type_name
from engine.decision.costs import advised_purchase
from engine.decision.explanation import explain_plan
from engine.number_format import format_money
from engine.workload import Workload
from quizzes.generated.generated_sentences import generated_sentence
from quizzes.generated.option_contest import reasons_for_choice
from quizzes.generated.scenario_items import BANK, DecidedScenario
from quizzes.item import Typed

HARDEST: Final = 5
"""Highest difficulty."""
_MOST_SOURCES: Final = 5


class PlanQuestion(Typed, tag_field="type", tag="typed"):
    """A typed answer that is a plan; `quizzes.generated.plan_grading` grades it."""

    workload: Workload


def plan_item(stage: DecidedScenario) -> PlanQuestion | None:
    """The item that asks for a whole plan; None if nothing fits."""
    decision, scenario, knowledge = stage.decision, stage.scenario, stage.knowledge
    best = decision.best
    if best is None:
        return None
    reasons, sources = reasons_for_choice(decision, "family")
    family = (f"families/{best.instance.family}",) if best.instance is not None else ()
    purchase = advised_purchase(decision.context, best)
    return PlanQuestion(
        id=f"scenario-{scenario.id}-plan",
        bank=BANK,
        exams=(),
        task=scenario.task,
        difficulty=min(scenario.difficulty + 1, HARDEST),
        stands_on=(f"places/{best.place.id}", *family, f"purchases/{purchase}"),
        stem=stage.full_stem(generated_sentence(knowledge, "ask_plan")),
        principle=next(iter(scenario.ask.values())),
        sources=tuple(dict.fromkeys((*sources, *best.place.sources)))[:_MOST_SOURCES],
        cues=scenario.cues,
        references=(_model_answer(stage, best), " ".join(reasons)),
        workload=stage.workload,
    )


def describe_plan(stage: DecidedScenario) -> str:
    """The engine's choice in words. Raises ValueError if there is none."""
    best, knowledge = stage.decision.best, stage.knowledge
    if best is None:
        raise ValueError("This decision has no choice.")
    return generated_sentence(
        knowledge,
        "plan",
        hardware=f"{best.count} × {instance_type_name(best)}, " if best.instance is not None else "",
        place=best.place.name,
        purchase=knowledge.purchases[advised_purchase(stage.decision.context, best)].name,
    )


def _model_answer(stage: DecidedScenario, best: Option) -> str:
    cost, knowledge = explain_plan(stage.decision, best).cost, stage.knowledge
    paid, period = (cost.usd_per_run, "a_run") if cost.usd_per_run is not None else (cost.usd_per_month or 0.0, "a_month")
    return generated_sentence(
        knowledge, "model_plan", plan=describe_plan(stage), cost=format_money(paid), period=generated_sentence(knowledge, period)
    )
