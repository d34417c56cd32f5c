"""The order in which the elements of a question are shown, decided by a seed in the same way in every version."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import Final, TypeVar

from quizzes.item import KeyedQuestion, Matching, Ordering

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
Order = tuple[int, ...]
"""Place as shown -> place in the file."""
Thing = TypeVar("Thing")


def element_texts(question: KeyedQuestion) -> tuple[str, ...]:
    """The texts that get a letter, in the order of the file: options, steps, or the answers of a matching."""
    match question:
        case Ordering():
            return tuple(step.text for step in question.steps)
        case Matching():
            return question.answers
        case _:
            return tuple(option.text for option in question.options)


def written_order(question: KeyedQuestion) -> Order:
    """The order of the file."""
    return tuple(range(len(element_texts(question))))


def shuffle_elements(question: KeyedQuestion, seed: int, name: str) -> Order:
    """The order for a seed and the question's name. Steps are never shown in their right order."""
    written = written_order(question)
    order = tuple(shuffle_by_hash(written, seed, name, str))
    if isinstance(question, Ordering) and order == written:
        return (*order[1:], order[0])
    return order


def shuffle_by_hash(things: Iterable[Thing], seed: int, name: str, key: Callable[[Thing], str]) -> list[Thing]:
    """`things` in an order that looks random; hashes decide it, so it is the same in every version of Python."""
    return sorted(things, key=lambda thing: blake2b(f"{seed}\0{name}\0{key(thing)}".encode(), digest_size=16).digest())


def lettered_elements(question: KeyedQuestion, order: Order) -> list[tuple[str, str]]:
    """Letter and text of each element, in the order shown."""
    texts = element_texts(question)
    return [(LETTERS[place], texts[index]) for place, index in enumerate(order)]
