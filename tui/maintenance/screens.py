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
from tui.maintenance.practised import EXAM, practised
from tui.practice.talk import PracticeTalk
from tui.screens.talking import TalkingScreen
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
"""Pauses in a row after which a screen stands still."""
_PATIENCE: Final = 120.0
"""Seconds after which an answer that does not come is a fault; no measure of speed."""

ASSUMED: Final = "until what is assumed is asked about"
"""A step: "not sure" to every question before the check."""


class Scene(NamedTuple):
    """How one comes to a screen: lines that are typed, keys in angle brackets."""

    heading: str
    steps: tuple[str, ...] = ()
    has_figures: bool = True
    """Whether it shows prices or counts, which change with the base."""
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


class _Posed(SizewiseApp):
    """The app with practice at its hour, over a log of its own."""

    def __init__(self, base: Knowledge, folder: Path, only: tuple[str, ...]) -> None:
        """Take the folder that holds what it keeps, and the items that practice asks."""
        super().__init__(base, guard=0.0, sessions=folder / "sessions")
        self._kept, self._only = folder / "practice", only

    def _begin_practice(self, base: Knowledge) -> PracticeTalk:
        return practised(base, self._kept, self._only)


@asynccontextmanager
async def played(scene: Scene, base: Knowledge, size: tuple[int, int] = SMALL, theme: str = DARK.name) -> AsyncIterator[SizewiseApp]:
    """The app at the end of a scene, with conversations and answers of its own."""
    with tempfile.TemporaryDirectory() as folder:
        app = _Posed(base, Path(folder), scene.only)
        async with app.run_test(size=size) as pilot:
            app.theme = theme
            await _settle(app, pilot)
            for step in scene.steps:
                await _take(step, app, pilot)
            yield app


async def _take(step: str, app: SizewiseApp, pilot: Pilot[Any]) -> None:
    if step.startswith("<"):
        await pilot.press(step[1:-1])
        await _settle(app, pilot)
        return
    if step != ASSUMED:
        await _type(step, app, pilot)
        return
    for _ in range(_MOST_QUESTIONS):
        ask = app.advise.standing.ask if app.advise.standing is not None else None
        if ask is None or ask.kind == "check":
            return
        await _type("?", app, pilot)


async def _type(line: str, app: SizewiseApp, pilot: Pilot[Any]) -> None:
    _talking(app).prompt.value = line
    await pilot.press("enter")
    await _settle(app, pilot)


async def _settle(app: SizewiseApp, pilot: Pilot[Any]) -> None:
    """Until every line is answered and shown. Raises TimeoutError where a line never is; leaving the app then tells why.

    A pause ends when the process seems idle, which on a busy machine may be while it only waits for its turn: so several have to
    find the same screen.
    """
    seen, alike = "", 0
    async with asyncio.timeout(_PATIENCE):
        while alike < _ALIKE:
            await pilot.pause()
            await _talking(app).settled()
            now = text_of(app)
            seen, alike = now, alike + 1 if now == seen else 0


def _talking(app: SizewiseApp) -> TalkingScreen:
    """The screen on which a line would be heard: practice where one is there, else the conversation."""
    return app.screen if isinstance(app.screen, TalkingScreen) else app.advise


def text_of(app: SizewiseApp) -> str:
    """What stands on the screen, without colours, the times of conversations replaced by one."""
    width = app.size.width
    strips = app.screen._compositor.render_strips(app.size)  # noqa: SLF001  # Textual has no public text of a screen
    return _TIME.sub(_NO_TIME, "\n".join(strip.text[:width].rstrip() for strip in strips))


async def captured(scene: Scene, base: Knowledge, size: tuple[int, int] = SMALL) -> str:
    """A scene as text."""
    async with played(scene, base, size) as app:
        return text_of(app)


def page(base: Knowledge) -> str:
    """All scenes as a page of Markdown."""
    return "\n".join([INTRODUCTION, *_parts(base)])


def _parts(base: Knowledge) -> Iterator[str]:
    for name, scene in SCENES.items():
        yield _part(scene.heading, asyncio.run(captured(scene, base)))
        if name == WIDE:
            yield _part(f"{scene.heading}, in a wide window", asyncio.run(captured(scene, base, LARGE)))


def _part(heading: str, text: str) -> str:
    return f"## {heading}\n\n{_block(text)}"


def _block(text: str) -> str:
    return f"```text\n{text}\n```\n"


def readme(before: str, base: Knowledge) -> str:
    """The README with its one screen taken anew."""
    screen = _block(asyncio.run(captured(SCENES[IN_README], base)))
    return _BLOCK.sub(lambda _: screen, before, count=1)


def main() -> None:
    """Write both anew."""
    base = load()
    PAGE.write_text(page(base), encoding="utf-8")
    README.write_text(readme(README.read_text(encoding="utf-8"), base), encoding="utf-8")


if __name__ == "__main__":
    main()
