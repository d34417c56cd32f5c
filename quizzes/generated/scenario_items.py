"""Items from scenarios: the key is the engine's choice, the wrong options are what it rejects, each with its reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.decision.choice import Decision, decide
from engine.decision.context import DecisionCache
from engine.intake.from_mapping import from_mapping
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.schema.record import Lens
from quizzes.display_order import shuffle_by_hash
from quizzes.generated.generated_sentences import format_ratio, generated_sentence
from quizzes.generated.option_contest import Loss, OptionContest, best_among, reasons_for_choice
from quizzes.generated.scenario import PURCHASE_TASK, Aspect, Circumstance, Scenario
from quizzes.generated.wrong_options import WRONG_OPTIONS, choose_rivals
from quizzes.item import Choice, Option

BANK: Final = "scenarios"
"""The bank name of scenario items."""
_KINDS: Final[dict[Aspect, str]] = {"place": "places", "processor": "processors", "family": "families", "purchase": "purchases"}
CONFUSABLE: Final[dict[Aspect, str]] = {"place": "endpoint-types", "processor": "accelerators", "family": "", "purchase": "purchase"}
"""Aspect -> confusable set of its items."""
_MOST_SOURCES: Final = 5
_MAX_REASONS: Final = 3
"""Reasons of the engine used in an option's `why`."""


class DecidedScenario:
    """A scenario decided by the engine."""

    def __init__(
        self, scenario: Scenario, givens: Mapping[str, Circumstance], knowledge: Knowledge, cache: DecisionCache | None = None
    ) -> None:
        """Decide it. Raises InputError for facts that the engine does not know."""
        self.scenario, self.knowledge = scenario, knowledge
        self._givens = [givens[name] for name in scenario.given]
        self._cache = DecisionCache() if cache is None else cache
        self.workload = _scenario_workload(scenario, self._givens, knowledge)
        self._decisions: dict[Lens, Decision] = {}
        self.decision = self.decide_under("today")
        self._contested: dict[Aspect, tuple[OptionContest, list[Loss]]] = {}

    def decide_under(self, lens: Lens) -> Decision:
        """The decision under a lens, made once."""
        if lens not in self._decisions:
            self._decisions[lens] = decide(self.workload, self.knowledge, lens, self._cache)
        return self._decisions[lens]

    def contest_for(self, aspect: Aspect) -> tuple[OptionContest, list[Loss]]:
        """The contest for one aspect and its wrong options, computed once. Raises ValueError if nothing fits."""
        if aspect not in self._contested:
            contest = OptionContest(self.decision, aspect)
            self._contested[aspect] = contest, choose_rivals(contest)
        return self._contested[aspect]

    def full_stem(self, question: str) -> str:
        """The workload in words, the circumstances, and a question."""
        parts = [self.scenario.text]
        if self._givens:
            parts.append(generated_sentence(self.knowledge, "given", what="; ".join(given.text for given in self._givens)))
        return " ".join([*parts, question])


def aspect_item(stage: DecidedScenario, aspect: Aspect) -> Choice | None:
    """The item on one aspect; None without a choice or without three certain wrong options."""
    if stage.decision.best is None:
        return None
    contest, losses = stage.contest_for(aspect)
    if contest.winner is None or len(losses) < WRONG_OPTIONS:
        return None
    reasons, sources = reasons_for_choice(stage.decision, aspect)
    scenario, knowledge = stage.scenario, stage.knowledge
    identity = f"scenario-{scenario.id}-{aspect}"
    right = Option(
        text=option_text(contest.winner, aspect, knowledge),
        why=" ".join(reasons[:_MAX_REASONS]),
        right=True,
        about=f"{_KINDS[aspect]}/{contest.winner}",
    )
    wrong = [_wrong_option(loss, aspect, knowledge) for loss in losses]
    return Choice(
        id=identity,
        bank=BANK,
        exams=("mla-c01",) if _holds_in_exam(stage, contest, losses) else (),
        task=PURCHASE_TASK if aspect == "purchase" else scenario.task,
        difficulty=scenario.difficulty,
        stands_on=tuple(option.about for option in (right, *wrong)),
        stem=stage.full_stem(generated_sentence(knowledge, f"ask_{aspect}")),
        principle=scenario.ask[aspect],
        sources=_item_sources(contest.winner, aspect, (*sources, *(source for loss in losses for source in loss.sources)), knowledge),
        confusable=CONFUSABLE[aspect],
        cues=scenario.cues,
        options=tuple(shuffle_by_hash((right, *wrong), 0, identity, lambda option: option.text)),
    )


def deciding_limits(stage: DecidedScenario, aspect: Aspect) -> tuple[str, ...]:
    """The limits that stop the wrong options, as kind/id."""
    ids = {limit.name: limit.id for limit in stage.knowledge.limits.values()}
    return tuple(dict.fromkeys(f"limits/{ids[loss.limit]}" for loss in stage.contest_for(aspect)[1]))


def option_text(name: str, aspect: Aspect, knowledge: Knowledge) -> str:
    """A place, processor, family or purchase as an option names it."""
    if aspect != "family":
        record = getattr(knowledge, _KINDS[aspect])[name]
        return str(record.name)
    family = knowledge.families[name]
    accelerator = knowledge.accelerators.get(family.accelerator or "")
    what = accelerator.name if accelerator is not None else generated_sentence(knowledge, f"category_{family.category}")
    return generated_sentence(knowledge, "family", name=family.name.removeprefix("Amazon EC2 "), what=what)


def _wrong_option(loss: Loss, aspect: Aspect, knowledge: Knowledge) -> Option:
    why = f"{loss.why} {generated_sentence(knowledge, 'dearer', times=format_ratio(loss.ratio))}" if loss.ratio else loss.why
    return Option(text=option_text(loss.name, aspect, knowledge), why=why, about=f"{_KINDS[aspect]}/{loss.name}")


def _scenario_workload(scenario: Scenario, givens: list[Circumstance], knowledge: Knowledge) -> Workload:
    facts: dict[str, Any] = {name: value for given in givens for name, value in given.facts.items()}
    return from_mapping({**facts, **scenario.facts}, knowledge, f"scenario {scenario.id}: ")


def _item_sources(winner: str, aspect: Aspect, told: tuple[str, ...], knowledge: Knowledge) -> tuple[str, ...]:
    own: tuple[str, ...] = getattr(knowledge, _KINDS[aspect])[winner].sources
    return tuple(dict.fromkeys((*told, *own)))[:_MOST_SOURCES]


def _holds_in_exam(stage: DecidedScenario, contest: OptionContest, losses: list[Loss]) -> bool:
    """True if the exam's study material leads to the same answer among these options."""
    decision = stage.decide_under("exam")
    if decision.best is None:
        return False
    names = tuple(loss.name for loss in losses)
    exam = OptionContest(decision, contest.aspect, contest.winner)
    first = best_among(decision, contest.aspect, (contest.winner, *names))
    return first == contest.winner and all(exam.find_loss(name) is not None for name in names)
