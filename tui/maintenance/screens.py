"""`make screens`: the screens of the app as text, taken from the app itself without a terminal, in docs/screens.md and the README."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from textual.pilot import Pilot

from knowledge import Knowledge, load
from tui.app import SizewiseApp
from tui.maintenance.staged_practice import EXAM, stage_practice
from tui.practice.talk import PracticeTalk
from tui.screens.talk_screen import TalkScreen
from tui.themes import DARK

PAGE: Final = Path(__file__).parents[2] / "docs" / "screens.md"
README: Final = PAGE.parents[1] / "README.md"
SMALL, LARGE = (80, 24), (160, 45)
INTRODUCTION: Final = """# Screens

What stands on the screen at the moments that matter, in a terminal of 80 columns and 24 lines, and once in a wide one.
`make screens` takes them anew from the app itself; practice is shown at a fixed hour, after five evenings of answers.
"""
_PLANTS: Final = "identify plants from phone photos, answer within 200 ms"
_QUESTIONS: Final = "about base-load-and-peak two-limits-a-video-breaks match-data-tools"
_EXAM: Final = "exam MLA-C01 compute seed 1"
_HANDED_IN: Final = ("<f7>", _EXAM, "a", "3", "b", "3", "c", "1", "hand in", "hand in")
_WEEKLY: Final = "train xgboost every week on 10 million rows"
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")
_BLOCK: Final = re.compile(r"```text\n.*?```\n", re.DOTALL)
_NO_TIME: Final = "2026-01-01 09:00"
_MOST_QUESTIONS: Final = 12
_ALIKE: Final = 3
"""The screen counts as settled after so many equal screens in a row."""
_PATIENCE: Final = 120.0
"""Seconds after which a missing answer is a fault; not a measure of speed."""

ASSUMED: Final = "until what is assumed is asked about"
"""A step: "not sure" to every question before the check."""


class Scene(NamedTuple):
    """How to reach a screen: lines to type, and keys in angle brackets."""

    heading: str
    steps: tuple[str, ...] = ()
    has_figures: bool = True
    """True if it shows prices or counts, which change with the base."""
    only: tuple[str, ...] = ()
    """The items that practice asks, by id; none for all there are."""


SCENES: Final = {
    "first": Scene("The first screen", has_figures=False),
    "commands": Scene("A slash lists the commands", ("<slash>",), has_figures=False),
    "question": Scene("A question", (_PLANTS,)),
    "why": Scene("Why it asks", (_PLANTS, "<f2>")),
    "check": Scene("One look at what is assumed", (_PLANTS, "production", ASSUMED)),
    "advice": Scene("An advice", (_PLANTS, "<f3>")),
    "cost": Scene("What it costs", (_PLANTS, "<f3>", "<right>", "<right>", "<right>")),
    "plot": Scene("Cost against latency", (_PLANTS, "<f8>")),
    "what-if": Scene("What if", (_PLANTS, "/what-if it must answer within 5 ms")),
    "answers": Scene("Check your answers", (_PLANTS, "production", "20 a second", "<f4>")),
    "nothing": Scene("Nothing fits", ("serve Llama 3 70B on demand for less than 10 $ a month", "<f3>")),
    "sessions": Scene("Saved conversations", (_WEEKLY, "/new", _PLANTS, "<ctrl+o>"), has_figures=False),
    "help": Scene("Help", ("<f1>",), has_figures=False),
    "practice": Scene("What there is to practise", ("<f7>",)),
    "practice-question": Scene("A question of practice", ("<f7>", _QUESTIONS), has_figures=False),
    "practice-wrong": Scene("A wrong answer, and why", ("<f7>", _QUESTIONS, "a", "3"), has_figures=False),
    "practice-several": Scene("Several letters, gathered", ("<f7>", _QUESTIONS, "?", "1", "<down>", "<enter>"), has_figures=False),
    "exam": Scene("A mock exam", ("<f7>", _EXAM, "a", "3", "!"), has_figures=False, only=EXAM),
    "exam-result": Scene("The result of the exam", _HANDED_IN, has_figures=False, only=EXAM),
    "exam-review": Scene("Its review", (*_HANDED_IN, "1"), has_figures=False, only=EXAM),
    "progress": Scene("How far one is", ("<f7>", "progress")),
    "progress-due": Scene("What comes due, and what was kept", ("<f7>", "progress", *["<pagedown>"] * 4)),
}
WIDE: Final = "advice"
"""The scene that the page shows at both sizes."""


IN_README: Final = "question"
"""The one screen that the README shows."""


class _StagedApp(SizewiseApp):
    """The app with practice at a fixed hour, over a log of its own."""

    def __init__(self, base: Knowledge, folder: Path, only: tuple[str, ...]) -> None:
        """Take the folder that holds what it keeps, and the items that practice asks."""
        super().__init__(base, guard=0.0, sessions=folder / "sessions")
        self._kept, self._only = folder / "practice", only

    def _open_practice_talk(self, base: Knowledge) -> PracticeTalk:
        return stage_practice(base, self._kept, self._only)


@asynccontextmanager
async def play_scene(scene: Scene, base: Knowledge, size: tuple[int, int] = SMALL, theme: str = DARK.name) -> AsyncIterator[SizewiseApp]:
    """The app at the end of a scene, with conversations and answers of its own."""
    with tempfile.TemporaryDirectory() as folder:
        app = _StagedApp(base, Path(folder), scene.only)
        async with app.run_test(size=size) as pilot:
            app.theme = theme
            await wait_until_settled(app)
            for step in scene.steps:
                await _take_step(step, app, pilot)
            yield app


async def _take_step(step: str, app: SizewiseApp, pilot: Pilot[Any]) -> None:
    if step.startswith("<"):
        await pilot.press(step[1:-1])
        await wait_until_settled(app)
        return
    if step != ASSUMED:
        await _type_line(step, app, pilot)
        return
    for _ in range(_MOST_QUESTIONS):
        ask = app.advise.state.ask if app.advise.state is not None else None
        if ask is None or ask.kind == "check":
            return
        await _type_line("?", app, pilot)


async def _type_line(line: str, app: SizewiseApp, pilot: Pilot[Any]) -> None:
    _prompt_screen(app).prompt.value = line
    await pilot.press("enter")
    await wait_until_settled(app)


async def wait_until_settled(app: SizewiseApp) -> None:
    """Wait until every line is answered and shown. Raises TimeoutError where a line never is; leaving the app then tells why.

    A pause ends when the process seems idle, which on a busy machine may be while it only waits for its turn: so several have to
    find the same screen.
    """
    pilot, seen, alike = Pilot(app), "", 0
    async with asyncio.timeout(_PATIENCE):
        while alike < _ALIKE:
            await pilot.pause()
            await _prompt_screen(app).wait_until_idle()
            now = screen_text(app)
            seen, alike = now, alike + 1 if now == seen else 0


def _prompt_screen(app: SizewiseApp) -> TalkScreen:
    """The screen that takes the next line: practice if it is open, else the conversation."""
    return app.screen if isinstance(app.screen, TalkScreen) else app.advise


def screen_text(app: SizewiseApp) -> str:
    """What stands on the screen, without colours, the times of conversations replaced by one."""
    width = app.size.width
    strips = app.screen._compositor.render_strips(app.size)  # noqa: SLF001  # Textual has no public text of a screen
    return _TIME.sub(_NO_TIME, "\n".join(strip.text[:width].rstrip() for strip in strips))


async def capture_scene(scene: Scene, base: Knowledge, size: tuple[int, int] = SMALL) -> str:
    """A scene as text."""
    async with play_scene(scene, base, size) as app:
        return screen_text(app)


def screens_page(base: Knowledge) -> str:
    """All scenes as a page of Markdown."""
    return "\n".join([INTRODUCTION, *_page_sections(base)])


def _page_sections(base: Knowledge) -> Iterator[str]:
    for name, scene in SCENES.items():
        yield _section(scene.heading, asyncio.run(capture_scene(scene, base)))
        if name == WIDE:
            yield _section(f"{scene.heading}, in a wide window", asyncio.run(capture_scene(scene, base, LARGE)))


def _section(heading: str, text: str) -> str:
    return f"## {heading}\n\n{_block(text)}"


def _block(text: str) -> str:
    return f"```text\n{text}\n```\n"


def update_readme(before: str, base: Knowledge) -> str:
    """The README with its one screen taken anew."""
    screen = _block(asyncio.run(capture_scene(SCENES[IN_README], base)))
    return _BLOCK.sub(lambda _: screen, before, count=1)


def main() -> None:
    """Write both anew."""
    base = load()
    PAGE.write_text(screens_page(base), encoding="utf-8")
    README.write_text(update_readme(README.read_text(encoding="utf-8"), base), encoding="utf-8")


if __name__ == "__main__":
    main()
