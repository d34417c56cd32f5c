"""How a command ends that refused its input."""

from __future__ import annotations

from tests.tui.conftest import Ended


def one_line(ended: Ended) -> str:
    """The only line on stderr of a command that refused its input."""
    assert ended.status == 2, ended
    assert ended.out == ""
    assert ended.err.endswith("\n")
    assert ended.err.count("\n") == 1
    assert "Traceback" not in ended.err
    return ended.err
