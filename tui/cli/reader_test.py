"""`sizewise reader test`: a language model beside the built-in reading, on messages with known facts."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Iterator
from typing import Final

from engine.number_format import format_percentage, format_significant
from knowledge import Knowledge, load
from knowledge.errors import InputError
from knowledge.sentences import bind_subject
from tui.cli.documents import read_mapping_option
from tui.cli.table import WIDTH, Column, render_table
from tui.model_reader.opening import open_reader
from tui.model_reader.report import introduce
from tui.model_reader.trial import MESSAGES, Disagreement, Score, Trial, parse_messages, run_trial
from tui.output.exit_status import DONE
from tui.output.json_text import render_json
from tui.output.streams import print_error, replace_controls

_MOST_SHOWN: Final = 12
"""Disagreements that are shown; the JSON has all."""
_SAID_EVERY: Final = 10
"""Messages between two lines on how far it is, where no terminal shows every one."""


def run(arguments: argparse.Namespace) -> int:
    """Print the scores of both, and where they differ."""
    knowledge = load()
    name = arguments.file or str(MESSAGES)
    messages = parse_messages(read_mapping_option("--file", name), arguments.file or MESSAGES.name)[: arguments.messages]
    reader = open_reader(arguments.reader, arguments.reader_seconds, knowledge)
    if reader is None:
        raise InputError("--reader: name the model to be tested: --reader ollama:NAME, openai:URL#NAME or bedrock:ID.")
    print_error(introduce(reader.choice, knowledge))
    trial = run_trial(messages, reader, knowledge, _advance)
    reader.close()
    print(render_json(trial) if arguments.json else replace_controls("\n".join(_lines(trial, knowledge))))
    return DONE


def _advance(done: int, of: int) -> None:
    if done % _SAID_EVERY == 0 or done == of or sys.stderr.isatty():
        print_error(f"{done} of {of} messages")


def _lines(trial: Trial, knowledge: Knowledge) -> Iterator[str]:
    say = bind_subject(knowledge, "reader")
    yield from render_table(_columns(trial))
    yield ""
    known = {"usd": format_significant(trial.usd) if trial.usd else "0"}
    cost = say("costs_unknown") if trial.usd is None else say("costs", **known)
    figures = {
        "mean": f"{trial.seconds_mean:.1f}",
        "most": f"{trial.seconds_max:.1f}",
        "answered": trial.answered,
        "messages": trial.messages,
    }
    yield from textwrap.wrap(f"{say('trial_answers', **figures)} {cost}", WIDTH)
    for reason, count in trial.failures.items():
        yield from textwrap.wrap(f"{count} × {say(reason, seconds='the limit of', name=trial.model)}", WIDTH)
    yield from textwrap.wrap(say("trial_proposals", dropped=trial.dropped, open=trial.open), WIDTH)
    if trial.disagreements:
        yield from ("", say("trial_disagreements"))
        telling = sorted(trial.disagreements, key=lambda one: one.model is None)  # what a model adds tells more than what it misses
        yield from map(_disagreement_line, telling[:_MOST_SHOWN])
        if len(trial.disagreements) > _MOST_SHOWN:
            yield say("trial_more", count=len(trial.disagreements) - _MOST_SHOWN)
    yield ""
    yield from textwrap.wrap(say("trial_helps" if trial.helps else "trial_does_not_help"), WIDTH)


def _columns(trial: Trial) -> list[Column]:
    readings = (("built-in", trial.rules), ("model alone", trial.alone), ("both", trial.together))
    heads = [Column("reading", "", "", [name for name, _ in readings], numeric=False)]

    def column(head: str, of: str) -> Column:
        return Column(head, head, "", [_cell(score, of) for _, score in readings], numeric=True)

    return [*heads, *(column(name, name) for name in ("precision", "recall", "right", "wrong", "missed", "forbidden"))]


def _cell(score: Score, name: str) -> str:
    value = getattr(score, name)
    return "-" if value is None else format_percentage(value) if isinstance(value, float) else str(value)


def _disagreement_line(one: Disagreement) -> str:
    rules, model = ("-" if value is None else _shown(value) for value in (one.rules, one.model))
    return f"  {one.message:>3}  {one.fact}: built-in {rules}, model {model}; right: {one.right}"


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return format_significant(value) if isinstance(value, float) else str(value)
