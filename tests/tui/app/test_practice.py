"""Practice on the screen: by letters, by arrows, by mouse, while the window changes."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Final

import pytest
from textual import events

from knowledge import Knowledge
from quizzes.item import Item
from quizzes.item_supply import ItemSupply
from tests.quizzes.sample_items import bank, case, choice, matching, ordering, plenty, response, typed
from tests.tui.app.conftest import LARGE, PATIENCE, PLANTS, SMALL
from tests.tui.app.practice_student import Sit, Student
from tests.tui.practice.student import right_texts
from tui.app import SizewiseApp

SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x45"])
GATHERED: list[Item] = [response(), ordering(), matching()]


@SIZES
async def test_a_choice_is_answered_by_its_letter(practise: Sit, size: tuple[int, int]) -> None:
    """Then how sure, then what is right; the row is kept before it is shown."""
    async with practise(choice(), size=size) as student:
        await student.say("learn")
        assert "Which of these suits" in student.screen()
        letter = next(one.mark for one in student.practice.card.choices if one.label == "option number 0")
        await student.press(letter, "enter")
        assert student.head == "How sure are you?"
        await student.press("3")
        assert "Correct." in student.told()
        assert [(row.verdict, row.confidence) for row in student.rows()] == [("correct", 3)]


@pytest.mark.parametrize(("way", "size"), [("arrows", SMALL), ("mouse", LARGE), ("letters", SMALL)], ids=["arrows", "mouse", "letters"])
async def test_several_letters_are_gathered_whatever_the_hand_is_on(practise: Sit, way: str, size: tuple[int, int]) -> None:
    """Arrows and Enter alone, the mouse alone, or typed; "that is my answer" sends them. Several of several, an order, pairs."""
    async with practise(*GATHERED, size=size, line="learn") as student:
        for number in range(len(GATHERED)):
            marks = {one.label: one.mark for one in student.practice.card.choices}
            item = next(one for one in GATHERED if marks.keys() >= set(right_texts(one)))
            for text in right_texts(item):
                if way == "letters":
                    await student.press(marks[text], "space")
                else:
                    await student.pick(text, way)
            if way == "letters":
                await student.press("enter", "3", "enter")
            else:
                await student.pick("that is my answer", way)
                await student.pick("sure", way)
            assert [(row.verdict, row.confidence) for row in student.rows()] == [("correct", 3)] * (number + 1), item.id
            await student.say("next")


async def test_a_letter_that_was_picked_is_taken_away_by_picking_it_again(practise: Sit) -> None:
    """Where no letter may stand twice; where one answer serves several prompts it is added again. An answer of nothing is not sent."""
    async with practise(response(), line="learn") as student:
        await student.hit("that is my answer")
        assert student.rows() == []
        assert "Question 1" in student.head
        await student.hit("option number 1")
        await student.hit("option number 2")
        await student.hit("option number 1")
        assert len(student.practice.prompt.value.split()) == 1
    async with practise(matching(), line="learn") as student:
        await student.hit("red")
        await student.hit("red")
        assert len(student.practice.prompt.value.split()) == 2


async def test_a_case_is_answered_by_the_mouse_alone(practise: Sit) -> None:
    """Question by question."""
    item = case()
    async with practise(item, line="learn", size=LARGE) as student:
        await student.hit(right_texts(item, 0)[0])
        await student.hit("fairly sure")
        await student.hit("the next question")
        for text in right_texts(item, 1):
            await student.hit(text)
        await student.hit("that is my answer")
        await student.hit("guessed")
        assert [row.verdict for row in student.rows()] == ["correct", "correct"]


async def test_an_answer_in_words_is_no_command(practise: Sit) -> None:
    """However it begins; only a slash makes one."""
    async with practise(typed(), line="learn") as student:
        for answer in ("compare spot with on-demand", "why not", "back to CPU, what if it grows?", "undo it", "help"):
            await student.say(answer)
            assert student.head == "How sure are you?"
            assert student.app.current_mode == "practice"
            await student.say("/back")
            assert "Question 1" in student.head


async def test_taking_back_by_key_stays_in_practice(practise: Sit) -> None:
    """Ctrl+Z and /back take the answer back, and do not lead to the conversation."""
    async with practise(choice(), line="learn") as student:
        for way in ("key", "words"):
            await student.say("?")
            assert len(student.rows()) == 1 if way == "key" else True
            await (student.press("ctrl+z") if way == "key" else student.say("/back"))
            await student.wait()
            assert student.app.current_mode == "practice"
            assert "Question 1" in student.head


async def test_a_key_in_the_first_moment_answers_nothing(practise: Sit) -> None:
    """A letter typed before anybody can have read the question stays in the prompt."""
    async with practise(choice(), line="learn", guard=60.0) as student:
        await student.press("a", "enter")
        assert "Question 1" in student.head
        assert student.practice.prompt.value == "a"


HOSTILE: Final = ("[/x] [bold red]no[/]", "\x1b[31mred", "🌱" * 300, "שלום", "x" * 100_000, "$what", "]]]][")


async def test_what_people_answer_stays_text(practise: Sit) -> None:
    """In the transcript and in the log."""
    async with practise(*(typed(f"typed-{number}") for number in range(len(HOSTILE))), line="learn") as student:
        for number, text in enumerate(HOSTILE, start=1):
            for line in (text, "2", "right"):
                await student.say(line)
            assert "\x1b" not in student.told(), text[:40]
            assert len(student.rows()) == number, text[:40]
            await student.say("next")


async def test_practice_goes_on_while_the_window_changes(practise: Sit) -> None:
    """Letters that were gathered stay; the question stays in sight."""
    async with practise(response(), line="learn", size=LARGE) as student:
        await student.hit("option number 0")
        for size in ((80, 24), (30, 8), (10, 3), (200, 60), (80, 24)):
            await student.pilot.resize_terminal(*size)
            await student.wait()
        assert len(student.practice.prompt.value.split()) == 1
        assert "Which two suit" in student.screen()
        await student.hit("option number 2")
        await student.hit("that is my answer")
        await student.press("1", "enter")
        assert student.rows()[0].verdict == "correct"


@SIZES
async def test_an_exam_shows_its_question_its_place_and_its_time(practise: Sit, size: tuple[int, int]) -> None:
    """From its first screen on, however much is told before it; the next, the one before, the flag are a key away."""
    async with practise(of=plenty(), line="exam compute questions 6 seed 1", size=size) as student:
        assert "6 unanswered" in student.head
        assert "minutes left" in student.screen()
        (question,) = (turn for turn in student.practice.transcript.turns if turn.kind == "question")
        assert question.plain_text().splitlines()[0].strip() in student.screen()
        await student.press("n", "enter")
        assert student.head.startswith("Question 2 of 6")
        await student.press("exclamation_mark", "enter")
        assert student.head.endswith("flagged")
        await student.press("p", "enter")
        assert student.head.startswith("Question 1 of 6")
        assert "flagged" not in student.head


async def test_the_end_of_the_time_ends_the_exam_by_itself(practise: Sit) -> None:
    """The screen's own clock hands it in, and says so."""
    async with practise(of=plenty(), line="exam compute questions 6 seed 1") as student:
        talk = student.practice.talk
        assert talk is not None
        now = time.monotonic
        talk.context = talk.context._replace(seconds=lambda: now() + 100_000)
        talk._stage._context = talk.context  # type: ignore[attr-defined]  # the stage has the context that it began with
        student.practice._update_time()
        await student.wait()
        assert "Time is up." in student.told()
        assert len(student.rows()) == 1  # of six it had shown one


