"""The parser of the command line. Subcommands import what they need when they run."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable
from typing import Any, NoReturn

from knowledge.errors import InputError, suggestion
from tui.cli.main import VERSION

COMMANDS = ("advise", "understand", "catalog", "schema")


class Parser(argparse.ArgumentParser):
    """Raises InputError instead of printing a usage text and leaving."""

    def error(self, message: str) -> NoReturn:
        """One line, with the nearest command for a misspelt one."""
        wrong = next((word for word in sys.argv[1:2] if not word.startswith("-") and word not in COMMANDS), None)
        if "invalid choice" in message and wrong:
            raise InputError(f'sizewise: there is no command "{wrong}".{suggestion(wrong, COMMANDS)}')
        raise InputError(f"{self.prog}: {message}. See {self.prog} --help.")


def build_parser() -> Parser:
    """The whole command line."""
    parser = Parser(prog="sizewise", description="Which AWS compute for this machine-learning workload, and why.")
    parser.add_argument("--version", "-V", action="version", version=f"sizewise {VERSION}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    _advise(commands)
    _understand(commands)
    importlib.import_module("tui.cli.catalog").add_parser(commands)
    _schema(commands)
    return parser


def _later(module: str) -> Callable[[argparse.Namespace], int]:
    """The `run` of a subcommand's module, imported when it is called."""

    def run(arguments: argparse.Namespace) -> int:
        status: int = importlib.import_module(module).run(arguments)
        return status

    return run


def _advise(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    advise = commands.add_parser(
        "advise",
        help="recommend compute for a workload",
        description="Text, file and settings add up; a setting wins over the file, the file over the text.",
    )
    advise.add_argument("text", nargs="*", help='the workload in your words: "BERT, 1000 requests a minute, under 200 ms"')
    advise.add_argument("--file", "-f", metavar="FILE", help="facts as YAML or JSON; - for standard input")
    advise.add_argument(
        "--set", "-s", action="append", default=[], metavar="FACT=VALUE", help="one fact, for instance latency_p99_ms=200ms"
    )
    advise.add_argument("--lens", choices=("today", "exam"), default="today", help="what to use now, or what the exam expects")
    advise.add_argument("--top", type=int, default=3, metavar="N", help="alternatives shown in text (0 to 5)")
    advise.add_argument("--explain", choices=("full", "choice"), help="full: also what would change the choice")
    advise.add_argument("--json", action="store_true", help="one JSON document on standard output")
    advise.add_argument("--jsonl", action="store_true", help="one request per line on standard input, one answer per line")
    advise.set_defaults(run=_later("tui.cli.advise"))


def _understand(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    understand = commands.add_parser("understand", help="the facts that a text states")
    understand.add_argument("text", nargs="*")
    understand.add_argument("--json", action="store_true")
    understand.add_argument("--jsonl", action="store_true")
    understand.set_defaults(run=_later("tui.cli.understand"))


def _schema(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    schema = commands.add_parser("schema", help="the JSON Schema of a command's --json output")
    schema.add_argument("command", metavar="COMMAND")
    schema.set_defaults(run=_later("tui.cli.schema"))
