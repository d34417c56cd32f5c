"""All commands of a conversation: name, synonyms, key, argument, help.

The plain mode, and the app's prompt, palette, keys, footer and help read this list.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from knowledge.errors import InputError, quote_value, suggest_name


class Command(msgspec.Struct, frozen=True):
    """One command."""

    name: str
    help: str
    """One line, beginning with a verb."""
    words: tuple[str, ...] = ()
    """Synonyms."""
    takes: str = ""
    """The argument as the help shows it; in brackets if optional."""
    values: tuple[str, ...] = ()
    """Arguments that are commands by themselves: "/dark" is "/theme dark"."""
    key: str = ""
    """The key in the app, in Textual's notation."""
    label: str = ""
    """The word in the footer of the app; "" for none."""
    app_only: bool = False
    """True if the plain mode does not have it."""

    @property
    def needs_more(self) -> bool:
        """True if an argument is required."""
        return bool(self.takes) and not self.takes.startswith("[")


COMMANDS: Final[tuple[Command, ...]] = (
    Command("help", "list the commands and keys", ("?", "h"), key="f1", label="Help"),
    Command(
        "why",
        "say why this is asked and what each answer leads to; with a name, why that is not the choice",
        ("why-not",),
        "[NAME]",
        key="f2",
        label="Why",
    ),
    Command(
        "now",
        "show the advice as far as it is known, or one part of it: cost, arithmetic, assumed …",
        ("show", "advice"),
        "[PART]",
        key="f3",
        label="Advice",
    ),
    Command("edit", "change one answer; alone, show all answers", ("change", "answers"), "[FACT]", key="f4", label="Answers"),
    Command("back", "take the last step back", ("undo", "u"), key="ctrl+z"),
    Command("redo", "bring back what was taken back", key="ctrl+y"),
    Command("compare", "put two to four of a kind side by side", (), "NAME NAME"),
    Command("what-if", "try another answer beside the conversation", ("whatif", "if"), "WORDS"),
    Command("keep", "take over what the what-if tried"),
    Command("discard", "forget what the what-if tried", ("drop",)),
    Command("plot", "draw a picture: cost, memory, prices, breakeven, traffic, money, day, tree", ("plots",), "[NAME]", key="f8"),
    Command("sources", "list the sources of the advice with their addresses and dates"),
    Command("export", "write the advice to a file: .txt, .json, or a record as .md or .html", ("save",), "FILE"),
    Command("share", "hand the advice on: Markdown with reasons and sources, to the clipboard; the plain mode prints it"),
    Command("reader", "show what a language model that reads along was sent and answered; all: with its instructions", (), "[all]"),
    Command("copy", "copy the advice to the clipboard", ("yank",), app_only=True),
    Command("new", "begin anew, with the next workload where one waits", ("next",), key="ctrl+n"),
    Command("continue", "go on with the conversation that was used last", ("resume",), key="f9", app_only=True),
    Command("open", "list the saved conversations, to go on, name or delete one", ("sessions",), key="ctrl+o", app_only=True),
    Command("name", "name this conversation", ("rename",), "WORDS", app_only=True),
    Command("advise", "go to the conversation; with words, say them there", ("chat",), "[WORDS]", key="f5", app_only=True),
    Command("browse", "read what Sizewise knows; with words, search it", ("read",), "[WORDS]", key="f6", label="Browse", app_only=True),
    Command(
        "practice",
        "practise the same knowledge: learn, review, mock exam; with words, what they name",
        ("quiz", "learn"),
        "[WORDS]",
        key="f7",
        label="Practice",
    ),
    Command("theme", "change between dark and light, or to the one that is named", (), "[NAME]", ("dark", "light"), app_only=True),
    Command("abilities", "say what Sizewise can do, with an example of each", ("examples",)),
    Command("quit", "leave", ("exit", "q", "bye"), key="ctrl+q"),
)


