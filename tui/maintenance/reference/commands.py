"""Every command with every argument and option, read off the parser, and what its help says of examples and exit statuses."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import Final

from tui.cli.help.pages import page_of, pages
from tui.cli.help.tree import all_of, arguments_of
from tui.cli.parser import build_parser
from tui.maintenance.reference.markdown import code, fence, joined, plain, table

_WIDTH: Final = 88


def page() -> str:
    """A section for each command, in the order of `sizewise --help`."""
    return joined(*(_section(parser) for parser in all_of(build_parser())))


def statuses() -> str:
    """What each exit status means, and where it means something else."""
    rows = [[code(str(status)), plain(meaning), ""] for status, meaning in pages().exits.items()]
    own = (
        [code(str(status)), plain(meaning), code(name)] for name, one in pages().commands.items() for status, meaning in one.exits.items()
    )
    return table(["status", "meaning", "of"], sorted([*rows, *own]))


def environment() -> str:
    """The variables that are heeded."""
    return _meanings("variable", pages().environment)


def kept() -> str:
    """The files that are kept."""
    return _meanings("file", pages().files)


def _meanings(head: str, meanings: Mapping[str, str]) -> str:
    return table([head, "meaning"], ([code(name), plain(meaning)] for name, meaning in meanings.items()))


def _section(parser: argparse.ArgumentParser) -> str:
    written = page_of(parser.prog)
    drawn = (parser.description or "") if "\n\n" in (parser.description or "") else ""
    about = written.about if written else "" if drawn else parser.description or ""
    return joined(
        f"## {parser.prog}",
        plain(about),
        fence("text", drawn.strip()) if drawn else "",
        fence("text", _usage(parser)),
        _table(parser),
        _examples(parser),
        fence("text", parser.epilog.strip("\n")) if parser.epilog else "",
    )


def _usage(parser: argparse.ArgumentParser) -> str:
    """The usage line by argparse's own formatter: that of a command may add to it."""
    formatter = argparse.HelpFormatter(parser.prog, width=_WIDTH)
    groups = parser._mutually_exclusive_groups  # noqa: SLF001  # argparse has no public way to what its usage is made of
    formatter.add_usage(parser.usage, parser._actions, groups, prefix="")  # noqa: SLF001  # the same
    return formatter.format_help()


def _table(parser: argparse.ArgumentParser) -> str:
    rows = [[_name(action), plain(_meaning(action)), _usual(action)] for action in arguments_of(parser)]
    return table(["argument", "meaning", "where it is left out"], rows) if rows else ""


def _name(action: argparse.Action) -> str:
    value = action.metavar if isinstance(action.metavar, str) else ""
    if action.nargs != 0 and not value:
        value = "|".join(map(str, action.choices)) if action.choices else action.dest.upper()
    if not action.option_strings:
        return code(value)
    takes = "" if action.nargs == 0 else f" {value}"
    return ", ".join(code(f"{option}{takes}") for option in action.option_strings)


def _meaning(action: argparse.Action) -> str:
    choices = f" ({', '.join(map(str, action.choices))})" if action.choices and action.metavar else ""
    return (action.help or "") % {"prog": "sizewise", "default": action.default} + choices


def _usual(action: argparse.Action) -> str:
    if action.required and action.nargs not in ("*", "?"):
        return "must be given"
    if action.default in (None, False, argparse.SUPPRESS, "") or action.default == []:
        return ""
    return code(str(action.default))


def _examples(parser: argparse.ArgumentParser) -> str:
    written = page_of(parser.prog)
    lines = [f"- {code(example.run)}: {plain(example.does)}" for example in written.examples] if written else []
    return "".join(f"{line}\n" for line in lines)


def unexplained() -> Iterator[str]:
    """The options and arguments that no help explains, as "sizewise advise --file"."""
    for parser in all_of(build_parser()):
        for action in arguments_of(parser):
            if not action.help:
                yield f"{parser.prog} {action.option_strings[-1] if action.option_strings else action.dest}"
