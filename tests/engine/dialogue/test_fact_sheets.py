"""Forty people with a workload: the interview reaches the advice of all they know, and asks little."""

from __future__ import annotations

import statistics
from collections import Counter
from functools import cache

import pytest

from engine.dialogue import Ask, Desk, start
from engine.dialogue.ask import is_open
from tests.depth import rounds
from tests.engine.dialogue.person import NOT_SURE, Held, Sheet, all_told, hold, reached, sheets

BY_NAME = {sheet.name: sheet for sheet in sheets()}


@cache
def held(name: str, desk_id: int) -> Held:
    """One conversation to its end, held once."""
    return hold(BY_NAME[name], _DESKS[desk_id])


_DESKS: dict[int, Desk] = {}


def talk(sheet: Sheet, desk: Desk) -> Held:
    """The conversation of a sheet."""
    _DESKS[id(desk)] = desk
    return held(sheet.name, id(desk))


def test_there_are_forty_of_every_stage() -> None:
    """Different people, all kinds of work."""
    assert len(sheets()) == len(BY_NAME) == 40
    stages = Counter(sheet.facts["stage"] for sheet in sheets())
    assert set(stages) == {"inference", "training", "fine-tuning", "preprocessing", "experimentation"}
    assert len({sheet.say for sheet in sheets()}) == 40


@pytest.mark.parametrize("name", BY_NAME)
def test_the_interview_reaches_the_advice_of_all_that_is_known(name: str, desk: Desk) -> None:
    """Place, type, count and purchase are those that all facts of the sheet together lead to."""
    sheet = BY_NAME[name]
    assert reached(talk(sheet, desk), desk) == desk.turn(all_told(sheet, desk)).decision.key()


def test_it_asks_at_most_five_questions_in_the_median_and_eight_at_most(desk: Desk) -> None:
    """Lists that are looked at once count as a question, too."""
    counts = [len(talk(sheet, desk).asks) for sheet in sheets()]
    assert statistics.median(counts) <= 5
    assert max(counts) <= 8


def test_nothing_is_asked_that_cannot_matter(desk: Desk) -> None:
    """Every question, and every line of a list, has an answer that changes the choice as it stands."""
    for sheet in sheets():
        conversation = start(sheet.say, desk)
        for ask in talk(sheet, desk).asks:
            assert ask.effect > 0, (sheet.name, ask.prompt)
        for state, ask in zip(
            (*talk(sheet, desk).conversation.past, talk(sheet, desk).conversation.now), talk(sheet, desk).asks, strict=False
        ):
            assert all(is_open(state, fact, desk) for fact in _facts(ask)), (sheet.name, ask.prompt)
        assert conversation.now.answers


def _facts(ask: Ask) -> set[str]:
    return {offer.fact for offer in ask.offers if offer.fact} if ask.kind == "check" else {ask.fact} if ask.kind == "fact" else set()


def test_nothing_is_asked_twice(desk: Desk) -> None:
    """What was answered, or is not known, is not asked for again."""
    for sheet in sheets():
        facts = Counter(ask.fact for ask in talk(sheet, desk).asks if ask.kind == "fact")
        assert not [fact for fact, count in facts.items() if count > 1], sheet.name


def test_it_says_honestly_how_many_may_still_come(desk: Desk) -> None:
    """No conversation is longer than it was told at any of its questions, and the count of those asked is right."""
    for sheet in sheets():
        asks = talk(sheet, desk).asks
        for position, ask in enumerate(asks):
            assert ask.asked == position, (sheet.name, ask.prompt)
            assert len(asks) - position <= ask.most, (sheet.name, ask.prompt)


def test_not_sure_never_blocks(desk: Desk) -> None:
    """Who knows nothing beyond the first sentence gets an advice as well, after as many questions at most as all others.

    Every third of the forty, in a long run all.
    """
    for sheet in sheets()[:: rounds(quick=3, long=1)]:
        shrugging = hold(Sheet(sheet.name, sheet.say, {}), desk)
        assert set(shrugging.answers) <= {NOT_SURE, *(str(len(ask.offers)) for ask in shrugging.asks if ask.kind == "check")}
        assert len(shrugging.asks) <= 8, sheet.name
