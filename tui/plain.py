"""`sizewise --plain`: the conversation line by line, for screen readers, dumb terminals, pipes and scripts."""

from __future__ import annotations

import argparse
import gc
import os
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from engine.dialogue import (
    Conversation,
    Desk,
    answer,
    back,
    discard,
    edit,
    keep,
    next_ask,
    next_workload,
    redo,
    show_now,
    start,
    tried,
    what_if,
    why,
)
from engine.dialogue.words import say
from knowledge import load
from knowledge.errors import InputError
from tui.cli.advice_text import page
from tui.cli.as_json import advice_as_json
from tui.cli.json_text import json_text
from tui.cli.main import DONE
from tui.cli.streams import printable
from tui.commands.lines import (
    WIDTH,
    answer_lines,
    difference_lines,
    leading_lines,
    question_lines,
    revisit_lines,
    source_lines,
    why_not_lines,
    wrapped,
)
from tui.commands.registry import command_of, help_lines, is_command

GOALS: Final = ("goal_1", "goal_2", "goal_3")
_PROMPT: Final = "› "


def run(arguments: argparse.Namespace) -> int:
    """Talk until the input ends or somebody leaves."""
    del arguments
    gc.enable()  # a conversation lives long
    talk = Talk(Desk(load()))
    _show(talk.greeting())
    try:
        for line in _typed():
            _show(talk.heard(line))
            if talk.is_over:
                return DONE
    except KeyboardInterrupt:
        _show([""])
        raise
    _show(talk.parting(is_typed=sys.stdin.isatty()))
    return DONE


def _typed() -> Iterator[str]:
    """What is typed, line by line; what comes through a pipe is shown, so that the record of a script reads as a conversation."""
    by_hand = sys.stdin.isatty()
    if by_hand:
        import readline  # noqa: F401, PLC0415  # arrow-up brings back what was typed
    while True:
        try:
            text = printable(input(_PROMPT) if by_hand else _piped())
        except EOFError:
            _show([""])
            return
        if not by_hand:
            _show([f"{_PROMPT}{textwrap.shorten(text, WIDTH - 2, placeholder='…')}"])
        yield text


def _piped() -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")


