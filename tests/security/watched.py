"""Every command, the app and practice in a process that notes whatever asks another process or machine.

    python -m tests.security.watched FOLDER RESULT < the text that is put in

Python tells an audit hook of every socket, every look-up of a name, every process that is started. A hook cannot be taken away, so this
is a process of its own. RESULT becomes a JSON list: how each command ended, and what it asked.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from knowledge import Knowledge, compiled_cache, load, store
from tests.security.audit_hook import note, noted
from tests.security.inputs import prepare
from tests.security.running import CASES, Ended, case_command, case_input, case_words, own_folder, run_command
from tests.warm_base import WarmBase
from tui.app import SizewiseApp
from tui.screens.practice import PracticeScreen

SCREEN: Final = (80, 24)
KEYS: Final = (("f4",), ("escape", "ctrl+o"), ("escape", "f1"), ("escape", "f6"), ("s", "p", "o", "t", "enter"), ("escape",), ("f7",))
"""Answers, what is saved, help, the base with a search in it, practice."""


def main(folder: Path, result: Path, text: str) -> None:
    """Run all of it under a umask that forbids nothing, and write the result."""
    os.umask(0)
    warm = WarmBase(Path(os.environ["SIZEWISE_CACHE"]))
    with own_folder(folder), pytest.MonkeyPatch.context() as shared:  # one base for all commands
        shared.setattr(compiled_cache, "load_sections", warm.load_sections)
        shared.setattr(store, "Knowledge", warm.base)
        base = load()
        prepare(folder, text, base)
        sys.addaudithook(note)
        found = [_entry(case_command(case), case_words(case, text), case.get("ends", [0]), _one(case, text)) for case in CASES]
        noted.clear()
        screens = asyncio.run(_in_the_app(base, folder / "data" / "sessions", text))
        found.append(_entry("app", ["the app"], [0], Ended(0, screens, "")))
    result.write_text(json.dumps(found), encoding="utf-8")


def _one(case: dict[str, Any], text: str) -> Ended:
    noted.clear()
    return run_command(*case_words(case, text), given=case_input(case, text))


def _entry(command: str, words: list[str], ends: list[int], ended: Ended) -> dict[str, Any]:
    return {"command": command, "words": words, "ends": ends, "asked": list(noted), **ended._asdict()}


async def _in_the_app(base: Knowledge, sessions: Path, text: str) -> str:
    """What stands on the screen, one after the other: a conversation, its answers, what is saved, the base, practice."""
    app = SizewiseApp(base, guard=0.0, sessions=sessions)
    screens: list[str] = []
    async with app.run_test(size=SCREEN) as pilot:
        for line in (f"BERT {text} under 200 ms", "production", text, f"/name {text}", f"/export {text}.md", "/why", f"/open {text}"):
            app.advise.prompt.value = line
            await pilot.press("enter")
            await app.advise.wait_until_idle()
            await pilot.pause()
            screens.append(screen_text(app))
        for keys in KEYS:
            await pilot.press(*keys)
            await pilot.pause()
            screens.append(screen_text(app))
        assert isinstance(app.screen, PracticeScreen)
        for line in (text, "learn", "1", "a", text, "enter"):
            app.screen.prompt.value = line
            await pilot.press("enter")
            await app.screen.wait_until_idle()
            await pilot.pause()
            screens.append(screen_text(app))
    return "\n".join(screens)


def screen_text(app: SizewiseApp) -> str:
    """What stands on the screen."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())  # what the terminal would get


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.stdin.buffer.read().decode())
