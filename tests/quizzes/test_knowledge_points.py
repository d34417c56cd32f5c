"""Which knowledge points an answer moves."""

from __future__ import annotations

import msgspec

from quizzes.item import ChoiceQuestion, Option, ResponseQuestion
from quizzes.knowledge_points import points_tested
from quizzes.learning_state import rebuild_state
from quizzes.practice_log import Verdict, answer_row
from tests.case_tables import for_each
from tests.quizzes.practice_rows import at, numbered
from tests.quizzes.sample_items import case, choice, options, ordering, typed

PLACES = ("places/sagemaker-serverless", "places/lambda", "places/ecs", "places/eks")
SCENE = choice(stands_on=PLACES, options=tuple(Option(text=name, why="reason", right=not at, about=name) for at, name in enumerate(PLACES)))
OWN = case(
    stands_on=("places/ecs", "purchases/spot", "glossary/fargate"),
    questions=(
        ChoiceQuestion(stem="Where?", options=options(4, 0), stands_on=("places/ecs", "glossary/fargate")),
        ResponseQuestion(stem="How is it paid for?", options=options(5, 0, 1), stands_on=("purchases/spot", "glossary/fargate")),
    ),
)


@for_each(
    ("picked", "right", "moved"),
    [
        ((0,), True, PLACES),
        ((1,), False, PLACES[:2]),
        ((3,), False, (PLACES[0], PLACES[3])),
        ((), False, PLACES[:1]),
    ],
)
def test_a_wrong_pick_says_nothing_against_what_was_rightly_left(picked: tuple[int, ...], right: bool, moved: tuple[str, ...]) -> None:  # noqa: FBT001  # a row of the table
    """Of a scenario, whose options are entries of the base: the key and what was taken for it; a right answer knew them all."""
    assert points_tested(SCENE, None, picked, right=right) == moved


def test_other_items_move_all_their_points() -> None:
    """Their options stand for nothing alone."""
    for item in (choice(), ordering(), typed()):
        assert points_tested(item, None, (), right=False) == points_tested(item, None, (), right=True) == item.stands_on


def test_a_question_of_a_case_moves_the_points_it_asks_for() -> None:
    """All of the case's, where it names none of its own."""
    assert points_tested(OWN, 0, (), right=False) == ("places/ecs", "glossary/fargate")
    assert points_tested(OWN, 1, (), right=True) == ("purchases/spot", "glossary/fargate")
    assert points_tested(case(), 1, (), right=True) == case().stands_on


def test_a_case_is_reviewed_question_by_question() -> None:
    """What one question asks is driven by it alone; what two ask by the first of them, and a wrong second brings it back today."""
    answers: list[tuple[int, Verdict]] = [(0, "correct"), (1, "incorrect")]
    rows = [
        answer_row(
            OWN,
            time=at(minutes=part),
            verdict=verdict,
            answer=[0],
            mode="review",
            part=part,
            points=points_tested(OWN, part, (), right=not part),
        )
        for part, verdict in answers
    ]
    state = rebuild_state(numbered(rows))
    ecs, spot, fargate = (state.cards[point] for point in OWN.stands_on)
    assert (ecs.streak, ecs.is_pending) == (1, False)
    assert (spot.streak, spot.is_pending) == (0, True)
    assert (fargate.streak, fargate.is_pending) == (1, True)
    assert fargate.memory == ecs.memory
    seen = state.items[OWN.id]
    assert (seen.times, seen.was_right) == (1, False)


def test_an_item_that_is_worded_anew_is_another_content() -> None:
    """Points of a question are a part of what was asked."""
    plain = msgspec.structs.replace(OWN, questions=case().questions)
    rows = [answer_row(item, time=at(), verdict="correct", answer=[0], mode="learn", part=0) for item in (OWN, plain)]
    assert rows[0].content != rows[1].content
