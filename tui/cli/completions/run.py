"""`sizewise completions SHELL`: prints the script of a shell; with the line that is being typed, what may come next in it."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Final

from tui.cli.completions.line import Typed, separated, taken_for_done, typed
from tui.cli.main import DONE

_BREAKS: Final = " \t\n\"'@><=;|&(:"
"""Where bash breaks words, unless it says otherwise."""


def run(arguments: argparse.Namespace) -> int:
    """Print the script, or the candidates, a line each."""
    if arguments.line is not None:
        print("\n".join(_for_bash(typed(arguments.line))), end="")
    elif arguments.words is not None:
        print("\n".join(_with_texts(separated(arguments.words).words)), end="")
    else:
        print(Path(__file__).with_name(f"sizewise.{arguments.shell}").read_text(encoding="utf-8"), end="")
    return DONE


def _for_bash(line: Typed) -> list[str]:
    """The candidates without the part that bash takes for done."""
    from tui.cli.completions.candidates import candidates  # noqa: PLC0415  # the script needs none
    from tui.cli.completions.values import FILES  # noqa: PLC0415  # the same

    found, done = candidates(line.words), taken_for_done(line, os.environ.get("COMP_WORDBREAKS", _BREAKS))
    if found == [FILES]:
        return [f":files{line.words[-1][done:]}"]
    return [one.value[done:] for one in found]


def _with_texts(words: list[str]) -> list[str]:
    from tui.cli.completions.candidates import candidates  # noqa: PLC0415  # the script needs none

    return ["\t".join((one.value, " ".join(one.about.split())[:70])).rstrip() for one in candidates(words)]
