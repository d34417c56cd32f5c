"""Somebody who presses anything: a seeded stream of keys, words, clicks, pastes, sizes and commands, without waiting in between."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from textual import events
from textual.geometry import Size
from textual.keys import _character_to_key

from tests.tui.app.conftest import PLANTS, Person
from tui.commands.registry import COMMANDS

KEYS: Final = (
    *("enter", "enter", "enter", "tab", "shift+tab", "up", "down", "down", "left", "right", "home", "end", "pageup", "pagedown"),
    *("escape", "escape", "backspace", "delete", "space", "ctrl+j", "ctrl+a", "ctrl+u", "ctrl+k", "ctrl+w", "ctrl+c", "ctrl+v"),
    *("ctrl+x", "ctrl+p", "ctrl+left", "shift+right", "f7", "f9", "insert", "ctrl+at", "ctrl+z", "ctrl+z", "ctrl+y"),
    *(one.key for one in COMMANDS if one.key),
)
WORDS: Final = (
    *(PLANTS, PLANTS, "a chat assistant with Llama 3 8B for 30 people at once", "train xgboost every week on 10 million rows"),
    *("production", "development", "20 a second", "2 per second", "50 ms", "5 ms", "200 ms", "1 s", "8 gb", "cheap", "arm", "us-east-1"),
    *("no gpu", "not sure", "yes", "no", "it is all right", "make it 300 ms", "the budget doubles", "600 requests per second, spiky"),
    *("it runs at night only", "at most 100 $ a month", "payload 30 MB", "12 hours a day", "llama 70b", "resnet50", "why not g5?"),
    *("serve resnet50 and train xgboost on 5 GB", "what if it must answer within 9 ms?", "undo", "compare g5 and p4d"),
)
PRACTISED: Final = (
    *("learn", "learn", "path", "read", "mixed", "drill", "numbers", "scenarios", "exam compute", "exam compute no-timer", "resume"),
    *("about g5", "about case-bird-song-app", "missed", "review", "progress", "left out", "exam date 2030-01-20 30", "all"),
    *("a", "b", "c", "a c", "b d", "1a 2b 3c", "b a c d", "?", "h", "hint", "1", "2", "3", "next", "right", "wrong", "overrule"),
    *("n", "p", "!", "go 3", "go 99", "open", "flagged", "flag", "leave out", "undo", "hand in", "hand in", "stop", "menu"),
)
"""What is said in practice."""
HOSTILE: Final = (
    *("[/x] [bold red]no[/]", "\x1b[31mred\x1b[0m \x07", "🌱👩‍👩‍👧" * 40, "שלום עולם مرحبا", "%s {0} $what ${what}", "\\", "]]]]["),
    *("\x00", "\n\n", "a\nb\nc", "x" * 5000, "e\u0301" * 200, "\ud800", "\u202e\u2066abc", "../../etc/passwd", "-1", "1e999", "0"),
    *("٣", "²", "NaN ms", "∞"),
)
RESTS: Final = (
    *("", "", "region", "latency_p99_ms", "50 ms", "g5", "inf2", "a name", "cost", "memory", "traffic", "g5 p4d"),
    *("out.txt", "out.json"),
)
SIZES: Final = ((80, 24), (160, 45), (100, 30), (99, 20), (40, 12), (20, 6), (5, 2), (1, 1), (250, 70))

Event = tuple[str, Any]
"""What is done, and with what; as a pair it can be told where something fails."""


class Monkey:
    """Does one thing after the other; `done` tells them all."""

    def __init__(self, person: Person, seed: int) -> None:
        """The same seed presses the same keys."""
        self.person, self.done = person, list[Event]()
        self._chance = random.Random(f"{seed} {person.app.size}")  # noqa: S311  # events, no secret
        self._size = tuple(person.app.size)

    async def act(self) -> None:
        """Do one thing, and do not wait for what it leads to."""
        kinds: dict[str, tuple[int, Callable[[], Any]]] = {
            "key": (30, lambda: self._chance.choice(KEYS)),
            "letter": (6, lambda: self._chance.choice("abdefghijklmnoprstuvwxyz/?.[]123456789 é日")),
            "digit": (14, lambda: self._chance.choice("1234567890?")),
            "line": (6, self._line),
            "said": (24, self._line),
            "practised": (12, lambda: self._chance.choice(PRACTISED)),
            "command": (14, self._command),
            "paste": (3, lambda: self._chance.choice((*WORDS, *HOSTILE))),
            "click": (16, self._place),
            "scroll": (3, self._place),
            "resize": (2, lambda: self._chance.choice(SIZES)),
        }
        weights = [weight for weight, _ in kinds.values()]
        (kind,) = self._chance.choices(list(kinds), weights)
        event = (kind, kinds[kind][1]())
        self.done.append(event)
        await self._do(*event)

    async def size_back(self) -> None:
        """Give the window the size it had."""
        await self.person.pilot.resize_terminal(*self._size)

    def _line(self) -> str:
        return self._chance.choice(WORDS if self._chance.random() < 0.85 else HOSTILE)

    def _command(self) -> str:
        command = self._chance.choice(COMMANDS)
        rest = self._chance.choice((*RESTS, *WORDS[:6], *HOSTILE)) if command.takes else ""
        return f"/{self._chance.choice((command.name, *command.words, *command.values))} {rest}".rstrip(" ")

    def _place(self) -> tuple[int, int]:
        width, height = self.person.app.size
        return self._chance.randrange(max(width, 1)), self._chance.randrange(max(height, 1))

    async def _do(self, kind: str, what: Any) -> None:  # noqa: ANN401  # a text, a place or a size
        if kind == "key":
            self._send(events.Key(what, None))
        elif kind in ("letter", "digit"):
            self._type(what)
        elif kind in ("line", "command", "said", "practised"):
            for _ in range(3 if kind in ("said", "practised") else 0):
                self._send(events.Key("escape", None))  # out of what is open, back to an empty prompt
            if kind == "practised":
                self._send(events.Key("f7", None))
            self._send(events.Paste(what))
            self._send(events.Key("enter", "\r"))
        elif kind == "paste":
            self._send(events.Paste(what))
        elif kind == "click":
            self._mouse(events.MouseDown, what, 1)
            self._mouse(events.MouseUp, what, 1)
        elif kind == "scroll":
            self._mouse(self._chance.choice((events.MouseScrollUp, events.MouseScrollDown)), what, 0)
        else:
            self._resize(what)

    def _type(self, character: str) -> None:
        self._send(events.Key(_character_to_key(character), character))

    def _resize(self, size: tuple[int, int]) -> None:
        driver: Any = self.person.app._driver
        driver._size = Size(*size)
        self._send(events.Resize(Size(*size), Size(*size)))

    def _mouse(self, event: type[events.MouseEvent], place: tuple[int, int], button: int) -> None:
        x, y = place
        self._send(event(None, x, y, 0, 0, button, shift=False, meta=False, ctrl=False, screen_x=x, screen_y=y))

    def _send(self, event: events.Event) -> None:
        """As the terminal sends it."""
        driver: Any = self.person.app._driver
        driver.process_message(event)
