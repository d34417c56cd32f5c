"""Advice on what a request states: a text, and facts beside it."""

from __future__ import annotations

from typing import Protocol

from engine.advice import Advice
from engine.decision.context import DecisionCache
from engine.handover.advice_json import facts_as_json
from engine.intake.from_mapping import together
from engine.intake.reader import NO_PROPOSALS, Proposals
from engine.intake.understand import Understood, understand
from engine.intake.weighing import Weighing
from engine.pipeline import Explain, IntakeNotes, advise
from engine.policy import NO_POLICY, Policy
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.errors import InputError, quote_value
from knowledge.schema.record import Lens

_NOTHING_STATED = 'Tell me something of the workload: sizewise advise "BERT, 1000 requests a minute, under 200 ms".'


class SecondReader(Protocol):
    """A language model that reads a text along with the rules."""

    def read_text(self, text: str) -> Proposals:
        """What it proposes; nothing where it fails."""

    def note_weighing(self, weighing: Weighing) -> None:
        """Keep what became of that."""


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
    second: SecondReader | None = None,
) -> Advice:
    """The advice for a text and for facts given beside it, which win over the text.

    `most_flips` bounds the flips; None asks for all. `second` is a language model that reads the text too.

    Raises InputError if neither states a fact.
    """
    workload, heard = parse_workload(text, given, knowledge, second)
    others = tuple({"facts": facts_as_json(other)} for other in heard.other_workloads)
    rest = IntakeNotes(
        other_workloads=others, contradictions=heard.contradictions, not_understood=heard.not_understood, not_used=heard.not_used
    )
    return advise(workload, knowledge, lens=lens, explain=explain, notes=rest, memo=cache, policy=policy, max_flips=most_flips)


def understand_text(text: str, knowledge: Knowledge, second: SecondReader | None = None) -> Understood:
    """What a text says, to the rules and to the second reader, if there is one."""
    heard = understand(text, knowledge, proposals=second.read_text(text) if second is not None else NO_PROPOSALS)
    if second is not None:
        second.note_weighing(heard.weighing)
    return heard


def parse_workload(text: str, given: Workload, knowledge: Knowledge, second: SecondReader | None = None) -> tuple[Workload, Understood]:
    """The workload that a text and the facts beside it state (facts win), and what else the text held.

    Raises InputError if neither states a fact.
    """
    heard = understand_text(text, knowledge, second) if text.strip() else Understood(Workload(), (), (), ())
    workload = together(heard.workload, given)
    if workload.is_blank:
        raise InputError(
            f"workload: nothing was understood of {quote_value(' '.join(text.split()))}. {_NOTHING_STATED}"
            if text.strip()
            else _NOTHING_STATED
        )
    return workload, heard