def _show(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


class Talk:
    """One conversation, and what is said of each of its lines."""

    def __init__(self, desk: Desk) -> None:
        """Begin with the first screen."""
        self.desk = desk
        self.conversation: Conversation | None = None
        self.is_over = False
        self._advised: object = None
        """The answers for which the advice was shown."""
        self._told: object = None
        """The state whose lines were shown: what changes nothing does not say them again."""

    def greeting(self) -> Iterator[str]:
        """The first screen: what this is, three goals to pick, how to get help."""
        yield from wrapped(self._say("hello"))
        yield ""
        for number, key in enumerate(GOALS, 1):
            yield f" {number}  {self._say(key)}"
        yield self._say("hello_how")

    def heard(self, line: str) -> Iterator[str]:
        """What one line leads to. A mistake is one line, and loses nothing."""
        try:
            if is_command(line):
                command, rest = command_of(line)
                yield from self._commands()[command.name](rest)
            elif line.strip():
                yield from self._answered(line)
        except InputError as error:
            for problem in str(error).splitlines():
                yield from wrapped(problem)
        except OSError as error:
            yield from wrapped(self._say("failed", problem=error.strerror or type(error).__name__))
        except Exception as error:  # noqa: BLE001  # whatever it is, the conversation goes on
            yield from wrapped(self._say("failed", problem=f"{type(error).__name__}: {error}".splitlines()[0]))

    def parting(self, *, is_typed: bool) -> Iterator[str]:
        """The end of the input: a script still gets its advice."""
        if self.conversation is not None and not is_typed and self._advised is None and self.conversation.now.answers:
            yield from self._now("")
        yield self._say("bye")

    def _say(self, key: str, **values: object) -> str:
        return say(self.desk.knowledge, key, **values)

    def _talk(self) -> Conversation:
        if self.conversation is None:
            raise InputError(self._say("not_begun"))
        return self.conversation

    def _answered(self, line: str) -> Iterator[str]:
        if self.conversation is not None:
            self.conversation = answer(self.conversation, line, self.desk)
        else:
            picked = line.strip()
            goal = self._say(GOALS[int(picked) - 1]) if picked in ("1", "2", "3") else "" if picked == "?" else line
            if goal and goal != line:
                yield f"    {goal}"
            self.conversation = start(goal, self.desk)
        yield from self._standing()

    def _standing(self) -> Iterator[str]:
        """What was understood, what leads, and the next question or the advice."""
        talk = self._talk()
        for line in talk.notice or ():
            yield from wrapped(line)
        changes = tried(talk, self.desk)
        if changes is not None and talk.sandbox is not None:
            yield from difference_lines(changes, talk.sandbox.lines, self.desk)
            return
        for line in () if talk.notice or talk.now is self._told else talk.now.lines:
            yield from wrapped(line, " " * 4)
        self._told = talk.now
        ask = next_ask(talk, self.desk)
        if ask is None:
            yield from self._ended(talk)
        elif not (talk.notice and talk.now.answers):
            if ask.kind in ("fact", "check") and talk.now.answers:
                yield from leading_lines(talk, self.desk)
            yield ""
            yield from question_lines(ask, self.desk)

    def _ended(self, talk: Conversation) -> Iterator[str]:
        if self._advised == talk.now.answers:
            yield from wrapped(self._say("nothing_left"))
            return
        yield ""
        yield from self._now("")
        yield ""
        yield from revisit_lines(talk, self.desk)
        yield from wrapped(self._say("after"))

    def _commands(self) -> dict[str, Callable[[str], Iterator[str]]]:
        return {
            "why": self._why,
            "back": lambda _: self._step(back),
            "redo": lambda _: self._step(redo),
            "edit": self._edit,
            "now": self._now,
            "compare": self._compare,
            "what-if": self._what_if,
            "keep": lambda _: self._step(keep),
            "discard": lambda _: self._step(discard),
            "sources": lambda _: source_lines(show_now(self._talk(), self.desk, "choice"), self.desk.knowledge),
            "export": self._export,
            "new": self._new,
            "help": lambda _: iter(help_lines()),
            "quit": self._quit,
        }

    def _step(self, step: Callable[[Conversation, Desk], Conversation]) -> Iterator[str]:
        self.conversation = step(self._talk(), self.desk)
        yield from self._standing()

    def _why(self, name: str) -> Iterator[str]:
        if name:
            yield from why_not_lines(self._talk(), name, self.desk)
            return
        for line in why(self._talk(), self.desk) or (self._say("nothing_left"),):
            yield from wrapped(line, "  ")

    def _edit(self, fact: str) -> Iterator[str]:
        return self._step(lambda talk, desk: edit(talk, fact, desk)) if fact else answer_lines(self._talk(), self.desk)

    def _now(self, _: str) -> Iterator[str]:
        talk = self._talk()
        self._advised = talk.now.answers
        yield page(show_now(talk, self.desk), self.desk.knowledge, color=_color())

    def _compare(self, names: str) -> Iterator[str]:
        from tui.cli.compare import run as compare  # noqa: PLC0415  # few ask for it

        wanted = [name for name in names.replace(",", " ").split() if name not in ("and", "with", "vs", "to")]
        compare(argparse.Namespace(names=wanted, json=False))
        yield from ()

    def _what_if(self, words: str) -> Iterator[str]:
        if not words:
            raise InputError(self._say("no_sandbox", example=self._say("example_what_if")))
        return self._step(lambda talk, desk: what_if(talk, words, desk))

    def _export(self, name: str) -> Iterator[str]:
        if not name:
            raise InputError(self._say("export_how"))
        path, base = Path(name).expanduser(), self.desk.knowledge
        if path.exists():
            raise InputError(self._say("export_exists", name=name))
        advice = show_now(self._talk(), self.desk)
        as_text = ("\n".join(("", "", *source_lines(advice, base)))) if path.suffix != ".json" else ""
        text = page(advice, base) if as_text else json_text(advice_as_json(advice))
        path.write_text(f"{text}{as_text}\n", encoding="utf-8")
        yield self._say("exported", name=name)

    def _new(self, _: str) -> Iterator[str]:
        following = next_workload(self.conversation, self.desk) if self.conversation is not None else None
        self.conversation, self._advised = following, None
        return self._standing() if following is not None else self.greeting()

    def _quit(self, _: str) -> Iterator[str]:
        self.is_over = True
        yield self._say("bye")


def _color() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