async def test_an_advice_leads_to_questions_on_what_it_rests_on(practise: Sit) -> None:
    """From what comes next; and a wrong answer leads to the entry."""
    every = [choice(f"on-{place}", stands_on=(f"places/{place}",)) for place in ("sagemaker-realtime", "lambda", "ecs", "ec2")]
    async with practise(*every) as student:
        await student.press("f5")
        advise = student.app.advise
        advise.say(PLANTS)
        advise.say("/now")
        for line in ["production", "20 a second", *["?"] * 10]:
            await advise.wait_until_idle()
            if advise.state is not None and advise.state.ask is None:
                break
            advise.say(line)
        await advise.wait_until_idle()
        await student.pilot.pause()
        further = [step for one in advise.card.choices for step in one.opens]
        offer = next(one for one in further if one.label.startswith("practise"))
        assert offer.line.startswith("/practice ")
        advise.enter_line(offer.line)
        for _ in range(5):
            await student.wait()
        assert student.app.current_mode == "practice"
        assert "Question 1" in student.head
        await student.say("?")
        read = next(one.line for one in student.practice.card.choices if one.line.startswith("/browse"))
        await student.say(read)
        assert student.app.current_mode == "browse"


async def test_the_result_of_an_exam_is_read_before_its_review_and_each_question_with_its_answer(practise: Sit) -> None:
    """Nothing of the review stands below the screen when the next one is asked for: its question is the first that is seen."""
    stems = [f"What is the way of number {number}? {'It is asked at some length, as questions are. ' * 8}" for number in range(4)]
    items = [choice(f"one-{number}", stem=stem) for number, stem in enumerate(stems)]
    async with practise(*items, line="exam compute questions 6 no-timer") as student:
        await student.say("hand in")
        await student.say("hand in")
        assert "0 of 4 right" in student.screen()
        assert "What is the way" not in student.screen().partition("0 of 4 right")[2]
        for _ in items:
            await student.press("1", "enter")
            question = next(turn for turn in reversed(student.practice.transcript.turns) if turn.kind == "question")
            assert question.region.y == student.practice.transcript.region.y
            assert "What is the way" in student.screen().splitlines()[1]


