"""The sections below the options of a command's help: examples, exit status, environment and files."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import Final

from tui.cli.help.pages import Page, find_page, load_pages

_WIDTH: Final = 79
_LABEL: Final = 24
_SHELL_WORD: Final = r"""(?:"[^"]*"|'[^']*'|[^\s"'])+"""
_SHELL_PART: Final = re.compile(rf"(?:-[^\s]* )?{_SHELL_WORD}|\S+")
"""A word of a shell's line, in quotes or not, with the option before it."""
_CONTINUATION: Final = " \\"


def describe_command(prog: str, *, wrapped: bool = False) -> str | None:
    """What a command does, in lines where it is `wrapped`; None where no page tells."""
    page = find_page(prog)
    if page is None:
        return None
    return textwrap.fill(page.about, _WIDTH) if wrapped else page.about


def render_sections(prog: str) -> str:
    """The sections of a command, or "" where no page tells of it."""
    page = find_page(prog)
    if page is None:
        return ""
    return "\n".join(["", *_section_lines(page, whole=prog == "sizewise")]) + "\n"


def _section_lines(page: Page, *, whole: bool) -> Iterator[str]:
    yield from ("examples:", *_example_lines(page), "", "exit status:")
    for status, meaning in load_pages().exit_statuses(page).items():
        yield f"  {status}  {meaning}"
    if whole:
        yield from ("", "environment:", *_meaning_lines(load_pages().environment), "", "files:", *_meaning_lines(load_pages().files))
    else:
        yield from ("", "sizewise help tells of the environment and the files.")


def _example_lines(page: Page) -> Iterator[str]:
    for example in page.examples:
        yield from textwrap.wrap(example.does, _WIDTH, initial_indent="  # ", subsequent_indent="  # ")
        yield from wrap_shell_command(example.run)


def wrap_shell_command(command: str) -> Iterator[str]:
    """A line of a shell in lines that fit, each but the last with the sign that it goes on; an option stays with its value."""
    line = " "
    for part in _SHELL_PART.findall(command):
        if len(line) + len(part) + len(_CONTINUATION) >= _WIDTH and line.strip():
            yield line + _CONTINUATION
            line = "   "
        line = f"{line} {part}"
    yield line


def _meaning_lines(meanings: Mapping[str, str]) -> Iterator[str]:
    for name, meaning in meanings.items():
        label = f"  {name}"
        beside = f"{label:<{_LABEL}}" if len(label) < _LABEL - 1 else " " * _LABEL
        if len(label) >= _LABEL - 1:
            yield label
        yield from textwrap.wrap(meaning, _WIDTH, initial_indent=beside, subsequent_indent=" " * _LABEL, break_on_hyphens=False)
