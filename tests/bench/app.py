"""How long a person waits for the app: first screen, first question, a key, a resize; beside a minimal Textual app in the same run."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.bench.ledger import Ledger
from tests.bench.terminal import Terminal

PAINT_BAR: Final = 1.2
QUESTION_BAR: Final = 1.8
KEY_BAR: Final = 3.0
RESIZE_BAR: Final = 10.0
"""Times what the minimal app takes."""
_ROUNDS: Final = 7
_KEYS: Final = "qzxvwkjy"
"""Letters that stand nowhere near each other on the screen, so that each is seen when it is painted."""
_SIZES: Final = ((132, 40), (80, 24), (100, 30), (90, 28), (120, 36), (84, 26))
_MINIMAL: Final = """
from textual.app import App
from textual.widgets import Input, Static

class Minimal(App):
    def compose(self):
        yield Static("first-screen")
        yield Input()

Minimal().run()
"""
_SENTENCE: Final = "identify plants from phone photos, answer within 200 ms"
_FIRST_SCREEN: Final = "What do you want to run?"
_FIRST_QUESTION: Final = "What is it for?"


def report(environment: Mapping[str, str], ledger: Ledger) -> None:
    """Enter each measure."""
    minimal, painted, asked = [], [], []
    for _ in range(_ROUNDS):
        with Terminal([sys.executable, "-c", _MINIMAL], environment) as terminal:
            minimal.append(terminal.until("first-screen"))
        with Terminal([str(Path(sys.executable).with_name("sizewise"))], environment) as terminal:
            painted.append(terminal.until(_FIRST_SCREEN))
            terminal.type(f"{_SENTENCE}\r")
            asked.append(terminal.until(_FIRST_QUESTION))
    bare = _keys_and_resizes([sys.executable, "-c", _MINIMAL], "first-screen", "first-screen", environment)
    ours = _keys_and_resizes([sys.executable, "-m", "tests.bench.long_talk"], "ready-to-type", _FIRST_SCREEN, environment)
    reference = ledger.reference("a minimal Textual app, painted", minimal)
    for name, times, bar in (("first screen", painted, PAINT_BAR), ("first question, a sentence typed", asked, QUESTION_BAR)):
        ledger.ratio(name, times, reference, bar)
    for name, least, times, bar in zip(("a key", "a resize"), bare, ours, (KEY_BAR, RESIZE_BAR), strict=True):
        ledger.ratio(f"{name} in a talk of 200 turns", times, ledger.reference(f"{name} of it", least), bar)


def _keys_and_resizes(command: list[str], ready: str, painted: str, environment: Mapping[str, str]) -> tuple[list[float], list[float]]:
    """Seconds until a typed letter is on the screen, and until the screen is painted at another width."""
    keys, resizes = [], []
    with Terminal(command, environment) as terminal:
        terminal.until(ready)
        terminal.drain()
        for letter in _KEYS:
            start = time.perf_counter()
            terminal.type(letter)
            keys.append(terminal.until(letter, start))
            terminal.drain()
        for width, height in _SIZES:
            start = time.perf_counter()
            terminal.resize(width, height)
            resizes.append(terminal.until(painted, start))
            terminal.drain()
    return keys, resizes
