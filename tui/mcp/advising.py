"""The tools that advise: each calls what the command of the same name calls."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, TypeAlias

import msgspec

from engine.advice import Advice, Plan, Rejection
from engine.decision.memo import trim
from engine.decision.why_not import why_not
from engine.dialogue import Answer, Ask, Conversation, Desk, Shortlist, State, answers_of, next_ask, shortlist, why
from engine.dialogue.ask import in_short
from engine.handover.as_json import advice_as_json, facts_as_json
from engine.handover.in_words import what
from engine.intake.given import from_mapping
from engine.intake.understand import Understood
from engine.intake.values import check_name
from engine.pipeline import Explain
from engine.sizing.asked import asked_of
from engine.workload import Workload
from knowledge.errors import InputError
from knowledge.schema.record import Lens, Record
from tui.cli.advise import advice_for, stated
from tui.cli.compare import compared, side_by_side
from tui.cli.estimate_text import page as estimate_page
from tui.cli.explain import Explained, explained, map_page, overview
from tui.cli.explain import named as entries_named
from tui.cli.explain import page as article_page
from tui.mcp.held import Arguments, Held, Told
from tui.views.advice import page, telling
from tui.views.conversation import leading, question_lines
from tui.views.line import WIDTH, Line, as_text, wrapped

_ALTERNATIVES: Final = 3
_OPTION: Final = re.compile(r"--([a-z][a-z-]*)")
"""An option as a shell writes it."""


class NextStep(Record):
    """What to ask next, and how things stand."""

    done: bool
    """Whether no answer can change the choice any more."""
    question: Ask | None
    why: tuple[str, ...]
    """The principle, then what each answer would lead to."""
    shortlist: Shortlist
    known: dict[str, dict[str, Any]]
    """Fact -> value, origin, and the words or the reason behind it."""
    also: tuple[str, ...]
    """Other workloads that the text spoke of, in short."""


class WhyNot(Record):
    """Why something is not the choice; or that it is."""

    name: str
    is_choice: bool
    plan: Plan | None
    rejection: Rejection | None


Entry: TypeAlias = Explained | dict[str, list[str]]
"""What explain answers with: one entry, or the ids of each kind."""


def advise(given: Arguments, held: Held) -> Told:
    """The advice; of the rejections the telling ones, where not all are asked for."""
    lens: Lens = given.get("lens", "today")
    explain: Explain = given.get("explain", "choice")
    facts = from_mapping(given.get("facts", {}), held.knowledge)
    advice = advice_for(given.get("text", ""), facts, held.knowledge, lens=lens, explain=explain, memo=held.memo)
    trim(held.memo)
    text = as_text(page(advice, held.knowledge, alternatives=_ALTERNATIVES))
    return Told(advice_as_json(advice if given.get("rejected") == "all" else _in_short(advice)), text)


def _in_short(advice: Advice) -> Advice:
    return msgspec.structs.replace(advice, rejected=tuple(telling(advice.rejected)))


def next_question(given: Arguments, held: Held) -> Told:
    """The next question of the interview, from what is known so far."""
    workload, heard = _stated(given, held)
    desk = _desk(given, held)
    unsure = given.get("not_sure", [])
    for fact in unsure:
        if " " not in fact:  # what has spaces is the sentence of a contradiction
            check_name(fact)
    talk = Conversation(now=_state(workload, heard, unsure, held))
    ask = next_ask(talk, desk)
    best = shortlist(talk, desk)
    also = tuple(in_short(other, desk) for other in heard.other_workloads)
    step = NextStep(done=ask is None, question=ask, why=why(talk, desk), shortlist=best, known=facts_as_json(workload), also=also)
    return Told(step, as_text(_question(step, held)))


def _state(workload: Workload, heard: Understood, not_sure: list[str], held: Held) -> State:
    """What is known, what nobody knows, and which contradictions shall stand."""
    unsure = {fact: Answer(kind="not sure") for fact in not_sure if fact not in workload.known()}
    asked = tuple(fact for fact in (*workload.known(), *unsure) if fact in held.knowledge.questions and fact not in heard.workload.known())
    return State(answers={**answers_of(workload), **unsure}, settled=tuple(not_sure), asked=asked, is_chosen=True)


def _question(step: NextStep, held: Held) -> Iterable[Line]:
    ahead = leading(step.shortlist, held.knowledge)
    yield from wrapped(ahead) if ahead else ()
    if step.question is None:
        yield Line(held.say("nothing_left"))
        return
    yield from question_lines(step.question, held.knowledge, WIDTH)
    for reason in step.why:
        yield from wrapped(reason, indent="  ")
    for other in step.also:
        yield from wrapped(held.say("also", what=other))


def why_not_tool(given: Arguments, held: Held) -> Told:
    """What keeps something from being the choice."""
    workload, _ = _stated(given, held)
    name = str(given["name"]).strip().lower()
    found = why_not(_desk(given, held).turn(workload).decision, name)
    if isinstance(found, Rejection):
        return Told(WhyNot(name=name, is_choice=False, plan=None, rejection=found), found.text)
    return Told(WhyNot(name=name, is_choice=True, plan=found, rejection=None), held.say("is_choice", name=name, what=what(found)))


def _stated(given: Arguments, held: Held) -> tuple[Workload, Understood]:
    return stated(given.get("text", ""), from_mapping(given.get("facts", {}), held.knowledge), held.knowledge)


def _desk(given: Arguments, held: Held) -> Desk:
    lens: Lens = given.get("lens", "today")
    return Desk(held.knowledge, lens, memo=held.memo)


def estimate(given: Arguments, held: Held) -> Told:
    """Memory, speed and cost, with the arithmetic. A mistake names arguments, not options of a shell."""
    try:
        asked = asked_of(given, held.knowledge)
        found = asked.answer(held.knowledge)
    except InputError as error:
        raise InputError(_OPTION.sub(lambda option: option[1].replace("-", "_"), str(error))) from None
    return Told(found, estimate_page(asked, found, held.knowledge))


def compare(given: Arguments, held: Held) -> Told:
    """Two to four of a kind side by side."""
    return Told(compared(given["names"], held.knowledge), "\n".join(side_by_side(given["names"], held.knowledge)))


def explain(given: Arguments, held: Held) -> Told:
    """One entry of the base; without a term, the names it knows."""
    term = given.get("term", "")
    if not term.strip():
        return Told(overview(held.knowledge), map_page(held.knowledge))
    hits = entries_named(term, held.knowledge)
    return Told(explained(hits, held.knowledge), article_page(hits, held.knowledge))
