"""`sizewise quiz`, `quiz exam`, `quiz due`, `quiz stats`: practice and what is known of it, from the shell."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.tui.conftest import Start

SOON = str(dt.datetime.now(dt.UTC).date() + dt.timedelta(days=40))


@pytest.fixture
def more(tmp_path: Path) -> Mapping[str, str]:
    """A log of its own."""
    return {"SIZEWISE_DATA": str(tmp_path)}


def test_a_script_practises_and_is_counted(inside: Start, more: Mapping[str, str]) -> None:
    """Through a pipe, line by line; the end of the input is a polite end, and the records hold what was answered."""
    ended = inside("quiz", given="learn\n?\nnext\na\nundo\n?\nnext\n?\n", more=more)
    assert (ended.status, ended.err) == (0, "")
    for words in ("What do you want to practise?", "Question 1 of", "› ?", "Here is the right answer.", "How sure are you?", "Goodbye."):
        assert words in ended.out, words
    stats = json.loads(inside("quiz", "stats", "--json", more=more).out)
    assert (stats["schema"], stats["exam"], sum(day["asked"] for day in stats["days"])) == (1, "mla-c01", 3)
    due = json.loads(inside("quiz", "due", "--json", more=more).out)
    assert due["due"]
    assert {*due["due"][0]} == {"point", "name", "due", "wrong"}
    assert all(one["wrong"] for one in due["due"])
    assert due["plan"] == []
    assert "points are due" in inside("quiz", "due", more=more).out


def test_a_pipe_reads_an_entry_and_asks_the_advisor_without_leaving(inside: Start, more: Mapping[str, str]) -> None:
    """Where the app would go elsewhere, the answer stands in place; leaving is a word."""
    script = "about lambda\n?\n/browse lambda\n/advise BERT sentiment, 1000 requests a minute, under 200 ms\n/theme\nnext\nquit\nlearn\n"
    ended = inside("quiz", given=script, more=more)
    assert ended.status == 0, ended.err
    for words in ("AWS Lambda", "SageMaker", "Question 2 of", "/theme works in the app", "Goodbye."):
        assert words in ended.out, words
    assert "› learn" not in ended.out


def test_an_exam_from_the_shell_goes_to_its_review(inside: Start, more: Mapping[str, str]) -> None:
    """The same seed gives the same exam; without a timer none is shown."""
    first, again = (
        inside("quiz", "exam", "--compute", "--questions", "3", "--no-timer", "--seed", "5", given=lines, more=more).out
        for lines in ("hand in\nhand in\nnext\nnext\n", "stop\n")
    )
    assert "0 of 3 right; 3 unanswered" in first
    assert "Review, 2 of 3" in first
    stems = [out.partition("none comes from an\n  exam.")[2].partition("Question 1 of 3")[0] for out in (first, again)]
    assert stems[0] == stems[1]
    assert stems[0].strip()
    assert "minutes left" not in first


def test_an_exam_that_is_left_in_the_shell_goes_on_there(inside: Start, more: Mapping[str, str]) -> None:
    """By the end of the input, which is like a stop; another exam would have to be asked for twice."""
    inside("quiz", "exam", "MLS-C01", "--questions", "5", "--seed", "1", given="go 3\n", more=more)
    assert "Question 3 of 5" in inside("quiz", given="resume\n", more=more).out
    assert "left an exam unfinished" in inside("quiz", "exam", "--seed", "2", more=more).out


def test_what_a_learner_overruled_is_listed_for_the_author(inside: Start, more: Mapping[str, str]) -> None:
    """The words, who said what, and what was not found; nothing before that, and one document in JSON."""
    assert "No learner's mark differs" in inside("quiz", "check", "--overruled", more=more).out
    script = "about checkpoint-11\nbecause bananas are cheap\n2\noverrule\n"
    inside("quiz", given=script, more=more)
    page = inside("quiz", "check", "--overruled", more=more)
    assert page.status == 0
    for words in ("from the grader (1):", "checkpoint-11", "because bananas are cheap", "the learner correct", "not found:"):
        assert words in " ".join(page.out.split()), words
    (found,) = json.loads(inside("quiz", "check", "--overruled", "--json", more=more).out)["overruled"]
    assert (found["item"], found["learner"], found["times"]) == ("checkpoint-11", "correct", 1)


def test_a_plan_for_an_exam_date(inside: Start, more: Mapping[str, str]) -> None:
    """Today's share, a row for each day, and what comes of it."""
    due = json.loads(inside("quiz", "due", "--json", "--exam-date", SOON, "--minutes", "20", more=more).out)
    assert due["plan"]
    assert sum(one["minutes"] for one in due["plan"]) <= 25
    assert len(due["days"]) == 40
    assert due["days"][0]["first_times"] == len(due["plan"])
    assert due["days"][-1]["first_times"] == 0
    page = inside("quiz", "stats", "--exam-date", SOON, more=more).out
    assert f"Exam on {SOON}, in 40 days, with 30 minutes a day" in page


@pytest.mark.parametrize("command", ["due", "stats"])
def test_the_schema_names_what_the_document_has(inside: Start, command: str) -> None:
    """Every field of it, and no field more."""
    document = json.loads(inside("quiz", command, "--json").out)
    schema = json.loads(inside("schema", f"quiz-{command}").out)
    assert set(document) == set(schema["properties"])
    assert set(schema["required"]) <= set(document)


REFUSED = (
    (("exam", "MLA-CO1"), 'exam: there is no "MLA-CO1". Did you mean mla-c01?'),
    (("exam", "--questions", "66"), "questions: 66 is out of range"),
    (("exam", "--questions", "x"), '--questions: "x" is no number of questions'),
    (("exam", "--seed", "-1"), "--seed"),
    (("due", "--exam", "X"), 'exam: there is no "X"'),
    (("stats", "--exam-date", "tomorrow"), 'exam-date: "tomorrow" is no date.'),
    (("stats", "--exam-date", "2020-01-01"), "exam-date: 2020-01-01 is not ahead."),
    (("stats", "--exam-date", SOON, "--minutes", "0"), "minutes: 0 is out of range."),
    (("stats", "--exam-date", SOON, "--minutes", "nan"), "minutes: nan is out of range."),
    (("due", "--minutes", "20"), "minutes: they need the day of the exam."),
    (("exem",), 'sizewise quiz: there is no command "exem". Did you mean exam?'),
    (("exam", "--question", "5"), 'sizewise quiz exam: there is no option "--question". Did you mean --questions?'),
)
"""Arguments, and how the line begins that refuses them."""


def test_bad_input_is_one_line(inside: Start) -> None:
    """On stderr, with exit status 2, before anything is opened."""
    for arguments, message in REFUSED:
        ended = inside("quiz", *arguments)
        assert ended.status == 2, arguments
        assert ended.err.startswith(message), arguments
        assert (ended.err.count("\n"), ended.out) == (1, ""), arguments


def test_a_damaged_log_is_told_and_left_alone(inside: Start, more: Mapping[str, str]) -> None:
    """On stderr, with the page of an empty log, and the status of what could not be read."""
    folder = Path(more["SIZEWISE_DATA"]) / "practice"
    folder.mkdir()
    (folder / "practice.db").write_bytes(b"some text that is no database" * 50)
    ended = inside("quiz", "stats", "--json", more=more)
    assert ended.status == 1
    assert "damaged" in ended.err
    assert json.loads(ended.out)["days"] == []
    assert "Your answers could not be kept" in inside("quiz", given="learn\n?\n", more=more).out
    assert (folder / "practice.db").read_bytes() == b"some text that is no database" * 50
