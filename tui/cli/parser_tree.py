"""The tree of parsers: every command and action with what it takes."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping

from knowledge.errors import InputError, quote_value, suggest_name


def subparsers_of(parser: argparse.ArgumentParser) -> Mapping[str, argparse.ArgumentParser]:
    """The parsers directly below one, by name."""
    found: Mapping[str, argparse.ArgumentParser] = {}
    for action in parser._actions:  # noqa: SLF001  # argparse has no public way to its own tree
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001  # the same
            found = action.choices
    return found


def walk_parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """A parser and all below it, in the order of the help."""
    yield parser
    for below in subparsers_of(parser).values():
        yield from walk_parsers(below)


def find_parser(parser: argparse.ArgumentParser, path: list[str]) -> argparse.ArgumentParser:
    """The parser of a command, "quiz", "grade". Raises InputError with the nearest one."""
    for name in path:
        below = subparsers_of(parser)
        if name not in below:
            hint = suggest_name(name, below, f"Choose from {', '.join(below)}.") if below else ""
            raise InputError(f"command: {parser.prog} has no command {quote_value(name)}.{hint}")
        parser = below[name]
    return parser


def documented_arguments(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """The options and positionals of a command, without --help and the commands below it."""
    kept = []
    for action in parser._actions:  # noqa: SLF001  # as above
        is_other = isinstance(action, argparse._HelpAction | argparse._SubParsersAction)  # noqa: SLF001  # as above
        if not is_other and action.help != argparse.SUPPRESS:
            kept.append(action)
    return kept
