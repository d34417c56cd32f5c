"""What a search tells: its figures, each input that broke a promise with the line that runs it again."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tests.fuzz.__main__ import Searched, _read_arguments, main

_NAME = "crash-e225cdf3586f63c969ccc5768a39a714c90188fb"
_LOG = """INFO: Seed: 1
#2	INITED cov: 371 ft: 372 corp: 2/9b exec/s: 0 rss: 70Mb
#77	NEW    cov: 373 ft: 380 corp: 62/13Kb lim: 100 exec/s: 11 rss: 79Mb L: 45/1755 MS: 1 EraseBytes-
"""
_DONE = "Done 179 runs in 3 second(s)\nstat::number_of_executed_units: 179\n"


def test_the_figures_are_those_of_the_end() -> None:
    """Runs, edges and inputs of a search that took its time."""
    assert _read_arguments(_LOG + _DONE, Path("it")) == Searched(179, 373, 62, (), is_whole=True)


def test_each_input_that_was_written_is_told_once() -> None:
    """With its place; an input that was only slow is none."""
    log = f"{_LOG}Test unit written to it/crashes/{_NAME}\n{_NAME}\nslow-unit-{_NAME[6:]}\nstat::number_of_executed_units: 80\n"
    assert _read_arguments(log, Path("it")) == Searched(80, 373, 62, (Path("it/crashes") / _NAME,), is_whole=False)


def test_a_search_that_was_ended_says_how_far_it_came() -> None:
    """And that it is not whole."""
    assert _read_arguments(_LOG, Path("it")) == Searched(77, 373, 62, (), is_whole=False)


def test_an_input_is_run_again_without_a_fuzzer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same line as in a search's report."""
    path = tmp_path / _NAME
    path.write_bytes(b"BERT under 200 ms")
    assert main(["intake", "--input", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: no fault.\n"


def test_what_is_missing_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A target that does not exist, and a fuzzer that is not installed."""
    assert main(["intakes"]) == 2
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert main(["intake"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        'target: there is no "intakes". Did you mean intake?',
        "fuzz: it needs atheris. Run it with: make fuzz",
    ]
