"""Practice line by line on standard input and output, without a full-screen terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from engine.dialogue import Desk
from knowledge import Knowledge
from knowledge.entry_questions import read_question
from tui.advice_talk import AdviceTalk
from tui.commands.registry import is_command, known_command
from tui.plain_terminal import read_lines, write_parts
from tui.practice.practice_sentences import format_time_left, practice_sentence
from tui.practice.scenario_advice import advise_scenario, scenario_from_line
from tui.practice.stage import StageView, lines_part, sentences_part
from tui.practice.talk import PracticeTalk
from tui.views.choice import Choice
from tui.views.reply import ReplyPart
from tui.views.text_lines import Line, wrap_text

_MARK: Final = 3
"""Columns for the mark of a choice."""
_LEAVE: Final = frozenset({"quit", "exit", "/quit", "/exit", "/q"})


def practise_in_lines(talk: PracticeTalk, first: str = "") -> None:
    """Practise until the input ends or the learner leaves; `first` is handled as if typed first."""
    try:
        write_parts((*_greeting_parts(talk), *(talk.switch_to(first) if first else ()), card_part(talk)))
        for line in read_lines():
            if line.strip().lower() in _LEAVE:
                break
            write_parts((*handle_typed_line(talk, line), card_part(talk)))
    finally:
        talk.close()
    bye = "bye_unkept" if talk.context.store.problem_notice else "bye" if talk.is_kept else "bye_lost"
    write_parts((sentences_part(practice_sentence(talk.context.knowledge, bye)),))


def _greeting_parts(talk: PracticeTalk) -> Iterator[ReplyPart]:
    base = talk.context.knowledge
    yield sentences_part(practice_sentence(base, "hello"), practice_sentence(base, "tip_plain"))
    if talk.context.store.problem_notice:
        yield sentences_part(talk.context.store.problem_notice, kind="notice")


def handle_typed_line(talk: PracticeTalk, line: str) -> Iterable[ReplyPart]:
    """Handle a typed line; the mark of a choice stands for the line of that choice."""
    view = talk.current_view()
    picked = view.choice_meant(line.strip()) if line.strip() else None
    line = picked.line if picked is not None else line
    scenario = scenario_from_line(line, talk.context)
    if scenario is not None:
        return _advice_parts(talk.context.knowledge, lambda advice: advise_scenario(*scenario, advice))
    return _command_parts(talk.context.knowledge, line) if is_command(line) else talk.handle_line(line)


def card_part(talk: PracticeTalk) -> ReplyPart:
    """The choices, each with what to type for it, and the time left of an exam."""
    standing, context = talk.current_view(), talk.context
    left = format_time_left(standing.until - context.seconds(), context.knowledge) if standing.until is not None else ""
    return lines_part(lambda width: _card_lines(standing, left, width))


def _card_lines(standing: StageView, left: str, width: int) -> Iterator[Line]:
    head, choices, hint = standing.card
    yield Line("")
    yield from wrap_text(f"{head} · {left}" if left else head, width, "  ", tone="head")
    for choice in choices:
        yield from wrap_text(_choice_text(choice), width, " " * (_MARK + 2))
    if hint:
        yield from wrap_text(hint, width, "  ", tone="dim")


def _choice_text(choice: Choice) -> str:
    effect = f"   {choice.effect}" if choice.effect else ""
    if choice.mark:
        return f"{choice.mark:>{_MARK}}  {choice.label}{effect}"
    return f"{choice.line:>{_MARK}}  {choice.label}{effect}"


def _command_parts(base: Knowledge, line: str) -> Iterator[ReplyPart]:
    """Handle a command of the app that works here: an entry or an advice. Practice stays where it is."""
    found = known_command(line)
    command, rest = found if found is not None else (None, "")
    if command is not None and command.name == "browse" and (asked := read_question(rest, base)).finding.covers:
        from tui.views.explanation import write_explanation  # noqa: PLC0415  # 14 ms, only for who reads an entry

        yield lines_part(lambda width: (row.line for row in write_explanation(asked, base, width)))
    elif command is not None and command.name == "advise" and rest:
        yield from _advice_parts(base, lambda talk: talk.handle_line(rest))
    else:
        yield sentences_part(practice_sentence(base, "not_here", command=line.split(maxsplit=1)[0]), kind="notice")


def _advice_parts(base: Knowledge, begin: Callable[[AdviceTalk], Iterable[ReplyPart]]) -> Iterator[ReplyPart]:
    """What the advisor understood, and its advice without further questions; `begin` tells a new talk what it is about."""
    talk = AdviceTalk(Desk(base))
    yield from (part for part in begin(talk) if part.kind == "echo")
    yield from talk.handle_line("/now")
