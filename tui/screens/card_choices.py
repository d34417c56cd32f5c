"""The content of the card: the question, the first goals, next commands, or commands that match what is typed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.dialogue import Ask, ConversationStatus
from engine.fact_wording import say
from knowledge import Knowledge
from tui.commands.registry import commands_beginning, head_of
from tui.views.choice import CardContent, Choice
from tui.views.conversation import headed_prompt, how_to_answer
from tui.views.greeting import goal_choices

_NEXT_COMMANDS: Final = (("edit", "/edit"), ("what_if", "/what-if "), ("why_not", "/why "), ("plot", ""), ("export", "/export "))
_PICTURES: Final = ("cost", "money", "day", "tree", "memory")
"""Plots to pick from, by their names."""
_FURTHER_COMMANDS: Final = (("share", "/share"), ("copy", "/copy"), ("new", "/new"))


def choices_for(status: ConversationStatus | None, base: Knowledge) -> CardContent:
    """The current choices; the goals before anything was said."""
    if status is None:
        return goal_choices(base.wording["dialogue"].texts)
    if status.is_trying:
        keep, discard = (Choice(say(base, f"try_{word}"), f"/{word}", mark=mark) for word, mark in (("keep", "1"), ("discard", "2")))
        return say(base, "card_next"), [keep, discard], ""
    if status.ask is not None:
        return _question_choices(status.ask, base)
    if not status.known:
        return goal_choices(base.wording["dialogue"].texts)
    return say(base, "card_next"), list(_next_steps(status, base)), say(base, "card_next_hint")


def _question_choices(ask: Ask, base: Knowledge) -> CardContent:
    offers = [Choice(offer.label, str(number), offer.effect, mark=str(number)) for number, offer in enumerate(ask.offers, 1)]
    unsure = Choice(say(base, "not_sure"), "?", mark="?")
    return headed_prompt(ask, base), [*offers, unsure], f"{how_to_answer(ask, base)}  {say(base, 'card_why')}"


def _next_steps(status: ConversationStatus, base: Knowledge) -> Iterator[Choice]:
    """The likeliest steps after an advice in one line, the rest behind the last of them."""
    number = 0
    for number, (key, line) in enumerate(_NEXT_COMMANDS, 1):
        brief, opens = say(base, f"next_{key}_brief"), _picture_choices(base) if key == "plot" else ()
        yield Choice(say(base, f"next_{key}"), line, goes_on=line.endswith(" "), mark=str(number), brief=brief, opens=opens)
    further = tuple(one._replace(mark=str(at)) for at, one in enumerate(_further_steps(status, base), 1))
    yield Choice(say(base, "next_more"), "", mark=str(number + 1), brief=say(base, "next_more_brief"), opens=further)


def _picture_choices(base: Knowledge) -> tuple[Choice, ...]:
    return tuple(Choice(say(base, f"picture_{name}"), f"/plot {name}", mark=str(at)) for at, name in enumerate(_PICTURES, 1))


def _further_steps(status: ConversationStatus, base: Knowledge) -> Iterator[Choice]:
    for key, line in _FURTHER_COMMANDS:
        yield Choice(say(base, f"next_{key}"), line)
    for best in status.shortlist.top[:1]:
        family = best.what.removeprefix("ml.").partition(".")[0]
        if family in base.families:
            yield Choice(say(base, "next_read", what=family), f"/browse {family}")
        subjects = [subject for subject, known in ((family, base.families), (best.place, base.places)) if subject in known]
        if subjects:
            yield Choice(base.wording["practice"].texts["practise_this"], f"/practice {' '.join(subjects)}")


def command_suggestions(typed: str, base: Knowledge) -> CardContent:
    """The commands that begin with what is typed, each with its help."""
    name, _, rest = typed.removeprefix("/").partition(" ")
    found = [command for command in commands_beginning(name) if not rest or command.name == name]
    if not found:
        return say(base, "card_no_command"), [], ""
    if " " in typed:
        return f"{head_of(found[0])}: {found[0].help}", [], ""
    choices = [Choice(head_of(one), f"/{one.name}{' ' if one.needs_more else ''}", one.help, goes_on=one.needs_more) for one in found]
    return say(base, "card_commands"), choices, say(base, "card_commands_hint")
