"""Bad input ends with status 2 and one line that helps; never with a traceback."""

from __future__ import annotations

import os
import pickle
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.depth import LONG
from tests.terminal_text import steering
from tests.tui.conftest import Start
from tests.tui.refused import one_line

CASES: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("bad_input.yaml").read_text(encoding="utf-8"))


def test_one_line_names_what_is_wrong(inside: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kind of bad input gets one line with the field, the value and the nearest valid one."""
    monkeypatch.chdir(tmp_path)
    for case in CASES:
        arguments = list(case.get("command") or ["advise", *case.get("arguments", [])])
        if "file" in case:
            Path("workload.yaml").write_text(case["file"], encoding="utf-8")
            arguments += ["--file", "workload.yaml"]
        if "stdin" in case:
            arguments += ["--file", "-"]
        line = one_line(inside(*arguments, given=case.get("stdin")))
        Path("workload.yaml").unlink(missing_ok=True)
        assert [word for word in case["words"] if word not in line] == [], (case["it"], line)


def test_a_real_process_ends_like_that_too(sizewise: Start) -> None:
    """The exit status and the streams are those of a process, not of a function."""
    line = one_line(sizewise("advise", "--set", "latncy_p99=5", "--json"))
    assert "latency_p99_ms" in line


def test_every_mistake_of_a_file_has_its_line(inside: Start, tmp_path: Path) -> None:
    """A file with two mistakes names both, so that it is corrected in one go."""
    path = tmp_path / "w.yaml"
    path.write_text("stage: infrence\nrows: many\nmodel: bert-base\n", encoding="utf-8")
    ended = inside("advise", "--file", str(path))
    assert (ended.status, ended.out) == (2, "")
    assert ["stage" in ended.err.splitlines()[0], "rows" in ended.err.splitlines()[1]] == [True, True]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        pytest.param(b"rows: " + b"1" * 5_000_000, "larger than the 1,000,000", id="five megabytes"),
        pytest.param(b"\x80\xfe\x00\x01\xff" * 500, "not UTF-8", id="binary"),
        pytest.param(b"rows: " + b"9" * 5_000, "", id="five thousand digits"),
        pytest.param(b"rows: " + b"[" * 10_000, "levels deep", id="depth bomb of lists"),
        pytest.param(b"rows: " + b"{a: " * 10_000, "levels deep", id="depth bomb of mappings"),
        pytest.param(
            b"a: &a [x,x,x,x,x,x,x,x,x]\n" + b"".join(b"%c: &%c [%s]\n" % (c, c, b",".join([b"*%c" % (c - 1)] * 9)) for c in b"bcdefghi"),
            "aliases",
            id="alias bomb",
        ),
        pytest.param(pickle.dumps({"rows": 5}), "", id="pickle"),
    ],
)
def test_a_hostile_file_is_refused(content: bytes, words: str, inside: Start, tmp_path: Path) -> None:
    """A file made to hurt is refused with one line that names it."""
    path = tmp_path / "hostile.yaml"
    path.write_bytes(content)
    line = one_line(inside("advise", "--file", str(path)))
    assert "hostile.yaml" in line
    assert words in line
    assert len(line) < 400


def _garbage(data: bytes) -> bytes:
    return b"\x00garbage" * (len(data) // 8)


def _flipped(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


@pytest.mark.parametrize(
    "poison", [_garbage, _flipped, lambda _: pickle.dumps({"a": 1}) * 100], ids=["garbage", "a flipped bit", "a pickle"]
)
def test_a_poisoned_cache_is_refused_once(poison: Any, inside: Start, settings: dict[str, str], tmp_path: Path) -> None:  # noqa: ANN401
    """A cache that Sizewise did not write is refused and moved aside; the next run makes a good one."""
    (original,) = Path(settings["SIZEWISE_CACHE"]).glob("knowledge-*.cache")
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / original.name).write_bytes(poison(original.read_bytes()))
    (cache / original.name).chmod(0o600)
    assert "cache" in one_line(inside("advise", "BERT", more={"SIZEWISE_CACHE": str(cache)}))
    assert len(list(cache.glob("*.refused"))) == 1
    (cache / original.name).write_bytes(original.read_bytes())  # what a next run would compile, without the wait
    (cache / original.name).chmod(0o600)
    assert inside("advise", "BERT", more={"SIZEWISE_CACHE": str(cache)}).status == 0


STRANGE = {
    "terminal escapes": "BERT \x1b[31mred\x1b]0;title\x07 under 200 ms",
    "eight-bit escapes": "BERT \x9b31m under 200 ms \x9d0;title\x9c",
    "markup": "BERT [bold red]x[/x] {0} %s <b> under 200 ms",
    "right-to-left marks": "BERT \u202eunder\u202c 200 ms \u2066x\u2069",
    "emoji": "🌱 BERT 🚀👩‍👩‍👧 under 200 ms",
    "length": "BERT under 200 ms " + "very " * 20_000,
    "no sense": "\x1b[31m\x07\u202eqwxz",
    "no sense with markup": "[/x] qwxz $(id) `id`",
    "a long number": "BERT under " + "9" * 5_000 + " ms",
    "a number beyond numbers": "BERT, 1e999 requests a second",
    "repetition": "1 " * 3_000,
    "digits": "1" * 2_000,
    "a long word": "a" * 100_000,
}
FORMS = [["advise"], ["understand", "--json"], ["advise", "--json"], ["understand"], ["advise", "--set", "rows=5"]]


@pytest.mark.parametrize("form", FORMS if LONG else FORMS[:2], ids=" ".join)
def test_strange_text_is_harmless(form: list[str], inside: Start) -> None:
    """Whatever a text holds, it is answered or refused, and none of it steers the terminal."""
    for kind, text in STRANGE.items():
        ended = inside(*form, text)
        assert ended.status in (0, 2, 3), (kind, ended)
        assert steering(ended.out + ended.err) == [], kind


def test_bytes_that_are_no_text_are_harmless(sizewise: Start, inside: Start) -> None:
    """Arguments that are not UTF-8 are read as far as they are text; inside this process they come as Python hands them on."""
    assert sizewise("advise", b"BERT \xff\xfe under 200 ms", "--json").status == 0
    assert inside("advise", "--set", os.fsdecode(b"rows=\xff")).status == 2


def test_a_nul_and_broken_text_among_the_words_of_a_line_are_harmless(sizewise: Start) -> None:
    """A NUL cannot be an argument, but it can be typed."""
    ended = sizewise(given=b"BERT\x00 \xff\xfe under \x00 200 ms\n")
    assert ended.status == 0
    assert steering(ended.out) == []
