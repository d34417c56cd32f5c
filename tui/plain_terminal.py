"""Reads lines from standard input and writes replies to standard output: for screen readers, pipes and scripts."""

from __future__ import annotations

import contextlib
import sys
import textwrap
from collections.abc import Iterable, Iterator
from typing import Final

from tui.output.streams import allows_color, print_error, replace_controls
from tui.views.reply import ReplyPart
from tui.views.text_lines import WIDTH, as_text

MAX_LINE_CHARACTERS: Final = 1_000_000
"""Of a longer line the rest is left out."""
_PROMPT: Final = "› "


def read_lines() -> Iterator[str]:
    """What is typed, line by line. Lines of a pipe are echoed, so that the output of a script reads as a conversation."""
    by_hand = sys.stdin.isatty()
    if by_hand:
        with contextlib.suppress(ImportError):  # Windows has none
            import readline  # noqa: F401, PLC0415  # arrow-up brings back what was typed
    while True:
        try:
            text = replace_controls(input(_PROMPT) if by_hand else _read_piped_line())
        except EOFError:
            sys.stdout.write("\n")
            return
        if not by_hand:
            sys.stdout.write(f"{_PROMPT}{textwrap.shorten(text, WIDTH - 2, placeholder='…')}\n")
        yield text


def _read_piped_line() -> str:
    """A line of a pipe, at most MAX_LINE_CHARACTERS of it: a line may be endless."""
    line = rest = sys.stdin.readline(MAX_LINE_CHARACTERS)
    if not line:
        raise EOFError
    if len(rest) == MAX_LINE_CHARACTERS and not rest.endswith("\n"):
        print_error(f"line: it is longer than the {MAX_LINE_CHARACTERS:,} characters that are read; the rest is left out.")
    while len(rest) == MAX_LINE_CHARACTERS and not rest.endswith("\n"):
        rest = sys.stdin.readline(MAX_LINE_CHARACTERS)
    return line.rstrip("\n")


def write_parts(parts: Iterable[ReplyPart]) -> None:
    """Write parts, each as soon as it is there."""
    for part in parts:
        sys.stdout.write(f"{render_part(part)}\n")
    sys.stdout.flush()


def render_part(part: ReplyPart) -> str:
    """A part as text, with an empty line before a question or an advice."""
    apart = "\n" if part.kind in ("question", "advice") else ""
    below = "\n" if part.kind == "advice" else ""
    return f"{apart}{as_text(part.draw(WIDTH), color=allows_color())}{below}"
