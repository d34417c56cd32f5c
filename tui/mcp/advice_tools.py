"""The tools that advise; each calls the same functions as the command of its name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

import msgspec

from engine.advice import Advice, Plan, Rejection
from engine.compatibility import Compatibility, check_compatibility
from engine.decision.explanation import why_not
from engine.dialogue import Answer, Ask, Conversation, Desk, Shortlist, State, answers_of, next_ask, shortlist, why
from engine.dialogue.ask import in_short
from engine.handover.advice_json import advice_as_json, facts_as_json
from engine.intake.from_mapping import from_mapping
from engine.intake.understand import Understood
from engine.intake.values import check_name
from engine.pipeline import Explain
from engine.plan_wording import name_hardware
from engine.sizing.estimator.estimate_request import parse_estimate_request
from engine.workload import Workload
from knowledge.errors import InputError
from knowledge.schema.record import Lens, Record
from tui.advice_request import advise_request, parse_workload
from tui.mcp.server_state import Arguments, ServerState, ToolAnswer
from tui.views.advice import advice_lines, notable_rejections
from tui.views.comparison import compare_entries, render_comparison
from tui.views.compatibility import compatibility_lines
from tui.views.conversation import leading_text, question_lines
from tui.views.estimate import render_estimate as estimate_page
from tui.views.explanation import Explained, ask_base, explain_entry, list_entries, render_explanation, render_overview
from tui.views.text_lines import WIDTH, Line, as_text, wrap_text

_ALTERNATIVES: Final = 3


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


def answer_advise(given: Arguments, state: ServerState) -> ToolAnswer:
    """The advice; with only the notable rejections unless all are asked for."""
    lens: Lens = given.get("lens", "today")
    explain: Explain = given.get("explain", "choice")
    facts = from_mapping(given.get("facts", {}), state.knowledge)
    advice = advise_request(given.get("text", ""), facts, state.knowledge, lens=lens, explain=explain, cache=state.cache)
    text = as_text(advice_lines(advice, state.knowledge, alternatives=_ALTERNATIVES))
    return ToolAnswer(advice_as_json(advice if given.get("rejected") == "all" else _keep_notable_rejections(advice)), text)


def _keep_notable_rejections(advice: Advice) -> Advice:
    return msgspec.structs.replace(advice, rejected=tuple(notable_rejections(advice.rejected)))


def answer_next_question(given: Arguments, state: ServerState) -> ToolAnswer:
    """The next question of the interview, from the facts known so far."""
    workload, notes = _read_workload(given, state)
    desk = _make_desk(given, state)
    unsure = given.get("not_sure", [])
    for fact in unsure:
        if " " not in fact:  # with spaces it is the sentence of a contradiction
            check_name(fact)
    talk = Conversation(now=_interview_state(workload, notes, unsure, state))
    ask = next_ask(talk, desk)
    best = shortlist(talk, desk)
    also = tuple(in_short(other, desk) for other in notes.other_workloads)
    step = NextStep(done=ask is None, question=ask, why=why(talk, desk), shortlist=best, known=facts_as_json(workload), also=also)
    return ToolAnswer(step, as_text(_question_page(step, state)))


def _interview_state(workload: Workload, notes: Understood, not_sure: list[str], state: ServerState) -> State:
    """The interview with its answers, facts that nobody knows, and contradictions to leave as they are."""
    unsure = {fact: Answer(kind="not sure") for fact in not_sure if fact not in workload.known_facts()}
    asked = tuple(
        fact
        for fact in (*workload.known_facts(), *unsure)
        if fact in state.knowledge.questions and fact not in notes.workload.known_facts()
    )
    return State(answers={**answers_of(workload), **unsure}, settled=tuple(not_sure), asked=asked, is_chosen=True)


def _question_page(step: NextStep, state: ServerState) -> Iterable[Line]:
    ahead = leading_text(step.shortlist, state.knowledge)
    yield from wrap_text(ahead) if ahead else ()
    if step.question is None:
        yield Line(state.say("nothing_left"))
        return
    yield from question_lines(step.question, state.knowledge, WIDTH)
    for reason in step.why:
        yield from wrap_text(reason, indent="  ")
    for other in step.also:
        yield from wrap_text(state.say("also", what=other))


def answer_why_not(given: Arguments, state: ServerState) -> ToolAnswer:
    """The rejection of something, or that it is the choice."""
    workload, _ = _read_workload(given, state)
    name = str(given["name"]).strip().lower()
    found = why_not(_make_desk(given, state).turn(workload).decision, name)
    if isinstance(found, Rejection):
        return ToolAnswer(WhyNot(name=name, is_choice=False, plan=None, rejection=found), found.text)
    return ToolAnswer(
        WhyNot(name=name, is_choice=True, plan=found, rejection=None), state.say("is_choice", name=name, what=name_hardware(found))
    )


def _read_workload(given: Arguments, state: ServerState) -> tuple[Workload, Understood]:
    return parse_workload(given.get("text", ""), from_mapping(given.get("facts", {}), state.knowledge), state.knowledge)


def _make_desk(given: Arguments, state: ServerState) -> Desk:
    lens: Lens = given.get("lens", "today")
    return Desk(state.knowledge, lens, cache=state.cache)


def answer_estimate(given: Arguments, state: ServerState) -> ToolAnswer:
    """Memory, speed and cost, with the arithmetic."""
    request = parse_estimate_request(given, state.knowledge)
    estimate = request.compute_estimate(state.knowledge)
    return ToolAnswer(estimate, estimate_page(request, estimate, state.knowledge))


class Compatibilities(Record):
    """Whether it runs, for each machine that was named."""

    answers: tuple[Compatibility, ...]


def answer_compat(given: Arguments, state: ServerState) -> ToolAnswer:
    """Whether software runs on machines, requirement by requirement."""
    text, software, machines = given.get("text", ""), given.get("software", []), given.get("machines", [])
    if not text.strip() and not software:
        raise InputError("text: nothing was given. Name software, or put it in words.")
    found = check_compatibility(text, state.knowledge, software=software, instances=machines)
    return ToolAnswer(
        Compatibilities(answers=found), as_text([line for one in found for line in compatibility_lines(one, state.knowledge, WIDTH)])
    )


def answer_compare(given: Arguments, state: ServerState) -> ToolAnswer:
    """Two to four entries of a kind side by side."""
    return ToolAnswer(compare_entries(given["names"], state.knowledge), "\n".join(render_comparison(given["names"], state.knowledge)))


def answer_explain(given: Arguments, state: ServerState) -> ToolAnswer:
    """One entry of the base; without a term, all names."""
    term = given.get("term", "")
    if not term.strip():
        return ToolAnswer(list_entries(state.knowledge), render_overview(state.knowledge))
    question = ask_base(term, state.knowledge)
    return ToolAnswer(explain_entry(question.finding.hits, state.knowledge, question), render_explanation(question, state.knowledge))
