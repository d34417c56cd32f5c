"""A mock exam: no feedback before its end, kept after every step, reviewed from what was surely wrong."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from quizzes.exam import decode_exam
from quizzes.item import Choice
from tests.quizzes.sample_items import bank, case, choice, plenty, response
from tests.tui.practice.conftest import Seat
from tests.tui.practice.student import Student, right_texts

SMALL = plenty()
EXAM = "exam MLA-C01 compute questions 6 seed 7"
HOSTILE = ("go 99", "go 0", f"go {'9' * 5_000}", "[/x]", "🌱", "x" * 100_000, "resume", "1 2 3 4 5 6 7 8 9", "z", "\x1b[31m")


@pytest.fixture
def student(seat: Seat) -> Student:
    """Somebody in an exam of six questions."""
    found = seat(of=SMALL)
    found.says(EXAM)
    return found


def answer(student: Student) -> None:
    """Give some answer to the question that is shown: every letter of it, in an order that fits its form."""
    for line in ("a", "a b", "a b c", "a b c d"):
        student.says(line)
        if student.head == "How sure are you?":
            return
    raise AssertionError(student.card)


def test_an_exam_goes_from_its_first_question_to_its_review(student: Student) -> None:
    """Nothing is kept or told before it is handed in; then everything is, once."""
    for _ in range(6):
        answer(student)
        assert student.rows == []
        student.says("2")
    told = student.says("hand in")
    assert " of 6 right; 0 unanswered" in told
    assert [(row.mode, row.confidence) for row in student.rows] == [("exam", 2)] * 6
    assert student.head.startswith("The result; to look at again: ")
    student.says("next")
    assert student.head.startswith("Review, 1 of")
    for _ in range(6):
        if student.head.startswith("Review"):
            told = student.says("next")
    assert "The review is done." in told
    assert len(student.rows) == 6
    assert "resume" not in student.lines


def test_what_was_sure_and_wrong_comes_first_in_the_review(seat: Seat) -> None:
    """Then the others that were wrong, then right guesses; each with its cue words."""
    items = [choice(f"one-{number}", 0, cues=("least cost",)) for number in range(6)]
    student = seat(of=bank(*items))
    student.says(EXAM)
    stems = []
    for at, level in enumerate(("1", "2", "3", "2", "1", "1"), 1):
        stems.append(student.says(f"go {at}"))
        student.says(student.letters(["option number 0" if level == "1" else "option number 1"]), level)
    assert stems[2] not in student.says("hand in")
    review = student.says("next")
    assert stems[2] in review
    assert "You were sure" in review
    assert "The words that decide: least cost." in review
    assert "You guessed right" in student.says("next", "next", "next")


def test_an_open_question_is_asked_for_once_before_the_end(student: Student) -> None:
    """Handing in twice ends it; anything between takes the first one back."""
    assert "6 questions have no answer" in student.says("hand in")
    student.says("next")
    assert "6 questions have no answer" in student.says("hand in")
    assert "6 unanswered" in student.says("hand in")
    assert {row.verdict for row in student.rows} == {"unknown"}


def test_open_and_flagged_questions_are_a_word_away(student: Student) -> None:
    """From wherever one is; where there is none, that is said."""
    assert "No question is flagged" in student.says("flagged")
    student.says("go 3", "flag", "go 1")
    student.says("flagged")
    assert "Question 3 of 6" in student.head
    answer(student)
    student.says("1", "back", "open")
    assert "Question 4 of 6" in student.head


def test_another_number_of_letters_than_asked_for_is_no_answer(seat: Seat) -> None:
    """It is told at once, and the question stays open; as many as asked for are taken."""
    student = seat(response())
    student.says("exam compute questions 1 no-timer")
    assert "1 of 2 options are given; give 2 letters." in student.says("a")
    assert "1 unanswered" in student.head
    student.says("a b")
    assert student.head == "How sure are you?"
    student.says("3")
    assert "answered a b" in student.head


def test_an_answer_is_changed_by_giving_another(student: Student) -> None:
    """The last one counts, and it is shown with the question."""
    answer(student)
    student.says("1", "back")
    first = student.head
    assert "answered" in first
    student.says("b", "b c", "b c d", "b a", "d c b a")
    student.says("next", "back")
    assert "answered" in student.head


def test_an_answer_is_taken_back_by_undo(student: Student) -> None:
    """At once, or when one comes back to it; it is open again. Where there is none, that is said."""
    assert "no answer to take back" in student.says("undo")
    answer(student)
    assert "taken back" in student.says("undo")
    assert student.head == "Question 1 of 6 · 6 unanswered"
    answer(student)
    student.says("3", "back", "undo")
    assert student.head == "Question 1 of 6 · 6 unanswered"


def test_whatever_is_typed_leaves_the_exam_as_it_was(student: Student) -> None:
    """One line, and the same question."""
    for line in HOSTILE:
        before = student.head
        assert student.says(line), line[:40]
        assert student.head == before, line[:40]


def test_an_exam_that_was_left_goes_on_where_it_was(seat: Seat, student: Student) -> None:
    """Answers, flags and the time that was spent are there in another process."""
    answer(student)
    student.says("2", "flag", "stop")
    later = seat(of=SMALL)
    assert "resume" in later.lines
    assert "|question 2 of 6, 12 minutes left" in later.card
    later.says("resume")
    assert "Question 2 of 6 · 5 unanswered" in later.head
    assert "!" in "".join(line.text for line in later.talk.current_view().panel[1:2])
    later.says("go 1")
    assert "answered" in later.head


def test_an_exam_that_was_not_left_by_a_word_is_kept_too(seat: Seat, student: Student) -> None:
    """A crash is like a stop: nothing but what is on the disk is needed."""
    answer(student)
    student.says("3")
    later = seat(of=SMALL)
    later.says("resume")
    assert "Question 2 of 6 · 5 unanswered" in later.head


def test_the_review_is_kept_until_it_is_done(seat: Seat, student: Student) -> None:
    """Somebody who leaves in its middle finds it in the menu, and the answers are not counted again."""
    student.says("hand in", "hand in", "stop")
    later = seat(of=SMALL)
    assert "the review of the last exam" in later.card
    assert "0 of 6 right" in later.says("resume")
    for _ in range(7):
        later.says("next")
    assert "practise" in later.head
    assert "resume" not in later.lines
    assert len(later.rows) == 1


def test_a_new_exam_does_not_drop_the_one_that_was_left_by_accident(student: Student) -> None:
    """It is said first; the second time it is meant."""
    answer(student)
    student.says("stop")
    assert "left an exam unfinished" in student.says("exam compute")
    assert "practise" in student.head
    student.says("exam compute questions 3")
    assert "Question 1 of 3 · 3 unanswered" in student.head


def test_a_date_to_work_towards_is_no_new_exam(student: Student) -> None:
    """It is kept at once, and the exam that was left stays."""
    answer(student)
    student.says("stop")
    assert "Set: the exam on" in student.says("exam date 2030-01-20 20")
    assert "resume" in student.lines
    assert "today" in student.lines


def test_the_time_is_shown_and_ends_the_exam(student: Student) -> None:
    """What comes later is not taken; what was answered counts."""
    answer(student)
    student.says("2")
    until = student.talk.current_view().until
    assert until is not None
    student.seconds = until + 1
    told = student.says("b")
    assert "Time is up." in told
    assert "5 unanswered" in told
    assert [row.verdict == "unknown" for row in student.rows] == [False, True]


def test_what_was_never_shown_says_nothing_of_its_points(student: Student) -> None:
    """It counts as wrong in the exam, and leaves the schedule alone; what was looked at and left open was not known."""
    answer(student)
    student.says("2", "next", "hand in")
    assert "of 6 right; 5 unanswered" in student.says("hand in")
    assert [row.verdict == "unknown" for row in student.rows] == [False, True, True]


def test_the_end_of_the_time_hands_in_without_a_word(student: Student) -> None:
    """As a screen asks for when its clock runs out; before that nothing happens."""
    assert list(student.talk.hand_in_if_timed_out()) == []
    until = student.talk.current_view().until
    assert until is not None
    student.seconds = until
    assert list(student.talk.hand_in_if_timed_out())
    assert student.head.startswith("The result")
    assert list(student.talk.hand_in_if_timed_out()) == []


def test_an_exam_without_a_timer_has_no_end(seat: Seat) -> None:
    """Nothing is shown, and the answer of a week later counts."""
    student = seat(of=SMALL)
    student.says(f"{EXAM} no-timer")
    assert student.talk.current_view().until is None
    student.seconds += 7 * 24 * 3600
    answer(student)


def test_a_question_that_the_bank_has_lost_does_not_count(seat: Seat, student: Student, tmp_path: Path) -> None:
    """It says so in its place, takes no answer, and is left out of the result."""
    answer(student)
    student.says("stop")
    slots = decode_exam((tmp_path / "exam.json").read_bytes()).slots
    gone = slots[1].item
    later = seat(of=bank(*(item for item in SMALL.items.values() if item.id != gone)))
    later.says("resume")
    assert "changed or removed" in later.says("go 2")
    assert "changed or removed" in later.says("a")
    told = later.says("hand in", "hand in")
    lost = sum(slot.item == gone for slot in slots)
    assert f"of {6 - lost} right" in told
    assert f"{lost} questions have been changed or removed" in told


def test_a_question_that_was_edited_into_another_form_does_not_count(seat: Seat, student: Student, tmp_path: Path) -> None:
    """Its order no longer fits, so nobody guesses what was meant."""
    student.says("stop")
    slot = decode_exam((tmp_path / "exam.json").read_bytes()).slots[0]
    old = SMALL.find_item(slot.item)
    new = choice(old.id, options=choice().options[:2], task=old.task)
    assert isinstance(new, Choice)
    later = seat(of=bank(*(new if item.id == old.id else item for item in SMALL.items.values())))
    assert "changed or removed" in later.says("resume")


NO_EXAMS = (b"", b"{}", b"[]", b"\xff\xfe", b'{"schema": 99}', b"null", b'{"schema": "x"}')


def test_a_file_that_is_no_exam_is_not_offered(seat: Seat, tmp_path: Path) -> None:
    """Practice goes on as if nothing had been left."""
    for data in NO_EXAMS:
        (tmp_path / "exam.json").write_bytes(data)
        assert "resume" not in seat(of=SMALL).lines, data


def test_the_log_knows_how_long_each_answer_took(seat: Seat) -> None:
    """Thinking, answering and saying how sure: five seconds a line here; nothing for what was not answered."""
    student = seat(choice("one"), choice("two"))
    student.says("exam compute questions 4 no-timer", "next", "back", "a", "3", "hand in", "hand in")
    assert [row.seconds for row in student.rows] == [15.0, None]


def test_a_case_in_an_exam_counts_question_by_question(seat: Seat) -> None:
    """All or nothing each: one right and one half right are one of two. Each is logged with the points that it asks for."""
    entries = ("places/ecs", "purchases/spot")
    plain = case()
    asked = zip(plain.questions, entries, strict=True)
    questions = tuple(msgspec.structs.replace(question, stands_on=(entry,)) for question, entry in asked)
    item = msgspec.structs.replace(plain, stands_on=entries, questions=questions)
    student = seat(item)
    student.says("exam compute questions 4 no-timer")
    student.says(student.letters(right_texts(item, 0)), "3")
    student.says(student.letters([right_texts(item, 1)[0], "option number 1"]), "3")
    assert "1 of 2 right" in student.says("hand in")
    assert [(row.part, row.verdict, row.points) for row in student.rows] == [(0, "correct", entries[:1]), (1, "partial", entries[1:])]
    state = student.context.store.state
    assert [state.cards[entry].is_pending for entry in entries] == [False, True]
    assert not state.items[item.id].was_right
    student.says("stop", "missed")
    assert "Question 1 of 2" in student.head
