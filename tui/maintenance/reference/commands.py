"""Every command with every argument and option, read off the parser, and what its help says of examples and exit statuses."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import Final

from tui.cli.command_line import build_parser
from tui.cli.help.pages import find_page, load_pages
from tui.cli.parser_tree import documented_arguments, walk_parsers
from tui.maintenance.reference.markdown import escape_markdown, format_code, format_fence, format_table, join_blocks

_WIDTH: Final = 88


def commands_page() -> str:
    """A section for each command, in the order of `sizewise --help`."""
    return join_blocks(*(_command_section(parser) for parser in walk_parsers(build_parser())))


def statuses_table() -> str:
    """What each exit status means, and where it means something else."""
    rows = [[format_code(str(status)), escape_markdown(meaning), ""] for status, meaning in load_pages().exits.items()]
    own = (
        [format_code(str(status)), escape_markdown(meaning), format_code(name)]
        for name, one in load_pages().commands.items()
        for status, meaning in one.exits.items()
    )
    return format_table(["status", "meaning", "of"], sorted([*rows, *own]))


def environment_table() -> str:
    """The variables that are heeded."""
    return _meanings_table("variable", load_pages().environment)


def files_table() -> str:
    """The files that are kept."""
    return _meanings_table("file", load_pages().files)


def _meanings_table(head: str, meanings: Mapping[str, str]) -> str:
    return format_table([head, "meaning"], ([format_code(name), escape_markdown(meaning)] for name, meaning in meanings.items()))


def _command_section(parser: argparse.ArgumentParser) -> str:
    written = find_page(parser.prog)
    drawn = (parser.description or "") if "\n\n" in (parser.description or "") else ""
    about = written.about if written else "" if drawn else parser.description or ""
    return join_blocks(
        f"## {parser.prog}",
        escape_markdown(about),
        format_fence("text", drawn.strip()) if drawn else "",
        format_fence("text", _usage_line(parser)),
        _arguments_table(parser),
        _examples_list(parser),
        format_fence("text", parser.epilog.strip("\n")) if parser.epilog else "",
    )


def _usage_line(parser: argparse.ArgumentParser) -> str:
    """The usage line by argparse's own formatter: that of a command may add to it."""
    formatter = argparse.HelpFormatter(parser.prog, width=_WIDTH)
    groups = parser._mutually_exclusive_groups  # noqa: SLF001  # argparse has no public way to what its usage is made of
    formatter.add_usage(parser.usage, parser._actions, groups, prefix="")  # noqa: SLF001  # the same
    return formatter.format_help()


def _arguments_table(parser: argparse.ArgumentParser) -> str:
    rows = [
        [_argument_name(action), escape_markdown(_argument_meaning(action)), _default_text(action)]
        for action in documented_arguments(parser)
    ]
    return format_table(["argument", "meaning", "where it is left out"], rows) if rows else ""


def _argument_name(action: argparse.Action) -> str:
    value = action.metavar if isinstance(action.metavar, str) else ""
    if action.nargs != 0 and not value:
        value = "|".join(map(str, action.choices)) if action.choices else action.dest.upper()
    if not action.option_strings:
        return format_code(value)
    takes = "" if action.nargs == 0 else f" {value}"
    return ", ".join(format_code(f"{option}{takes}") for option in action.option_strings)


def _argument_meaning(action: argparse.Action) -> str:
    choices = f" ({', '.join(map(str, action.choices))})" if action.choices and action.metavar else ""
    return (action.help or "") % {"prog": "sizewise", "default": action.default} + choices


def _default_text(action: argparse.Action) -> str:
    if action.required and action.nargs not in ("*", "?"):
        return "must be given"
    if action.default in (None, False, argparse.SUPPRESS, "") or action.default == []:
        return ""
    return format_code(str(action.default))


def _examples_list(parser: argparse.ArgumentParser) -> str:
    written = find_page(parser.prog)
    lines = [f"- {format_code(example.run)}: {escape_markdown(example.does)}" for example in written.examples] if written else []
    return "".join(f"{line}\n" for line in lines)


def list_unexplained() -> Iterator[str]:
    """The options and arguments that no help explains, as "sizewise advise --file"."""
    for parser in walk_parsers(build_parser()):
        for action in documented_arguments(parser):
            if not action.help:
                yield f"{parser.prog} {action.option_strings[-1] if action.option_strings else action.dest}"
