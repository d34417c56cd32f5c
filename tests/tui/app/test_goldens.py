"""The main screens, character by character, at both sizes; a few as pictures; and the page of screens."""

from __future__ import annotations

from pathlib import Path

import pytest

from knowledge import Knowledge
from tests.tui.app.pictures import FOLDER, LOOKS, SIZES, picture_of, text_of
from tui.maintenance import screens
from tui.maintenance.screens import PAGE, SCENES, WIDE


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SCENES)
async def test_a_screen_looks_as_it_was_read(knowledge: Knowledge, name: str, size: str) -> None:
    """Where it was meant to change: `python -m tests.tui.app.pictures`, and read the difference."""
    assert await text_of(name, size, knowledge) == (FOLDER / f"{name}.{size}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("look", LOOKS)
async def test_a_screen_has_the_colours_it_had(knowledge: Knowledge, look: str) -> None:
    """One of each theme, and one before the others."""
    assert await picture_of(look, knowledge) == (FOLDER / f"{look}.svg").read_text(encoding="utf-8")


def test_no_line_is_wider_and_no_screen_taller_than_its_window() -> None:
    """Of all that is kept."""
    for path in FOLDER.glob("*.txt"):
        width, height = SIZES[path.suffixes[0][1:]]
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len(lines) <= height
        assert max(map(len, lines)) <= width


def test_the_page_of_screens_is_what_the_command_writes(knowledge: Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its headings, and each screen that shows no price or count."""
    monkeypatch.setattr(screens, "PAGE", tmp_path / "screens.md")
    monkeypatch.setattr(screens, "load", lambda: knowledge)
    screens.main()
    written, kept = (_screens(path.read_text(encoding="utf-8")) for path in (tmp_path / "screens.md", PAGE))
    assert list(written) == list(kept)
    stable = {scene.heading for name, scene in SCENES.items() if not scene.has_figures and name != WIDE}
    assert {heading: written[heading] for heading in stable} == {heading: kept[heading] for heading in stable}


def _screens(page: str) -> dict[str, str]:
    """Heading -> what stands below it."""
    parts = (part.partition("\n") for part in page.split("\n## ")[1:])
    return {heading: text for heading, _, text in parts}
