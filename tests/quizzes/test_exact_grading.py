"""Marking by the key: what counts, what is told of each element, and what is no answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.errors import InputError
from quizzes.answers import OPEN, Picked, read_answer
from quizzes.display_order import LETTERS, Order, element_texts, lettered_elements, shuffle_elements, written_order
from quizzes.exact_grading import grade_item, grade_question
from quizzes.item import Choice, Item, KeyedQuestion, Matching, Option, Ordering, Response
from tests.case_tables import for_each, read_table
from tests.quizzes.keys import key_of
from tests.quizzes.sample_items import case, choice, choices, exact, matching, matchings, ordering, orderings, response, responses, typed

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("exact_grading_cases.yaml"))

seeds = st.integers(0, 10_000)


def letters(picked: Picked, order: Order) -> list[str]:
    """Write an answer as somebody who sees the question in `order` does."""
    return [LETTERS[order.index(index)] for index in picked]


@given(exact, seeds)
def test_the_key_is_correct_in_whatever_order_it_is_shown(question: KeyedQuestion, seed: int) -> None:
    """Letters refer to the order as shown, and every element of the key is found."""
    order = shuffle_elements(question, seed, "any")
    result = grade_question(question, read_answer(question, letters(key_of(question), order), order), order)
    assert (result.verdict, result.score) == ("correct", 1)
    assert result.found
    assert result.missing == result.contradicted == ()


@given(choices(), seeds, st.integers(0, 3))
def test_a_choice_is_right_or_wrong_and_says_why_of_every_option(question: Choice, seed: int, pick: int) -> None:
    """All or nothing; a wrong pick shows the key as missing."""
    order = shuffle_elements(question, seed, "any")
    result = grade_item(question, LETTERS[pick], [order])
    option = question.options[order[pick]]
    assert (result.verdict == "correct") == option.right
    assert result.score in (0, 1)
    assert result.contradicted == (() if option.right else (option.text,))
    assert {element.why for element in result.elements} == {one.why for one in question.options}
    assert [element.label for element in result.elements] == list("abcd")


@given(responses(), st.sets(st.integers(0, 5), min_size=1))
def test_a_response_counts_only_where_exactly_the_right_options_are_picked(question: Response, picked: set[int]) -> None:
    """Anything else is at most partly right, and found and missing divide the key."""
    picked = {index for index in picked if index < len(question.options)}
    if not picked:
        return
    result = grade_item(question, [LETTERS[index] for index in picked])
    key = {option.text for option in question.options if option.right}
    assert (result.verdict == "correct") == (picked == set(key_of(question)))
    assert (result.score == 1) == (result.verdict == "correct")
    assert set(result.found) | set(result.missing) == key
    assert not set(result.found) & set(result.missing)
    assert set(result.contradicted) == {question.options[index].text for index in picked} - key


@given(orderings.flatmap(lambda item: st.tuples(st.just(item), st.permutations(written_order(item)))))
def test_an_ordering_counts_only_in_its_right_order_and_tells_which_steps_are_in_place(drawn: tuple[Ordering, list[int]]) -> None:
    """The score is the share of steps in their place."""
    question, given_order = drawn
    result = grade_item(question, [LETTERS[index] for index in given_order])
    in_place = [index for index, place in enumerate(given_order) if index == place]
    assert result.score == len(in_place) / len(given_order)
    assert (result.verdict == "correct") == (len(in_place) == len(given_order))
    assert [element.mark for element in result.elements] == ["right" if i in in_place else "wrong" for i in range(len(given_order))]


@given(orderings, seeds)
def test_steps_are_never_shown_in_their_right_order(question: Ordering, seed: int) -> None:
    """An order that gives the answer away asks nothing."""
    assert shuffle_elements(question, seed, "any") != written_order(question)


@given(matchings(), st.data())
def test_a_matching_marks_each_prompt_and_counts_only_as_a_whole(question: Matching, data: st.DataObject) -> None:
    """A prompt that was left out is missing, one that got another answer contradicts."""
    count = len(question.answers)
    picks = data.draw(st.lists(st.integers(OPEN, count - 1), min_size=len(question.pairs), max_size=len(question.pairs)))
    answer = {str(number): LETTERS[pick] for number, pick in enumerate(picks, 1) if pick != OPEN}
    if not answer:
        return
    result = grade_item(question, answer)
    right = [pick != OPEN and question.answers[pick] == pair.answer for pick, pair in zip(picks, question.pairs, strict=True)]
    assert [element.mark == "right" for element in result.elements] == right
    assert (result.verdict == "correct") == all(right)
    assert len(result.missing) == picks.count(OPEN)
    assert len(result.found) + len(result.missing) + len(result.contradicted) == len(question.pairs)


@given(exact, seeds)
def test_shuffling_loses_no_element_and_is_the_same_for_the_same_seed(question: KeyedQuestion, seed: int) -> None:
    """A permutation, decided by seed and name alone."""
    order = shuffle_elements(question, seed, "any")
    assert sorted(order) == list(written_order(question))
    assert order == shuffle_elements(question, seed, "any")
    assert sorted(text for _, text in lettered_elements(question, order)) == sorted(element_texts(question))


def test_another_seed_or_name_deals_another_order() -> None:
    """Over forty seeds, and over forty names, every option comes first at some time."""
    question = choice()
    assert {shuffle_elements(question, seed, "x")[0] for seed in range(40)} == {0, 1, 2, 3}
    assert {shuffle_elements(question, 1, str(name))[0] for name in range(40)} == {0, 1, 2, 3}


@for_each("answer", ["b", "B", " b ", "b)", "(b)", "2", 2, "option number 1", "Option  number 1.", ["b"]])
def test_one_option_can_be_named_in_many_ways(answer: object) -> None:
    """By letter, by number, by its words."""
    assert read_answer(choice(), answer) == (1,)


def test_the_words_of_an_option_win_over_a_number() -> None:
    """Of four counts, "2" means the count, not the second option."""
    counts = tuple(Option(text=text, why="because", right=text == "2") for text in ("1", "2", "4", "8"))
    assert read_answer(choice(options=tuple(reversed(counts))), "2") == (2,)


@for_each("answer", ["a c", "ac", "A, C", "a and c", "c;a", ["a", "c"], [1, 3], "1 3", ["option number 0", "c"], "(a), (c)"])
def test_several_options_can_be_named_in_many_ways(answer: object) -> None:
    """The order of a response does not matter."""
    assert read_answer(response(), answer) == (0, 2)


@for_each("answer", ["c a d b", "cadb", "c > a > d > b", "c -> a → d, b", ["c", "a", "d", "b"], "3 1 4 2", "c then a then d then b"])
def test_an_order_can_be_given_in_many_ways(answer: object) -> None:
    """The order of steps matters."""
    assert read_answer(ordering(), answer) == (2, 0, 3, 1)


@for_each(
    "answer",
    ["1b 2a 3c", "1=b, 2=a; 3=c", "1: B\n2: A\n3: C", "b a c", ["b", "a", "c"], {"1": "b", "2": "a", "3": "c"},
     {"prompt number 0": "green", "prompt number 1": "red", "3": "blue"}, {1: "b", 2: "a", 3: "c"}, "1->b 2->a 3->c"],
)  # fmt: skip
def test_a_matching_can_be_given_in_many_ways(answer: object) -> None:
    """By number or words of the prompt, by letter or words of the answer."""
    assert read_answer(matching(), answer) == (1, 0, 2)


@for_each(
    ("question", "answer", "message"),
    [
        (choice(), "e", 'answer: "e" is none of its options; give one letter from a to d.'),
        (choice(), "", "answer: it is empty; give one letter from a to d."),
        (choice(), ["a", "b"], "answer: 2 options are given, and one is asked for; give one letter from a to d."),
        (
            choice(),
            "option numer 3",
            'answer: "option numer 3" is none of its options; give one letter from a to d. Did you mean option number 3?',
        ),
        (choice(), {"a": 1}, "answer: \"{'a': 1}\" is no letter; give one letter from a to d."),
        (choice(), True, 'answer: "True" is no letter; give one letter from a to d.'),
        (response(), [], "answer: it is empty; give letters from a to e, such as a c."),
        (response(), "a a", 'answer: "option number 0" stands in it twice; give letters from a to e, such as a c.'),
        (ordering(), "a b c", "answer: 3 of 4 steps are given; give each letter from a to d once, in order."),
        (
            matching(),
            "a b",
            'answer: "a b" does not give each of the 3 prompts one; give a letter from a to c for each prompt, such as 1b 2a.',
        ),
        (matching(), {"4": "a"}, 'answer: there is no prompt "4". They are numbered from 1 to 3.'),
        (matching(), "1a 1b", "answer: prompt 1 is answered twice; give a letter from a to c for each prompt, such as 1b 2a."),
        (matching(), {}, "answer: it is empty; give a letter from a to c for each prompt, such as 1b 2a."),
    ],
)
def test_what_is_no_answer_gets_one_line_that_says_what_one_looks_like(question: KeyedQuestion, answer: object, message: str) -> None:
    """The value, and the form that is accepted."""
    with pytest.raises(InputError) as caught:
        read_answer(question, answer)
    assert str(caught.value) == message


plain_data = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda children: st.lists(children, max_size=6) | st.dictionaries(st.text(max_size=4), children, max_size=6),
    max_leaves=12,
)


@given(st.sampled_from([choice(), response(), ordering(), matching(), case()]), plain_data)
def test_any_data_is_an_answer_or_one_line(question: Item, answer: object) -> None:
    """Nothing else is raised, whatever comes."""
    try:
        result = grade_item(question, answer)
    except InputError as error:
        lines = str(error).splitlines()
    else:
        lines = [result.verdict]
        assert 0 <= result.score <= 1
    assert len(lines) == 1


@for_each("question", [choice(), response(), ordering(), matching(), case()])
def test_not_knowing_is_wrong_and_shows_the_whole_key(question: Item) -> None:
    """Nothing found, nothing contradicted."""
    result = grade_item(question, None)
    assert (result.verdict, result.score, result.found, result.contradicted) == ("incorrect", 0, (), ())
    assert result.missing


@for_each(("answer", "verdict", "parts"), CASES["each_question_of_a_case_is_marked_on_its_own"])
def test_each_question_of_a_case_is_marked_on_its_own(answer: object, verdict: str, parts: list[str]) -> None:
    """The case as a whole is correct where all of them are."""
    result = grade_item(case(), answer)
    assert result.verdict == verdict
    assert [part.verdict for part in result.parts] == parts
    assert result.score == pytest.approx(sum(part.score for part in result.parts) / 2)


@for_each(
    ("answer", "message"),
    [
        ("b", "answer: a case with 2 questions takes 2 answers; give a list, a map, or a text such as b; a c."),
        ({"3": "b"}, 'answer: the case has no question "3"; its questions are numbered from 1 to 2.'),
        (["b", "z"], 'question 2: answer: "z" is none of its options; give letters from a to e, such as a c.'),
    ],
)
def test_a_wrong_answer_to_a_case_names_the_question(answer: object, message: str) -> None:
    """One line, like every other mistake."""
    with pytest.raises(InputError) as caught:
        grade_item(case(), answer)
    assert str(caught.value) == message


def test_a_typed_item_is_not_marked_by_a_key() -> None:
    """Its answer is in words."""
    with pytest.raises(InputError, match="answered in words"):
        grade_item(typed(), "because")


def test_a_long_answer_is_refused_in_a_short_line() -> None:
    """A hundred thousand characters are shown as sixty."""
    with pytest.raises(InputError) as caught:
        grade_item(choice(), "x[/]\u202e" * 20_000)
    assert len(str(caught.value)) < 200
    assert "\u202e" not in str(caught.value)
