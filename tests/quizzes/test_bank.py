"""The bank: the compiled cache, what items stand on, and what happens when that changes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from knowledge import Knowledge
from knowledge.compiled_cache import PoisonedCacheError
from knowledge.errors import InputError, KnowledgeError
from quizzes.bank import load_bank, packaged_data
from quizzes.fingerprints import (
    FILE,
    confirm_items,
    current_fingerprints,
    entry_fingerprint,
    read_fingerprints,
    unconfirmed_items,
    write_fingerprints,
)
from quizzes.item import Item
from quizzes.item_dependencies import KNOWLEDGE_KINDS, entries_of, find_dangling_references
from tests.case_tables import for_each, read_table
from tests.fresh_interpreter import loaded_by
from tests.quizzes.sample_items import bank, case, choice, ordering, typed
from tests.quizzes.yaml_items import EVERY

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("bank_cases.yaml"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Make a folder with one bank and the packaged blueprints."""
    folder = tmp_path / "data"
    shutil.copytree(packaged_data() / "blueprints", folder / "blueprints")
    (folder / "banks").mkdir()
    (folder / "banks" / "topic.yaml").write_text(EVERY, encoding="utf-8")
    return folder


def with_entry(knowledge: Knowledge, kind: str, identity: str, **changes: object) -> Knowledge:
    """Give a base in which one entry differs."""
    entries: Mapping[str, Any] = entries_of(kind, knowledge)
    other = {**entries, identity: msgspec.structs.replace(entries[identity], **changes)}
    name = "catalog.instances" if kind == "instances" else kind
    return Knowledge(lambda section, cls: other if section == name else knowledge.decode(section, cls))


def test_the_bank_from_the_cache_is_the_bank_from_yaml(data: Path, tmp_path: Path, knowledge: Knowledge) -> None:
    """Twice the same; the second time no YAML is read."""
    first = load_bank(knowledge, data=data, cache=tmp_path)
    status = [(path, path.stat().st_mtime_ns, path.stat().st_size) for path in (data / "banks").iterdir()]
    for path, time, size in status:
        path.write_bytes(b"#" * size)  # nobody looks inside while name, size and time are the same
        os.utime(path, ns=(time, time))
    second = load_bank(knowledge, data=data, cache=tmp_path)
    assert first.items == second.items
    assert first.blueprints == second.blueprints
    assert len(first.items) == 6


def test_a_changed_bank_is_read_again(data: Path, tmp_path: Path, knowledge: Knowledge) -> None:
    """The content decides."""
    load_bank(knowledge, data=data, cache=tmp_path)
    path = data / "banks" / "topic.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("Which of these fits?", "Which fits?"), encoding="utf-8")
    assert load_bank(knowledge, data=data, cache=tmp_path).items["a-typed"].stem == "Which fits?"


