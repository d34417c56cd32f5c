"""What the card shows: the question that is asked, the first goals, what comes next, the commands that begin like this."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.dialogue import Ask, Standing, progress
from engine.words import say
from knowledge import Knowledge
from tui.commands.registry import commands_beginning, head_of
from tui.screens.hello import goals
from tui.views.choice import Choice, Shown
from tui.views.conversation import how_to_answer

_NEXT: Final = (("edit", "/edit"), ("what_if", "/what-if "), ("plot", "/plot"), ("export", "/export "), ("copy", "/copy"), ("new", "/new"))


def picks(standing: Standing | None, base: Knowledge) -> Shown:
    """What there is to pick; the goals where nothing was said yet."""
    if standing is None:
        return goals(base.wording["dialogue"].texts)
    if standing.is_trying:
        keep, discard = (Choice(say(base, f"try_{word}"), f"/{word}", mark=mark) for word, mark in (("keep", "1"), ("discard", "2")))
        return say(base, "card_next"), [keep, discard], ""
    if standing.ask is not None:
        return _asked(standing.ask, base)
    if not standing.known:
        return goals(base.wording["dialogue"].texts)
    return say(base, "card_next"), list(_next(standing, base)), say(base, "card_next_hint")


def _asked(ask: Ask, base: Knowledge) -> Shown:
    offers = [Choice(offer.label, str(number), offer.effect, mark=str(number)) for number, offer in enumerate(ask.offers, 1)]
    unsure = Choice(say(base, "not_sure"), "?", mark="?")
    return f"{ask.prompt}  ({progress(ask, base)})", [*offers, unsure], f"{how_to_answer(ask, base)}  {say(base, 'card_why')}"


def _next(standing: Standing, base: Knowledge) -> Iterator[Choice]:
    for key, line in _NEXT:
        yield Choice(say(base, f"next_{key}"), line, goes_on=line.endswith(" "))
    for best in standing.shortlist.top[:1]:
        family = best.what.removeprefix("ml.").partition(".")[0]
        if family in base.families:
            yield Choice(say(base, "next_read", what=family), f"/browse {family}")
        subjects = [subject for subject, known in ((family, base.families), (best.place, base.places)) if subject in known]
        if subjects:
            yield Choice(base.wording["practice"].texts["practise_this"], f"/practice {' '.join(subjects)}")


def suggestions(typed: str, base: Knowledge) -> Shown:
    """The commands that begin like what is typed, each with its help."""
    name, _, rest = typed.removeprefix("/").partition(" ")
    found = [command for command in commands_beginning(name) if not rest or command.name == name]
    if not found:
        return say(base, "card_no_command"), [], ""
    if " " in typed:
        return f"{head_of(found[0])}: {found[0].help}", [], ""
    choices = [Choice(head_of(one), f"/{one.name}{' ' if one.needs_more else ''}", one.help, goes_on=one.needs_more) for one in found]
    return say(base, "card_commands"), choices, say(base, "card_commands_hint")
