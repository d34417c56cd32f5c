"""Every command of a conversation: its name, other words for it, what may follow it, one line of help.

The plain mode, the app's prompt, its palette, keys and help all read this list.
"""

from __future__ import annotations

import dataclasses
from typing import Final

from knowledge.errors import InputError, shown, suggestion


@dataclasses.dataclass(frozen=True, slots=True)
class Command:
    """One command."""

    name: str
    help: str
    """One line, beginning with a verb."""
    words: tuple[str, ...] = ()
    """Other words for it."""
    takes: str = ""
    """What may follow, as it stands in the help."""


COMMANDS: Final[tuple[Command, ...]] = (
    Command("why", "say why this is asked and what each answer leads to; with a name, why that is not the choice", ("why-not",), "[NAME]"),
    Command("back", "take the last step back", ("undo", "u")),
    Command("redo", "bring back what was taken back"),
    Command("edit", "change one answer; alone, show all answers", ("change", "answers"), "[FACT]"),
    Command("now", "show the advice as far as it is known", ("show", "advice")),
    Command("compare", "put two to four of a kind side by side", (), "NAME NAME"),
    Command("what-if", "try another answer beside the conversation", ("whatif", "if"), "WORDS"),
    Command("keep", "take over what the what-if tried"),
    Command("discard", "forget what the what-if tried", ("drop",)),
    Command("sources", "list the sources of the advice with their addresses and dates"),
    Command("export", "write the advice to a file: text, or JSON where the name ends in .json", ("save",), "FILE"),
    Command("new", "begin anew, with the next workload where one waits", ("next",)),
    Command("help", "list the commands", ("?", "h")),
    Command("quit", "leave", ("exit", "q", "bye")),
)


def is_command(text: str) -> bool:
    """Whether a line is a command rather than words for the conversation."""
    return text.lstrip().startswith("/")


def command_of(text: str) -> tuple[Command, str]:
    """The command of a line such as "/edit traffic", and what follows it. Raises InputError that names the nearest one."""
    name, _, rest = text.strip().removeprefix("/").partition(" ")
    wanted = name.lower()
    named = {word: command for command in COMMANDS for word in (command.name, *command.words)}
    if wanted in named:
        return named[wanted], rest.strip()
    begun = [command for command in COMMANDS if wanted and command.name.startswith(wanted)]
    if len(begun) == 1:
        return begun[0], rest.strip()
    raise InputError(f"There is no command {shown('/' + name)}.{suggestion(wanted, named, 'Try /help.')}")


def help_lines() -> list[str]:
    """One line for each command."""
    heads = [f"/{command.name} {command.takes}".rstrip() for command in COMMANDS]
    width = max(map(len, heads))
    return [f"{head:<{width}}  {command.help}" for head, command in zip(heads, COMMANDS, strict=True)]
