"""The tools that hand an advice on: as deployable text, as a document, as a test; and the one that reads a test's results back."""

from __future__ import annotations

from typing import Final

from engine.advice import Advice, Diagnosed
from engine.diagnosis import diagnose_text
from engine.handover.report import Heading
from engine.handover.template import write_template
from engine.handover.verify.measurement_plan import plan_measurements
from engine.handover.verify.outcome import apply_results
from engine.handover.verify.result_assignment import StatedMachines
from engine.handover.verify.tools import parse_results
from engine.intake.from_mapping import from_mapping
from engine.intake.understand import understand
from engine.intake.values import identity
from engine.workload import Id
from knowledge.errors import InputError
from knowledge.schema.record import Lens, Record
from knowledge.sentences import fill_sentence
from tui.advice_request import advise_request
from tui.cli.verify.outcome_text import render_outcome
from tui.cli.verify.plan_text import render_plan
from tui.cli.verify.read_results import encode_outcome
from tui.mcp.server_state import Arguments, ServerState, ToolAnswer
from tui.views.decision_record import render_record, today_iso
from tui.views.diagnosis import diagnosis_lines
from tui.views.text_lines import WIDTH, as_text, wrap_text

_RESULTS_NAME: Final = "results"
"""How a result that comes without the name of its file is called."""


class ReportDocument(Record):
    """A decision record as text."""

    format: str
    text: str


def answer_template(given: Arguments, state: ServerState) -> ToolAnswer:
    """The choice as deployable text."""
    advice = _advise(given, state)
    if advice.choice is None:
        raise InputError(fill_sentence(state.knowledge, "template", "nothing"))
    template = write_template(advice, state.knowledge, given["format"])
    return ToolAnswer(template, template.text)


def answer_report(given: Arguments, state: ServerState) -> ToolAnswer:
    """The advice as a decision record."""
    heading, form = Heading(date=today_iso(), title=given.get("title", "")), given.get("format", "markdown")
    text = render_record(_advise(given, state), form, heading, state.knowledge)
    return ToolAnswer(ReportDocument(format=form, text=text), text)


def answer_verify_plan(given: Arguments, state: ServerState) -> ToolAnswer:
    """What to measure for the choice and its rivals."""
    plan = plan_measurements(_advise(given, state), state.knowledge)
    return ToolAnswer(plan, render_plan(plan, state.knowledge))


def answer_verify_read(given: Arguments, state: ServerState) -> ToolAnswer:
    """How the ranking stands after what was measured."""
    knowledge, name = state.knowledge, given.get("instance")
    machines = StatedMachines(
        instance_type=identity("instance", name, Id(("instances",)), knowledge) if name else None, instance_count=given.get("count")
    )
    results = parse_results(given["results"], given.get("file") or _RESULTS_NAME)
    outcome = apply_results(_advise(given, state), results, knowledge, machines)
    return ToolAnswer(encode_outcome(outcome), render_outcome(outcome, knowledge))


def answer_diagnose(given: Arguments, state: ServerState) -> ToolAnswer:
    """What hurts, how to make sure, and what helps."""
    text, log = given.get("text", ""), given.get("log", "")
    if not (text.strip() or log.strip()):
        raise InputError(state.say("nothing_to_diagnose"))
    found = tuple(diagnose_text(text, log, understand(text, state.knowledge).workload, state.knowledge))
    lines = list(diagnosis_lines(found, state.knowledge, WIDTH)) or wrap_text(state.knowledge.wording["symptoms"].texts["nothing"], WIDTH)
    return ToolAnswer(Diagnosed(diagnosis=found), as_text(lines))


def _advise(given: Arguments, state: ServerState) -> Advice:
    lens: Lens = given.get("lens", "today")
    facts = from_mapping(given.get("facts", {}), state.knowledge)
    return advise_request(given.get("text", ""), facts, state.knowledge, lens=lens, cache=state.cache)
