"""The YAML reader accepts plain data and answers everything else with one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.errors import InputError
from knowledge.safe_yaml import MAX_BYTES, MAX_DEPTH, decode_text, find_line, read_mapping
from tests.case_tables import for_each, read_table

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("safe_yaml_cases.yaml"))


def refusal(data: bytes) -> str:
    """Give the message with which `data` is refused, which is one printable line that begins with the file's name."""
    with pytest.raises(InputError) as caught:
        read_mapping(data, "w.yaml")
    message = str(caught.value)
    assert type(caught.value) is InputError
    assert message.isprintable(), message
    assert message.count("w.yaml") == 1
    assert message.startswith("w.yaml: ")
    assert len(message) < 250
    return message


BOMB = b"a: &a [x, x]\n" + b"".join(b"%c: &%c [*%c, *%c, *%c]\n" % (98 + i, 98 + i, 97 + i, 97 + i, 97 + i) for i in range(20))


@for_each(
    ("data", "line", "problem"),
    [
        (b"a: 1\nb: !!python/object/apply:os.system [exit]", 2, "tags"),
        (b"a: !!python/name:os.system ''", 1, "tags"),
        (b"a: !!int '3'", 1, "tags"),
        (b"a: !over%0Atwo%0Alines x", 1, r'tags ("!over\ntwo\nlines")'),
        (b"!", 1, "tags"),
        (b"a: 1\nb: &x 1\n", 2, "anchors and aliases"),
        (b"a: &x 1\nb: *x", 1, "anchors and aliases"),
        (b"a: *nowhere", 1, "anchors and aliases"),
        (BOMB, 1, "anchors and aliases"),
        (b"a: 1\nb: 2\n'a': 3", 3, 'the key "a" stands twice'),
        (b"a:\n  b: 1\n  c: 2\n  b: 1", 4, 'the key "b" stands twice'),
        (b'"one\\ntwo": 1\n"one\\ntwo": 2', 2, r'the key "one\ntwo" stands twice'),
        (b"[" * 100_000, 1, f"more than {MAX_DEPTH} levels"),
        (b"{a: " * 100_000, 1, f"more than {MAX_DEPTH} levels"),
        (b"- " * 100_000, 1, f"more than {MAX_DEPTH} levels"),
        (b"a: 1\n---\nb: 2", 2, "a second document"),
        (b"1: x", 1, 'the name "1" is not text'),
        (b"a:\n  yes: x", 2, 'the name "True" is not text'),
        (b"2026-07-20: x", 1, "is not text"),
        (b"? [1]\n: x", 1, "is not text"),
        (b"? {a: b}\n: x", 1, "is not text"),
        (b"a:\n  1: x\n  0x1: y", 2, "is not text"),
        (b"ok: 1\na: " + b"9" * 5_000, 2, "is too long"),
        (b"a: 1" + b":59" * 100_000, 1, "is too long"),
        (b"a: 18446744073709551616", 1, 'the number "18446744073709551616" is too large'),
        (b"a: 0b_", 1, "is not a number that can be read"),
        (b"x: 1\na: 2026-13-45", 2, '"2026-13-45" is not a date that exists'),
        (b"a: 0000-01-01", 1, "is not a date that exists"),
        (b"a: 2001-12-14t21:59:43.10-99:99", 1, "is not a date that exists"),
        (b"a: 1\n<<: {b: 1}", 2, "merge keys (<<)"),
        (b"a:\n  <<: [{b: 1}, {c: 2}]\n  d: 1", 2, "merge keys (<<)"),
        (b"a: 1\nb: \x01", 2, "the character"),
        (b"a: \x7f", 1, "the character"),
        ("a: \ufffe".encode(), 1, "the character"),
        (b"a: b: c", 1, "mapping values are not allowed"),
        (b"a: 1\nb: @x", 2, "cannot start any token"),
        (b"a: 1\nb: [1, 2}", 2, ""),
        (b"a: 'unclosed", 1, ""),
        (b'{"a": "\\ud800"}', 1, ""),
        (b'{"a": "\\\\\\ud83d\\\\ude00 \\ud83d"}', 1, ""),
        (b"a: 1e400", 1, 'the number "1e400" is too large'),
    ],
)
def test_what_is_more_than_plain_data_is_refused_with_its_line(data: bytes, line: int, problem: str) -> None:
    """Tags, references, bombs, doubles and impossible values give one line that names file, line and problem."""
    message = refusal(data)
    assert message.startswith(f"w.yaml: line {line}: "), message
    assert problem in message


