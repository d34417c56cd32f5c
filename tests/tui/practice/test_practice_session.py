"""Learning: a question, how sure one is, what is right; kept before it is shown."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from quizzes.grading import Graded
from quizzes.grading.rubric import Verdict
from quizzes.item import Item
from tests.quizzes.sample_items import case, choice, response, typed
from tests.tui.practice.conftest import Seat
from tests.tui.practice.student import CUED, EVERY, right_texts

EXACT = [item for item in EVERY if item.type in ("choice", "response", "ordering", "matching")]
HOSTILE = ("[/x] [bold]", "\x1b[31mred", "🌱" * 50, "שלום", "x" * 100_000, "%s {0} $what ${what}", "'; --", "\\", "\x00", "٣", "9" * 5_000)


@pytest.mark.parametrize("item", EXACT, ids=[item.type for item in EXACT])
def test_a_right_answer_is_kept_as_right_and_said_to_be(seat: Seat, item: Item) -> None:
    """In every form, by the letters that are shown, with the confidence that was given."""
    student = seat(item)
    student.says("learn")
    student.says(student.letters(right_texts(item)))
    assert student.rows == []  # how sure it was comes before what is right
    assert student.head == "How sure are you?"
    assert "Correct." in student.says("3")
    (row,) = student.rows
    assert (row.about, row.verdict, row.confidence, row.mode, row.score) == (item.id, "correct", 3, "learn", 1.0)
    assert row.seconds == 5


@pytest.mark.parametrize("item", EXACT, ids=[item.type for item in EXACT])
def test_a_wrong_answer_is_told_with_a_reason_for_each_option(seat: Seat, item: Item) -> None:
    """And its principle; sure and wrong is told as such."""
    student = seat(item)
    wrong = {"ordering": right_texts(item)[::-1], "matching": ["blue"] * 3}.get(item.type, ["option number 1"])
    student.says("learn")
    student.says(student.letters(wrong))
    told = student.says("sure")
    assert "reason 0" in told
    assert item.principle in told
    assert "You were sure" in told
    assert student.rows[0].verdict in ("incorrect", "partial")


def test_a_case_is_asked_question_by_question(seat: Seat) -> None:
    """Each with its own row, on the scenario that both are about."""
    item = case()
    student = seat(item)
    assert item.stem in student.says("learn")
    student.says(student.letters(right_texts(item, 0)), "2")
    assert "2. Which two help" in student.says("next")
    student.says(student.letters(right_texts(item, 1)), "2")
    assert [(row.about, row.part, row.verdict) for row in student.rows] == [("a-case", 0, "correct"), ("a-case", 1, "correct")]
    assert "2 of 2 right" in student.says("next")
    assert student.context.store.state.items["a-case"].was_right


def test_do_not_know_is_an_answer_and_never_blocks(seat: Seat) -> None:
    """It counts as unknown, and what is right is told at once."""
    student = seat(choice())
    student.says("learn")
    assert "Here is the right answer." in student.says("?")
    assert (student.rows[0].verdict, student.rows[0].answer, student.rows[0].confidence) == ("unknown", None, None)


def test_hints_go_from_weak_to_strong_and_end(seat: Seat) -> None:
    """Those of the item, then a wrong option, then that there is none."""
    student = seat(CUED)
    student.says("learn")
    assert student.says("hint") == "Hint: Think of the bill."
    out = student.says("hint")
    assert "it is not" in out
    assert "option number 0" not in out
    assert student.says("hint") == "There is no further hint."
    assert student.rows == []


def test_an_answer_is_taken_back_before_and_after_it_is_kept(seat: Seat) -> None:
    """Before, it is only asked again; after, the log says so too, and the same letters mean the same."""
    student = seat(choice("one"), choice("two"))
    student.says("learn")
    shown = student.card
    student.says("a", "undo")
    assert student.card == shown
    student.says("a", "1")
    assert len(student.rows) == 1
    student.says("undo")
    assert student.rows == []
    assert student.card == shown
    student.says("b", "1", "next")
    assert "Question 2 of 2" in student.head
    student.says("undo")
    assert "Question 1 of 2" in student.head
    assert student.rows == []
    assert "no answer to take back" in student.says("undo")


def test_taking_back_leaves_the_answers_of_another_window_alone(seat: Seat) -> None:
    """Two on one log: each takes back its own."""
    mine, other = seat(choice("one")), seat(choice("two"))
    other.time += dt.timedelta(seconds=1)
    mine.says("learn", "a", "1")
    other.says("learn", "b", "2")
    mine.says("undo")
    assert [row.about for row in mine.rows] == ["two"]
    mine.says("a", "1")
    other.says("undo")
    assert [row.about for row in mine.rows] == ["one"]


def test_stopping_keeps_what_was_answered(seat: Seat) -> None:
    """Even where nobody said yet how sure it was."""
    student = seat(choice("one"), choice("two"))
    student.says("learn", "a")
    assert "of 1 right" in student.says("stop")
    assert len(student.rows) == 1
    assert "practise" in student.head


@pytest.mark.parametrize(("word", "verdict", "score"), [("right", "correct", 1.0), ("2", "incorrect", 0.0)])
def test_what_cannot_be_marked_is_marked_by_its_writer(
    seat: Seat, monkeypatch: pytest.MonkeyPatch, word: str, verdict: str, score: float
) -> None:
    """With the model answer beside it; the words are kept with whose verdict it was."""
    monkeypatch.setattr("tui.practice.question_card.grade_words", lambda *_: Graded(verdict="unsure", score=0.5))
    student = seat(typed())
    assert "Because it fits." in student.says("learn", "it does what is needed", "2")
    assert student.rows == []
    assert "my answer was right" in student.card
    student.says("perhaps")
    assert student.rows == []
    student.says(word)
    (row,) = student.rows
    assert (row.verdict, row.score) == (verdict, score)
    assert row.answer == {"text": "it does what is needed", "marked_by": "learner", "grader": "unsure"}


@pytest.mark.parametrize(("graded", "label", "verdict"), [("incorrect", "was right", "correct"), ("correct", "was not right", "incorrect")])
def test_a_writer_may_overrule_the_grader(seat: Seat, monkeypatch: pytest.MonkeyPatch, graded: Verdict, label: str, verdict: str) -> None:
    """Once, in either direction: the answer counts as they say, the words are kept with both verdicts, and undo takes it back whole."""
    monkeypatch.setattr("tui.practice.question_card.grade_words", lambda *_: Graded(verdict=graded, score=float(graded == "correct")))
    student = seat(typed())
    student.says("learn", "it does what is needed", "2")
    assert f"my answer {label}" in student.card
    assert "kept for the author" in student.says("overrule")
    (row,) = student.rows
    assert (row.verdict, row.confidence) == (verdict, 2)
    assert row.answer == {"text": "it does what is needed", "marked_by": "learner", "grader": graded}
    assert "my answer" not in student.card
    student.says("overrule")
    assert len(student.rows) == 1
    assert student.context.store.state.cards["places/lambda"].is_pending is (verdict == "incorrect")
    student.says("undo")
    assert student.rows == []
    assert student.context.store.state.cards == {}
    assert "Question 1 of 1" in student.head


def test_what_a_key_or_the_engine_marks_is_not_overruled(seat: Seat) -> None:
    """There is nothing to learn words from."""
    student = seat(choice())
    student.says("learn", "a", "1")
    assert "overrule" not in student.lines
    assert "not on the list" in student.says("overrule")


def test_an_undecided_answer_is_kept_as_unsure_when_somebody_stops(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    """It counts neither way."""
    monkeypatch.setattr("tui.practice.question_card.grade_words", lambda *_: Graded(verdict="unsure", score=0.5))
    student = seat(typed())
    student.says("learn", "perhaps", "2")
    assert student.rows == []
    student.says("stop")
    assert [row.verdict for row in student.rows] == ["unsure"]
    assert student.context.store.state.cards == {}


def test_a_flagged_question_is_not_asked_until_it_is_brought_back(seat: Seat) -> None:
    """From the menu, where flags and points that are left out stand together."""
    student = seat(choice("one"))
    student.says("learn", "flag")
    student.time += dt.timedelta(days=30)
    assert "review" not in student.lines
    assert "nothing to ask" in student.says("learn")
    student.says("left out")
    assert "flagged as bad" in student.card
    student.says("1")
    student.says("learn")
    assert "Question 1 of 1" in student.head


def test_another_number_of_letters_than_asked_for_is_told_before_it_is_kept(seat: Seat) -> None:
    """It may be meant, and it may be taken back."""
    student = seat(response())
    student.says("learn")
    assert "asks for 2, and you gave 3." in student.says("a b c")
    student.says("undo")
    assert "asks for" not in student.says("a b")
    assert student.rows == []


@pytest.mark.parametrize("words", ["flag", "leave out"])
def test_what_nobody_wants_to_be_asked_needs_no_answer(seat: Seat, words: str) -> None:
    """The next question comes, past the rest of a case; nothing is said of what one knows. An answer that was given stands."""
    student = seat(case("first", stands_on=("places/ecs",)), choice("second", stands_on=("places/ec2",)))
    student.says("about first second")
    assert "Question 1 of 3" in student.head
    student.says(words)
    assert "Question 3 of 3" in student.head
    assert student.rows == []
    student.says("a", "1", words)
    assert student.head == "What next?"
    assert [row.about for row in student.rows] == ["second"]


def test_a_point_may_be_left_out_and_names_its_lesson(seat: Seat) -> None:
    """By its learner; it comes back the same way."""
    student = seat(choice("one", stands_on=("purchases/spot",)))
    student.says("learn", "a", "1")
    student.says("leave out", "stop", "left out")
    assert "Purchasing options" in student.card
    student.says("all")
    assert student.context.store.state.suspended == {}
    assert "left out" not in student.lines


def test_a_leech_names_the_lesson_to_read(seat: Seat) -> None:
    """After lapses on many days the point is left out, and what to read is said."""
    student = seat(choice("one", stands_on=("glossary/spot-instance", "lessons/spot-and-checkpoints")))
    told = ""
    for _ in range(12):
        student.time += dt.timedelta(days=40)
        student.says("learn")
        told = student.says("?")
        if "again and again" in told:
            break
        student.says("stop")
    assert "Spot and checkpoints" in told
    assert "left out" in told


def test_a_clock_that_was_set_back_is_told_once_and_nothing_is_lost(seat: Seat) -> None:
    """The answer counts from the day the clock shows now."""
    student = seat(choice("one"), choice("two"))
    student.says("learn", "a", "1", "next")
    student.time -= dt.timedelta(days=40)
    student.says("b")
    assert "clock was set back" in student.says("1")
    assert len(student.rows) == 2


def test_a_log_that_cannot_be_kept_does_not_stop_practice(seat: Seat, tmp_path: Path) -> None:
    """It is told at the beginning, and answers count until the end of the program."""
    folder = tmp_path / "damaged"
    folder.mkdir()
    (folder / "practice.db").write_bytes(b"no database at all, but some text" * 100)
    before = (folder / "practice.db").read_bytes()
    student = seat(choice("one"), folder=folder)
    assert any("Not saving" in line.text for part in student.talk.greeting_parts() for line in part.draw(80))
    student.says("learn", "a", "1", "stop")
    assert student.context.store.state.items["one"].times == 1
    assert (folder / "practice.db").read_bytes() == before


@pytest.mark.parametrize("item", EVERY, ids=lambda item: item.type)
def test_whatever_is_typed_gets_a_line_and_loses_nothing(seat: Seat, tmp_path: Path, item: Item) -> None:
    """In the menu, as an answer, as a confidence, as a way on."""
    for number, line in enumerate(HOSTILE):
        student = seat(item, folder=tmp_path / str(number))
        for way in ([line], ["learn", line], [line, line], ["stop"]):
            student.says(*way)
        student.says("stop")
        student.says("learn", "?", line)
        assert len(student.rows) >= 1, line[:40]
        assert student.head, line[:40]


def test_a_workload_in_the_stem_leads_to_the_advisor_and_another_stem_does_not(seat: Seat) -> None:
    """What comes next names the entry always, the advisor where it would have something to advise on."""
    stem = "BERT classifies reviews, 1000 requests a minute, each within 200 ms. Which one suits?"
    student = seat(choice("one", stem=stem))
    student.says("learn", "?")
    assert "/place one" in student.lines
    assert "/browse lambda" in student.lines
    other = seat(choice("two", stem="Which service builds images?"))
    other.says("learn", "?")
    assert not any(line.startswith("/place") for line in other.lines)
    assert "/browse lambda" in other.lines


@pytest.mark.parametrize("item", EXACT, ids=[item.type for item in EXACT])
def test_an_answer_and_how_sure_it_is_are_one_line(seat: Seat, item: Item) -> None:
    """Letters with a digit behind them: what is right is told at once."""
    student = seat(item)
    student.says("learn")
    assert "Correct." in student.says(student.letters(right_texts(item)).replace(" ", "") + "3")
    assert [(row.verdict, row.confidence) for row in student.rows] == [("correct", 3)]


@pytest.mark.parametrize(
    ("line", "confidence"),
    [("option number 0", None), ("number 0", None), ("option number 0, pretty sure", 2), ("$letter sure", 3), ("$letter, a guess", 1)],
)
def test_an_option_is_picked_by_its_words_and_the_taken_one_is_told(seat: Seat, line: str, confidence: int | None) -> None:
    """All of them or some, with how sure one is behind them."""
    student = seat(choice())
    student.says("learn")
    told = student.says(line.replace("$letter", student.letters(["option number 0"])))
    assert ("Taken as" in told) is ("number" in line)
    told += "" if confidence else student.says("2")
    assert "Correct." in told
    assert student.rows[0].confidence == (confidence or 2)


def test_several_options_are_picked_by_their_words(seat: Seat) -> None:
    """Cut at commas and "and"; words that fit several options are told, and nothing is taken."""
    student = seat(response())
    student.says("learn")
    assert "may be" in student.says("option number")
    assert student.rows == []
    student.says("number 0 and number 2", "3")
    assert student.rows[0].verdict == "correct"


@pytest.mark.parametrize(
    ("words", "level"), [("Pretty sure", 2), ("guess", 1), ("not sure at all", 1), ("very sure!", 3), ("fairly sure", 2), ("", None)]
)
def test_how_sure_one_is_may_be_said_in_words_or_left_open(seat: Seat, words: str, level: int | None) -> None:
    """By every word that is shown, by others that people use, and by Enter alone; anything else is told."""
    student = seat(choice())
    student.says("learn", "a")
    assert "says nothing of how sure" in student.says("blue")
    student.says(words)
    assert [row.confidence for row in student.rows] == [level]


def test_a_wrong_answer_is_said_to_come_again_in_a_similar_question(seat: Seat) -> None:
    """The next day, and another item asks then where there is one."""
    student = seat(choice("one"), choice("two"))
    student.says("learn")
    told = student.says("?")
    assert "in a similar question" in told
    (row,) = student.rows
    student.says("stop")
    student.time += dt.timedelta(days=1)
    student.says("review", "?")
    assert student.rows[-1].about != row.about
