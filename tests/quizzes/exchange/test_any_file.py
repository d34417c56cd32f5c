"""Whatever is in a file: a draft, or one clear line for each mistake."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.safe_yaml import read_mapping
from quizzes.bank_files import read_items
from quizzes.exchange import FORMATS, MAX_BYTES, Format, import_items, render_draft_yaml, report_missing_fields
from quizzes.item import Item
from tests.case_tables import for_each
from tests.depth import rounds
from tests.quizzes.exchange.exchange_items import EVERY, any_text, exported, items
from tests.quizzes.exchange.moodle_text import MOODLE


def check_message(message: str) -> None:
    """Hold a message against the promise."""
    assert message
    assert all(line.startswith("file") and len(line) < 600 for line in message.splitlines())


def check_import(form: Format, data: bytes, knowledge: Knowledge) -> None:
    """Read a file and hold what comes of it against the promise."""
    try:
        drafts, notes = import_items(form, data, "file", knowledge)
    except InputError as error:
        check_message(str(error))
        return
    written = render_draft_yaml(drafts, knowledge)
    if len(written) < 900_000:
        assert list(read_mapping(written.encode(), "draft")["items"]) == [one.draft.id for one in drafts]
    assert len(list(report_missing_fields(drafts, knowledge))) == len(drafts) + 1
    assert all("\n" not in note for note in notes)


@for_each("form", FORMATS)
@given(data=st.binary(max_size=300))
@example(data=b"\xff\xfe")
@example(data=b"\xef\xbb\xbf")
@example(data=b"PK\x03\x04")
@example(data=b"SQLite format 3\x00")
@settings(max_examples=rounds(quick=20, long=1_000), deadline=None)
def test_any_bytes_end_well(form: Format, knowledge: Knowledge, data: bytes) -> None:
    """No reader fails in another way than with a line."""
    check_import(form, data, knowledge)


@for_each("form", ["gift", "csv", "json"])
@given(text=st.text(st.sampled_from('~=#{}:\\->\n,;"[]%T/ abc$1'), max_size=60))
@settings(max_examples=rounds(quick=40, long=5_000), deadline=None)
def test_any_signs_end_well(form: Format, knowledge: Knowledge, text: str) -> None:
    """Signs of a format in any order."""
    check_import(form, text.encode(), knowledge)


@for_each("form", FORMATS)
@given(drawn=st.data())
@settings(max_examples=rounds(quick=15, long=2_000), deadline=None)
def test_damaged_exports_end_well(form: Format, knowledge: Knowledge, drawn: st.DataObject) -> None:
    """A byte changed, a piece cut out, the end missing."""
    whole = _whole(form, knowledge)
    start = drawn.draw(st.integers(0, len(whole) - 1))
    end = drawn.draw(st.integers(start, min(start + 200, len(whole))))
    check_import(form, whole[:start] + drawn.draw(st.binary(max_size=3)) + whole[end:], knowledge)
    check_import(form, whole[:start], knowledge)


@cache
def _whole(form: Format, knowledge: Knowledge) -> bytes:
    return exported(form, EVERY, knowledge).data


@for_each("depth", [30, 900, 50_000])
@for_each("item", ['{"id": "q", "type": "typed", "stem": "Q", "x": %s}', '{"question": "Q", "answer": %s}', "%s"])
def test_nested_json_ends_well(item: str, depth: int, knowledge: Knowledge) -> None:
    """Whatever the depth at which the interpreter gives up."""
    check_import("json", f"[{item % ('[' * depth + ']' * depth)}]".encode(), knowledge)


@for_each("form", FORMATS)
def test_huge_and_empty_files_are_told(form: Format, knowledge: Knowledge) -> None:
    """Neither is read."""
    for data, message in ((bytes(MAX_BYTES + 1), "larger than"), (b"", "the file is empty"), (b" \n", "the file is empty")):
        with pytest.raises(InputError, match=message):
            import_items(form, data, "file", knowledge)


@for_each(("form", "text"), [("gift", "Q {=a ~b}\n\n"), ("csv", "Q,a\n"), ("json", '{"stem": "Q"},')])
def test_more_questions_than_anybody_reads_are_told(form: Format, text: str, knowledge: Knowledge) -> None:
    """Ten thousand are the most."""
    many = text * 10_001
    whole = {"gift": many, "csv": f"stem,answer\n{many}", "json": f"[{many.rstrip(',')}]"}[form]
    with pytest.raises(InputError, match="more than 10,000 questions"):
        import_items(form, whole.encode(), "file", knowledge)


@for_each("form", ["gift", "csv", "json"])
def test_a_text_of_a_hundred_thousand_signs_is_read(form: Format, knowledge: Knowledge) -> None:
    """A long text is no mistake."""
    long = "x~" * 50_000
    data = {
        "gift": f"{long.replace('~', chr(92) + '~')} {{=a ~b}}",
        "csv": f"stem,answer\n{long},a",
        "json": f'[{{"stem": "{long}", "answer": "a"}}]',
    }[form]
    (one,), _ = import_items(form, data.encode(), "file", knowledge)
    assert one.draft.fields["stem"] == long


@given(st.lists(items(any_text), min_size=1, max_size=2, unique_by=lambda item: item.type))
@settings(max_examples=rounds(quick=10, long=1_000), deadline=None)
def test_a_draft_is_yaml_that_a_bank_reads(knowledge: Knowledge, tmp_path_factory: pytest.TempPathFactory, drawn: list[Item]) -> None:
    """A complete item comes out of the draft as it is, but for the name of its bank."""
    named = [msgspec.structs.replace(item, id=f"item-{index}", bank="draft") for index, item in enumerate(drawn)]
    found, _ = import_items("json", exported("json", named, knowledge).data, "file", knowledge)
    folder = tmp_path_factory.mktemp("draft")
    (folder / "draft.yaml").write_text(render_draft_yaml(found, knowledge), encoding="utf-8")
    read = read_items(folder)
    assert read.mistakes == []
    assert list(read.items.values()) == named


def test_a_draft_of_foreign_items_is_refused_by_the_bank_until_it_is_complete(
    knowledge: Knowledge, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Each field that is listed as lacking is a fault of the bank's own reader, and nothing else is."""
    found, _ = import_items("gift", MOODLE.encode(), "file", knowledge)
    folder = tmp_path_factory.mktemp("draft")
    (folder / "draft.yaml").write_text(render_draft_yaml(found, knowledge), encoding="utf-8")
    read = read_items(folder)
    faults = {line.partition(": items.")[2].partition(":")[0] for line in read.mistakes}
    assert read.items == {}
    assert {f"{one.draft.id}.{field}" for one in found for field in one.missing_fields} <= faults
