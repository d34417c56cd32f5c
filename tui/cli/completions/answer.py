"""`sizewise completions SHELL`: the script of a shell, or, for the line that is being typed, what may come next in it."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Final, NamedTuple

from tui.cli.completions.candidate import FILES
from tui.cli.completions.candidates import find_candidates
from tui.output.exit_status import DONE

_SEPARATOR: Final = "\x1f"
_QUOTES: Final = "'\""
_BASH_BREAKS: Final = " \t\n\"'@><=;|&(:"
"""Where bash breaks words, unless COMP_WORDBREAKS says otherwise."""


class TypedLine(NamedTuple):
    """A line as words."""

    words: list[str]
    """The last is the one that is being typed; "" after a space."""
    is_quoted: bool = False
    """True if the last word stands in a quotation that is still open."""


def run(arguments: argparse.Namespace) -> int:
    """Print the script, or the candidates, a line each."""
    if arguments.line is not None:
        print("\n".join(_answer_bash(split_line(arguments.line))), end="")
    elif arguments.words is not None:
        print("\n".join(_answer_with_texts(arguments.words.split(_SEPARATOR))), end="")
    else:
        print(Path(__file__).with_name(f"sizewise.{arguments.shell}").read_text(encoding="utf-8"), end="")
    return DONE


def _answer_bash(line: TypedLine) -> list[str]:
    """The candidates without the part that bash takes for finished."""
    candidates, finished = find_candidates(line.words), finished_length(line, os.environ.get("COMP_WORDBREAKS", _BASH_BREAKS))
    if candidates == [FILES]:
        return [f":files{line.words[-1][finished:]}"]
    return [one.value[finished:] for one in candidates]


def _answer_with_texts(words: list[str]) -> list[str]:
    """The candidates as zsh and fish take them: the value, a tab, what it is."""
    return ["\t".join((one.value, " ".join(one.about.split())[:70])).rstrip() for one in find_candidates(words)]


def split_line(line: str) -> TypedLine:
    """The words of a line as a shell would read them, though a quotation may still be open. A pipe begins a new command."""
    words: list[str] = []
    word, quote, is_word = "", "", False
    letters = iter(line)
    for letter in letters:
        if letter == "\\" and quote != "'":
            word, is_word = word + next(letters, ""), True
        elif quote:
            quote, word = ("", word) if letter == quote else (quote, word + letter)
        elif letter in _QUOTES:
            quote, is_word = letter, True
        elif letter in "|;&":
            words, word, is_word = [], "", False
        elif letter.isspace():
            words, word, is_word = [*words, word] if word or is_word else words, "", False
        else:
            word, is_word = word + letter, True
    return TypedLine([*words, word], bool(quote))


def finished_length(line: TypedLine, breaks: str) -> int:
    """How many letters of the last word bash takes for finished: those up to the last of its `breaks`; none in a quotation."""
    word = line.words[-1]
    plain = [letter for letter in breaks if letter in "=:@" and not line.is_quoted]
    return max((word.rfind(letter) + 1 for letter in plain), default=0)
