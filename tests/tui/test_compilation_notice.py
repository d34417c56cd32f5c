"""What a terminal shows while a command compiles the base."""

from __future__ import annotations

import io
import sys
import time

import pytest

from knowledge.compilation_progress import report_compilation
from tui.output.compilation_notice import show_compilation

LINE = "Reading the knowledge base, once after an installation or a change"


class Terminal(io.StringIO):
    """Standard error of a terminal."""

    def isatty(self) -> bool:
        """It is one."""
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that the clock shows."""
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


@pytest.mark.parametrize(
    ("kind", "shown"),
    [("xterm", f"\r{LINE}: 40 %\r{LINE}: 90 %\r\x1b[K"), ("dumb", f"{LINE}.\n"), ("", f"{LINE}.\n")],
    ids=["xterm", "dumb", "none"],
)
def test_a_terminal_is_told_after_a_second(kind: str, shown: str, clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """One line that is wiped before the answer; where nothing can be wiped, it stands once."""
    monkeypatch.setenv("TERM", kind)
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with show_compilation():
        for second, share in ((0.0, 0.0), (0.5, 0.2), (1.5, 0.4), (2.0, 0.9), (2.5, 1.0)):
            clock[0] = 100 + second
            report_compilation(share)
        assert terminal.getvalue() == shown
    assert terminal.getvalue() == shown


def test_a_mistake_in_the_base_wipes_the_line(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own line begins where it would have begun."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())

    def compile_base() -> None:
        report_compilation(0)
        clock[0] += 5
        report_compilation(0.4)
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"), show_compilation():
        compile_base()
    assert terminal.getvalue().endswith("\r\x1b[K")


def test_a_compilation_that_is_quick_and_a_file_are_told_nothing(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard error that a program reads holds messages alone."""
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with show_compilation():
        report_compilation(0)
        report_compilation(1)
    assert terminal.getvalue() == ""
    monkeypatch.setattr(sys, "stderr", file := io.StringIO())
    with show_compilation():
        report_compilation(0)
        clock[0] += 9
        report_compilation(0.5)
    assert file.getvalue() == ""
