"""Scenarios and sums in the menu of practice."""

from __future__ import annotations

from quizzes.generated import Generator, NumberQuestion, PlanQuestion, load_source, mark
from tests.quizzes.small import choice
from tests.tui.practice.conftest import Seat
from tui.practice.asking import Marked
from tui.practice.feedback import feedback_lines


def test_sums_are_asked_and_marked(seat: Seat) -> None:
    """The menu leads to ten of them; the number itself is an answer, marked by its value, and kept in the log."""
    student = seat(choice("one"))
    student.says("numbers")
    assert "1 of 10" in student.head
    knowledge = student.room.knowledge
    generator, seed = Generator(knowledge, load_source()), student.room.store.state.through
    for identity in generator.pick("numbers", {}, seed=seed, most=10):
        item = generator.item(identity, seed)
        if isinstance(item, NumberQuestion):
            student.says(f"{item.value:.6f}", "3")
            assert student.rows[-1].about == identity
            assert student.rows[-1].verdict == "correct"
        else:
            student.says("?")
        student.says("next")
    assert len(student.rows) == 10


def test_a_plan_is_graded_by_the_engine(seat: Seat) -> None:
    """The model plan of a scenario is a right answer, and a thing that names nothing is none."""
    student = seat(choice("one"))
    knowledge = student.room.knowledge
    generator = Generator(knowledge, load_source())
    met = []
    for answer, verdict in (("", "correct"), ("bananas", "incorrect")):
        state = student.room.store.state
        times = {identity: seen.times for identity, seen in state.items.items()}
        student.says("scenarios")
        for identity in generator.pick("scenarios", times, seed=state.through, most=10):
            item = generator.item(identity, state.through)
            if isinstance(item, PlanQuestion):
                student.says(answer or item.references[0].split(":")[0], "2")
                assert student.rows[-1].verdict == verdict
                met.append(verdict)
                break
            student.says("?", "next")
        student.says("stop")
    assert met == ["correct", "incorrect"]


def test_a_grade_is_told_in_sentences(seat: Seat) -> None:
    """What the engine says of a plan stands in the feedback as it is, without the words for parts of an answer."""
    student = seat(choice("one"))
    knowledge = student.room.knowledge
    item = Generator(knowledge, load_source()).item("scenario-review-sentiment-plan", 0)
    assert isinstance(item, PlanQuestion)
    graded = mark(item, "two c5.xlarge on a real-time endpoint, on demand", knowledge)
    assert graded is not None
    marked = Marked("two c5.xlarge", graded.verdict, graded.score, graded)
    told = [line.text.strip() for line in feedback_lines(item, marked, None, knowledge, 200)]
    assert any("misses 100 ms by" in line for line in told)
    assert "● Understood: 2 × c5.xlarge, SageMaker real-time endpoint, On-demand." in told
    assert not any("The other way round" in line for line in told)