def test_a_changed_cache_is_refused(data: Path, tmp_path: Path, knowledge: Knowledge) -> None:
    """Nothing that Sizewise did not write is read."""
    load_bank(knowledge, data=data, cache=tmp_path)
    path = next(tmp_path.glob("quizzes-*.cache"))
    path.write_bytes(path.read_bytes().replace(b"Which of these fits?", b"Which of these lies?"))
    with pytest.raises(PoisonedCacheError):
        load_bank(knowledge, data=data, cache=tmp_path)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    CASES["a_bank_with_a_mistake_does_not_load"],
)
def test_a_bank_with_a_mistake_does_not_load(
    data: Path, tmp_path: Path, knowledge: Knowledge, *, before: str, after: str, message: str
) -> None:
    """One line for each, with the nearest valid value."""
    path = data / "banks" / "topic.yaml"
    path.write_text(EVERY.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(KnowledgeError) as caught:
        load_bank(knowledge, data=data, cache=tmp_path)
    assert message in str(caught.value)
    assert "banks/topic.yaml" in str(caught.value)


def test_the_packaged_bank_loads(warm: Path, knowledge: Knowledge) -> None:
    """Every reference leads somewhere."""
    items = load_bank(knowledge, cache=warm).items
    assert items
    assert [fault.line for item in items.values() for fault in find_dangling_references(item, knowledge)] == []


def test_opening_practice_loads_nothing_that_only_reading_yaml_or_a_screen_needs() -> None:
    """In a fresh interpreter; what stands in the cache needs no check."""
    loaded = loaded_by("quizzes.bank", "quizzes.exam", "quizzes.exam_assembly", "quizzes.exact_grading", "quizzes.exam_result")
    assert "quizzes" in loaded
    assert loaded & {"pydantic", "pydantic_core", "rapidfuzz", "textual", "rich"} == set()


def test_items_are_found_by_task_and_by_entry() -> None:
    """The ways into practice."""
    items = bank(
        choice("one", confusable="x"), choice("two", task="4.2", stands_on=("places/lambda", "places/ecs"), confusable="x"), typed()
    )
    assert [item.id for item in items.by_task["4.2"]] == ["two"]
    assert [item.id for item in items.by_entry["places/lambda"]] == ["one", "two", "a-typed"]


def test_a_name_that_the_bank_lacks_is_told_with_the_nearest() -> None:
    """For items, exams and questions of a case."""
    items = bank(choice("spot-or-not"), case(), typed())
    with pytest.raises(InputError, match=r'item: the bank has no "spot-or-nod". Did you mean spot-or-not\?'):
        items.find_item("spot-or-nod")
    with pytest.raises(InputError, match=r'exam: there is no "MLA-C02". Did you mean mla-c01\?'):
        items.find_blueprint("MLA-C02")
    with pytest.raises(InputError, match="a-case has no question 3"):
        items.find_question("a-case", 2)
    with pytest.raises(InputError, match="a-typed has no question 1"):
        items.find_question("a-typed", None)
    assert items.find_blueprint(" MLA-C01 ").code == "MLA-C01"


@for_each("kind", KNOWLEDGE_KINDS)
def test_every_kind_of_entry_can_be_stood_on(kind: str, knowledge: Knowledge) -> None:
    """Each of them has entries, and each entry a fingerprint of its own."""
    some = list(entries_of(kind, knowledge))[:5]
    assert some
    assert len({entry_fingerprint(f"{kind}/{identity}", knowledge) for identity in some}) == len(some)


ITEMS: list[Item] = [choice("one"), ordering("two", stands_on=("places/lambda", "instances/g5.xlarge"))]


def test_an_item_fails_when_what_it_stands_on_says_something_else(knowledge: Knowledge) -> None:
    """Only the items on that entry, until somebody looks."""
    seen = current_fingerprints(ITEMS, knowledge)
    assert list(unconfirmed_items(ITEMS, knowledge, seen)) == []
    other = with_entry(knowledge, "instances", "g5.xlarge", vcpu=5)
    faults = list(unconfirmed_items(ITEMS, other, seen))
    assert [(fault.item, fault.field) for fault in faults] == [("two", "stands_on")]
    assert "instances/g5.xlarge" in faults[0].text
    assert "places/lambda" not in faults[0].text
    assert "sizewise quiz check --confirm two" in faults[0].text


@for_each(
    ("kind", "identity", "changes"),
    [
        ("places", "lambda", {"sources": ("aws-lambda-quotas", "another")}),
        ("places", "lambda", {"aliases": ("something new",)}),
        ("instances", "g5.xlarge", {"price": None}),
        ("instances", "g5.xlarge", {"regions": "us-east-1"}),
    ],
)
def test_what_no_key_stands_on_may_change(kind: str, identity: str, changes: dict[str, object], knowledge: Knowledge) -> None:
    """Dates, sources, names people type, prices: otherwise every refresh would ask for all items."""
    seen = current_fingerprints(ITEMS, knowledge)
    other = with_entry(knowledge, kind, identity, **changes)
    assert entries_of(kind, other)[identity] != entries_of(kind, knowledge)[identity]
    assert list(unconfirmed_items(ITEMS, other, seen)) == []


def test_a_summary_counts_as_content(knowledge: Knowledge) -> None:
    """Words of an entry are what an item teaches."""
    other = with_entry(knowledge, "places", "lambda", summary="Something else.")
    assert entry_fingerprint("places/lambda", other) != entry_fingerprint("places/lambda", knowledge)


def test_confirming_one_item_leaves_the_others_open(knowledge: Knowledge) -> None:
    """Nobody confirms what nobody named; items that are gone leave the file."""
    seen = {**current_fingerprints(ITEMS, knowledge), ("gone", "places/ecs"): "abc"}
    other = with_entry(knowledge, "places", "lambda", summary="Something else.")
    assert [fault.item for fault in unconfirmed_items(ITEMS, other, seen)] == ["one", "two"]
    after = confirm_items(seen, ITEMS, other, {"one"})
    assert [fault.item for fault in unconfirmed_items(ITEMS, other, after)] == ["two"]
    assert list(unconfirmed_items(ITEMS, other, confirm_items(seen, ITEMS, other))) == []
    assert ("gone", "places/ecs") not in after


def test_an_entry_that_was_added_to_an_item_has_to_be_confirmed(knowledge: Knowledge) -> None:
    """What nobody has held against it is told as such."""
    seen = current_fingerprints([ordering("two")], knowledge)
    faults = list(unconfirmed_items(ITEMS, knowledge, {**seen, ("one", "places/lambda"): entry_fingerprint("places/lambda", knowledge)}))
    assert [fault.item for fault in faults] == ["two"]
    assert "nobody has held it yet against instances/g5.xlarge." in faults[0].text


def test_fingerprints_survive_their_file(tmp_path: Path, knowledge: Knowledge) -> None:
    """Written, read, the same; nothing is left beside it."""
    seen = current_fingerprints(ITEMS, knowledge)
    write_fingerprints(tmp_path, seen)
    assert read_fingerprints(tmp_path) == seen
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_no_file_of_fingerprints_means_that_nothing_is_confirmed(tmp_path: Path, knowledge: Knowledge) -> None:
    """A new bank begins so."""
    assert read_fingerprints(tmp_path) == {}
    assert len(list(unconfirmed_items(ITEMS, knowledge, {}))) == 2


@pytest.mark.parametrize("text", ["", "a,b\n", "item,entry,fingerprint\nx,y\n", "item,entry,fingerprint\nx,y,z,w\n"])
def test_a_damaged_file_of_fingerprints_is_told_in_one_line(tmp_path: Path, text: str) -> None:
    """It is never taken for an empty one."""
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=f"banks/{FILE}:"):
        read_fingerprints(tmp_path)
