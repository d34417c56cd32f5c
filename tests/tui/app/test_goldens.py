"""A few of the main screens as pictures; the page of screens; and that what is kept of test_scenes fits its window."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from knowledge import Knowledge
from tests.tui.app.pictures import FOLDER, LOOKS, SIZES, picture_of
from tui.maintenance import screens
from tui.maintenance.screens import PAGE, SCENES, SMALL, WIDE, Scene


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
    """Its headings, each screen that shows no price or count, and the README's; the screens are those that test_scenes takes."""

    async def captured(scene: Scene, base: Knowledge, size: tuple[int, int] = SMALL) -> str:
        assert base is knowledge
        (name,), (of_size,) = ([one for one, value in among.items() if value == that] for among, that in ((SCENES, scene), (SIZES, size)))
        return (FOLDER / f"{name}.{of_size}.txt").read_text(encoding="utf-8").removesuffix("\n")

    readme = screens.README.read_text(encoding="utf-8")
    (tmp_path / "README.md").write_text(readme.replace("What is it for?", "What was it for?", 1), encoding="utf-8")
    monkeypatch.setattr(screens, "PAGE", tmp_path / "screens.md")
    monkeypatch.setattr(screens, "README", tmp_path / "README.md")
    monkeypatch.setattr(screens, "load", lambda: knowledge)
    monkeypatch.setattr(screens, "captured", captured)
    screens.main()
    written, kept = (_screens(path.read_text(encoding="utf-8")) for path in (tmp_path / "screens.md", PAGE))
    assert list(written) == list(kept)
    stable = {scene.heading for name, scene in SCENES.items() if not scene.has_figures and name != WIDE}
    assert {heading: written[heading] for heading in stable} == {heading: kept[heading] for heading in stable}
    assert re.sub(r"\d", "0", (tmp_path / "README.md").read_text(encoding="utf-8")) == re.sub(r"\d", "0", readme)


def _screens(page: str) -> dict[str, str]:
    """Heading -> what stands below it."""
    parts = (part.partition("\n") for part in page.split("\n## ")[1:])
    return {heading: text for heading, _, text in parts}
