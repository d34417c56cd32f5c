"""All that can be asked: the bank, and what is made when it is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from knowledge import Knowledge
from knowledge.errors import InputError
from quizzes.bank import load_bank
from quizzes.exam import decode_exam, encode_exam
from quizzes.exam_assembly import assemble_exam
from quizzes.generated import KINDS, ItemGenerator, load_source
from quizzes.item import Choice
from quizzes.item_supply import ItemSupply
from tests.case_tables import for_each
from tests.quizzes.sample_items import LIVE, bank, choice, plenty, supply


@pytest.fixture(scope="module")
def whole(knowledge: Knowledge, warm: Path) -> ItemSupply:
    """What comes with the package."""
    return ItemSupply(load_bank(knowledge, cache=warm), ItemGenerator(knowledge, load_source(cache=warm)))


def test_without_a_generator_there_is_the_bank_alone() -> None:
    """As in a small bank."""
    one = choice("one")
    assert dict(supply(one).askable_by_id) == {"one": one}
    assert supply(one).make_item("one", 3) is one
    with pytest.raises(InputError, match='the bank has no "two"'):
        supply(one).make_item("two", 3)


def test_made_items_stand_beside_written_ones(whole: ItemSupply) -> None:
    """By task, by entry and by set; what is picked there can be made."""
    assert len(whole.askable_by_id) == len(whole.bank.items) + len(whole.generated_by_id)
    for groups, name in ((whole.by_task, "3.1"), (whole.by_entry, "places/sagemaker-async"), (whole.confusables, "endpoint-types")):
        made = [one for one in groups[name] if one.id in whole.generated_by_id]
        assert made
        assert len(made) < len(groups[name])
        assert all(whole.make_item(one.id, 1) is not None for one in made[:5])


@for_each("kind", KINDS)
def test_a_sitting_tells_a_story_once(whole: ItemSupply, kind: str) -> None:
    """Of one scenario or template it takes the first that is given, and no more than were asked for."""
    several = [one for one in whole.generated_by_id.values() if one.kind == kind]
    stories = [whole.generated_by_id[item.id].origin for item in whole.make_items(several, seed=4, most=500)]
    assert len(set(stories)) == len(stories) > 10
    assert len(whole.make_items(several, seed=4, most=7)) == 7
    assert [item.id for item in whole.make_items(several, seed=4, most=1)] == [several[0].id]


def test_what_has_no_answer_today_is_left_out(whole: ItemSupply, monkeypatch: pytest.MonkeyPatch) -> None:
    """A newer catalogue may leave the engine without a choice; the next one takes its place."""
    several = list(whole.generated_by_id.values())
    plain = whole.make_item
    monkeypatch.setattr(whole, "make_item", lambda identity, seed: None if identity == several[0].id else plain(identity, seed))
    assert several[0].id not in {item.id for item in whole.make_items(several, seed=1, most=3)}
    assert len(whole.make_items(several, seed=1, most=3)) == 3


def test_numbers_change_with_the_seed(whole: ItemSupply) -> None:
    """So that a sum that comes again is another one; the same seed gives the same."""
    name = next(one.id for one in whole.generated_by_id.values() if one.kind == "numbers")
    stems = {item.stem for seed in range(6) if (item := whole.make_item(name, seed)) is not None}
    assert len(stems) > 2
    assert whole.make_item(name, 3) == whole.make_item(name, 3)


def test_an_exam_asks_scenarios_and_sums_in_its_form(whole: ItemSupply) -> None:
    """Of 65 questions some; choices in the scope of the exam, each story once, and never as many as the written ones."""
    for seed in range(5):
        exam = assemble_exam(whole, LIVE, seed=seed)
        made = [whole.generated_by_id[slot.item] for slot in exam.slots if slot.item in whole.generated_by_id]
        assert 0 < len(made) < len(exam.slots) / 4
        assert all(one.type == "choice" and LIVE.id in one.exams for one in made)
        assert len({one.origin for one in made}) == len(made)


def test_an_exam_that_was_left_has_its_sums_again(whole: ItemSupply) -> None:
    """The numbers of its seed, the order that was shown; the bank itself is as it was."""
    for seed in range(40):
        exam = decode_exam(encode_exam(assemble_exam(whole, LIVE, seed=seed, scope="compute")))
        made = [at for at, slot in enumerate(exam.slots) if slot.item.startswith("number-")]
        if made:
            break
    slot = exam.slots[made[0]]
    question = exam.question_at(whole.bank_for_exam(exam), made[0])
    assert isinstance(question, Choice)
    assert question == whole.make_item(slot.item, exam.seed)
    assert sorted(slot.order) == [0, 1, 2, 3]
    assert slot.item not in whole.bank.items


def test_an_exam_without_made_items_needs_no_generator() -> None:
    """The bank that it was put together from has all of it."""
    small = ItemSupply(plenty())
    exam = assemble_exam(small, LIVE, seed=1)
    assert dict(small.bank_for_exam(exam).items) == dict(small.bank.items)


def test_a_joined_bank_has_both() -> None:
    """Its blueprints and courses are those of the first."""
    one, two = choice("one"), choice("two")
    joined = bank(one).with_items({"two": two})
    assert dict(joined.items) == {"one": one, "two": two}
    assert joined.blueprints == bank().blueprints
    assert joined.course == bank().course


def test_a_session_asks_one_of_near_duplicates() -> None:
    """The first in the order of the session; items without twins all stay."""
    items = [choice("first", twins="pair"), choice("second", twins="pair"), choice("third")]
    small = supply(*items)
    assert [item.id for item in small.make_items(items, seed=1, most=9)] == ["first", "third"]
    assert [item.id for item in small.make_items(items[1:], seed=1, most=9)] == ["second", "third"]
