"""The manual in the language of man: every command with its options, examples and exit status, made from the parsers and their pages."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping

from tui.cli.help.pages import Page, page_of, pages
from tui.cli.help.tree import all_of, arguments_of, at, commands_of
from tui.cli.main import DONE, VERSION
from tui.cli.parser import build_parser


def run(arguments: argparse.Namespace) -> int:
    """Print the page. Raises InputError for a command of none."""
    parser = at(build_parser(), arguments.path)
    print("\n".join(_whole(parser)))
    return DONE


def _whole(parser: argparse.ArgumentParser) -> Iterator[str]:
    title, top = parser.prog.replace(" ", "-").upper(), parser.prog == "sizewise"
    summary = "which AWS compute for this machine-learning workload, and why" if top else _plain(_about(parser)).partition(".")[0]
    yield f'.TH "{title}" "1" "" "Sizewise {VERSION}" "Sizewise"'
    yield from (".SH NAME", _text(f"{parser.prog.replace(' ', '-')} - {summary}"))
    yield from (".SH SYNOPSIS", *_synopsis(parser), ".SH DESCRIPTION", _text(_about(parser)))
    yield from _options(parser, ".SH OPTIONS")
    below = [one for one in all_of(parser) if one is not parser]
    if below:
        yield ".SH COMMANDS"
        for one in below:
            yield from (f".SS {_text(one.prog)}", _text(_about(one)), *_options(one, ".PP"), *_examples(one))
    yield from (*_examples(parser, ".SH EXAMPLES"), ".SH EXIT STATUS", *_statuses([parser, *below]))
    yield from (".SH ENVIRONMENT", *_terms(pages().environment), ".SH FILES", *_terms(pages().files))
    yield from (".SH SEE ALSO", _text("sizewise help COMMAND; sizewise explain; sizewise doctor, before a fault is reported"))


def _about(parser: argparse.ArgumentParser) -> str:
    page = page_of(parser.prog)
    return page.about if page is not None else parser.description or ""


def _synopsis(parser: argparse.ArgumentParser) -> Iterator[str]:
    yield f".B {_text(parser.prog)}"
    if commands_of(parser):
        yield r"[\fICOMMAND\fR]"
    if any(action.option_strings for action in arguments_of(parser)):
        yield r"[\fIOPTION\fR]..."
    for action in arguments_of(parser):
        if not action.option_strings:
            name, several = _text(str(action.metavar or action.dest)), "..." if action.nargs in ("*", "+") else ""
            yield rf"[\fI{name}\fR]{several}" if action.nargs in ("*", "?") else rf"\fI{name}\fR{several}"


def _options(parser: argparse.ArgumentParser, head: str) -> Iterator[str]:
    arguments = arguments_of(parser)
    if arguments:
        yield head
    for action in arguments:
        yield from (".TP", _named(action), _text(_plain(action.help or "")))


def _named(action: argparse.Action) -> str:
    """An option with its value, or a positional."""
    value = "|".join(map(str, action.choices)) if action.choices is not None else str(action.metavar or action.dest.upper())
    shown = "" if action.nargs == 0 else rf" \fI{_text(value)}\fR"
    if action.option_strings:
        return ", ".join(rf"\fB{_text(name)}\fR" for name in action.option_strings) + shown
    return rf"\fI{_text(value)}\fR"


def _examples(parser: argparse.ArgumentParser, head: str = ".PP") -> Iterator[str]:
    page = page_of(parser.prog)
    if page is None:
        return
    yield head
    for example in page.examples:
        yield from (_text(f"{example.does}:"), ".RS 4", ".nf", rf"\fB{_text(example.run)}\fR", ".fi", ".RE")


def _statuses(parsers: Iterable[argparse.ArgumentParser]) -> Iterator[str]:
    usual = pages().exits
    yield from _terms({str(status): meaning for status, meaning in usual.items()})
    own: dict[str, Page] = {one.prog: page for one in parsers if (page := page_of(one.prog)) is not None and page.exits}
    yield from _terms({f"{status} of {prog}": meaning for prog, page in own.items() for status, meaning in page.exits.items()})


def _terms(meanings: Mapping[str, str]) -> Iterator[str]:
    for name, meaning in meanings.items():
        yield from (".TP", rf"\fB{_text(name)}\fR", _text(meaning))


def _plain(text: str) -> str:
    """A help text of argparse, in which %% is a per cent sign."""
    return text.replace("%%", "%")


def _text(text: str) -> str:
    """A text that man shows as it is: nothing in it is a request, an escape or a hyphen for a line's end."""
    shown = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-").replace("…", "...")
    return f"\\&{shown}" if shown.startswith((".", "'")) else shown