@for_each(
    ("data", "problem"),
    [
        (b"a" * 5_000_000, "larger than the 1,000,000 bytes"),
        (b"\x80\x81\xfe\xff", "not UTF-8"),
        (bytes(range(256)), "not UTF-8"),
        (b"a: 1\x00", "binary data"),
        ("a: 1".encode("utf-16"), "UTF-16 text"),
        ("a: 1".encode("utf-16-le"), "binary data"),
        ("größe: 1".encode("latin-1"), "not UTF-8"),
        (b"", "found nothing"),
        (b"# only a comment\n", "found nothing"),
        (b"---\n", "found nothing"),
        (b"- a\n- b\n", "found list"),
        (b"just text", "found str"),
        (b"5", "found int"),
    ],
)
def test_what_is_no_mapping_of_text_is_refused(data: bytes, problem: str) -> None:
    """Too large, binary, in another encoding, empty, or another thing than a mapping: one line."""
    assert problem in refusal(data)


def test_a_tag_runs_nothing(tmp_path: Path) -> None:
    """A tag that would call a function leaves no trace of a call."""
    trace = tmp_path / "trace"
    refusal(f"a: !!python/object/apply:os.mkdir ['{trace}']".encode())
    refusal(f"a: !!python/object/new:os.mkdir ['{trace}']".encode())
    assert list(tmp_path.iterdir()) == []


@for_each(
    ("data", "value"),
    [
        (b"\xef\xbb\xbfa: 1", {"a": 1}),
        (b"a: 1\r\nb:\r\n  - x\r\n", {"a": 1, "b": ["x"]}),
        (b"a: '<<'\nb: \"<<\"", {"a": "<<", "b": "<<"}),
        (b"a: =\n", {"a": "="}),
        (b"a: 9223372036854775807", {"a": 2**63 - 1}),
        (b'{"a": {"b": [1, 2.5, null, true, "\xc3\xa9"]}}', {"a": {"b": [1, 2.5, None, True, "é"]}}),
        (b"a: '1'\n'1': a", {"a": "1", "1": "a"}),
        (b"a: 8e9 x 16 = 128 GB\nb: 8e9\nc: 1e-3.", {"a": "8e9 x 16 = 128 GB", "b": 8e9, "c": "1e-3."}),
    ],
)
def test_plain_data_is_read_as_it_stands(data: bytes, value: object) -> None:
    """A byte order mark, Windows line ends, JSON and quoted signs are plain data."""
    assert read_mapping(data, "w.yaml") == value


def test_the_largest_and_the_deepest_that_is_accepted() -> None:
    """The limits themselves are within the limits."""
    assert len(decode_text(b" " * MAX_BYTES, "w.yaml")) == MAX_BYTES
    lists = MAX_DEPTH - 1
    assert list(read_mapping(b"a: " + b"[" * lists + b"]" * lists, "w.yaml")) == ["a"]
    assert "levels deep" in refusal(b"a: " + b"[" * (lists + 1) + b"]" * (lists + 1))


YAML_LIKE = st.text(alphabet=st.sampled_from("ab01:- \n\t'\"[]{}&*!|>%@`,?#<=.~\\_x\u00e9\u2028\ufeff\x85"), max_size=60)


@settings(deadline=None)
@given(YAML_LIKE.map(str.encode) | YAML_LIKE.map(lambda text: f"key: {text}".encode()) | st.binary(max_size=80))
def test_anything_gives_a_mapping_or_one_line(data: bytes) -> None:
    """No text, on its own or as a value, and no bytes raise anything but InputError."""
    try:
        value: dict[str, object] = read_mapping(data, "w.yaml")
    except InputError as error:
        message = str(error)
        assert len(message.splitlines()) == 1
        assert message.startswith("w.yaml: ")
    else:
        assert all(isinstance(key, str) for key in value)


PLAIN = st.text(max_size=10)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(PLAIN, inner, max_size=3),
    max_leaves=8,
)


@settings(deadline=None)
@given(st.dictionaries(PLAIN, JSON, max_size=4))
def test_every_json_object_is_read_as_itself(value: dict[str, object]) -> None:
    """JSON is YAML: a file written by a program comes back as it was, its numbers with exponents and its halves of characters too."""
    assert read_mapping(json.dumps(value).encode(), "w.json") == value
    assert find_line(json.dumps(value).encode(), ()) == 1


@for_each(("path", "line"), CASES["the_line_of_a_nested_path_is_found"])
def test_the_line_of_a_nested_path_is_found(path: tuple[object, ...], line: int) -> None:
    """A path leads to its line; one that does not exist to that of its deepest part that does."""
    data = b"\xef\xbb\xbfname: x\nmemory:\n  value: 3\n  sources:\n    - a\n    - b\nplans:\n  - name: p\n  - name: q\n"
    assert find_line(data, path) == line
