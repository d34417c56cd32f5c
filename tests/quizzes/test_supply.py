"""All that can be asked: the bank, and what is made when it is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.assembly import assemble
from quizzes.bank import load_bank
from quizzes.exam import from_json, to_json
from quizzes.generated import KINDS, Generator, load_source
from quizzes.item import Choice
from quizzes.supply import Supply
from tests.quizzes.small import LIVE, bank, choice, plenty, supply


@pytest.fixture(scope="module")
def whole(knowledge: Knowledge, warm: Path) -> Supply:
    """What comes with the package."""
    return Supply(load_bank(knowledge, cache=warm), Generator(knowledge, load_source(cache=warm)))


def test_without_a_generator_there_is_the_bank_alone() -> None:
    """As in a small bank."""
    one = choice("one")
    assert dict(supply(one).every) == {"one": one}
    assert supply(one).item("one", 3) is one
    with pytest.raises(InputError, match='the bank has no "two"'):
        supply(one).item("two", 3)


def test_made_items_stand_beside_written_ones(whole: Supply) -> None:
    """By task, by entry and by set; what is picked there can be made."""
    assert len(whole.every) == len(whole.bank.items) + len(whole.listed)
    for groups, name in ((whole.by_task, "3.1"), (whole.by_entry, "places/sagemaker-async"), (whole.confusables, "endpoint-types")):
        made = [one for one in groups[name] if one.id in whole.listed]
        assert made
        assert len(made) < len(groups[name])
        assert all(whole.item(one.id, 1) is not None for one in made[:5])


@pytest.mark.parametrize("kind", KINDS)
def test_a_sitting_tells_a_story_once(whole: Supply, kind: str) -> None:
    """Of one scenario or template it takes the first that is given, and no more than were asked for."""
    several = [one for one in whole.listed.values() if one.kind == kind]
    stories = [whole.listed[item.id].origin for item in whole.items(several, seed=4, most=500)]
    assert len(set(stories)) == len(stories) > 10
    assert len(whole.items(several, seed=4, most=7)) == 7
    assert [item.id for item in whole.items(several, seed=4, most=1)] == [several[0].id]


def test_what_has_no_answer_today_is_left_out(whole: Supply, monkeypatch: pytest.MonkeyPatch) -> None:
    """A newer catalogue may leave the engine without a choice; the next one takes its place."""
    several = list(whole.listed.values())
    plain = whole.item
    monkeypatch.setattr(whole, "item", lambda identity, seed: None if identity == several[0].id else plain(identity, seed))
    assert several[0].id not in {item.id for item in whole.items(several, seed=1, most=3)}
    assert len(whole.items(several, seed=1, most=3)) == 3


def test_numbers_change_with_the_seed(whole: Supply) -> None:
    """So that a sum that comes again is another one; the same seed gives the same."""
    name = next(one.id for one in whole.listed.values() if one.kind == "numbers")
    stems = {item.stem for seed in range(6) if (item := whole.item(name, seed)) is not None}
    assert len(stems) > 2
    assert whole.item(name, 3) == whole.item(name, 3)


def test_an_exam_asks_scenarios_and_sums_in_its_form(whole: Supply) -> None:
    """Of 65 questions some; choices in the scope of the exam, each story once, and never as many as the written ones."""
    for seed in range(5):
        exam = assemble(whole, LIVE, seed=seed)
        made = [whole.listed[slot.item] for slot in exam.slots if slot.item in whole.listed]
        assert 0 < len(made) < len(exam.slots) / 4
        assert all(one.type == "choice" and LIVE.id in one.exams for one in made)
        assert len({one.origin for one in made}) == len(made)


def test_an_exam_that_was_left_has_its_sums_again(whole: Supply) -> None:
    """The numbers of its seed, the order that was shown; the bank itself is as it was."""
    for seed in range(40):
        exam = from_json(to_json(assemble(whole, LIVE, seed=seed, scope="compute")))
        made = [at for at, slot in enumerate(exam.slots) if slot.item.startswith("number-")]
        if made:
            break
    slot = exam.slots[made[0]]
    question = exam.question(whole.bank_of(exam), made[0])
    assert isinstance(question, Choice)
    assert question == whole.item(slot.item, exam.seed)
    assert sorted(slot.order) == [0, 1, 2, 3]
    assert slot.item not in whole.bank.items


def test_an_exam_without_made_items_needs_no_generator() -> None:
    """The bank that it was put together from has all of it."""
    small = Supply(plenty())
    exam = assemble(small, LIVE, seed=1)
    assert dict(small.bank_of(exam).items) == dict(small.bank.items)


def test_a_joined_bank_has_both() -> None:
    """Its blueprints and courses are those of the first."""
    one, two = choice("one"), choice("two")
    joined = bank(one).joined({"two": two})
    assert dict(joined.items) == {"one": one, "two": two}
    assert joined.blueprints == bank().blueprints
    assert joined.course == bank().course
