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
from tui.cli.documents import read_bytes_option, read_mapping_option, read_object_option


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
        assert read_object_option("--of", "-") == read_object_option("--of", str(path)) == {"layers": 2}
    with standard_input(monkeypatch, path.read_bytes()):
        assert read_mapping_option("--of", "-") == read_mapping_option("--of", str(path)) == {"layers": 2}


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="this system names no pipes")
def test_a_pipe_is_read_as_a_file() -> None:
    """As a shell names one for `<(…)`."""
    ends = os.pipe()
    os.write(ends[1], b"model: bert-base")
    os.close(ends[1])
    try:
        assert read_mapping_option("--file", f"/dev/fd/{ends[0]}") == {"model": "bert-base"}
    finally:
        os.close(ends[0])


BOUNDED = ((9, 9), (10, 10), (11, 11), (1_000, 11))


def test_one_byte_beyond_the_bound_tells_that_there_is_more(tmp_path: Path) -> None:
    """And nothing behind it is read."""
    for size, read in BOUNDED:
        path = tmp_path / "given"
        path.write_bytes(bytes(size))
        assert len(read_bytes_option("--of", str(path), 10)) == read, size


NO_OBJECTS = (
    (b"[1, 2]", "--of: {} holds no JSON object: it should begin with {{."),
    (b"", "--of: {} is not JSON (Input data was truncated)."),
    (b"\xff", "--of: {} is not JSON (JSON is malformed: invalid character (byte 0))."),
    (b'{"a": "\xff"}', "--of: {} is not JSON ('utf-8' codec can't decode byte 0xff in position 0: invalid start byte)."),
    (b"[" * 100_000, "--of: {} is not JSON (maximum recursion depth exceeded while deserializing an object)."),
    (b" " * 1_000_001, "--of: {} is larger than the 1,000,000 bytes such a file may have."),
    (b"\xff\xfe{\x00}\x00", "--of: {}: this is UTF-16 text, as the > of Windows PowerShell writes it. Save it as UTF-8."),
)
"""Content, and the line that refuses it."""


def test_what_is_no_json_object_is_told_with_option_and_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file by its name in quotes, standard input by what it is."""
    for data, line in NO_OBJECTS:
        path = tmp_path / "given"
        path.write_bytes(data)
        with pytest.raises(InputError) as caught:
            read_object_option("--of", str(path))
        assert str(caught.value) == line.format(f'"{path}"'), data[:40]
        with standard_input(monkeypatch, data), pytest.raises(InputError) as caught:
            read_object_option("--of", "-")
        assert str(caught.value) == line.format("standard input"), data[:40]


UNREADABLE = (
    (".", '--of: "." is not a file, but a folder.'),
    ("nowhere", '--of: "nowhere" cannot be read (No such file or directory).'),
    ("a\0b", '--of: "a\\x00b" cannot be read (embedded null byte).'),
    ("x" * 300, f'--of: "{"x" * 300}" cannot be read (File name too long).'),
)
"""Name, and the line that says why."""


def test_what_cannot_be_read_is_told_with_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of either kind of document, in the same words."""
    for name, line in UNREADABLE:
        monkeypatch.chdir(tmp_path)
        for read in (read_mapping_option, read_object_option):
            with pytest.raises(InputError) as caught:
                read("--of", name)
            assert str(caught.value) == line, name
