"""`sizewise advise`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from engine.advice import Advice
from engine.decision.context import DecisionCache
from engine.handover.advice_json import advice_as_json
from engine.intake.from_mapping import from_mapping, from_settings, together
from engine.pipeline import Explain
from engine.policy import NO_POLICY, Policy
from engine.workload import Workload
from knowledge import Knowledge, load
from knowledge.errors import InputError
from knowledge.schema.record import Lens
from tui.advice_request import advise_request
from tui.cli.advice_input import read_policy
from tui.cli.documents import read_mapping_option
from tui.cli.jsonl import serve_requests
from tui.model_reader.opening import open_text_reader
from tui.output.exit_status import DONE, NOTHING_FITS
from tui.output.json_text import render_json
from tui.output.streams import allows_color, print_error
from tui.views.advice import MAX_FLIPS, advice_lines
from tui.views.text_lines import as_text

if TYPE_CHECKING:  # few let a model read along
    from tui.model_reader.reads_along import TextReader


def run(arguments: argparse.Namespace) -> int:
    """Print the advice for what was given."""
    knowledge = load()
    policy = _read_policy(arguments, knowledge)
    second = open_text_reader(arguments.reader, arguments.reader_seconds, knowledge, print_error)
    if arguments.jsonl:
        cache: DecisionCache = DecisionCache()
        explain: Explain = arguments.explain or "choice"
        return serve_requests(
            lambda request: answer_request(request, knowledge, arguments.lens, explain, cache, policy=policy, second=second)
        )
    given = together(_read_facts(arguments.file, knowledge), from_settings(arguments.set, knowledge))
    text, lens, explain = " ".join(arguments.text), arguments.lens, arguments.explain or "full"
    if arguments.json:
        advice = advise_request(text, given, knowledge, lens=lens, explain=explain, policy=policy, second=second)
        print(render_json(_as_json(advice, second)))
    else:
        advice = advise_request(text, given, knowledge, lens=lens, explain=explain, policy=policy, most_flips=MAX_FLIPS, second=second)
        print(as_text(advice_lines(advice, knowledge, alternatives=arguments.top), color=allows_color()))
    return DONE if advice.choice else NOTHING_FITS


def _as_json(advice: Advice, second: TextReader | None) -> dict[str, Any]:
    return {**advice_as_json(advice), **(second.as_json() if second is not None else {})}


def answer_request(
    request: dict[str, Any],
    knowledge: Knowledge,
    lens: Lens,
    explain: Explain,
    cache: DecisionCache,
    *,
    policy: Policy = NO_POLICY,
    second: TextReader | None = None,
) -> dict[str, Any]:
    """The answer to one line of `--jsonl`."""
    text, facts = request.get("text") or "", request.get("facts") or {}
    lens, explain = request.get("lens") or lens, request.get("explain") or explain
    if not isinstance(text, str):
        raise InputError("text: give a string.")
    if not isinstance(facts, dict):
        raise InputError('facts: give an object of facts, such as {"latency_p99_ms": 200}.')
    if lens not in ("today", "exam"):
        raise InputError(f"lens: {lens!r} is not one of its values. Choose from today or exam.")
    if explain not in ("full", "choice"):
        raise InputError(f"explain: {explain!r} is not one of its values. Choose from full or choice.")
    given = from_mapping(facts, knowledge)
    advice = advise_request(text, given, knowledge, lens=lens, explain=explain, cache=cache, policy=policy, second=second)
    return _as_json(advice, second)


def _read_facts(name: str | None, knowledge: Knowledge) -> Workload:
    return Workload() if name is None else from_mapping(read_mapping_option("--file", name), knowledge, where=f"{name}: ")


def _read_policy(arguments: argparse.Namespace, knowledge: Knowledge) -> Policy:
    """The terms of `--policy`; none without it. Raises InputError where standard input holds something else already."""
    if arguments.policy == "-" and (arguments.jsonl or arguments.file == "-"):
        raise InputError(f"--policy: - is taken, standard input holds the {'requests' if arguments.jsonl else 'workload'}. Give a file.")
    return read_policy(arguments.policy, knowledge)
