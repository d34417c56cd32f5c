"""Advice on what a request states: a text, and facts beside it."""

from __future__ import annotations

from engine.advice import Advice
from engine.decision.context import DecisionCache
from engine.handover.advice_json import facts_as_json
from engine.intake.from_mapping import together
from engine.intake.understand import Understood, understand
from engine.pipeline import Explain, IntakeNotes, advise
from engine.policy import NO_POLICY, Policy
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.errors import InputError, quote_value
from knowledge.schema.record import Lens

_NOTHING_STATED = 'Tell me something of the workload: sizewise advise "BERT, 1000 requests a minute, under 200 ms".'


def advise_request(
    text: str,
    given: Workload,
    knowledge: Knowledge,
    *,
    lens: Lens = "today",
    explain: Explain = "full",
    cache: DecisionCache | None = None,
    policy: Policy = NO_POLICY,
    most_flips: int | None = None,
) -> Advice:
    """The advice for a text and for facts given beside it, which win over the text. `most_flips` bounds the flips; None asks for all.

    Raises InputError if neither states a fact.
    """
    workload, heard = parse_workload(text, given, knowledge)
    others = tuple({"facts": facts_as_json(other)} for other in heard.other_workloads)
    rest = IntakeNotes(
        other_workloads=others, contradictions=heard.contradictions, not_understood=heard.not_understood, not_used=heard.not_used
    )
    return advise(workload, knowledge, lens=lens, explain=explain, notes=rest, memo=cache, policy=policy, max_flips=most_flips)


def parse_workload(text: str, given: Workload, knowledge: Knowledge) -> tuple[Workload, Understood]:
    """The workload that a text and the facts beside it state (facts win), and what else the text held.

    Raises InputError if neither states a fact.
    """
    heard = understand(text, knowledge) if text.strip() else Understood(Workload(), (), (), ())
    workload = together(heard.workload, given)
    if workload.is_blank:
        raise InputError(
            f"workload: nothing was understood of {quote_value(' '.join(text.split()))}. {_NOTHING_STATED}"
            if text.strip()
            else _NOTHING_STATED
        )
    return workload, heard
