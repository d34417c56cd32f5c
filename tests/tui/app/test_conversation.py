"""The conversation on the screen: by words, by arrows, by mouse, corrected midway."""

from __future__ import annotations

from itertools import cycle
from typing import Final

from textual.widgets import OptionList

from tests.tui.app.conftest import LARGE, PLANTS, Sit
from tui.widgets.advice_turn import AdviceTurn

MOST_QUESTIONS = 12


async def test_a_sentence_and_the_answers_asked_for_lead_to_an_advice(sit: Sit) -> None:
    """As a new user would: one sentence, then numbers and words; arrow-up brings back the lines that begin like what is typed."""
    async with sit() as person:
        assert "What do you want to run?" in person.screen()
        await person.say(PLANTS)
        assert "What is it for?" in person.screen()
        await person.say("production")
        await person.say("20 a second")
        for _ in range(MOST_QUESTIONS):
            if not person.asked:
                break
            await person.say("?")
        assert "SageMaker real-time endpoint" in person.screen()
        assert "What next?" in person.screen()
        assert person.answers["peak_requests_per_second"] == 20
        await person.press("i", "up")
        assert person.app.advise.prompt.value == PLANTS
        await person.press("down")
        assert person.app.advise.prompt.value == "i"


async def test_arrows_and_enter_alone_lead_to_an_advice(sit: Sit) -> None:
    """Nothing is typed; the first choice each time, and of what is assumed that all is right."""
    async with sit() as person:
        for _ in range(MOST_QUESTIONS):
            await person.press(*(("up", "up") if person.asked == "check" else ("down",)), "enter")
            if any(isinstance(turn, AdviceTurn) for turn in person.app.advise.transcript.turns):
                break
        assert "What next?" in person.screen()
        assert person.answers["environment"] == "production"


async def test_the_mouse_alone_leads_to_an_advice(sit: Sit) -> None:
    """Every choice, "not sure" included, is a click."""
    async with sit() as person:
        await person.click("#card-choices", (8, 1))
        assert person.answers["model"] == "resnet-50"
        for _ in range(MOST_QUESTIONS):
            if not person.asked:
                break
            await person.click("#card-choices", (8, 0))
        assert any(isinstance(turn, AdviceTurn) for turn in person.app.advise.transcript.turns)


async def test_enter_picks_what_is_highlighted_alone_and_a_digit_shows_what_it_would_pick(sit: Sit) -> None:
    """Nothing is highlighted at first; a "2" highlights the second choice; "2 per second" is read as it stands."""
    async with sit() as person:
        await person.press("enter", "enter")
        assert person.answers == {}
        await person.say(PLANTS)
        before = dict(person.answers)
        await person.press("enter")
        assert person.answers == before
        await person.press("2")
        choice = person.app.advise.card.highlighted_choice
        assert choice is not None
        assert choice.mark == "2"
        await person.press("backspace")
        assert person.app.advise.card.highlighted_choice is None
        await person.say("production")
        assert person.asked == "peak_requests_per_second"
        await person.say("2 per second")
        assert person.answers["peak_requests_per_second"] == 2


async def test_looking_around_changes_nothing(sit: Sit) -> None:
    """F4 lists the answers until Esc; F2 says the principle; Tab leads to the transcript, the arrows pick a turn, y copies it."""
    async with sit() as person:
        await person.say(PLANTS)
        before = dict(person.answers)
        await person.press("f4", "escape", "f2")
        assert "families remain" in person.said()
        await person.press("tab")
        transcript = person.app.advise.transcript
        assert transcript.has_focus
        await person.press("up")
        picked = transcript.picked_turn
        assert picked is not None
        await person.press("y")
        assert person.app.clipboard == picked.plain_text()
        assert (person.answers, person.asked) == (before, "environment")


async def test_a_key_in_the_first_moment_of_a_question_picks_nothing(sit: Sit) -> None:
    """A digit sent before anybody can have read the question stays in the prompt; words are always taken."""
    async with sit(guard=60.0) as person:
        await person.say("1")
        assert person.answers["latency_p99_ms"] == 200
        await person.say("1")
        assert "environment" not in person.answers
        assert person.app.advise.prompt.value == "1"
        await person.press("backspace", "down", "enter")
        assert "environment" not in person.answers
        await person.say("production")
        assert person.answers["environment"] == "production"


