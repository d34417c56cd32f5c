"""Forty people with a workload: the interview reaches the advice of all they know, and asks little.

An ordinary run holds every third interview, a long run all.
"""

from __future__ import annotations

import statistics
from collections import Counter

from engine.dialogue import Ask, Desk
from engine.dialogue.ask import is_open
from tests.depth import rounds
from tests.engine.dialogue.person import NOT_SURE, Interview, Sheet, choice_reached, hold_interview, read_sheets, workload_of_sheet

SHEETS = read_sheets()[:: rounds(quick=3, long=1)]


def test_there_are_forty_of_every_stage() -> None:
    """Different people, all kinds of work; those of an ordinary run too."""
    assert len(read_sheets()) == len({sheet.name for sheet in read_sheets()}) == len({sheet.say for sheet in read_sheets()}) == 40
    for sheets in (read_sheets(), SHEETS):
        stages = {sheet.facts["stage"] for sheet in sheets}
        assert stages == {"inference", "training", "fine-tuning", "preprocessing", "experimentation"}


def test_the_interview_reaches_the_advice_of_all_that_is_known(desk: Desk) -> None:
    """Place, type, count and purchase are those that all facts of the sheet together lead to, after five questions in the median."""
    counts = []
    for number, sheet in enumerate(SHEETS):
        held = hold_interview(sheet, desk)
        assert choice_reached(held, desk) == desk.turn(workload_of_sheet(sheet, desk)).decision.choice_key(), sheet.name
        assert_asks_little(held, sheet.name)
        assert_asks_what_matters(held, desk, with_lists=number % rounds(quick=4, long=1) == 0)
        counts.append(len(held.asks))
    assert statistics.median(counts) <= 5


def assert_asks_little(held: Interview, name: str) -> None:
    """No more than eight questions and no more than was told at any of them, with the right count of those asked, and none twice.

    Lists that are looked at once count as a question, too.
    """
    assert len(held.asks) <= 8, name
    for position, ask in enumerate(held.asks):
        assert ask.asked == position, (name, ask.prompt)
        assert len(held.asks) - position <= ask.most, (name, ask.prompt)
    facts = Counter(ask.fact for ask in held.asks if ask.kind == "fact")
    assert not [fact for fact, count in facts.items() if count > 1], name


def assert_asks_what_matters(held: Interview, desk: Desk, *, with_lists: bool) -> None:
    """Every question has an answer that changes the choice as it stands, and so has every line of a list."""
    assert held.conversation.past[0].answers
    for state, ask in zip((*held.conversation.past, held.conversation.now), held.asks, strict=False):
        assert ask.effect > 0, ask.prompt
        if with_lists:
            assert all(is_open(state, fact, desk) for fact in _facts(ask)), ask.prompt


def _facts(ask: Ask) -> set[str]:
    return {offer.fact for offer in ask.offers if offer.fact} if ask.kind == "check" else {ask.fact} if ask.kind == "fact" else set()


def test_not_sure_never_blocks(desk: Desk) -> None:
    """Who knows nothing beyond the first sentence gets an advice as well, after as many questions at most as all others.

    Every ninth of the forty, in a long run all.
    """
    for sheet in SHEETS[:: rounds(quick=3, long=1)]:
        shrugging = hold_interview(Sheet(sheet.name, sheet.say, {}), desk)
        assert set(shrugging.answers) <= {NOT_SURE, *(str(len(ask.offers)) for ask in shrugging.asks if ask.kind == "check")}
        assert len(shrugging.asks) <= 8, sheet.name
