"""The names behind a command, among the words that people put around them: "why not SageMaker Serverless Inference for this?"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.intake.understand import understand
from knowledge import Knowledge
from knowledge.errors import InputError

_BETWEEN: Final = frozenset({"and", "with", "vs", "vs.", "versus", "to"})
"""Words to ignore between the names of a comparison."""


def names_in_words(words: str, check: Callable[[str], object], knowledge: Knowledge) -> list[str]:
    """The words as one name where `check` takes them, else the names that can be read in them.

    Raises the InputError of `check` where none can.
    """
    try:
        check(words)
    except InputError:
        read = understand(f"compare {words}?", knowledge, hearing="later").workload.compare
        if not read:
            raise
        return list(read)
    return [words]


def names_to_compare(words: str, check: Callable[[list[str]], object], knowledge: Knowledge) -> list[str]:
    """The names of a comparison: each word one where `check` takes them so, else as they are read. Raises its InputError where none is."""

    def split(several: str) -> list[str]:
        return [name for name in several.replace(",", " ").split() if name not in _BETWEEN]

    found = names_in_words(words, lambda several: check(split(several)), knowledge)
    return split(words) if found == [words] else found
