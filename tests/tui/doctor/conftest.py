"""A machine of our own to look at."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from knowledge import load
from quizzes import bank
from tests.warm_base import skip_compilation
from tui.cli.doctor.findings import Finding
from tui.cli.doctor.report import examine_machine


@pytest.fixture
def machine(empty: Path, warm: Path) -> Path:
    """The same with a compiled base and bank in its cache."""
    bank.load_bank(load(cache=warm), cache=warm)
    shutil.copytree(warm, empty / "cache")
    return empty


@pytest.fixture
def read_before(warm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which a missing cache is filled at once."""
    skip_compilation(warm, monkeypatch)


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of our own for cache and data, and a terminal that leaves nothing to note."""
    for name in ("TMUX", "STY", "SSH_CONNECTION", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {
        "SIZEWISE_CACHE": str(tmp_path / "cache"),
        "SIZEWISE_DATA": str(tmp_path / "data"),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LC_ALL": "C.UTF-8",
    }.items():
        monkeypatch.setenv(name, value)
    return tmp_path


def findings() -> dict[str, Finding]:
    """Subject -> what was found."""
    return {finding.subject: finding for group in examine_machine().groups for finding in group.findings}


def state_and_text(subject: str) -> tuple[str, str]:
    """State and text of one finding."""
    one = findings()[subject]
    return one.state, one.text
