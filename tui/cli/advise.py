"""`sizewise advise`."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from engine.advice import Advice
from engine.decision.context import Memo
from engine.decision.memo import trim
from engine.handover.as_json import advice_as_json, facts_as_json
from engine.intake.given import from_mapping, from_settings, together
from engine.intake.understand import Understood, understand
from engine.pipeline import Explain, Heard, advise
from engine.policy import NO_POLICY, Policy, policy_from
from engine.workload import Workload
from knowledge import Knowledge, load
from knowledge.errors import InputError, shown
from knowledge.schema.record import Lens
from tui.cli.documents import mapping_from
from tui.cli.json_text import json_text
from tui.cli.main import DONE, NOTHING_FITS

_NOTHING = 'Tell me something of the workload: sizewise advise "BERT, 1000 requests a minute, under 200 ms".'


def run(arguments: argparse.Namespace) -> int:
    """Print the advice for what was given."""
    knowledge = load()
    policy = _policy(arguments, knowledge)
    if arguments.jsonl:
        from tui.cli.jsonl import serve  # noqa: PLC0415

        memo: Memo = {}
        return serve(lambda request: answer(request, knowledge, arguments.lens, arguments.explain or "choice", memo, policy=policy))
    if not 0 <= arguments.top <= 5:  # noqa: PLR2004  # the contract's most
        raise InputError(f"--top: {arguments.top} is out of range. Give 0 to 5.")
    given = together(_from_file(arguments.file, knowledge), from_settings(arguments.set, knowledge))
    text, lens = " ".join(arguments.text), arguments.lens
    explain: Explain = arguments.explain or "full"
    if arguments.json:
        advice = advice_for(text, given, knowledge, lens=lens, explain=explain, policy=policy)
        print(json_text(advice_as_json(advice)))
    else:
        from tui.views.advice import MOST_FLIPS, page  # noqa: PLC0415
        from tui.views.line import as_text  # noqa: PLC0415

        advice = advice_for(text, given, knowledge, lens=lens, explain=explain, policy=policy, most_flips=MOST_FLIPS)
        print(as_text(page(advice, knowledge, alternatives=arguments.top), color=_color()))
    return DONE if advice.choice else NOTHING_FITS


def advice_for(
    text: str,
    given: Workload,
    knowledge: Knowledge,
    *,
    lens: Lens = "today",
    explain: Explain = "full",
    memo: Memo | None = None,
    policy: Policy = NO_POLICY,
    most_flips: int | None = None,
) -> Advice:
    """The advice for a text and facts given beside it, which win over the text; with all flips, or the first so many.

    Raises InputError where nothing was said.
    """
    workload, heard = stated(text, given, knowledge)
    others = tuple({"facts": facts_as_json(other)} for other in heard.other_workloads)
    rest = Heard(other_workloads=others, contradictions=heard.contradictions, not_understood=heard.not_understood)
    return advise(workload, knowledge, lens=lens, explain=explain, heard=rest, memo=memo, policy=policy, most_flips=most_flips)


def stated(text: str, given: Workload, knowledge: Knowledge) -> tuple[Workload, Understood]:
    """The workload of a text and of facts beside it, which win, and what else the text held. Raises InputError where nothing was said."""
    heard = understand(text, knowledge) if text.strip() else Understood(Workload(), (), (), ())
    workload = together(heard.workload, given)
    if not workload.known():
        raise InputError(f"workload: nothing was understood of {shown(' '.join(text.split()))}. {_NOTHING}" if text.strip() else _NOTHING)
    return workload, heard


def answer(
    request: dict[str, Any], knowledge: Knowledge, lens: Lens, explain: Explain, memo: Memo, *, policy: Policy = NO_POLICY
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
    advice = advice_for(text, from_mapping(facts, knowledge), knowledge, lens=lens, explain=explain, memo=memo, policy=policy)
    trim(memo)
    return advice_as_json(advice)


def _from_file(name: str | None, knowledge: Knowledge) -> Workload:
    return Workload() if name is None else from_mapping(mapping_from("--file", name), knowledge, where=f"{name}: ")


def _policy(arguments: argparse.Namespace, knowledge: Knowledge) -> Policy:
    """The terms of `--policy`; none without it."""
    name = arguments.policy
    if name is None:
        return NO_POLICY
    if name == "-" and (arguments.jsonl or arguments.file == "-"):
        raise InputError(f"--policy: - is taken, standard input holds the {'requests' if arguments.jsonl else 'workload'}. Give a file.")
    return policy_from(mapping_from("--policy", name), knowledge, where=f"{name}: ")


def _color() -> bool:
    import os  # noqa: PLC0415

    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
