"""The menu: what waits today, by number or by word."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.quizzes.sample_items import choice, ordering, plenty, response
from tests.tui.practice.conftest import Seat
from tests.tui.practice.student import Student

LAMBDA = choice("about-lambda", stands_on=("places/lambda",))
SPOT = response("about-spot", stands_on=("glossary/spot-instance",), task="4.2", confusable="purchase")
BATCH = ordering("about-batch", stands_on=("places/sagemaker-batch-transform",), confusable="endpoint-types")


def test_a_number_means_what_was_read(seat: Seat) -> None:
    """Even where the list would be another one by now: the day turned while somebody read."""
    student = seat(choice("one"), choice("two"))
    student.says("learn", "a", "1", "stop")
    number = str(student.lines.index("learn") + 1)
    student.time += dt.timedelta(days=60)
    list(student.talk.handle_line(number))
    assert "Question 1 of 1" in student.head  # the one that was not seen, not what is due by now


def test_what_is_due_is_asked_in_another_form(seat: Seat) -> None:
    """Where there is one; the count says how many points wait."""
    student = seat(choice("one"), ordering("two"))
    student.says("learn")
    student.says("?", "stop")
    first = student.rows[0].about
    assert "review" in student.lines
    student.time += dt.timedelta(days=10)
    student.says("review", "?")
    assert student.rows[1].mode == "review"
    assert student.rows[1].about != first


def test_a_due_point_without_a_question_is_not_offered(seat: Seat) -> None:
    """Its item may have gone with a newer bank."""
    student = seat(choice("one", stands_on=("places/lambda",)))
    student.says("learn", "?", "stop")
    later = seat(choice("two", stands_on=("places/ecs",)))
    later.time += dt.timedelta(days=90)
    assert "review" not in later.lines
    assert "missed" not in later.lines


def test_only_what_was_wrong_is_asked_again(seat: Seat) -> None:
    """Until it is right."""
    student = seat(choice("one"), choice("two"))
    student.says("learn")
    student.says(student.letters(["option number 0"]), "1", "next", "?", "stop")
    wrong = next(row.about for row in student.rows if row.verdict == "unknown")
    student.says("missed")
    assert "1 of 1" in student.head
    student.says(student.letters(["option number 0"]), "1", "stop")
    assert student.rows[-1].about == wrong
    assert "missed" not in student.lines


def test_a_task_and_a_set_are_picked_from_a_list_or_by_name(seat: Seat) -> None:
    """A name that is none of them is told with the nearest."""
    student = seat(LAMBDA, SPOT, BATCH)
    student.says("drill")
    assert student.head == "Which task?"
    student.says("4.2")
    assert "Question 1 of 1" in student.head
    student.says("stop", "mixed", "1")
    assert "Question 1 of 1" in student.head
    student.says("stop", "mixed purchase")
    assert "Question 1 of 1" in student.head
    student.says("stop")
    assert "Did you mean purchase?" in student.says("mixed purchases")
    assert "4.2" in student.says("drill 4.9")
    student.says("mixed", "stop")
    assert "practise" in student.head


def test_every_line_of_a_list_has_its_number(seat: Seat) -> None:
    """The way back too."""
    student = seat(LAMBDA, SPOT, BATCH)
    student.says("drill")
    assert [one.mark for one in student.talk.current_view().card[1]] == ["1", "2", "3"]
    assert student.lines[-1] == "stop"


def test_the_panel_tells_what_comes_in_the_days_to_come(seat: Seat) -> None:
    """Beside what is due today; nothing where nothing comes within a week."""
    student = seat(choice("one"), choice("two"))
    student.says("learn")
    assert "within a week" not in panel(student)
    student.says(student.letters(["option number 0"]), "3", "stop")
    assert "more within a week: 1" in panel(student)


def panel(student: Student) -> str:
    """What stands beside the menu."""
    return "\n".join(line.text for line in student.talk.current_view().panel)


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ("lambda", {"about-lambda"}),
        ("lambda spot-instance", {"about-lambda", "about-spot"}),
        ("AWS Lambda", {"about-lambda"}),
        ("about-spot", {"about-spot"}),
    ],
)
def test_words_lead_to_the_questions_on_what_they_name(seat: Seat, words: str, asked: set[str]) -> None:
    """By ids, as an advice gives them, or as people write."""
    student = seat(LAMBDA, SPOT, BATCH)
    student.says(f"about {words}")
    for _ in asked:
        student.says("?", "next")
    assert {row.about for row in student.rows} == asked
    assert "practise" in student.head


def test_what_changed_since_a_day_is_asked(seat: Seat) -> None:
    """Questions on entries that an event concerns since then, and no others; a day that is none, and one that is too late, are told."""
    student = seat(LAMBDA, SPOT, BATCH)
    student.says("new since 2026-06-20")
    student.says("?", "next")
    assert {row.about for row in student.rows} == {"about-lambda"}
    for words in ("new since 2999-01-01", "new since soon", "new since"):
        assert student.says(words), words
        assert "practise" in student.head, words


NAMELESS = ("", " ", "nonsense of nobody", "[/x]", "x" * 10_000)


def test_words_that_name_nothing_are_told(seat: Seat) -> None:
    """The menu stays."""
    for words in NAMELESS:
        student = seat(LAMBDA)
        assert student.says(f"about {words}"), words[:40]
        assert "practise" in student.head, words[:40]


def test_turning_to_something_else_keeps_what_is_under_way(seat: Seat) -> None:
    """An exam is kept, an answer without its confidence too."""
    student = seat(of=plenty())
    student.says("exam compute questions 6")
    list(student.talk.switch_to("about lambda"))
    assert "Question 1 of 10" in student.head
    student.says("hint")
    list(student.talk.switch_to("learn"))
    assert "resume" not in student.lines
    student.says("stop")
    assert "resume" in student.lines


def test_a_date_to_work_towards_gives_each_day_its_share(seat: Seat) -> None:
    """It is kept, and shown with what comes of it; a day that is past is none."""
    student = seat(of=plenty())
    day = (student.time + dt.timedelta(days=30)).date()
    assert "is no date" in student.says("exam date soon")
    assert "is not ahead" in student.says("exam date 2020-01-01")
    assert f"exam date {day.replace(year=2027, month=1, day=20)} 30" in student.says("exam date")
    assert f"{day}, 45 minutes" in student.says(f"{day} 45")
    student.says("more")
    assert "what belongs behind" in student.says(str(student.lines.index("exam date ") + 1))
    assert "is no date" in student.says("soon")
    assert "is not on the list" in student.says(f"{day} 20")
    assert str(day) in student.says(f"exam date {day} 20")
    later = seat(of=plenty())
    assert "today" in later.lines
    assert str(day) in later.says("progress")
    later.says("today")
    assert "Question 1 of" in later.head
    later.says("stop")
    later.time += dt.timedelta(days=31)
    assert "today" not in later.lines


def test_what_is_only_read_leaves_room_and_is_in_nobody_s_way(seat: Seat) -> None:
    """Its card has the way back alone; what is said to the menu is heard there at once."""
    student = seat(of=plenty())
    student.says("progress")
    assert student.lines == ["stop"]
    assert student.head == "How far you are"
    for back in ("", "1", "stop", "back"):
        student.says("progress", back)
        assert "practise" in student.head
    student.says("progress", "learn")
    assert "Question 1 of" in student.head
    student.says("stop", "progress")
    assert "not on the list" in student.says("nonsense")
    assert "practise" in student.head


def test_progress_is_a_page_for_a_lead(seat: Seat) -> None:
    """Before the first answer and after it."""
    student = seat(of=plenty())
    assert "No answer yet." in student.says("progress")
    student.says("learn", "?", "stop")
    told = student.says("progress")
    assert "1 answered on 2026-10-01" in told
    assert "Path for new engineers" in told


def test_the_menu_has_five_lines_and_the_rest_behind_more(seat: Seat) -> None:
    """What waits comes first; every word is taken whether its line is shown or not, and a number means the list that was read."""
    student = seat(of=plenty())
    assert (len(student.lines), student.lines[-1]) == (5, "more")
    student.says("more")
    rest = student.lines
    assert "mixed" in rest
    assert rest[-1] == "back"
    assert "There is no" not in student.says("nonsense")
    assert student.lines == rest
    student.says(str(len(rest)))
    assert student.lines[-1] == "more"
    student.says("more", str(rest.index("drill") + 1))
    assert student.head == "Which task?"
    student.says("stop")
    assert student.lines[-1] == "more"
    student.says("drill")
    assert student.head == "Which task?"
