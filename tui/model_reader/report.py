"""What a person is told of the model that reads along: where it is, what was sent, what came back, what became of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.fact_wording import describe_fact
from engine.intake.weighing import Weighed
from engine.number_format import format_significant
from knowledge import Knowledge
from knowledge.sentences import bind_subject
from tui.model_reader.choice import ReaderChoice
from tui.model_reader.reader import Exchange, ModelReader


def introduce(choice: ReaderChoice, knowledge: Knowledge) -> str:
    """What goes where, to be said before or with the first call."""
    say = bind_subject(knowledge, "reader")
    where = "stays_here" if choice.is_on_this_machine else "goes_out" if choice.is_encrypted else "goes_out_readable"
    return f"{say('introduction', destination=destination(choice, knowledge))} {say(where)}"


def destination(choice: ReaderChoice, knowledge: Knowledge) -> str:
    """The model and its place in words."""
    say = bind_subject(knowledge, "reader")
    if choice.kind == "bedrock":
        return say("on_bedrock", name=choice.name)
    return say("on_server", name=choice.name, address=choice.address)


def describe_problem(exchange: Exchange, choice: ReaderChoice, knowledge: Knowledge) -> str:
    """Why the built-in reading stands alone; "" where the model answered."""
    if not exchange.problem:
        return ""
    say = bind_subject(knowledge, "reader")
    detail = f" ({exchange.detail})" if exchange.detail else ""
    why = say(exchange.problem, seconds=f"{choice.seconds:g}", name=choice.name)
    return f"{why}{detail} {say('built_in_stands')}"


def list_exchange(reader: ModelReader | None, knowledge: Knowledge, *, whole: bool = False) -> Iterator[str]:
    """The lines of `/reader`: the place, all calls in figures, the last request and answer. `whole`: with the instructions."""
    say = bind_subject(knowledge, "reader")
    if reader is None:
        yield say("no_reader")
        return
    tally, last = reader.tally, reader.last
    yield destination(reader.choice, knowledge)
    if last is None:
        yield say("not_asked")
        return
    cost = say("costs_unknown") if tally.usd is None else say("costs", usd=format_significant(tally.usd) if tally.usd else "0")
    tokens = f"{tally.input_tokens:,}", f"{tally.output_tokens:,}"
    mean = f"{tally.seconds / tally.calls:.1f}"
    yield say("tally", calls=tally.calls, answered=tally.answered, seconds=mean, sent=tokens[0], received=tokens[1], cost=cost)
    if whole:
        yield say("instructions_title")
        yield from last.instructions.splitlines()
    yield say("request_title")
    yield from last.sent.splitlines()
    yield say("answer_title", seconds=f"{last.seconds:.1f}")
    yield from (last.answer or describe_problem(last, reader.choice, knowledge)).splitlines()
    if last.answer and last.problem:
        yield describe_problem(last, reader.choice, knowledge)
    yield from describe_verdicts(last.weighing.all, knowledge)


def describe_verdicts(weighed: tuple[Weighed, ...], knowledge: Knowledge) -> Iterator[str]:
    """A line for each proposal: what became of it, and why."""
    say = bind_subject(knowledge, "reader")
    for one in weighed:
        what = (
            describe_fact(knowledge, one.proposal.fact, one.value) if one.value is not None else f"{one.proposal.fact} {one.proposal.value}"
        )
        why = f": {say(f'why_{one.why}')}" if one.why and one.verdict != "taken" else ""
        yield f'{say(f"verdict_{one.verdict}")} {what} ("{one.proposal.quote}"){why}'


def exchange_as_json(choice: ReaderChoice, exchange: Exchange | None) -> dict[str, Any]:
    """The field `reader` of the commands' JSON: the model, how its call ended, what was taken, is open, was dropped."""
    verdicts: dict[str, list[dict[str, Any]]] = {"taken": [], "open": [], "dropped": []}
    for one in exchange.weighing.all if exchange is not None else ():
        if one.verdict in verdicts:
            value = one.value if one.value is not None else one.proposal.value
            why = {"why": one.why} if one.verdict != "taken" else {}
            verdicts[one.verdict].append({"fact": one.proposal.fact, "value": value, "quote": one.proposal.quote, **why})
    status = "not_asked" if exchange is None else exchange.problem or "read"
    return {"model": choice.name, "status": status, "seconds": round(exchange.seconds, 3) if exchange is not None else None, **verdicts}
