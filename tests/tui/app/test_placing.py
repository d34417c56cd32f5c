"""From practice to advice on the screen, and what stands in sight when an exam goes on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from textual.pilot import Pilot

from knowledge import Knowledge
from quizzes.generated import ItemGenerator, load_source
from quizzes.item_supply import ItemSupply
from tests.quizzes.sample_items import plenty
from tui.app import SizewiseApp
from tui.screens.practice import PracticeScreen
from tui.screens.talk_screen import TalkScreen

TOLD = "Something is told of the circumstances at some length. " * 5
Sit = Callable[[str], AbstractAsyncContextManager[tuple[SizewiseApp, Pilot[None]]]]


@pytest.fixture
def sit(knowledge: Knowledge, warm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sit:
    """Begin in practice with a line, with scenarios and a bank for exams; the same log each time."""
    generator = ItemGenerator(knowledge, load_source(cache=warm))
    long = {item.id: msgspec.structs.replace(item, stem=f"{TOLD}{item.stem}") for item in plenty().items.values()}
    monkeypatch.setattr("tui.practice.setup.load_supply", lambda _: ItemSupply(plenty().with_items(long), generator))

    @asynccontextmanager
    async def down(line: str) -> AsyncIterator[tuple[SizewiseApp, Pilot[None]]]:
        app = SizewiseApp(knowledge, guard=0.0, sessions=tmp_path / "sessions", practise=line)
        async with app.run_test(size=(80, 24)) as pilot:
            await shown(pilot)
            yield app, pilot

    return down


async def shown(pilot: Pilot[None]) -> None:
    """Wait until every line that was sent is answered and drawn."""
    for _ in range(3):
        await pilot.pause()
        if isinstance(pilot.app.screen, TalkScreen):
            await pilot.app.screen.wait_until_idle()
    await pilot.pause()


def practice(app: SizewiseApp) -> PracticeScreen:
    """The screen of practice."""
    assert isinstance(app.screen, PracticeScreen)
    return app.screen


async def test_a_scenario_is_put_to_the_advisor_by_its_facts(sit: Sit) -> None:
    """The choice below the feedback leads to a new conversation that knows them all; practice waits where it was."""
    async with sit("about scenario-bert-tuning-place") as (app, pilot):
        screen = practice(app)
        screen.say("?")
        await shown(pilot)
        offer = next(one for one in screen.card.choices if one.label == "ask the advisor about it")
        screen.enter_line(offer.line)
        await shown(pilot)
        assert app.current_mode == "advise"
        told = " ".join(" ".join(turn.plain_text() for turn in app.advise.transcript.turns).split())
        assert "BERT is fine-tuned on 500,000 sentences" in told
        assert "Taken as fine-tuning" in told
        talk = app.advise.talk
        assert talk is not None
        assert talk.conversation is not None
        app.switch_mode("practice")
        await shown(pilot)
        assert "What next?" in practice(app).current_choices()[0]


def question_is_in_sight(screen: PracticeScreen) -> bool:
    """Whether the question that was asked last stands on the screen as a whole."""
    question = next(turn for turn in reversed(screen.transcript.turns) if turn.kind == "question")
    return screen.transcript.region.contains_region(question.region)


async def test_an_exam_that_goes_on_shows_its_question(sit: Sit) -> None:
    """In full, though the card below it is another one than that of the menu, and without all that was told at its beginning."""
    async with sit("exam compute questions 6 seed 1") as (app, pilot):
        assert question_is_in_sight(practice(app))
        practice(app).say("next")
        await shown(pilot)
        assert question_is_in_sight(practice(app))
    async with sit("") as (app, pilot):
        practice(app).say("resume")
        await shown(pilot)
        screen = practice(app)
        assert "Question 2 of 6" in screen.current_choices()[0]
        told = "\n".join(turn.plain_text() for turn in screen.transcript.turns)
        assert "The exam continues where you left it. Questions without an answer: 6." in told
        assert question_is_in_sight(screen)


async def test_a_long_question_begins_in_sight_whatever_was_told_before(sit: Sit) -> None:
    """The card gives and takes room while it comes."""
    async with sit("") as (app, pilot):
        for line in ("path", "skip", "stop", "exam compute questions 6 seed 3", "go 3", "stop", "about scenario-tenants-plan"):
            practice(app).say(line)
            await shown(pilot)
            screen = practice(app)
            if screen.current_choices()[0].startswith("Question"):
                question = next(turn for turn in reversed(screen.transcript.turns) if turn.kind == "question")
                assert screen.transcript.region.y <= question.region.y < screen.transcript.region.bottom, line
                assert question_is_in_sight(screen), line