_ALONE: Final = frozenset({"why", "back", "undo", "u", "redo", "help", "quit", "exit", "bye"})
"""Names that are commands also without a slash: they say nothing about a workload."""
_IT: Final = "(?:that|it|this)"
_SHOW: Final = "(?:(?:show|draw|give) (?:me )?|see )"
_SPOKEN: Final = (
    (rf"(?:but )?why(?: do you ask)?(?: {_IT})?(?: one)?", "/why"),
    (rf"how come|how so|explain(?: {_IT}| yourself)?|what makes you (?:say|think) (?:that|so)", "/why"),
    (r"why (?:not |isn't it |is it not )(.+?)", "/why {}"),
    (r"what if (.+?)", "/what-if {}"),
    (r"(?:just )?(?:show|tell) me(?: (?:it|now|it now|the advice|the answer|what you have))?", "/now"),
    (r"(?:so )?what (?:would you (?:do|take|pick|choose)|do you (?:recommend|suggest|advise))(?: then| now)?", "/now recommendation"),
    (
        r"(?:(?:show|give|tell) me|do|explain) (?:the |your )?(?:maths?|arithmetic|calculations?|numbers|formulas?|figures)",
        "/now arithmetic",
    ),
    (rf"how (?:did|do) you (?:calculate|compute|work out|get to|arrive at|get) {_IT}(?: out)?", "/now arithmetic"),
    (rf"(?:hm+,? ?)?(?:is|isn't) {_IT} (?:a lot|much|too much|cheap|normal|(?:a good|a fair) price)(?: of money)?", "/now price"),
    (rf"(?:hm+,? ?)?(?:is|isn't) {_IT} (?:too |really |very )?(?:expensive|dear|pricey|costly)", "/now price"),
    (r"where (?:does|will|did) (?:the|my|our|all the|all that) money go|what (?:do|am|are|would) (?:i|we) pay(?:ing)? for", "/plot money"),
    (rf"{_SHOW}(?:the |our |my )?(?:shares|spending)", "/plot money"),
    (rf"{_SHOW}(?:a|the|my|one) (?:whole )?day|what does (?:a|one) day look like", "/plot day"),
    (
        rf"{_SHOW}(?:the |a )?(?:decision )?tree|{_SHOW}the decision|how did you decide|which question (?:decided|mattered|separated).*",
        "/plot tree",
    ),
    (
        (
            rf"(?:(?:can|could|may|how (?:can|do)) i |i want to |let me )?(?:share|hand on|send|export|forward) {_IT}"
            rf"(?: (?:as|in) markdown| (?:to|with|for) (?:my|the|our) \w+)?|copy (?:{_IT} |the advice )?as markdown"
        ),
        "/share",
    ),
    (rf"(?:export|save|write) (?:{_IT} |the advice )?(?:as|to) (\S+\.[a-z]+)", "/export {}"),
    (r"(?:please )?go back(?: one step| a step)?", "/back"),
    (r"what (?:else )?(?:can|do) (?:you|i) do(?: here| for me)?|what (?:is|are) (?:this|you|sizewise)(?: for)?", "/abilities"),
    (
        (
            r"(?:please )?(?:(?:can|could|will|would) you )?(?:please )?(?:quiz|test|drill) me (?:on|about|in) (.+?)"
            r"|ask me (?:some )?questions (?:on|about) (.+?)"
        ),
        "/practice {}",
    ),
    (r"(?:please )?(?:(?:can|could|will|would) you )?(?:please )?(?:quiz|test|drill) me(?: .*)?", "/practice"),
    (r"(?:.*\b)?(?:can|could|will|would) you (?:please )?help me (?:to )?(?:learn|study|prepare|practi[cs]e)\b.*", "/abilities"),
    (r"(?:who are you|what do you know|how does (?:this|it) work|how do i use (?:this|it|you))", "/abilities"),
    (r"compare (.+? (?:and|with|to|vs\.?|versus) .+?)", "/compare {}"),
)
"""Pattern of a line -> command; compiled when the first line is typed."""


def is_command(text: str) -> bool:
    """True if a line begins with a slash."""
    return text.lstrip().startswith("/")


def as_command(text: str) -> str:
    """The command that a line asks for in words ("why not g5?" is "/why g5"); any other line unchanged."""
    said = text.strip()
    if said.lower() in _ALONE:
        return f"/{said.lower()}"
    for pattern, command in _SPOKEN:
        found = re.fullmatch(rf"(?:{pattern})[\s?!.]*", said, re.IGNORECASE)
        if found is not None:
            return command.format(*(words for words in found.groups() if words is not None))
    return text


def command_of(text: str) -> tuple[Command, str]:
    """The command of a line such as "/edit traffic", and its argument. Raises InputError that names the nearest command."""
    found = known_command(text)
    if found is not None:
        return found
    name = text.strip().removeprefix("/").partition(" ")[0]
    wanted, named = name.lower(), [word for command in COMMANDS for word in (command.name, *command.words, *command.values)]
    raise InputError(f"There is no command {quote_value('/' + name)}.{suggest_name(wanted, named, 'Try /help.')}")


def known_command(text: str) -> tuple[Command, str] | None:
    """The command and argument of a line, by name, synonym or unique beginning of a name; None for an unknown command."""
    name, _, rest = text.strip().removeprefix("/").partition(" ")
    wanted = name.lower()
    named = {word: command for command in COMMANDS for word in (command.name, *command.words, *command.values)}
    begun = commands_beginning(wanted) if wanted else []
    command = named.get(wanted) or (begun[0] if len(begun) == 1 else None)
    if command is None:
        return None
    return command, wanted if wanted in command.values else rest.strip()


def commands_beginning(text: str) -> list[Command]:
    """The commands whose names begin with `text`."""
    return [command for command in COMMANDS if command.name.startswith(text.lower())]


def head_of(command: Command) -> str:
    """A command as it is typed, with its argument."""
    return f"/{command.name} {command.takes}".rstrip()


def key_name(key: str) -> str:
    """The name of a key on a keyboard: "F2", "Ctrl+Z"."""
    return "+".join(part.capitalize() for part in key.split("+"))
