"""What people say instead of the words on the card: "no idea", "go on", "enough"; each stands for the line of a choice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from knowledge import Knowledge
from tui.practice.practice_sentences import practice_sentence
from tui.views.choice import Choice

Request = Literal["unknown", "hint", "next", "stop", "help", "read", "advise"]
HELP_LINE: Final = "help"
_LINES: Final[Mapping[Request, str]] = {"unknown": "?", "hint": "hint", "next": "next", "stop": "stop", "help": HELP_LINE}
_ENTRY, _ADVICE = "/browse ", "/place "


def spoken_lines(requests: Iterable[Request], knowledge: Knowledge, choices: Iterable[Choice] = ()) -> dict[str, str]:
    """What is said -> the line it stands for. Reading an entry and asking the advisor take the lines of the choices for that."""
    lines = dict(_LINES)
    for choice in choices:
        if choice.line.startswith(_ENTRY):
            lines.setdefault("read", choice.line)
        elif choice.line.startswith(_ADVICE):
            lines.setdefault("advise", choice.line)
    return {
        words: lines[request]
        for request in requests
        if request in lines
        for words in practice_sentence(knowledge, f"says_{request}").split(", ")
    }
