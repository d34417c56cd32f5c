"""`sizewise help` and `sizewise man`: the help of any command, and pages of the manual, both made from the parsers and `pages.yaml`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping

from tui.cli.command_line import build_parser
from tui.cli.help.pages import Page, find_page, load_pages
from tui.cli.parser_tree import documented_arguments, find_parser, subparsers_of, walk_parsers
from tui.output.exit_status import DONE
from tui.version import VERSION


def print_help(arguments: argparse.Namespace) -> int:
    """Print the help of a command. Raises InputError if there is no such command."""
    print(find_parser(build_parser(arguments.path), arguments.path).format_help(), end="")
    return DONE


def print_manual(arguments: argparse.Namespace) -> int:
    """Print a page of the manual in the language of man. Raises InputError if there is no such command."""
    parser = find_parser(build_parser(), arguments.path)
    print("\n".join(_page_lines(parser)))
    return DONE


def _page_lines(parser: argparse.ArgumentParser) -> Iterator[str]:
    title, top = parser.prog.replace(" ", "-").upper(), parser.prog == "sizewise"
    summary = (
        "which AWS compute for this machine-learning workload, and why" if top else _unescape_percent(_describe(parser)).partition(".")[0]
    )
    yield f'.TH "{title}" "1" "" "Sizewise {VERSION}" "Sizewise"'
    yield from (".SH NAME", _escape(f"{parser.prog.replace(' ', '-')} - {summary}"))
    yield from (".SH SYNOPSIS", *_synopsis_lines(parser), ".SH DESCRIPTION", _escape(_describe(parser)))
    yield from _option_lines(parser, ".SH OPTIONS")
    below = [one for one in walk_parsers(parser) if one is not parser]
    if below:
        yield ".SH COMMANDS"
        for one in below:
            yield from (f".SS {_escape(one.prog)}", _escape(_describe(one)), *_option_lines(one, ".PP"), *_example_lines(one))
    yield from (*_example_lines(parser, ".SH EXAMPLES"), ".SH EXIT STATUS", *_status_lines([parser, *below]))
    yield from (".SH ENVIRONMENT", *_term_lines(load_pages().environment), ".SH FILES", *_term_lines(load_pages().files))
    yield from (".SH SEE ALSO", _escape("sizewise help COMMAND; sizewise explain; sizewise doctor, before a fault is reported"))


def _describe(parser: argparse.ArgumentParser) -> str:
    page = find_page(parser.prog)
    return page.about if page is not None else parser.description or ""


def _synopsis_lines(parser: argparse.ArgumentParser) -> Iterator[str]:
    yield f".B {_escape(parser.prog)}"
    if subparsers_of(parser):
        yield r"[\fICOMMAND\fR]"
    if any(action.option_strings for action in documented_arguments(parser)):
        yield r"[\fIOPTION\fR]..."
    for action in documented_arguments(parser):
        if not action.option_strings:
            name, several = _escape(str(action.metavar or action.dest)), "..." if action.nargs in ("*", "+") else ""
            yield rf"[\fI{name}\fR]{several}" if action.nargs in ("*", "?") else rf"\fI{name}\fR{several}"


def _option_lines(parser: argparse.ArgumentParser, head: str) -> Iterator[str]:
    arguments = documented_arguments(parser)
    if arguments:
        yield head
    for action in arguments:
        yield from (".TP", _render_argument(action), _escape(_unescape_percent(action.help or "")))


def _render_argument(action: argparse.Action) -> str:
    """An option with its value, or a positional."""
    value = "|".join(map(str, action.choices)) if action.choices is not None else str(action.metavar or action.dest.upper())
    shown = "" if action.nargs == 0 else rf" \fI{_escape(value)}\fR"
    if action.option_strings:
        return ", ".join(rf"\fB{_escape(name)}\fR" for name in action.option_strings) + shown
    return rf"\fI{_escape(value)}\fR"


def _example_lines(parser: argparse.ArgumentParser, head: str = ".PP") -> Iterator[str]:
    page = find_page(parser.prog)
    if page is None:
        return
    yield head
    for example in page.examples:
        yield from (_escape(f"{example.does}:"), ".RS 4", ".nf", rf"\fB{_escape(example.run)}\fR", ".fi", ".RE")


def _status_lines(parsers: Iterable[argparse.ArgumentParser]) -> Iterator[str]:
    usual = load_pages().exits
    yield from _term_lines({str(status): meaning for status, meaning in usual.items()})
    own: dict[str, Page] = {one.prog: page for one in parsers if (page := find_page(one.prog)) is not None and page.exits}
    yield from _term_lines({f"{status} of {prog}": meaning for prog, page in own.items() for status, meaning in page.exits.items()})


def _term_lines(meanings: Mapping[str, str]) -> Iterator[str]:
    for name, meaning in meanings.items():
        yield from (".TP", rf"\fB{_escape(name)}\fR", _escape(meaning))


def _unescape_percent(text: str) -> str:
    """A help text of argparse, in which %% is a per cent sign."""
    return text.replace("%%", "%")


def _escape(text: str) -> str:
    """A text that man shows as it is: nothing in it is a request, an escape or a hyphen for a line's end."""
    shown = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-").replace("…", "...")
    return f"\\&{shown}" if shown.startswith((".", "'")) else shown
