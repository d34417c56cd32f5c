"""Runs `sizewise rightsize`: files in, one result after the other out."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Iterable, Iterator
from typing import Final

from engine.handover.rightsize import Failed, FleetContext, Settings, Tally, Usage, judge_resources
from engine.handover.rightsize.cells import parse_count, parse_number
from engine.intake.values import identity
from engine.policy import NO_POLICY, Policy, policy_from
from engine.workload import Id
from knowledge import Knowledge, load
from knowledge.errors import InputError
from tui.cli.documents import read_mapping_option
from tui.cli.rightsize.inputs import Inputs
from tui.cli.rightsize.outputs import CsvOutput, DocumentOutput, LineOutput, Output
from tui.cli.rightsize.text import TextOutput, general_notes
from tui.output.exit_status import BAD_INPUT, DONE
from tui.output.streams import replace_controls

_GC_THRESHOLD: Final = 100_000
"""Objects between two looks for cycles: results leave none."""
_MAX_SHOWN: Final = 10_000
_MAX_FAILURES: Final = 1_000
_STEP_ON_TERMINAL, _STEP_IN_LOG = 1_000, 25_000
"""Resources between two reports of progress."""


def run(arguments: argparse.Namespace) -> int:
    """Print what is found; 2 where nothing could be read."""
    knowledge = load()
    gc.set_threshold(_GC_THRESHOLD)
    gc.enable()
    context = FleetContext(knowledge, _read_settings(arguments, knowledge))
    limit = _parse_limit(arguments.limit, context)
    with Inputs(arguments, context) as inputs:
        return _judge_fleet(inputs, context, _choose_output(arguments, context, limit), Tally(limit))


def _choose_output(arguments: argparse.Namespace, context: FleetContext, limit: int) -> Output:
    if arguments.json:
        return DocumentOutput(context)
    if arguments.jsonl:
        return LineOutput()
    return CsvOutput() if arguments.csv else TextOutput(context, limit)


def _judge_fleet(inputs: Inputs, context: FleetContext, output: Output, tally: Tally) -> int:
    progress = _Progress()
    output.begin()
    for one in judge_resources(progress.count(inputs.usages), context):
        tally.add(one)
        if isinstance(one, Failed):
            progress.print_failure(one, tally.failed)
        output.add(one)
    progress.end_line()
    for note in inputs.notes:
        progress.print_line(note)
    summary = tally.summarize()
    output.end(summary, (*inputs.notes, *general_notes(context, summary)))
    return DONE if tally.resources or not tally.failed else BAD_INPUT


class _Progress:
    """Counts resources on standard error: on a terminal in one line that is overwritten, in a log in a line now and then."""

    def __init__(self) -> None:
        """Print nothing before the first thousand."""
        self._is_terminal = sys.stderr is not None and sys.stderr.isatty()
        self._is_line_open = False

    def count(self, usages: Iterable[Usage | Failed]) -> Iterator[Usage | Failed]:
        """Pass on the resources, counting them."""
        step = _STEP_ON_TERMINAL if self._is_terminal else _STEP_IN_LOG
        for number, usage in enumerate(usages, 1):
            if number % step == 0:
                start, end = ("\r", "") if self._is_terminal else ("", "\n")
                print(f"{start}{number:,} resources", end=end, file=sys.stderr, flush=True)
                self._is_line_open = self._is_terminal
            yield usage

    def print_failure(self, one: Failed, number: int) -> None:
        """Print what is wrong with a row; beyond the first thousand only how many there are."""
        if number <= _MAX_FAILURES:
            self.print_line(f"{one.source}, row {one.row}: {one.error}")
        if number == _MAX_FAILURES:
            self.print_line("More rows that cannot be read are only counted from here on.")

    def print_line(self, line: str) -> None:
        """Print a line of its own, beside the count."""
        self.end_line()
        print(replace_controls(line), file=sys.stderr)

    def end_line(self) -> None:
        """Finish the line that is written over."""
        if self._is_line_open:
            print(file=sys.stderr)
            self._is_line_open = False


def _read_settings(arguments: argparse.Namespace, knowledge: Knowledge) -> Settings:
    region = identity("--region", arguments.region, Id(("regions",)), knowledge) if arguments.region is not None else "us-east-1"
    return Settings(
        region=region,
        lens=arguments.lens,
        policy=_read_policy(arguments.policy, knowledge),
        arm=arguments.arm,
        any_accelerator=arguments.any_accelerator,
        risk=arguments.risk,
        headroom=_parse_headroom(arguments.headroom),
        min_hours=parse_number("--min-data", arguments.min_data),
        lookback_days=_parse_days(arguments.lookback),
    )


def _read_policy(name: str | None, knowledge: Knowledge) -> Policy:
    return policy_from(read_mapping_option("--policy", name), knowledge, where=f"{name}: ") if name is not None else NO_POLICY


def _parse_headroom(text: str | None) -> float | None:
    value = parse_number("--headroom", text)
    if value is not None and value >= 100:  # noqa: PLR2004  # percent
        raise InputError(f'--headroom: "{text}" leaves nothing to use. Give a share from 0 to below 100, such as 20.')
    return value


def _parse_days(text: str | None) -> float | None:
    value = parse_number("--lookback", text)
    if value == 0:
        raise InputError('--lookback: "0" leaves nothing to look at. Give a number of days, such as 14.')
    return value


def _parse_limit(text: str | None, context: FleetContext) -> int:
    if text is None:
        return int(context.thresholds["best_savings"])
    return min(parse_count("--limit", text), _MAX_SHOWN)
