"""Where a conversation stands, all at once: what a screen shows beside the words."""

from __future__ import annotations

from collections.abc import Iterator

from engine.dialogue.ask import next_ask
from engine.dialogue.desk import Desk
from engine.dialogue.record import Ask, Conversation, workload_of
from engine.dialogue.shown import Shortlist, shortlist
from engine.fact_wording import describe_fact, fact_name
from engine.workload import tells_of_workload
from knowledge.schema.record import Record


class FactLine(Record):
    """One fact as a line: in words, and where it comes from."""

    fact: str
    text: str
    kind: str
    """said, answered, derived, not sure, as assumed; assumed where nobody dealt with it."""
    has_value: bool = True
    """False where nobody is sure and nothing is assumed."""
    effect: float | None = None
    """Of an assumption: the probability that its answer changes the choice; None where that was not computed."""
    because: str = ""
    """The words it was read from, or the reason for assuming it."""


class ConversationStatus(Record):
    """Everything a screen shows of a conversation, computed once a step."""

    ask: Ask | None
    """None where no question is left."""
    shortlist: Shortlist
    known: tuple[FactLine, ...]
    """What was said, answered or left open, in the order in which it came."""
    assumed: tuple[FactLine, ...]
    """What is taken for granted, in the order of the contract."""
    is_trying: bool
    """Whether a what-if is open."""


def conversation_status(conversation: Conversation, desk: Desk) -> ConversationStatus:
    """Where `conversation` stands now."""
    return ConversationStatus(
        ask=next_ask(conversation, desk),
        shortlist=shortlist(conversation, desk),
        known=tuple(_known(conversation, desk)),
        assumed=tuple(_assumed(conversation, desk)),
        is_trying=conversation.sandbox is not None,
    )


def _known(conversation: Conversation, desk: Desk) -> Iterator[FactLine]:
    taken = desk.turn(workload_of(conversation.now.answers)).decision.context.workload
    for fact, one in conversation.now.answers.items():
        if not tells_of_workload(fact):
            continue
        value = one.value if one.value is not None else getattr(taken, fact)  # what is assumed where nobody is sure
        text = fact_name(desk.knowledge, fact) if value is None else describe_fact(desk.knowledge, fact, value)
        quote = "" if one.quote.isdecimal() else one.quote  # the number of a choice tells nothing
        yield FactLine(fact=fact, text=text, kind=one.kind, has_value=value is not None, because=quote or one.because)


def _assumed(conversation: Conversation, desk: Desk) -> Iterator[FactLine]:
    answers = conversation.now.answers
    turn = desk.turn(workload_of(answers))
    workload = turn.decision.context.workload
    for fact, value in workload.known_facts().items():
        if workload.is_assumed(fact) and fact not in answers:
            yield FactLine(
                fact=fact,
                text=describe_fact(desk.knowledge, fact, value),
                kind="assumed",
                effect=turn.reckoned_effect(fact),
                because=workload.origins[fact].because,
            )
