"""Runs `sizewise rightsize`: files in, one result after the other out."""

from __future__ import annotations

import argparse
import gc
from collections.abc import Iterable
from typing import Final

from engine.handover.rightsize import Desk, Failed, Settings, Tally, Usage, judged_rows
from engine.handover.rightsize.cells import count_of, number_of
from engine.intake.values import identity
from engine.policy import NO_POLICY, Policy, policy_from
from engine.workload import Id
from knowledge import Knowledge, load
from knowledge.errors import InputError
from tui.cli.main import BAD_INPUT, DONE
from tui.cli.rightsize.as_text import foot_notes
from tui.cli.rightsize.inputs import Inputs
from tui.cli.rightsize.outputs import Output, output_for
from tui.cli.rightsize.progress import Progress

_NEW_OBJECTS: Final = 100_000
"""After so many new objects the collector looks for cycles: results leave none."""
_MOST_SHOWN: Final = 10_000


def run(arguments: argparse.Namespace) -> int:
    """Print what is found; 2 where nothing could be read."""
    knowledge = load()
    gc.set_threshold(_NEW_OBJECTS)
    gc.enable()
    desk = Desk.of(knowledge, _settings(arguments, knowledge))
    limit = _limit(arguments.limit, desk)
    with Inputs(arguments, desk) as inputs:
        return _through(inputs, desk, output_for(arguments, desk, limit), Tally(limit))


def _through(inputs: Inputs, desk: Desk, output: Output, tally: Tally) -> int:
    progress = Progress()
    output.begin()
    for one in judged_rows(_counted(inputs.usages, progress), desk):
        tally.add(one)
        if isinstance(one, Failed):
            progress.tell(f"{one.source}, row {one.row}: {one.error}")
        output.add(one)
    progress.end()
    for note in inputs.notes:
        progress.tell(note)
    summary = tally.summary()
    output.end(summary, (*inputs.notes, *foot_notes(desk, summary)))
    return DONE if tally.resources or not tally.failed else BAD_INPUT


def _counted(usages: Iterable[Usage | Failed], progress: Progress) -> Iterable[Usage | Failed]:
    for usage in usages:
        progress.step()
        yield usage


def _settings(arguments: argparse.Namespace, knowledge: Knowledge) -> Settings:
    region = identity("--region", arguments.region, Id(("regions",)), knowledge) if arguments.region is not None else "us-east-1"
    return Settings(
        region=region,
        lens=arguments.lens,
        policy=_policy(arguments.policy, knowledge),
        arm=arguments.arm,
        any_accelerator=arguments.any_accelerator,
        risk=arguments.risk,
        headroom=_headroom(arguments.headroom),
        hours_least=number_of("--min-data", arguments.min_data),
        lookback_days=_days(arguments.lookback),
    )


def _policy(name: str | None, knowledge: Knowledge) -> Policy:
    from tui.cli.documents import mapping_from  # noqa: PLC0415  # YAML loads only for a file

    return NO_POLICY if name is None else policy_from(mapping_from("--policy", name), knowledge, where=f"{name}: ")


def _headroom(text: str | None) -> float | None:
    value = number_of("--headroom", text)
    if value is not None and value >= 100:  # noqa: PLR2004  # percent
        raise InputError(f'--headroom: "{text}" leaves nothing to use. Give a share from 0 to below 100, such as 20.')
    return value


def _days(text: str | None) -> float | None:
    value = number_of("--lookback", text)
    if value == 0:
        raise InputError('--lookback: "0" leaves nothing to look at. Give a number of days, such as 14.')
    return value


def _limit(text: str | None, desk: Desk) -> int:
    if text is None:
        return int(desk.thresholds["best_savings"])
    return min(count_of("--limit", text), _MOST_SHOWN)
