"""The main screens at both sizes, character by character, their text in both themes, a few as pictures; and the page of screens."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from textual.pilot import Pilot

from knowledge import Knowledge
from tests.tui.app.pictures import FOLDER, LOOKS, SIZES, kept, picture
from tests.tui.app.readable import pairs, segments, unreadable
from tui.app import SizewiseApp
from tui.maintenance import screens
from tui.maintenance.screens import LARGE, PAGE, SCENES, SMALL, WIDE, Scene, play_scene, screen_text, wait_until_settled
from tui.themes import THEMES

NOT_RESIZED: Final = "answers"
"""The list here keeps the scroll bar of a low window in a high one, which changes where its lines break: an app for each size."""


@pytest.mark.parametrize("name", SCENES)
async def test_a_screen_looks_as_it_was_read_and_can_be_read(knowledge: Knowledge, name: str) -> None:
    """In a small window, and in a wide one after it. If a change was meant: `python -m tests.tui.app.pictures`, and read the difference."""
    async with play_scene(SCENES[name], knowledge, SMALL) as app:
        pilot: Pilot[None] = Pilot(app)
        assert_text(name, "80x24", app)
        for look, theme in ((look, theme) for look, (scene, theme) in LOOKS.items() if scene == name):
            app.theme = theme
            await pilot.pause()
            assert picture(app) == (FOLDER / f"{look}.svg").read_text(encoding="utf-8"), look
        if name != NOT_RESIZED:
            await pilot.resize_terminal(*LARGE)
            await wait_until_settled(app)
            await look_wide(name, app, pilot)


async def look_wide(name: str, app: SizewiseApp, pilot: Pilot[None]) -> None:
    """Compare the screen in the wide window with its file; all text in it can be read on the ground of each theme, cell by cell."""
    assert_text(name, "160x45", app)
    for theme in THEMES:
        app.theme = theme
        await pilot.pause()
        found = list(pairs(segments(app.screen)))
        assert len(found) > 5
        assert {piece.ground.hex.lower() for piece in found} & {THEMES[theme].background, THEMES[theme].surface}
        assert unreadable(iter(found)) == [], (name, theme)


def assert_text(name: str, size: str, app: SizewiseApp) -> None:
    """The screen is as its file says."""
    assert kept(name, screen_text(app)) == (FOLDER / f"{name}.{size}.txt").read_text(encoding="utf-8"), name


async def test_a_screen_that_is_not_resized_looks_as_it_was_read_in_a_wide_window(knowledge: Knowledge) -> None:
    """In an app of its own."""
    async with play_scene(SCENES[NOT_RESIZED], knowledge, LARGE) as app:
        await look_wide(NOT_RESIZED, app, Pilot(app))


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
    monkeypatch.setattr(screens, "capture_scene", captured)
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
