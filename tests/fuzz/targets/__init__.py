"""One module a target: `fuzz` takes any bytes and raises only for a fault of ours, `seeds` gives inputs that make sense."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

from knowledge.errors import InputError, quote_value, suggest_name
from knowledge.safe_yaml import read_mapping

NAMES: Final = ("intake", "knowledge", "contract", "sessions", "practice", "items", "prices", "metrics", "answers", "messages")
"""Every target, in the order in which all of them are run."""
_WORDS: Final = Path(__file__).parents[1] / "words.yaml"


class Target(NamedTuple):
    """What is fed."""

    name: str
    fuzz: Callable[[bytes], None]
    """Takes an input; raises where the product broke a promise, whatever the input is."""
    seeds: Callable[[], Iterable[bytes]]
    """Inputs that make sense, from data that is there."""
    words: tuple[str, ...]
    """Pieces that the format is made of, for the fuzzer to insert."""


def find_target(name: str) -> Target:
    """The target of that name, imported now. Raises InputError with the nearest name."""
    if name not in NAMES:
        every = f"Choose from {', '.join(NAMES)}."
        raise InputError(f"target: there is no {quote_value(name)}.{suggest_name(name, NAMES, every)}")
    module = import_module(f"tests.fuzz.targets.{name}")
    return Target(name, module.fuzz, module.seeds, tuple(read_mapping(_WORDS.read_bytes(), _WORDS.name)[name]))
