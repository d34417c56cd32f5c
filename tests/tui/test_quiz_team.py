"""`sizewise quiz hand-over` and `quiz report`: from one log to the page of a lead."""

from __future__ import annotations

import json
from pathlib import Path

from tests.tui.conftest import Start
from tests.tui.refused import one_line


def test_files_are_handed_over_and_put_together(inside: Start, tmp_path: Path) -> None:
    """From practice to a file with a name and one without, and from both to text, a page and JSON."""
    inside("quiz", given="about spot\n?\nstop\n")
    ana, other, page = (tmp_path / name for name in ("ana.json", "other.json", "team.html"))
    told = inside("quiz", "hand-over", "--name", "<b>Ana", "--out", str(ana))
    assert told.status == 0, told.err
    assert "words of your answers are not in it" in told.out
    assert json.loads(ana.read_text())["points"]
    assert "--force" in one_line(inside("quiz", "hand-over", "--out", str(ana)))
    other.write_text(inside("quiz", "hand-over").out, encoding="utf-8")
    text = inside("quiz", "report", str(ana), str(other))
    assert text.status == 0, text.err
    for words in ("2 people", "Person 2", "What the team lacks", "Next steps", "Spot and checkpoints"):
        assert words in text.out, words
    assert all(len(line) <= 80 for line in text.out.splitlines())
    assert inside("quiz", "report", str(ana), str(other), "--html", "--out", str(page)).status == 0
    assert "&lt;b&gt;Ana" in page.read_text()
    assert "<b>Ana" not in page.read_text()
    assert len(json.loads(inside("quiz", "report", str(ana), "--json").out)["members"]) == 1


def test_what_is_no_hand_over_is_refused(inside: Start, tmp_path: Path) -> None:
    """In a line that says how to make one."""
    (tmp_path / "notes.json").write_text("{}", encoding="utf-8")
    assert "quiz hand-over" in one_line(inside("quiz", "report", str(tmp_path / "notes.json")))
