"""GIFT as Moodle would take it, and GIFT as Moodle and people write it."""

from __future__ import annotations

import pytest

from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.exchange import CheckedDraft, import_items
from quizzes.item import Case, Choice, ChoiceQuestion, Item, Matching, Option, Ordering, Pair, Response, ResponseQuestion, Typed
from tests.case_tables import for_each
from tests.quizzes import sample_items
from tests.quizzes.exchange.exchange_items import AWKWARD, exported
from tests.quizzes.exchange.moodle_text import MOODLE, MoodleQuestion, parse_as_moodle


def import_gift(text: str, knowledge: Knowledge) -> tuple[dict[str, CheckedDraft], tuple[str, ...]]:
    """Read GIFT of others."""
    found, notes = import_items("gift", text.encode(), "file", knowledge)
    return {one.draft.id: one for one in found}, notes


def as_moodle(item: Item, knowledge: Knowledge) -> list[MoodleQuestion]:
    """Export one item and look at it with other eyes."""
    return parse_as_moodle(exported("gift", [item], knowledge).data.decode())


@for_each("text", AWKWARD)
def test_moodle_sees_stem_options_key_and_feedback(text: str, knowledge: Knowledge) -> None:
    """The one right option has all marks, the wrong ones none; every text reads as it was meant."""
    options = tuple(Option(text=text, why=text, right=index == 2) for index in range(4))
    (found,) = as_moodle(sample_items.choice(stem=text, options=options), knowledge)
    assert (found.text, found.kind) == (text, "one")
    assert found.answers == [(text, float(index == 2), text) for index in range(4)]


@for_each("text", AWKWARD)
def test_moodle_sees_prompts_and_answers(text: str, knowledge: Knowledge) -> None:
    """Prompts may name a format and answers may not; both read as they were meant."""
    pairs = tuple(Pair(prompt=f"{text}{number}", answer=text, why=text) for number in range(3))
    (found,) = as_moodle(sample_items.matching(pairs=pairs, extra=()), knowledge)
    assert found.answers == [(pair.prompt, 1.0, text) for pair in pairs]


def test_moodle_gives_a_response_full_marks_for_all_right_options_and_none_for_a_wrong_one(knowledge: Knowledge) -> None:
    """The shares of the right ones sum to all; one wrong option takes as much."""
    (found,) = as_moodle(sample_items.response(options=sample_items.options(6, 0, 2, 4)), knowledge)
    assert found.kind == "several"
    assert sum(share for _, share, _ in found.answers if share > 0) == pytest.approx(1)
    assert {share for _, share, _ in found.answers if share <= 0} == {-1}


def test_moodle_sees_a_matching_with_answers_to_spare(knowledge: Knowledge) -> None:
    """An answer without a prompt belongs to none."""
    item = sample_items.matching()
    (found,) = as_moodle(item, knowledge)
    assert found.kind == "match"
    assert found.answers == [*((pair.prompt, 1.0, pair.answer) for pair in item.pairs), ("", 1.0, "blue")]
    assert all(pair.why in found.feedback for pair in item.pairs)


def test_moodle_sees_an_ordering_as_places_with_steps(knowledge: Knowledge) -> None:
    """The first place with the first step, and so on; reasons stand in the feedback."""
    item = sample_items.ordering()
    (found,) = as_moodle(item, knowledge)
    assert found.answers == [(f"Place {number}", 1.0, step.text) for number, step in enumerate(item.steps, 1)]
    assert all(step.why in found.feedback for step in item.steps)


def test_moodle_sees_a_case_as_questions_with_the_scenario_in_front(knowledge: Knowledge) -> None:
    """As many questions as the case has, each of its own kind."""
    item = sample_items.case(stem="A scenario.")
    found = as_moodle(item, knowledge)
    assert [one.kind for one in found] == ["one", "several"]
    assert [one.text for one in found] == [f"A scenario.\n\n({number}/2) {one.stem}" for number, one in enumerate(item.questions, 1)]


def test_moodle_sees_a_typed_item_as_an_essay(knowledge: Knowledge) -> None:
    """The model answer is its feedback."""
    (found,) = as_moodle(sample_items.typed(references=("Because.", "Since.")), knowledge)
    assert (found.kind, found.answers) == ("essay", [])
    assert "Model answer: Because.\n\nModel answer: Since.\n\nPrinciple: " in found.feedback


def test_every_type_says_what_gift_changes(knowledge: Knowledge) -> None:
    """A line for each of them, none for what stays as it is."""
    said = {
        make: " ".join(exported("gift", [make()], knowledge).limits)
        for make in (sample_items.choice, sample_items.ordering, sample_items.case, sample_items.typed)
    }
    assert "matchings of places" in said[sample_items.ordering]
    assert "separate questions (2)" in said[sample_items.case]
    assert "essays" in said[sample_items.typed]
    assert said[sample_items.choice].count("gift:") == 1