async def test_a_low_window_shows_what_can_be_picked_before_how_it_is_picked(practise: Sit) -> None:
    """In twelve lines all three ways to be sure are seen; in a higher one how to change the answer, too."""
    async with practise(choice(), line="learn", size=(40, 12)) as student:
        await student.press("a", "enter")
        assert "3  sure" in student.screen()
        assert "undo" not in student.screen()
        await student.pilot.resize_terminal(80, 24)
        await student.wait()
        assert "undo" in student.screen()


@pytest.mark.parametrize("lines", range(1, 7))
async def test_a_question_is_seen_from_its_first_line_on_where_it_just_fits(practise: Sit, lines: int) -> None:
    """As where there is more room, or less: the empty line below it does not push out its first."""
    stem = " ".join(f"line-{line} {'x' * 60}" for line in range(lines))
    async with practise(choice(stem=stem), line="learn", size=(80, 13)) as student:
        assert 1 < student.practice.transcript.size.height < 6
        assert "line-0" in student.screen()


async def test_until_the_questions_are_read_the_screen_says_so(
    knowledge: Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what was typed meanwhile is heard then."""
    are_read = threading.Event()

    def read(_: Knowledge) -> ItemSupply:
        are_read.wait(PATIENCE)
        return ItemSupply(bank(choice()))

    monkeypatch.setattr("tui.practice.setup.load_supply", read)
    app = SizewiseApp(knowledge, guard=0.0, sessions=tmp_path / "sessions", practise="")
    async with app.run_test(size=SMALL) as pilot:
        student = Student(app, pilot)
        await pilot.pause()
        assert "Reading the questions" in student.screen()
        await pilot.press(*"learn", "enter")
        are_read.set()
        await student.wait()
        assert student.head.startswith("Question 1")


async def test_who_types_writes_wherever_a_click_has_led(practise: Sit) -> None:
    """Into the transcript too, in one go with Enter behind it; what is pasted as well. `y` copies there."""
    async with practise(choice(), line="learn") as student:
        for line in ("a", "2"):
            await student.click("#transcript")
            assert student.practice.transcript.has_focus
            await student.press(*line, "enter")
            assert student.practice.prompt.has_focus
        assert [row.confidence for row in student.rows()] == [2]
        await student.click("#transcript")
        student.app.post_message(events.Paste("stop\nand more"))
        await student.wait()
        assert student.practice.prompt.value == "stop\nand more"
        await student.click("#transcript")
        await student.press("y")
        assert student.practice.prompt.value == "stop\nand more"
        assert student.practice.transcript.has_focus


async def test_the_help_begins_with_practice_there(practise: Sit) -> None:
    """Elsewhere it is the help of the conversation."""
    async with practise(choice()) as student:
        await student.press("f1")
        assert "In practice" in student.screen()
        await student.press("escape", "f5", "f1")
        assert "In practice" not in student.screen()
        assert "Commands and keys" in student.screen()