async def test_an_answer_is_taken_back_brought_back_and_changed_without_losing_the_others(sit: Sit) -> None:
    """Ctrl+Z and Ctrl+Y restore the question too; F4 lists all answers, and the one picked is asked for again."""
    async with sit() as person:
        await person.say(PLANTS)
        await person.say("production")
        after, asked = dict(person.answers), person.asked
        await person.press("ctrl+z")
        assert "environment" not in person.answers
        assert person.asked == "environment"
        await person.press("ctrl+y")
        assert (person.answers, person.asked) == (after, asked)
        await person.say("20 a second")
        before = dict(person.answers)
        await person.press("f4")
        options = person.app.screen.query_one("#answers", OptionList)
        wanted = options.get_option_index("latency_p99_ms")
        assert options.get_option_index("region") > wanted  # assumed ones are below
        options.highlighted = wanted
        await person.press("enter")
        assert person.asked == "latency_p99_ms"
        await person.say("50 ms")
        assert person.answers == {**before, "latency_p99_ms": 50}
        assert person.asked not in ("", *before)  # what matters most now may be another question


async def test_a_what_if_is_tried_beside_the_conversation(sit: Sit) -> None:
    """The difference is shown; kept or discarded by a choice."""
    async with sit() as person:
        await person.say(PLANTS)
        await person.say("/what-if it must answer within 5 ms")
        assert "What if an answer within 5 ms?" in person.said()
        assert person.answers.get("latency_p99_ms") == 200
        await person.press("down", "down", "enter")
        assert "Discarded: nothing has changed" in person.said()
        await person.say("/what-if it must answer within 5 ms")
        await person.press("down", "enter")
        assert person.answers.get("latency_p99_ms") == 5


async def test_the_sections_of_an_advice_are_an_arrow_or_a_click_away(sit: Sit) -> None:
    """Each says something of its own; the last leads to the first again."""
    async with sit(LARGE) as person:
        await person.say(PLANTS)
        await person.press("f3")
        turn = next(turn for turn in person.app.advise.transcript.turns if isinstance(turn, AdviceTurn))
        first, titles, shown = turn.title, [], []
        for _ in range(20):
            titles.append(turn.title)
            shown.append(person.screen())
            await person.press("right")
            if turn.title == first:
                break
        assert titles == ["Why", "Why not", "What changes it", "Cost", "Arithmetic", "Or else", "Assumed", "Sources"]
        assert len(set(shown)) == len(titles)
        await person.press("left")
        assert turn.title == "Sources"


async def test_the_conversation_goes_on_while_the_window_changes(sit: Sit) -> None:
    """From wide to narrow and to next to nothing, and back: what was said is there, and the prompt works."""
    async with sit(LARGE) as person:
        await person.say(PLANTS)
        for size in ((80, 24), (30, 8), (10, 3), (200, 60), (80, 24)):
            await person.pilot.resize_terminal(*size)
            await person.wait()
        assert "What is it for?" in person.screen()
        await person.say("production")
        assert person.answers["environment"] == "production"


HOSTILE: Final = (
    "[/x] [bold red]no[/]",
    "\x1b[31mred\x1b[0m \x07",
    "🌱👩‍👩‍👧" * 40,
    "שלום עולם مرحبا",
    "x" * 100_000,
    "%s {0} $what ${what}",
    "\\",
    "]]]][",
)


async def test_what_people_type_stays_text(sit: Sit) -> None:
    """At the first screen, as an answer, behind a command: nothing is coloured, nothing fails, nothing is lost."""
    async with sit() as person:
        commands = [f"{command} {text}" for command, text in zip(cycle(("/why", "/edit", "/what-if", "/name", "/")), HOSTILE, strict=False)]
        for line in (*HOSTILE, PLANTS, *HOSTILE, *commands):
            await person.say(line)
            told = person.app.advise.transcript.turns[-1].plain_text()
            assert "did not work" not in told, line[:40]
            assert "\x1b" not in told, line[:40]
        assert "did not work" not in person.said()
        assert "\x1b" not in person.said()
        assert person.answers["latency_p99_ms"] == 200
        await person.press("escape")
        await person.say("production")
        assert person.answers["environment"] == "production"


async def test_pictures_are_picked_from_the_next_steps_by_key_and_by_mouse(sit: Sit) -> None:
    """A digit opens the list of them, a click picks one; what is picked is the plot that its name draws."""
    async with sit() as person:
        await person.say(f"{PLANTS}, 8 a second, in production")
        for _ in range(MOST_QUESTIONS):
            if not person.asked:
                break
            await person.say("?")
        assert any(line.endswith("more") and "What next?" in line for line in person.screen().splitlines()), person.screen()
        number = next(choice.mark for choice in person.app.advise.card.choices if choice.brief == "pictures")
        await person.say(number)
        labels = [choice.label for choice in person.app.advise.card.choices]
        assert len(labels) <= 5
        await person.click("#card-choices", (8, labels.index("where the money goes")))
        assert "Not in this price: storage" in person.said()
        await person.say(number)
        await person.say(str(labels.index("the decision as a tree") + 1))
        assert "instance families can do this work" in person.said()
