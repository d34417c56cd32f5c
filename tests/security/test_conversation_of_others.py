"""A conversation that somebody else wrote: a colleague's file, or one that was tampered with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from knowledge import Knowledge
from tests.security.conftest import HOSTILE
from tests.security.watched import screen_text
from tests.terminal_text import unprintable
from tui.app import SizewiseApp

TEXTS: Final = frozenset({"typed", "name", "quote", "because", "text", "notice"})
"""Fields that hold whatever was said."""
LINES: Final = ("BERT under 200 ms", "/name mine", "production")


def poisoned(node: Any, *, said: bool = False) -> Any:  # noqa: ANN401  # JSON is of any shape
    """A step with hostile text behind everything that was said."""
    if isinstance(node, dict):
        return {name: poisoned(one, said=name in TEXTS) for name, one in node.items()}
    if isinstance(node, list):
        return [poisoned(one, said=said) for one in node]
    return node + HOSTILE if said and isinstance(node, str) else node


def tamper_with(folder: Path) -> None:
    """Put hostile text into the one conversation of a folder."""
    (path,) = folder.glob("*.jsonl")
    head, *steps = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([head, *(json.dumps(poisoned(json.loads(step))) for step in steps), ""]), encoding="utf-8")


async def test_it_is_listed_opened_and_read_without_steering_the_terminal(knowledge: Knowledge, tmp_path: Path) -> None:
    """Its name in the list, what was typed, the words behind answers: all of it is shown as text."""
    app = SizewiseApp(knowledge, guard=0.0, sessions=tmp_path)
    async with app.run_test() as pilot:
        for line in LINES:
            app.advise.prompt.value = line
            await pilot.press("enter")
            await app.advise.wait_until_idle()
    tamper_with(tmp_path)
    app, screens = SizewiseApp(knowledge, guard=0.0, sessions=tmp_path), []
    async with app.run_test(size=(120, 40)) as pilot:
        for key in ("up", "ctrl+o", "enter", "f4", "escape", "f2", "f3"):
            await pilot.press(key)
            await pilot.pause()
            await app.advise.wait_until_idle()
            await pilot.pause()
            screens.append(screen_text(app))
    assert any("[bold red]" in screen for screen in screens)
    assert [unprintable(screen) for screen in screens if unprintable(screen)] == []