def test_gift_of_moodle_is_read(knowledge: Knowledge) -> None:
    """Each kind of question that Moodle has becomes the nearest type, with what it says."""
    found, _ = import_gift(MOODLE, knowledge)
    fields = {name: one.draft.fields for name, one in found.items()}
    assert fields["q1"]["options"] == [{"text": "True", "right": True}, {"text": "False"}]
    assert fields["q1-2"]["options"] == [{"text": "True", "why": "It does not."}, {"text": "False", "right": True, "why": "Well seen."}]
    assert fields["q2"]["options"] == [
        {"text": "yellow", "right": True, "why": "right; good!"},
        {"text": "red", "why": "wrong, it's yellow"},
        {"text": "blue"},
    ]
    assert fields["q3"] == {"stem": "Two plus _____ equals four.", "type": "typed", "references": ["two", "2"]}
    assert fields["q4"]["pairs"] == [{"prompt": "cat", "answer": "cat food"}, {"prompt": "dog", "answer": "dog food"}]
    assert fields["q4"]["extra"] == ["hay"]
    number = fields["what-is-a-number-from-1-to-5"]
    assert number == {"stem": "What is a number from 1 to 5?\nSay <one>.", "type": "typed", "references": ["3 ± 2"]}
    assert fields["essay"]["references"] == ["Well, thanks."]
    both = fields["what-two-people-are-entombed"]
    assert (both["type"], both["principle"]) == ("response", "History helps.")
    assert [option.get("right", False) for option in both["options"]] == [False, True, True]


def test_what_gift_of_moodle_says_beyond_items_is_named(knowledge: Knowledge) -> None:
    """Category, part marks, images and descriptions, each with its line."""
    _, notes = import_gift(MOODLE, knowledge)
    assert [note.split(":")[0] for note in notes] == ["line 2", "line 8", "line 15", "line 19"]
    assert ['"tom/dick/harry"' in notes[0], "50 %" in notes[1], "a.png" in notes[2], "description" in notes[3]] == [True] * 4


def test_what_foreign_gift_lacks_is_listed(knowledge: Knowledge) -> None:
    """By field, so that an author knows what to write."""
    found, _ = import_gift("Is it so?{=a#because ~b ~c ~d}", knowledge)
    (one,) = found.values()
    assert one.item is None
    assert one.missing_fields == (
        "exams", "task", "difficulty", "stands_on", "principle", "sources", "options.1.why", "options.2.why", "options.3.why",
    )  # fmt: skip


@for_each(
    ("text", "message"),
    [
        ("Q {=a ~b\n\nR {=a ~b}", "file:1: answers: no } ends the answers"),
        ("Fine {=a ~b}\n\n// x\nQ =a ~b}", "file:4: answers: no { begins the answers"),
        ("Q {=a ~b} {=c}", "file:1: answers: more than one pair of braces"),
        ("\n\n::Q {=a ~b}", 'file:3: title: no :: ends the title "Q {=a ~b}"'),
        ("Q {=a -> b =c}", 'file:1: pairs: no -> follows "c"'),
        (f"Q {{{'=a ~b' * 60}}}", "file:1: answers: 120 answers; a question has at most 100."),
        ("Q {=%50%a}", "file:1: references: no answer is fully right"),
        ("// sizewise {\nQ {=a ~b}", "file:1: comment: what stands behind // sizewise is not what an export writes"),
        ("Only a description.", "file: no question was found"),
        ("Q {=a ~b}\n\n\x00", "file:3: this is binary data"),
    ],
)
def test_gift_that_cannot_be_read_is_told_by_its_line(text: str, message: str, knowledge: Knowledge) -> None:
    """One line: file, line, field."""
    with pytest.raises(InputError) as caught:
        import_gift(text, knowledge)
    assert str(caught.value).startswith(message)
    assert len(str(caught.value).splitlines()) == 1


def test_an_edited_export_keeps_the_edit(knowledge: Knowledge) -> None:
    """What the question says wins; the comment only adds what the question cannot say."""
    text = exported("gift", [sample_items.choice()], knowledge).data.decode().replace("option number 1", "another option")
    found, _ = import_gift(text, knowledge)
    item = found["a-choice"].item
    assert isinstance(item, Choice)
    assert item.options[1].text == "another option"


def test_types_are_told_from_one_another_by_the_comment(knowledge: Knowledge) -> None:
    """An ordering is no matching, a response with one right option no choice, and a case one item."""
    one_right = sample_items.response(options=sample_items.options(5, 3))
    asked: list[Item] = [
        sample_items.choice(),
        one_right,
        sample_items.ordering(),
        sample_items.matching(),
        sample_items.case(),
        sample_items.typed(),
    ]
    found, _ = import_gift(exported("gift", asked, knowledge).data.decode(), knowledge)
    items = [one.item for one in found.values()]
    assert [type(item) for item in items] == [Choice, Response, Ordering, Matching, Case, Typed]
    case = items[4]
    assert isinstance(case, Case)
    assert [type(question) for question in case.questions] == [ChoiceQuestion, ResponseQuestion]
