"""What two texts have in common."""

from __future__ import annotations

import pytest

from quizzes.grading.gist import Gist, gist_of, is_turned
from quizzes.grading.overlap import aligned, covered, is_lenient, is_passive_of, likeness


def _held(model: str, said: str, asked: str = "") -> dict[str, float]:
    """Each word of a model and how far an answer says it."""
    ours, theirs, question = gist_of(said), gist_of(model), gist_of(asked)
    found = aligned(ours.terms, theirs.terms, question.terms, passive=is_passive_of(ours, theirs), lenient=is_lenient(ours, theirs))
    return dict(zip((term.text for term in theirs.terms), found.of_model, strict=True))


@pytest.mark.parametrize(
    ("one", "other", "least", "most"),
    [
        ("vibrates", "vibrating", 1, 1),
        ("froze", "freezing", 1, 1),
        ("circuit", "circut", 0.9, 0.9),
        ("path", "pathway", 0.8, 0.9),
        ("dissolve", "evaporate", 0, 0),
        ("p4d", "p5d", 0, 0),
    ],
)
def test_words_are_alike_by_form_slip_and_meaning(one: str, other: str, least: float, most: float) -> None:
    """Forms of a word are one, a slip and a synonym nearly so, and names with digits are never slips of each other."""
    assert least <= likeness(one, other) <= most
    assert likeness(one, other) == likeness(other, one)


@pytest.mark.parametrize("said", ["not closed", "no longer closed", "open", "isn't closed", "a gap"])
def test_a_denied_word_is_its_opposite(said: str) -> None:
    """Not closed is open, and speaks against closed."""
    assert _held("open", said)["open"] > 0.9
    assert _held("closed", said)["closed"] == -1


@pytest.mark.parametrize(("said", "agrees"), [("not all the same", False), ("whether or not the same", True), ("no less the same", True)])
def test_a_denial_passes_over_words_of_quantity(said: str, agrees: bool) -> None:  # noqa: FBT001  # a case of a table
    """Not all the same is different; whether or not denies nothing."""
    assert (_held("same", said)["same"] > 0) is agrees


def test_a_denied_thing_may_be_said_of_a_need() -> None:
    """No light agrees with a need of light, not with light that is there."""
    assert _held("plants need light", "no light")["light"] > 0
    assert _held("plants get light", "no light")["light"] < 0


def test_one_word_does_not_say_two_things() -> None:
    """A gap is one half of separated by a gap."""
    held = _held("separated by the gap", "a gap")
    assert held["gap"] == 1
    assert 0 < held["separated"] < 0.5


def test_a_word_of_the_question_is_no_synonym_that_counts() -> None:
    """Who repeats the question's word has not found the model's."""
    assert _held("gap", "it is open", asked="Why does an open switch matter?")["gap"] < 0.5


def test_what_is_asked_weighs_less() -> None:
    """An answer that adds the one new word holds more of its model than one that repeats the others."""
    model, asked = gist_of("the wide pan has more surface"), gist_of("Why is the wide pan better?").terms

    def share(said: str) -> float:
        return covered(model.terms, tuple(_held("the wide pan has more surface", said).values()), asked)

    assert share("surface") > share("wide pan")


def test_sides_are_told_by_than() -> None:
    """A than B against B than A, and nothing without `than`."""

    def turned(one: str, other: str) -> bool:
        texts: list[Gist] = [gist_of(one), gist_of(other)]
        return is_turned(*texts)

    assert turned("wood is harder than clay", "clay is harder than wood")
    assert not turned("wood is harder than clay", "wood is much harder than clay")
    assert not turned("wood is harder", "clay is harder than wood")
