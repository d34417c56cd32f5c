"""One conversation, whatever shows it: a typed line goes in, parts to be shown come out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final, Literal, NamedTuple

from engine.advice import Advice
from engine.dialogue import (
    Ask,
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
    revisit,
    shortlist,
    show_now,
    start,
    tried,
    what_if,
    why,
    workload_of,
)
from engine.words import named, say, share
from knowledge.errors import InputError
from tui.commands.registry import as_command, command_of, is_command
from tui.keeping import Keeper, Keeping
from tui.views.conversation import answer_lines, difference_lines, leading, question_lines, source_lines
from tui.views.greeting import GOALS, plain_greeting
from tui.views.line import Line, wrapped

Kind = Literal["echo", "goal", "notice", "leading", "question", "advice", "difference", "text", "plot", "opened", "hello"]


_BETWEEN: Final = frozenset({"and", "with", "vs", "vs.", "versus", "to"})
"""Words between the names of a comparison."""
PLOT_LINES: Final = 16
"""Lines of a plot, which leaves room for the prompt on the smallest terminal."""


class Part(NamedTuple):
    """Something to show: what it is, its lines for a width, and the record behind it."""

    kind: Kind
    draw: Callable[[int], Iterable[Line]]
    about: Ask | Advice | None = None


class Talk:
    """One conversation, and what is shown of each of its lines."""

    def __init__(self, desk: Desk) -> None:
        """Begin with nothing said; `keeper` may be set to keep what follows."""
        self.desk = desk
        self.keeper: Keeper | None = None
        self._keeping = Keeping()
        self.conversation: Conversation | None = None
        self.is_over = False
        self._typed = ""
        """The line that is dealt with; the sentence of a goal where that was picked by its number."""
        self._advised: object = None
        """The answers for which the advice was shown."""
        self._told: object = None
        """The state whose lines were shown: what changes nothing does not say them again."""

    def greeting(self) -> Iterator[Part]:
        """The first screen: what this is, three goals to pick, how to get help."""
        yield Part("hello", partial(plain_greeting, self.desk.knowledge.wording["dialogue"].texts))

    def history(self) -> list[str]:
        """What was typed in earlier conversations, oldest first."""
        return self.keeper.history() if self.keeper is not None else []

    def close(self) -> None:
        """Give the file free that keeps the conversation."""
        self._keeping.close()
        if self.keeper is not None:
            self.keeper.close()

    def reopened(self, conversation: Conversation) -> Iterator[Part]:
        """Go on where a conversation was left."""
        self.conversation, self._advised, self._told = conversation, None, None
        yield from self._standing()

    def heard(self, line: str) -> Iterator[Part]:
        """What one line leads to. A mistake is one line, and loses nothing."""
        self._typed, line = line, as_command(line)
        try:
            if is_command(line):
                command, rest = command_of(line)
                run = self._commands().get(command.name)
                yield from run(rest) if run is not None else (self._sentences("notice", self._say("app_only", command=command.name)),)
            elif line.strip():
                yield from self._answered(line)
        except InputError as error:
            yield self._sentences("notice", *str(error).splitlines())
        except OSError as error:
            yield self._sentences("notice", self._say("failed", problem=error.strerror or type(error).__name__))
        except Exception as error:  # noqa: BLE001  # whatever it is, the conversation goes on
            problem = f"{type(error).__name__}: {error}".splitlines()[0]
            yield self._sentences("notice", self._say("failed", problem=problem))
        if self.keeper is None or not line.strip():
            return
        told = self._keeping.told()  # before anybody sees what it led to
        told = self.keeper.step(self.conversation, self._typed) if told is None else told
        if told:
            yield self._sentences("notice", told)

    def parting(self, *, is_typed: bool) -> Iterator[Part]:
        """The end of the input: a script still gets its advice."""
        if self.conversation is not None and not is_typed and self._advised is None and self.conversation.now.answers:
            yield from self._now("")
        yield self._sentences("text", self._say("bye"))

    def _say(self, key: str, **values: object) -> str:
        return say(self.desk.knowledge, key, **values)

    def _sentences(self, kind: Kind, *texts: str, indent: str = "") -> Part:
        return Part(kind, lambda width: [line for text in texts for line in wrapped(text, width, indent)])

    def _talk(self) -> Conversation:
        if self.conversation is None:
            raise InputError(self._say("not_begun"))
        return self.conversation

    def _answered(self, line: str) -> Iterator[Part]:
        if self.conversation is not None:
            self.conversation = answer(self.conversation, line, self.desk)
        else:
            picked = line.strip()
            goal = self._say(GOALS[int(picked) - 1]) if picked in ("1", "2", "3") else "" if picked == "?" else line
            if goal and goal != line:
                self._typed = goal
                yield self._sentences("goal", f"    {goal}")
            self.conversation = start(goal, self.desk)
        yield from self._moved()

    def _moved(self) -> Iterator[Part]:
        """Where a step led; it is kept while that is looked for."""
        if self.keeper is not None:
            self._keeping.begin(self.keeper, self.conversation, self._typed)
        yield from self._standing()

    def _standing(self) -> Iterator[Part]:
        """What was understood, what leads, and the next question or the advice."""
        talk = self._talk()
        if talk.notice:
            yield self._sentences("notice", *talk.notice)
        changes = tried(talk, self.desk)
        if changes is not None and talk.sandbox is not None:
            draw = partial(difference_lines, changes, talk.sandbox.lines, self.desk.knowledge)
            yield Part("difference", draw)
            return
        if not talk.notice and talk.now is not self._told and talk.now.lines:
            yield self._sentences("echo", *talk.now.lines, indent=" " * 4)
        self._told = talk.now
        ask = next_ask(talk, self.desk)
        if ask is None:
            yield from self._ended(talk)
        elif not (talk.notice and talk.now.answers):
            if ask.kind in ("fact", "check") and talk.now.answers:
                ahead = leading(shortlist(talk, self.desk, 1), self.desk.knowledge)
                if ahead:
                    yield self._sentences("leading", ahead)
            yield Part("question", partial(question_lines, ask, self.desk.knowledge), ask)

    def _ended(self, talk: Conversation) -> Iterator[Part]:
        if self._advised == talk.now.answers:
            yield self._sentences("text", self._say("nothing_left"))
            return
        yield from self._now("")
        yield self._sentences("text", *self._revisit(talk), self._say("after"))

    def _revisit(self, talk: Conversation) -> Iterator[str]:
        """The answer that nobody was sure of and that matters most; how many workloads wait."""
        unsure, base = revisit(talk, self.desk), self.desk.knowledge
        if unsure:
            effect = self.desk.turn(workload_of(talk.now.answers)).effect(base.questions[unsure[0]])
            yield self._say("revisit", fact=named(base, unsure[0]), share=share(effect))
        if talk.now.waiting:
            yield self._say("waiting", count=len(talk.now.waiting))

    def _commands(self) -> dict[str, Callable[[str], Iterator[Part]]]:
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
            "plot": self._plot,
            "sources": self._sources,
            "export": self._export,
            "new": self._new,
            "help": self._help,
            "quit": self._quit,
        }

    def _help(self, _: str) -> Iterator[Part]:
        from tui.views.commands import command_lines  # noqa: PLC0415  # few ask for it

        yield Part("text", partial(command_lines, app=False))

    def _step(self, step: Callable[[Conversation, Desk], Conversation]) -> Iterator[Part]:
        self.conversation = step(self._talk(), self.desk)
        yield from self._moved()

    def _why(self, name: str) -> Iterator[Part]:
        if name:
            from engine.decision.why_not import why_not  # noqa: PLC0415  # the first question comes without it

            found = why_not(self.desk.turn(workload_of(self._talk().now.answers)).decision, name.removeprefix("not ").strip().lower())
            yield self._sentences("text", getattr(found, "text", "") or self._say("is_choice", name=name))
            return
        yield self._sentences("text", *(why(self._talk(), self.desk) or (self._say("nothing_left"),)), indent="  ")

    def _edit(self, fact: str) -> Iterator[Part]:
        if fact:
            yield from self._step(lambda talk, desk: edit(talk, fact, desk))
        else:
            yield Part("text", partial(answer_lines, self._talk().now.answers, self.desk.knowledge))

    def _now(self, _: str) -> Iterator[Part]:
        from tui.views.advice import page  # noqa: PLC0415  # the first question comes without it

        talk = self._talk()
        self._advised = talk.now.answers
        advice, base = show_now(talk, self.desk), self.desk.knowledge
        yield Part("advice", lambda width: page(advice, base, width=width), advice)

    def _compare(self, names: str) -> Iterator[Part]:
        from tui.cli.compare import side_by_side  # noqa: PLC0415  # few ask for it

        wanted = [name for name in names.replace(",", " ").split() if name not in _BETWEEN]
        base = self.desk.knowledge
        side_by_side(wanted, base)  # a wrong name is told now, not when it is drawn
        yield Part("text", lambda width: map(Line, side_by_side(wanted, base, width)))

    def _what_if(self, words: str) -> Iterator[Part]:
        if not words:
            raise InputError(self._say("no_sandbox", example=self._say("example_what_if")))
        return self._step(lambda talk, desk: what_if(talk, words, desk))

    def _plot(self, name: str) -> Iterator[Part]:
        from tui.plots import plot_of  # noqa: PLC0415  # few ask for it

        draw = plot_of(name, self._talk(), self.desk)
        yield Part("plot", lambda width: map(Line, draw(width, PLOT_LINES)))

    def _sources(self, _: str) -> Iterator[Part]:
        advice = show_now(self._talk(), self.desk, "choice")
        yield Part("text", partial(source_lines, advice, self.desk.knowledge))

    def _export(self, name: str) -> Iterator[Part]:
        from tui.exporting import export  # noqa: PLC0415  # few ask for it

        if not name:
            raise InputError(self._say("export_how"))
        export(show_now(self._talk(), self.desk), name, self.desk.knowledge)
        yield self._sentences("text", self._say("exported", name=name))

    def _new(self, _: str) -> Iterator[Part]:
        following = next_workload(self.conversation, self.desk) if self.conversation is not None else None
        self.conversation, self._advised = following, None
        if self.keeper is not None:
            self.keeper.begin()
        return self._standing() if following is not None else self.greeting()

    def _quit(self, _: str) -> Iterator[Part]:
        self.is_over = True
        yield self._sentences("text", self._say("bye"))


def run_again(desk: Desk) -> Callable[[Conversation | None, str], Conversation | None]:
    """What a line leads to from a conversation, for a replay."""

    def run(before: Conversation | None, line: str) -> Conversation | None:
        """Say `line` and keep nothing but the conversation after it. Raises InputError for a command that is none today."""
        talk = Talk(desk)
        talk.conversation = before
        if is_command(line):
            command_of(line)  # one that is no command today is refused
        for _ in talk.heard(line):
            pass
        return talk.conversation

    return run
