"""The parser of the command line: of the one command that was typed, or of all of them."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Sequence
from typing import Any, Final, NoReturn

from knowledge.errors import InputError, shown, suggestion
from tui.cli.main import VERSION
from tui.cli.streams import printable

COMMANDS: Final = (
    "tui.cli.parsers.advise",
    "tui.cli.parsers.understand",
    "tui.cli.parsers.estimate",
    "tui.cli.catalog",
    "tui.cli.parsers.explain",
    "tui.cli.parsers.compare",
    "tui.cli.report",
    "tui.cli.verify",
    "tui.cli.recheck",
    "tui.cli.template",
    "tui.cli.rightsize",
    "tui.cli.quiz",
    "tui.cli.parsers.schema",
    "tui.cli.parsers.serve",
    "tui.cli.parsers.mcp",
    "tui.cli.doctor",
    "tui.cli.completions",
    "tui.cli.help",
    "tui.cli.man",
)
"""The modules with an `add_parser(commands)`, in the order of the help; the last part of each name is the command."""

_UNREAD: Final = 80
"""Columns of a text that nobody reads."""


class Parser(argparse.ArgumentParser):
    """Raises InputError instead of printing a usage text and leaving; takes words of a text before and after options."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401  # argparse's own signature is long
        """Options are written out: what is short for one today may be ambiguous tomorrow."""
        self._is_read = False
        super().__init__(*args, **{**kwargs, "allow_abbrev": False})

    def _get_formatter(self) -> argparse.HelpFormatter:
        """While options are added nobody reads: the terminal, which takes 2 ms of every start to measure, is not asked for its width."""
        return super()._get_formatter() if self._is_read else argparse.HelpFormatter(self.prog, width=_UNREAD)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401  # argparse overloads it
        """Parse; words that argparse leaves over belong to the text, an option that it leaves over is a mistake."""
        parsed, left = super().parse_known_args(args, namespace)
        wrong = next((word for word in left if word.startswith("-") and " " not in word), None)
        if wrong is not None:
            known = [option for option in self._option_string_actions if option.startswith("--")]
            raise InputError(f"{self.prog}: there is no option {shown(wrong)}.{suggestion(wrong, known, f'See {self.prog} --help.')}")
        text = getattr(parsed, "text", None)
        if isinstance(text, list):
            parsed.text, left = [printable(word) for word in (*text, *left)], []
        return parsed, left

    def _check_value(self, action: argparse.Action, value: Any) -> None:  # noqa: ANN401  # argparse's signature
        """Name the nearest choice for a wrong one."""
        if action.choices is None or value in action.choices:
            return
        choices = [str(choice) for choice in action.choices]
        all_of_them = f"Choose from {', '.join(choices)}."
        if action.option_strings:
            raise InputError(
                f"{action.option_strings[0]}: {shown(value)} is not one of its values.{suggestion(value, choices, all_of_them)}"
            )
        hint = f" Try {self.prog} advise {shown(value)}." if " " in value else suggestion(value, choices, all_of_them)
        raise InputError(f"{self.prog}: there is no command {shown(value)}.{hint}")

    def format_help(self) -> str:
        """What the command does, its options, then examples and exit status; read only when somebody asks."""
        from tui.cli.help.below import about, below  # noqa: PLC0415  # only help needs it

        self._is_read = True
        drawn = isinstance(self.formatter_class, type) and issubclass(self.formatter_class, argparse.RawDescriptionHelpFormatter)
        self.description = (self.description if drawn else None) or about(self.prog, wrapped=drawn) or self.description
        return super().format_help() + below(self.prog)

    def print_help(self, file: Any = None) -> None:  # noqa: ANN401  # argparse's signature
        """Print it. Raises OSError, which argparse would swallow, where it cannot be written."""
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> NoReturn:
        """One line, with the option it is about first."""
        about_option = message.startswith("argument -")
        where = "" if about_option else f"{self.prog}: "
        raise InputError(f"{where}{message.removeprefix('argument ') if about_option else message}. See {self.prog} --help.")


def build_parser(given: Sequence[str] = ()) -> Parser:
    """The command line; with a command first in `given` only that one is loaded, since no other can be meant."""
    parser = Parser(prog="sizewise", description="Which AWS compute for this machine-learning workload, and why.")
    parser.add_argument("--version", "-V", action="version", version=f"sizewise {VERSION}")
    parser.add_argument("--plain", action="store_true", help="the conversation line by line: for pipes, screen readers, plain terminals")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    typed = [module for module in COMMANDS if given and module.rpartition(".")[2] == given[0]]
    for module in typed or COMMANDS:
        importlib.import_module(module).add_parser(commands)
    return parser
