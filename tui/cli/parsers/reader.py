"""The options that let a language model read along, and the parser of `reader`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tui.cli.argument_parser import run_lazily, whole_number

if TYPE_CHECKING:
    from tui.cli.argument_parser import Commands

_MOST_MESSAGES = 100


def add_reader_options(parser: argparse.ArgumentParser, *, is_command: bool = True) -> None:
    """Add the options that say which model reads along, and how long it is waited for. Those of a command win over those before it."""
    default = argparse.SUPPRESS if is_command else None
    told = "a language model that reads too: ollama:NAME, openai:URL#NAME or bedrock:ID; none by default"
    parser.add_argument("--reader", metavar="MODEL", default=default, help=told)
    told = "how long its answer is waited for (3); after that the built-in reading stands alone"
    parser.add_argument("--reader-seconds", metavar="S", default=default, help=told)


def add_reader(commands: Commands) -> None:
    """Add `reader`."""
    reader = commands.add_parser("reader", help="a language model that reads along: does it help?")
    actions = reader.add_subparsers(title="actions", metavar="ACTION", required=True, parser_class=type(reader))
    test = actions.add_parser("test", help="run it over messages with known facts, beside the built-in reading")
    add_reader_options(test)
    test.add_argument("--messages", type=whole_number(1, _MOST_MESSAGES), metavar="N", help="only the first N messages")
    test.add_argument("--file", "-f", metavar="FILE", help="messages of your own with their facts, YAML or JSON; - for standard input")
    test.add_argument("--json", action="store_true", help="one JSON document on standard output")
    test.set_defaults(run=run_lazily("tui.cli.reader_test"))
