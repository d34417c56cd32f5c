"""What stands before the cursor, as words: the way a shell would read it, though a quotation may still be open."""

from __future__ import annotations

from typing import Final, NamedTuple

_SEPARATOR: Final = "\x1f"
_QUOTES: Final = "'\""


class Typed(NamedTuple):
    """A line as words."""

    words: list[str]
    """The last is the one that is being typed; "" after a space."""
    is_quoted: bool = False
    """Whether it stands in a quotation that is still open."""


def typed(line: str) -> Typed:
    """The words of a line. A pipe begins a new command."""
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
    return Typed([*words, word], bool(quote))


def separated(text: str) -> Typed:
    """Words with the separator of units between them."""
    return Typed(text.split(_SEPARATOR))


def taken_for_done(line: Typed, breaks: str) -> int:
    """How many letters of the last word bash takes for done: those up to the last of its `breaks`; none in a quotation."""
    word = line.words[-1]
    plain = [letter for letter in breaks if letter in "=:@" and not line.is_quoted]
    return max((word.rfind(letter) + 1 for letter in plain), default=0)
