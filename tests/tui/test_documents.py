"""The files that options name: read whole and within a bound, or refused in a line that says what is wrong."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from knowledge.errors import InputError
from tui.cli.documents import bytes_from, mapping_from, object_from


@contextmanager
def standard_input(monkeypatch: pytest.MonkeyPatch, data: bytes) -> Iterator[None]:
    """Let standard input hold `data`."""
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        yield


def test_a_file_and_standard_input_are_read_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What - brings is what a file of that content brings, as JSON and as YAML."""
    path = tmp_path / "given"
    path.write_bytes(b'{"layers": 2}')
    with standard_input(monkeypatch, path.read_bytes()):
        assert object_from("--of", "-") == object_from("--of", str(path)) == {"layers": 2}
    with standard_input(monkeypatch, path.read_bytes()):
        assert mapping_from("--of", "-") == mapping_from("--of", str(path)) == {"layers": 2}


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="this system names no pipes")
def test_a_pipe_is_read_as_a_file() -> None:
    """As a shell names one for `<(…)`."""
    ends = os.pipe()
    os.write(ends[1], b"model: bert-base")
    os.close(ends[1])
    try:
        assert mapping_from("--file", f"/dev/fd/{ends[0]}") == {"model": "bert-base"}
    finally:
        os.close(ends[0])


@pytest.mark.parametrize(("size", "read"), [(9, 9), (10, 10), (11, 11), (1_000, 11)])
def test_one_byte_beyond_the_bound_tells_that_there_is_more(tmp_path: Path, size: int, read: int) -> None:
    """And nothing behind it is read."""
    path = tmp_path / "given"
    path.write_bytes(bytes(size))
    assert len(bytes_from("--of", str(path), 10)) == read


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"[1, 2]", "--of: {} holds no JSON object: it should begin with {{."),
        (b"", "--of: {} is not JSON (Input data was truncated)."),
        (b"\xff", "--of: {} is not JSON (JSON is malformed: invalid character (byte 0))."),
        (b'{"a": "\xff"}', "--of: {} is not JSON ('utf-8' codec can't decode byte 0xff in position 0: invalid start byte)."),
        (b"[" * 100_000, "--of: {} is not JSON (maximum recursion depth exceeded while deserializing an object)."),
        (b" " * 1_000_001, "--of: {} is larger than the 1,000,000 bytes such a file may have."),
        (b"\xff\xfe{\x00}\x00", "--of: {}: this is UTF-16 text, as the > of Windows PowerShell writes it. Save it as UTF-8."),
    ],
)
def test_what_is_no_json_object_is_told_with_option_and_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes, line: str
) -> None:
    """A file by its name in quotes, standard input by what it is."""
    path = tmp_path / "given"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        object_from("--of", str(path))
    assert str(caught.value) == line.format(f'"{path}"')
    with standard_input(monkeypatch, data), pytest.raises(InputError) as caught:
        object_from("--of", "-")
    assert str(caught.value) == line.format("standard input")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        (".", '--of: "." is not a file, but a folder.'),
        ("nowhere", '--of: "nowhere" cannot be read (No such file or directory).'),
        ("a\0b", '--of: "a\\x00b" cannot be read (embedded null byte).'),
        ("x" * 300, f'--of: "{"x" * 300}" cannot be read (File name too long).'),
    ],
)
def test_what_cannot_be_read_is_told_with_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, line: str) -> None:
    """Of either kind of document, in the same words."""
    monkeypatch.chdir(tmp_path)
    for read in (mapping_from, object_from):
        with pytest.raises(InputError) as caught:
            read("--of", name)
        assert str(caught.value) == line
