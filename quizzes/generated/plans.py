"""Questions that are answered with a whole plan, which the engine grades."""

from __future__ import annotations

from typing import Final

from engine.decision.explained import explained
from engine.decision.option import Option
from engine.decision.plans import type_name
from engine.decision.purchasing import advised_purchase
from engine.decision.wording import money
from engine.workload import Workload
from quizzes.generated.contest import reasons_for
from quizzes.generated.scenes import BANK, Stage
from quizzes.generated.words import say
from quizzes.item import Typed

HARDEST: Final = 5
"""Of difficulties."""
_MOST_SOURCES: Final = 5


class PlanQuestion(Typed, tag_field="type", tag="typed"):
    """A typed answer that is a plan; `quizzes.generated.judging` grades it."""

    workload: Workload


def plan_item(stage: Stage) -> PlanQuestion | None:
    """The item that asks for a whole plan; None where nothing fits."""
    decision, scenario, knowledge = stage.decision, stage.scenario, stage.knowledge
    best = decision.best
    if best is None:
        return None
    reasons, sources = reasons_for(decision, "family")
    family = (f"families/{best.instance.family}",) if best.instance is not None else ()
    purchase = advised_purchase(decision.context, best)
    return PlanQuestion(
        id=f"scenario-{scenario.id}-plan",
        bank=BANK,
        exams=(),
        task=scenario.task,
        difficulty=min(scenario.difficulty + 1, HARDEST),
        stands_on=(f"places/{best.place.id}", *family, f"purchases/{purchase}"),
        stem=stage.stem(say(knowledge, "ask_plan")),
        principle=next(iter(scenario.ask.values())),
        sources=tuple(dict.fromkeys((*sources, *best.place.sources)))[:_MOST_SOURCES],
        cues=scenario.cues,
        references=(_model(stage, best), " ".join(reasons)),
        workload=stage.workload,
    )


def named_plan(stage: Stage) -> str:
    """The engine's own choice, as somebody would write it. Raises ValueError where there is none."""
    best, knowledge = stage.decision.best, stage.knowledge
    if best is None:
        raise ValueError("This decision has no choice.")
    return say(
        knowledge,
        "plan",
        hardware=f"{best.count} × {type_name(best)}, " if best.instance is not None else "",
        place=best.place.name,
        purchase=knowledge.purchases[advised_purchase(stage.decision.context, best)].name,
    )


def _model(stage: Stage, best: Option) -> str:
    """The choice with its cost."""
    cost, knowledge = explained(stage.decision, best).cost, stage.knowledge
    paid, period = (cost.usd_per_run, "a_run") if cost.usd_per_run is not None else (cost.usd_per_month or 0.0, "a_month")
    return say(knowledge, "model_plan", plan=named_plan(stage), cost=money(paid), period=say(knowledge, period))
