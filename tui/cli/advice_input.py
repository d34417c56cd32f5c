"""What the commands that hand an advice on take: a kept advice, or what `sizewise advise` takes."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from knowledge.errors import InputError
from tui.cli.documents import mapping_from

if TYPE_CHECKING:  # the help of a command waits for no engine
    from engine.advice import Advice
    from engine.policy import Policy
    from knowledge import Knowledge


def add_input(parser: argparse.ArgumentParser) -> None:
    """The options that say which advice is meant."""
    parser.add_argument("text", nargs="*", help="the workload in your words, where there is no file")
    parser.add_argument("--file", "-f", metavar="FILE", help="an advice that `advise --json` wrote, or facts; - for standard input")
    parser.add_argument("--set", "-s", action="append", default=[], metavar="FACT=VALUE", help="one fact; a kept advice is then made anew")
    parser.add_argument("--policy", metavar="FILE", help="own discounts, approved hardware and places, quotas and Savings Plans")
    parser.add_argument("--lens", choices=("today", "exam"), help="what to use now (default), or what the exam expects")


def advice_of(arguments: argparse.Namespace, knowledge: Knowledge) -> Advice:
    """The advice that the options mean: a kept one as it stands, or a new one where anything is said beside it.

    Raises InputError where nothing, or something wrong, was given.
    """
    from engine.handover.kept import advice_from, workload_of  # noqa: PLC0415  # the help needs no engine
    from engine.intake.given import from_mapping, from_settings, together  # noqa: PLC0415
    from tui.cli.advise import advice_for  # noqa: PLC0415

    document = mapping_from("--file", arguments.file) if arguments.file else {}
    text = " ".join(arguments.text)
    kept = advice_from(document, f"{arguments.file}: ") if "choice" in document else None
    if kept is not None and not (text or arguments.set or arguments.policy or arguments.lens):
        return kept
    if kept and kept.policy and not arguments.policy:
        raise InputError("--policy: the kept advice follows one. Give it again, since another advice is asked for.")
    where = f"{arguments.file}: "
    stated = workload_of(kept, knowledge, where) if kept else from_mapping(document, knowledge, where)
    lens = arguments.lens or (kept.lens if kept else "today")
    given = together(stated, from_settings(arguments.set, knowledge))
    return advice_for(text, given, knowledge, lens=lens, policy=_policy(arguments.policy, knowledge))


def _policy(name: str | None, knowledge: Knowledge) -> Policy:
    from engine.policy import NO_POLICY, policy_from  # noqa: PLC0415  # the help needs no engine

    return NO_POLICY if name is None else policy_from(mapping_from("--policy", name), knowledge, where=f"{name}: ")
