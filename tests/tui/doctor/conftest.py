"""A machine of our own to look at."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

from knowledge import compiled, load, store
from quizzes import bank
from tui.cli.doctor.finding import Finding
from tui.cli.doctor.run import report


@pytest.fixture
def kept(empty: Path, warm: Path) -> Path:
    """The same with a compiled base and bank in its cache."""
    bank.load_bank(load(cache=warm), cache=warm)
    shutil.copytree(warm, empty / "cache")
    return empty


@pytest.fixture
def read_before(warm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a cache has to be made, what others read of the YAML goes into it: reading takes seconds, and is looked at elsewhere."""
    bank.load_bank(load(cache=warm), cache=warm)
    for module, kind in ((store, "knowledge"), (bank, "quizzes")):
        (path,) = warm.glob(f"{kind}-*.cache")
        whole = compiled.read(path)
        assert whole is not None
        head, payload = whole
        sections = {name: msgspec.Raw(payload[start:end]) for name, (start, end) in head.sections.items()}
        monkeypatch.setattr(module, "_sections", lambda *_, sections=sections: sections)


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


def found() -> dict[str, Finding]:
    """Subject -> what was found."""
    return {finding.subject: finding for group in report().groups for finding in group.findings}


def states(subject: str) -> tuple[str, str]:
    """State and text of one finding."""
    one = found()[subject]
    return one.state, one.text
