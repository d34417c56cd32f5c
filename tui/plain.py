"""`sizewise --plain`: the conversation line by line, for screen readers, dumb terminals, pipes and scripts."""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import sys
import textwrap
from collections.abc import Iterable, Iterator
from typing import Final

from engine.dialogue import Desk
from knowledge import load
from tui.cli.main import DONE
from tui.cli.streams import printable, tell
from tui.talk import Part, Talk
from tui.views.line import WIDTH, as_text

MOST: Final = 1_000_000
"""Characters of a line that are read at all."""
_PROMPT: Final = "› "


def run(_arguments: argparse.Namespace | None = None) -> int:
    """Talk until the input ends or somebody leaves."""
    gc.enable()  # a conversation lives long
    talk = Talk(Desk(load()))
    show(talk.greeting())
    try:
        for line in typed():
            show(talk.heard(line))
            if talk.is_over:
                return DONE
    except KeyboardInterrupt:
        sys.stdout.write("\n")
        raise
    show(talk.parting(is_typed=sys.stdin.isatty()))
    return DONE


def typed() -> Iterator[str]:
    """What is typed, line by line; what comes through a pipe is shown, so that the record of a script reads as a conversation."""
    by_hand = sys.stdin.isatty()
    if by_hand:
        with contextlib.suppress(ImportError):  # Windows has none
            import readline  # noqa: F401, PLC0415  # arrow-up brings back what was typed
    while True:
        try:
            text = printable(input(_PROMPT) if by_hand else _piped())
        except EOFError:
            sys.stdout.write("\n")
            return
        if not by_hand:
            sys.stdout.write(f"{_PROMPT}{textwrap.shorten(text, WIDTH - 2, placeholder='…')}\n")
        yield text


def _piped() -> str:
    """A line, as far as any is read: what comes through a pipe may have no end."""
    line = rest = sys.stdin.readline(MOST)
    if not line:
        raise EOFError
    if len(rest) == MOST and not rest.endswith("\n"):
        tell(f"line: it is longer than the {MOST:,} characters that are read; the rest is left out.")
    while len(rest) == MOST and not rest.endswith("\n"):
        rest = sys.stdin.readline(MOST)
    return line.rstrip("\n")


def show(parts: Iterable[Part]) -> None:
    """Write some parts out, each as it is read."""
    for part in parts:
        sys.stdout.write(f"{shown(part)}\n")
    sys.stdout.flush()


def shown(part: Part) -> str:
    """A part as text; a question and an advice stand apart from what comes before."""
    apart = "\n" if part.kind in ("question", "advice") else ""
    below = "\n" if part.kind == "advice" else ""
    return f"{apart}{as_text(part.draw(WIDTH), color=_color())}{below}"


def _color() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
