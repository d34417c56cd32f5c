"""The order in which the elements of a question are shown: a pure function of a seed, the same for ever."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import Final, TypeVar

from quizzes.item import Exact, Matching, Ordering

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
Order = tuple[int, ...]
"""Place as shown -> place as written."""
Thing = TypeVar("Thing")


def elements(question: Exact) -> tuple[str, ...]:
    """The texts that carry a letter, as written: options, steps, or the answers of a matching."""
    match question:
        case Ordering():
            return tuple(step.text for step in question.steps)
        case Matching():
            return question.answers
        case _:
            return tuple(option.text for option in question.options)


def as_written(question: Exact) -> Order:
    """The order of the file."""
    return tuple(range(len(elements(question))))


def shuffled(question: Exact, seed: int, name: str) -> Order:
    """An order that `seed` and the question's name decide. Steps are never shown in their right order."""
    written = as_written(question)
    order = tuple(dealt(written, seed, name, str))
    if isinstance(question, Ordering) and order == written:
        return (*order[1:], order[0])
    return order


def dealt(things: Iterable[Thing], seed: int, name: str, key: Callable[[Thing], str]) -> list[Thing]:
    """`things` in an order that looks random; hashes decide it, so that no version of Python deals another one."""
    return sorted(things, key=lambda thing: blake2b(f"{seed}\0{name}\0{key(thing)}".encode(), digest_size=16).digest())


def shown(question: Exact, order: Order) -> list[tuple[str, str]]:
    """Letter and text of each element, as shown in `order`."""
    texts = elements(question)
    return [(LETTERS[place], texts[index]) for place, index in enumerate(order)]
