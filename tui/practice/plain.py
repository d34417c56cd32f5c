"""Practice line by line: what is said, then what can be picked, over standard input and output."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.workload import Workload
from knowledge import Knowledge
from knowledge.lookup import entry_of, look_up
from tui.commands.registry import is_command, known_command
from tui.plain import show, typed
from tui.practice.placing import place, scenario_of
from tui.practice.stage import Standing, drawn, told
from tui.practice.talk import PracticeTalk
from tui.practice.words import say, time_left
from tui.talk import Part
from tui.views.choice import Choice
from tui.views.line import Line, wrapped

_MARK: Final = 3
"""Characters of the column of marks."""
_LEAVE: Final = frozenset({"quit", "exit", "/quit", "/exit", "/q"})


def converse(talk: PracticeTalk, first: str = "") -> None:
    """Practise until the input ends or somebody leaves; `first` is said before anything is typed. What was answered is kept."""
    try:
        show((*_greeting(talk), *(talk.turn_to(first) if first else ()), card(talk)))
        for line in typed():
            if line.strip().lower() in _LEAVE:
                break
            show((*heard(talk, line), card(talk)))
    finally:
        can_save = talk.room.store.can_save
        talk.close()
    bye = "bye_unkept" if not can_save else "bye" if talk.is_kept else "bye_lost"
    show((told(say(talk.room.knowledge, bye)),))


def _greeting(talk: PracticeTalk) -> Iterator[Part]:
    """That of practice, with a tip for this way of typing."""
    base = talk.room.knowledge
    yield told(say(base, "hello"), say(base, "tip_plain"))
    if talk.room.store.told:
        yield told(talk.room.store.told, kind="notice")


def heard(talk: PracticeTalk, line: str) -> Iterable[Part]:
    """What a typed line leads to: the number or letter of a choice stands for what it says."""
    choices = talk.standing().shown[1]
    picked = next((choice for choice in choices if choice.mark == line.strip() and not choice.goes_on), None)
    line = picked.line if picked is not None else line
    scenario = scenario_of(line, talk.room)
    if scenario is not None:
        return _placed(talk.room.knowledge, *scenario)
    return _aside(talk.room.knowledge, line) if is_command(line) else talk.heard(line)


def card(talk: PracticeTalk) -> Part:
    """What can be picked, each line with what is typed for it; the time that is left of an exam."""
    standing, room = talk.standing(), talk.room
    left = time_left(standing.until - room.seconds(), room.knowledge) if standing.until is not None else ""
    return drawn(lambda width: _card(standing, left, width))


def _card(standing: Standing, left: str, width: int) -> Iterator[Line]:
    head, choices, hint = standing.shown
    yield Line("")
    yield from wrapped(f"{head} · {left}" if left else head, width, "  ", tone="head")
    for choice in choices:
        yield from wrapped(_choice(choice), width, " " * (_MARK + 2))
    if hint:
        yield from wrapped(hint, width, "  ", tone="dim")


def _choice(choice: Choice) -> str:
    effect = f"   {choice.effect}" if choice.effect else ""
    if choice.mark:
        return f"{choice.mark:>{_MARK}}  {choice.label}{effect}"
    return f"{choice.line:>{_MARK}}  {choice.label}{effect}"


def _aside(base: Knowledge, line: str) -> Iterator[Part]:
    """What a command of the app shows here: an entry, an advice. It leaves practice where it is."""
    found = known_command(line)
    command, rest = found if found is not None else (None, "")
    if command is not None and command.name == "browse" and (hits := look_up(rest, base)):
        from tui.views.article import Article  # noqa: PLC0415  # read when somebody asks for it

        yield drawn(lambda width: Article(base, width).lines(entry_of(hits[0], base)))
    elif command is not None and command.name == "advise" and rest:
        yield from _advised(base, rest)
    else:
        yield told(say(base, "not_here", command=line.split(maxsplit=1)[0]), kind="notice")


def _placed(base: Knowledge, stem: str, workload: Workload) -> Iterator[Part]:
    """The advice for the facts of a scenario."""
    from engine.dialogue import Desk  # noqa: PLC0415  # read when somebody asks for it
    from tui.talk import Talk  # noqa: PLC0415  # the same

    talk = Talk(Desk(base))
    yield from (part for part in place(stem, workload, talk) if part.kind == "echo")
    yield from talk.heard("/now")


def _advised(base: Knowledge, words: str) -> Iterator[Part]:
    from engine.dialogue import Desk  # noqa: PLC0415  # read when somebody asks for it
    from tui.talk import Talk  # noqa: PLC0415  # the same

    talk = Talk(Desk(base))
    yield from (part for part in talk.heard(words) if part.kind == "echo")
    yield from talk.heard("/now")
