"""The advice that the commands hand on which take one: a kept advice, or a new one from what `sizewise advise` takes."""

from __future__ import annotations

import argparse

from engine.advice import Advice
from engine.handover.kept_advice import advice_from, restore_workload
from engine.intake.from_mapping import from_mapping, from_settings, together
from engine.policy import NO_POLICY, Policy, policy_from
from knowledge import Knowledge
from knowledge.errors import InputError
from tui.advice_request import advise_request
from tui.cli.documents import read_mapping_option


def advice_from_options(arguments: argparse.Namespace, knowledge: Knowledge) -> Advice:
    """The advice that the options mean: a kept one as it stands, or a new one where anything is said beside it.

    Raises InputError where nothing, or something wrong, was given.
    """
    document = read_mapping_option("--file", arguments.file) if arguments.file else {}
    text = " ".join(arguments.text)
    kept = advice_from(document, f"{arguments.file}: ") if "choice" in document else None
    if kept is not None and not (text or arguments.set or arguments.policy or arguments.lens):
        return kept
    if kept and kept.policy and not arguments.policy:
        raise InputError("--policy: the kept advice follows one. Give it again, since another advice is asked for.")
    where = f"{arguments.file}: "
    stated = restore_workload(kept, knowledge, where) if kept else from_mapping(document, knowledge, where)
    lens = arguments.lens or (kept.lens if kept else "today")
    given = together(stated, from_settings(arguments.set, knowledge))
    return advise_request(text, given, knowledge, lens=lens, policy=read_policy(arguments.policy, knowledge))


def read_policy(name: str | None, knowledge: Knowledge) -> Policy:
    """The policy in the file of `--policy`; none without one. Raises InputError where it cannot be read."""
    return NO_POLICY if name is None else policy_from(read_mapping_option("--policy", name), knowledge, where=f"{name}: ")
