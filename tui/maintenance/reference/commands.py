"""Every command with every argument and option, read off the parser."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

from tui.cli.parser import build_parser
from tui.maintenance.reference.markdown import code, fence, joined, plain, table

_WIDTH: Final = 88
Named = tuple[str, argparse.ArgumentParser]


def page() -> str:
    """A section for each command, in the order of `sizewise --help`."""
    return joined(*(_section(parser, about) for about, parser in every(build_parser())))


def every(parser: argparse.ArgumentParser, about: str = "") -> Iterator[Named]:
    """A parser and all below it, each with the line that `--help` says of it."""
    yield about, parser
    for action in actions(parser):
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001  # argparse has no public way to its commands
            lines = {choice.dest: choice.help or "" for choice in action._choices_actions}  # noqa: SLF001  # the same
            for name, below in action.choices.items():
                yield from every(below, lines.get(name, ""))


def actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """The arguments, options and commands of a parser, without `--help`."""
    return [action for action in parser._actions if not isinstance(action, argparse._HelpAction)]  # noqa: SLF001  # as above


def _section(parser: argparse.ArgumentParser, about: str) -> str:
    description = (parser.description or "").strip()
    laid_out = "\n\n" in description
    lines = [about[:1].upper() + about[1:] + "." if about else "", "" if laid_out else description]
    return joined(
        f"## {parser.prog}",
        "\n\n".join(plain(line) for line in dict.fromkeys(lines) if line),
        fence("text", description) if laid_out else "",
        fence("text", _usage(parser)),
        _table(parser),
        _below(parser),
    )


def _usage(parser: argparse.ArgumentParser) -> str:
    """The usage line by argparse's own formatter: that of a command may add to it."""
    formatter = argparse.HelpFormatter(parser.prog, width=_WIDTH)
    formatter.add_usage(parser.usage, parser._actions, parser._mutually_exclusive_groups, prefix="")  # noqa: SLF001  # as above
    return formatter.format_help()


def _table(parser: argparse.ArgumentParser) -> str:
    rows = [[_name(action), plain(_meaning(action)), _usual(action)] for action in actions(parser) if not _is_commands(action)]
    return table(["argument", "meaning", "where it is left out"], rows) if rows else ""


def _is_commands(action: argparse.Action) -> bool:
    return isinstance(action, argparse._SubParsersAction)  # noqa: SLF001  # as above


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
    return (action.help or action.dest) % {"prog": "sizewise", "default": action.default} + choices


def _usual(action: argparse.Action) -> str:
    if action.required and action.nargs not in ("*", "?"):
        return "must be given"
    if action.default in (None, False, argparse.SUPPRESS, "") or action.default == []:
        return ""
    return code(str(action.default))


def _below(parser: argparse.ArgumentParser) -> str:
    return fence("text", parser.epilog.strip("\n")) if parser.epilog else ""
