"""Every file that a person gives, as Windows, a broken disk, a wrong program or an attacker would have it."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.case_tables import read_table
from tests.depth import LONG
from tests.faults.conftest import Ended
from tui.cli.main import main

GIVEN: list[dict[str, Any]] = read_table(Path(__file__).with_name("given.yaml"))
EVERY = pytest.mark.parametrize("given", GIVEN, ids=lambda given: given["it"])
MARK = b"\xef\xbb\xbf"
LEVELS = 5_000
BOMB = b"a: &a [x, x, x, x, x, x, x, x, x]\n" + b"".join(
    b"%c: &%c [%s]\n" % (at + 1, at + 1, b", ".join([b"*%c" % at] * 9)) for at in range(ord("a"), ord("j"))
)
"""A few hundred bytes that are ten thousand million items once every alias is followed."""
ODD: dict[str, bytes] = {
    "nothing": b"",
    "a mark and nothing": MARK,
    "binary": bytes(range(256)) * 8,
    "levels of JSON": b'{"a":' * LEVELS + b"1" + b"}" * LEVELS,
    "levels of lists": b"[" * LEVELS,
    "levels of YAML": b"".join(b" " * level + b"a:\n" for level in range(200)),
    "a bomb of aliases": BOMB,
}
Run = Callable[..., Ended]


def _some_odd(at: int) -> list[str]:
    """What the case of that number is tried with: all in a long run, else two in turn, so that each comes up several times."""
    names = list(ODD)
    return names if LONG else [names[at % len(names)], names[(at + 3) % len(names)]]


@pytest.fixture(scope="session")
def written_files(cache: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """What other commands wrote: an advice, questions; and a fleet that stands beside the file of another option."""
    folder = tmp_path_factory.mktemp("written")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("SIZEWISE_CACHE", str(cache))
        patched.setenv("SIZEWISE_DATA", str(folder / "data"))
        for name, command in (("ADVICE", ["advise", "BERT under 200 ms", "--json"]), ("QUESTIONS", ["quiz", "export", "json"])):
            out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
            patched.setattr(sys, "stdout", out)
            more = ["--bank", "memory-and-sizing"] if name == "QUESTIONS" else []
            assert main([*command, *more]) == 0
            (folder / name).write_bytes(out.buffer.getvalue())
    (folder / "FLEET").write_text(next(one["text"] for one in GIVEN if one["it"] == "fleet, CSV"))
    (folder / "KEPT").write_bytes((folder / "ADVICE").read_bytes())
    return {path.name: path for path in folder.iterdir() if path.is_file()}


@pytest.fixture
def run(
    cache: Path, written_files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Run:
    """Run the command of a case in this process, on what a file holds or on a file."""
    monkeypatch.setenv("SIZEWISE_CACHE", str(cache))
    monkeypatch.setenv("SIZEWISE_DATA", str(tmp_path / "data"))

    def start(given: dict[str, Any], content: bytes | Path) -> Ended:
        path = content if isinstance(content, Path) else tmp_path / "given"
        if isinstance(content, bytes):
            path.write_bytes(content)
        names = {"FILE": path, **written_files}
        status = main([str(names.get(word, word)) for word in given["command"]])
        out, err = capsysbinary.readouterr()
        return Ended(status, out.decode(), err.decode())

    return start


def right_content(given: dict[str, Any], written_files: dict[str, Path]) -> bytes:
    """What stands in a file that is right."""
    text = given["text"]
    return written_files[text].read_bytes() if text in written_files else text.encode()


@EVERY
def test_what_windows_does_to_a_file_changes_nothing_or_is_told(given: dict[str, Any], run: Run, written_files: dict[str, Path]) -> None:
    """Other ends of lines, and a mark at the beginning: the same answer, with nothing else said. UTF-16 is told with the way out."""
    content = right_content(given, written_files)
    plain = run(given, content)
    assert plain.status == 0, plain.err
    assert run(given, MARK + content.replace(b"\n", b"\r\n")) == plain
    ended = run(given, content.decode().encode("utf-16"))  # as the > of PowerShell writes it
    assert (ended.status, ended.out) == (2, "")
    assert ended.has_one_line("UTF-16", "Save it as UTF-8.")


@EVERY
def test_what_is_no_such_file_is_one_line(given: dict[str, Any], run: Run) -> None:
    """However deep, empty or binary it is: bad input, and nothing printed that a program could take for an answer."""
    for odd in _some_odd(GIVEN.index(given)):
        ended = run(given, ODD[odd])
        assert (ended.status, ended.out) == (2, ""), odd
        assert ended.has_one_line(), (odd, ended.err)


@EVERY
def test_a_huge_file_is_refused_before_it_is_read(given: dict[str, Any], run: Run, written_files: dict[str, Path], tmp_path: Path) -> None:
    """A gigabyte behind what is right; of a table that is streamed, the one row that never ends is told, once."""
    huge = tmp_path / "huge"
    huge.write_bytes(right_content(given, written_files))
    with huge.open("r+b") as file:
        file.truncate(16_000_000 if given.get("streamed") else 1 << 30)  # the rest is a hole: it takes no room
    ended = run(given, huge)
    assert ended.has_one_line("field larger" if "CSV" in given["it"] and given.get("streamed") else "larger" if ended.status else "longer")
    assert ended.status == (0 if given.get("streamed") else 2)
