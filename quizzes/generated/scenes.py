"""Items from scenarios: the key is the engine's choice, the wrong options are what it turns down, each with its own reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.decision.choice import Decision, decide
from engine.decision.context import Memo
from engine.intake.given import from_mapping
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.schema.record import Lens
from quizzes.generated.contest import Contest, Loss, best_of, reasons_for
from quizzes.generated.rivals import WRONG, rivals
from quizzes.generated.scenario import PURCHASE_TASK, Aspect, Given, Scenario
from quizzes.generated.words import say, times
from quizzes.item import Choice, Option
from quizzes.order import dealt

BANK: Final = "scenarios"
"""What generated scenario items give as their bank."""
_KINDS: Final[dict[Aspect, str]] = {"place": "places", "processor": "processors", "family": "families", "purchase": "purchases"}
CONFUSABLE: Final[dict[Aspect, str]] = {"place": "endpoint-types", "processor": "accelerators", "family": "", "purchase": "purchase"}
"""What is asked -> the set of things that are mixed up there."""
_MOST_SOURCES: Final = 5
_REASONS: Final = 3
"""Of those that the engine gives for its choice, in an option's `why`."""


class Stage:
    """A scenario put to the engine."""

    def __init__(self, scenario: Scenario, givens: Mapping[str, Given], knowledge: Knowledge, memo: Memo | None = None) -> None:
        """Decide it. Raises InputError for facts that the engine does not know."""
        self.scenario, self.knowledge = scenario, knowledge
        self._givens = [givens[name] for name in scenario.given]
        self._memo: Memo = {} if memo is None else memo
        self.workload = _workload(scenario, self._givens, knowledge)
        self._decisions: dict[Lens, Decision] = {}
        self.decision = self.under("today")
        self._contested: dict[Aspect, tuple[Contest, list[Loss]]] = {}

    def under(self, lens: Lens) -> Decision:
        """The decision under a lens, made once."""
        if lens not in self._decisions:
            self._decisions[lens] = decide(self.workload, self.knowledge, lens, self._memo)
        return self._decisions[lens]

    def contested(self, aspect: Aspect) -> tuple[Contest, list[Loss]]:
        """The contest for one part of the plan, and the wrong answers beside its winner; worked out once.

        Raises ValueError where nothing fits.
        """
        if aspect not in self._contested:
            contest = Contest(self.decision, aspect)
            self._contested[aspect] = contest, rivals(contest)
        return self._contested[aspect]

    def stem(self, question: str) -> str:
        """The workload in words, what else is given, and a question."""
        parts = [self.scenario.text]
        if self._givens:
            parts.append(say(self.knowledge, "given", what="; ".join(given.text for given in self._givens)))
        return " ".join([*parts, question])


def item_of(stage: Stage, aspect: Aspect) -> Choice | None:
    """The item on one aspect; None where the engine has no choice, or cannot tell three wrong answers for sure."""
    if stage.decision.best is None:
        return None
    contest, losses = stage.contested(aspect)
    if contest.winner is None or len(losses) < WRONG:
        return None
    reasons, sources = reasons_for(stage.decision, aspect)
    scenario, knowledge = stage.scenario, stage.knowledge
    identity = f"scenario-{scenario.id}-{aspect}"
    right = Option(
        text=called(contest.winner, aspect, knowledge),
        why=" ".join(reasons[:_REASONS]),
        right=True,
        about=f"{_KINDS[aspect]}/{contest.winner}",
    )
    wrong = [_wrong(loss, aspect, knowledge) for loss in losses]
    return Choice(
        id=identity,
        bank=BANK,
        exams=("mla-c01",) if _holds_in_exam(stage, contest, losses) else (),
        task=PURCHASE_TASK if aspect == "purchase" else scenario.task,
        difficulty=scenario.difficulty,
        stands_on=tuple(option.about for option in (right, *wrong)),
        stem=stage.stem(say(knowledge, f"ask_{aspect}")),
        principle=scenario.ask[aspect],
        sources=_sources(contest.winner, aspect, (*sources, *(source for loss in losses for source in loss.sources)), knowledge),
        confusable=CONFUSABLE[aspect],
        cues=scenario.cues,
        options=tuple(dealt((right, *wrong), 0, identity, lambda option: option.text)),
    )


def limits_of(stage: Stage, aspect: Aspect) -> tuple[str, ...]:
    """The limits that stop the wrong options, as kind/id of the base."""
    ids = {limit.name: limit.id for limit in stage.knowledge.limits.values()}
    return tuple(dict.fromkeys(f"limits/{ids[loss.limit]}" for loss in stage.contested(aspect)[1]))


def called(name: str, aspect: Aspect, knowledge: Knowledge) -> str:
    """A place, processor, family or purchase as an option says it."""
    if aspect != "family":
        record = getattr(knowledge, _KINDS[aspect])[name]
        return str(record.name)
    family = knowledge.families[name]
    accelerator = knowledge.accelerators.get(family.accelerator or "")
    what = accelerator.name if accelerator is not None else say(knowledge, f"category_{family.category}")
    return say(knowledge, "family", name=family.name.removeprefix("Amazon EC2 "), what=what)


def _wrong(loss: Loss, aspect: Aspect, knowledge: Knowledge) -> Option:
    why = f"{loss.why} {say(knowledge, 'dearer', times=times(loss.ratio))}" if loss.ratio else loss.why
    return Option(text=called(loss.name, aspect, knowledge), why=why, about=f"{_KINDS[aspect]}/{loss.name}")


def _workload(scenario: Scenario, givens: list[Given], knowledge: Knowledge) -> Workload:
    facts: dict[str, Any] = {name: value for given in givens for name, value in given.facts.items()}
    return from_mapping({**facts, **scenario.facts}, knowledge, f"scenario {scenario.id}: ")


def _sources(winner: str, aspect: Aspect, told: tuple[str, ...], knowledge: Knowledge) -> tuple[str, ...]:
    own: tuple[str, ...] = getattr(knowledge, _KINDS[aspect])[winner].sources
    return tuple(dict.fromkeys((*told, *own)))[:_MOST_SOURCES]


def _holds_in_exam(stage: Stage, contest: Contest, losses: list[Loss]) -> bool:
    """Whether the exam's study material leads to the same answer among these options."""
    decision = stage.under("exam")
    if decision.best is None:
        return False
    names = tuple(loss.name for loss in losses)
    exam = Contest(decision, contest.aspect, contest.winner)
    first = best_of(decision, contest.aspect, (contest.winner, *names))
    return first == contest.winner and all(exam.loss(name) is not None for name in names)
