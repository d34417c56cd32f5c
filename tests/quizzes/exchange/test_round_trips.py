"""Out and in again: what comes back is what went, or a line says what does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from knowledge import Knowledge
from quizzes.bank import load_bank
from quizzes.exchange import FORMATS, Format
from quizzes.item import Item, Option
from tests.case_tables import for_each
from tests.depth import rounds
from tests.quizzes import sample_items
from tests.quizzes.exchange.exchange_items import AWKWARD, PAIRWISE, any_text, back, exported, items, kept_text, lost, matchings, pickings


@pytest.fixture(scope="module")
def every(knowledge: Knowledge, warm: Path) -> list[Item]:
    """Give all items of the packaged bank."""
    return list(load_bank(knowledge, cache=warm).items.values())


def fits(text: str) -> list[Item]:
    """Give a choice, a response and a matching that say `text` wherever they say something."""
    options = tuple(Option(text=text, why=text, right=index == 1) for index in range(4))
    both = tuple(Option(text=text, why=text, right=index in (0, 2)) for index in range(5))
    pair = sample_items.matching().pairs[0]
    pairs = tuple(type(pair)(prompt=f"{number} {text}", answer=text, why=text) for number in range(3))
    said: dict[str, Any] = {"stem": text, "principle": text, "hints": (text,)}
    return [
        sample_items.choice(options=options, **said),
        sample_items.response(options=both, **said),
        sample_items.matching(pairs=pairs, extra=(text,), **said),
    ]


@for_each("form", FORMATS)
def test_the_whole_bank_comes_back(form: Format, every: list[Item], knowledge: Knowledge) -> None:
    """Items of every type, in every format, without a difference: every fifth item, in a long run all."""
    asked = every[:: rounds(quick=5, long=1)]
    assert {item.type for item in asked} == {item.type for item in every}
    found = exported(form, asked, knowledge)
    assert back(form, found.data, knowledge) == asked
    assert not list(lost(found))


@for_each("text", AWKWARD)
@for_each("form", FORMATS)
def test_signs_of_a_format_stay_text(form: Format, text: str, knowledge: Knowledge) -> None:
    """What a format gives a meaning is escaped on the way out and itself on the way in."""
    asked = fits(text)
    assert back(form, exported(form, asked, knowledge).data, knowledge) == asked


@for_each("text", PAIRWISE)
@for_each("form", FORMATS)
def test_what_cannot_come_back_is_named(form: Format, text: str, knowledge: Knowledge) -> None:
    """Item and field of each loss; where none is named, nothing was lost."""
    asked = fits(text)
    found = exported(form, asked, knowledge)
    named = {line.split()[1].split(".")[0] for line in lost(found)}
    same = {item.id for item, read in zip(asked, back(form, found.data, knowledge), strict=True) if item == read}
    assert named == {item.id for item in asked} - same


@given(items(any_text))
@settings(max_examples=rounds(quick=20, long=3_000), deadline=None)
def test_json_loses_nothing_of_any_item(knowledge: Knowledge, item: Item) -> None:
    """Any text in any field of any type."""
    assert back("json", exported("json", [item], knowledge).data, knowledge) == [item]


@for_each("form", ["gift", "csv"])
@given(item=pickings(kept_text) | matchings(kept_text))
@settings(max_examples=rounds(quick=20, long=2_000), deadline=None)
def test_what_gift_and_csv_can_hold_comes_back(form: Format, knowledge: Knowledge, item: Item) -> None:
    """Stem, options, key and feedback of choices, responses and matchings."""
    assert back(form, exported(form, [item], knowledge).data, knowledge) == [item]


@for_each("form", FORMATS)
@given(item=items(any_text))
@settings(max_examples=rounds(quick=10, long=1_000), deadline=None)
def test_nothing_is_lost_silently(form: Format, knowledge: Knowledge, item: Item) -> None:
    """Either the same item comes back, or a line names the field; no text makes a reader or writer fail."""
    found = exported(form, [item], knowledge)
    if not list(lost(found)):
        assert back(form, found.data, knowledge) == [item]


def test_the_same_items_make_the_same_bytes(every: list[Item], knowledge: Knowledge) -> None:
    """An export has no clock of its own and no chance in it."""
    for form in FORMATS:
        assert exported(form, every[:8], knowledge).data == exported(form, every[:8], knowledge).data
